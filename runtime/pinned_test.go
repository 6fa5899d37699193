package vkrt

import "testing"

func TestSatisfiesWhatIsAsGood(t *testing.T) {
	base := Profile{
		Name:   "one",
		Heaps:  []Heap{{Size: 1 << 30, Flags: HeapDeviceLocal}, {Size: 1 << 20}},
		Types:  []Type{{Flags: DeviceLocal}, {Flags: HostVisible | HostCoherent, Heap: 1}},
		Limits: GuaranteedLimits(),
	}
	for name, c := range map[string]struct {
		change func(p *Profile)
		want   bool
	}{
		"the same":             {func(*Profile) {}, true},
		"another name":         {func(p *Profile) { p.Name, p.Driver, p.APIVersion = "two", "2", "1.3" }, true},
		"a larger heap":        {func(p *Profile) { p.Heaps[1].Size++ }, true},
		"a smaller heap":       {func(p *Profile) { p.Heaps[0].Size-- }, false},
		"another kind of heap": {func(p *Profile) { p.Heaps[0].Flags = 0 }, false},
		"one heap less":        {func(p *Profile) { p.Heaps, p.Types[1].Heap = p.Heaps[:1], 0 }, false},
		"other flags":          {func(p *Profile) { p.Types[1].Flags |= HostCached }, false},
		"another heap":         {func(p *Profile) { p.Types[1].Heap = 0 }, false},
		"one type more":        {func(p *Profile) { p.Types = append(p.Types, Type{Heap: 1}) }, false},
		"more at once":         {func(p *Profile) { p.Limits.MaxMemoryAllocationSize++ }, true},
		"less at once":         {func(p *Profile) { p.Limits.MaxMemoryAllocationSize-- }, false},
		"fewer allocations":    {func(p *Profile) { p.Limits.MaxMemoryAllocationCount-- }, false},
		"a smaller atom":       {func(p *Profile) { p.Limits.NonCoherentAtomSize /= 2 }, true},
		"a larger atom":        {func(p *Profile) { p.Limits.NonCoherentAtomSize *= 2 }, false},
	} {
		p := base.Clone()
		c.change(&p)
		d := Device{profile: p}
		if got := d.Satisfies(base); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
