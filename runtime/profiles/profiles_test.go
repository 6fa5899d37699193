package profiles

import (
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// deviating are the profiles whose drivers break a promise of Vulkan.
var deviating = map[string]string{
	"amd_radeon_graphics_windows": "type_order",
	"apple_m1":                    "type_order",
	"intel_uhd_630_windows":       "type_order",
}

func TestEveryProfileIsCanonicalAndVerified(t *testing.T) {
	count := 0
	for name, p := range All() {
		count++
		src, err := files.ReadFile(name + extension)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(p.Append(nil)); got != string(src) {
			t.Errorf("%s is not canonical, want\n%s", name, got)
		}
		for _, v := range p.Verify() {
			t.Errorf("%s: %v", name, v)
		}
		stated := ""
		if len(p.Deviations) > 0 {
			stated = p.Deviations[0]
		}
		if len(p.Deviations) > 1 || stated != deviating[name] {
			t.Errorf("%s deviates in %q, want %q", name, p.Deviations, deviating[name])
		}
	}
	if count != 24 {
		t.Errorf("%d profiles, want 24", count)
	}
}

func TestByNameOfNone(t *testing.T) {
	for _, name := range []string{"", "nvidia", "nvidia_h200.json", "../profiles/nvidia_h200"} {
		if p, ok := ByName(name); ok {
			t.Errorf("%q is %s", name, p.Name)
		}
	}
}

func TestAllStops(t *testing.T) {
	var names []string
	for name := range All() {
		names = append(names, name)
		if len(names) == 2 {
			break
		}
	}
	if len(names) != 2 || names[0] >= names[1] {
		t.Errorf("got %q", names)
	}
}

// TestProfilesAreTheirOwn: changing one changes no other.
func TestProfilesAreTheirOwn(t *testing.T) {
	first, _ := ByName("apple_m1")
	first.Heaps[0].Size = 1
	first.Types[0] = vkrt.Type{}
	if second, _ := ByName("apple_m1"); second.Heaps[0].Size == 1 || second.Types[0] == (vkrt.Type{}) {
		t.Error("two profiles share their tables")
	}
}
