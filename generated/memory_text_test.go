package generated

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/spec"
)

const memoryTypesIntro = `# Which memory type serves what

What each arena of [generated/usages](../generated/usages/usages.yaml) gets on 24 real devices, asked of the generated allocator and compared with the rule. This file is written by ` + "`make generate`" + `.

A type serves an arena if it has every property that is required, and none of lazily_allocated, protected, device_coherent_amd and device_uncached_amd that is not. It costs one for each preferred property that it lacks and one for each avoided property that it has. The cheapest serves; flags are counted and not weighed, and of types that cost the same the one of the lowest index serves. The next one serves where the device has no more memory of those before, or where a resource cannot be in them.

`

const memoryTypesKey = `A cell says the type, its properties, its heap and that heap's size cut to MiB, then what speaks against it, then the same of each type that comes after it. Types that it does not name cannot serve the arena.

`

// A remark explains what may surprise in the rows of some devices.
type remark struct {
	about string
	of    func(p vkrt.Profile) bool
	text  string
}

var remarks = []remark{
	{"One memory type for everything", func(p vkrt.Profile) bool { return len(p.Types) == 1 },
		"It serves every arena that does not require a property for a purpose of its own (`markers`, `transient`). Where it is not host_cached, the host reads slowly in `readback` too."},
	{"None of the device's own memory is visible to the host", func(p vkrt.Profile) bool { return own(p, vkrt.HostVisible) == 0 },
		"`window` has no memory. `unified` has some that only the device sees: a program looks at `MemoryType`, or at `NotHostVisible` from `Map`, and copies through `upload`."},
	{"A heap of at most 256 MiB is all that the host sees of the device's memory", func(p vkrt.Profile) bool {
		return p.DeviceType == vkrt.DiscreteGPU && own(p, vkrt.HostVisible) != 0 && own(p, vkrt.HostVisible) <= 256<<20
	}, "`unified` is there until the next block would exceed the heap, and behind it in memory that only the device sees; `window` is there or refuses. `upload` avoids it, so that it lasts for what changes with every frame."},
	{"The host sees all of the device's memory", func(p vkrt.Profile) bool {
		return p.DeviceType == vkrt.DiscreteGPU && own(p, vkrt.HostVisible) > 256<<20
	}, "`device` still takes a type that the host does not see, but of the same heap: what `unified` and `window` hold is missing there."},
	{"Types alike, of one heap", func(p vkrt.Profile) bool { return alike(p, true) },
		"Nothing speaks for either, and the lower index serves. The other is for resources whose type bits leave out the first, and shares its heap."},
	{"Types alike, of two heaps", func(p vkrt.Profile) bool { return alike(p, false) },
		"The first heap is used up before the second, which is as good. `window` is strict: only a resource whose type bits leave out the first heap goes to the second."},
	{"Types out of order", func(p vkrt.Profile) bool { return slices.Contains(p.Deviations, "type_order") },
		"Vulkan promises that a type comes before those with the same properties and more, and this driver breaks that. Costs decide, not the order: `device` gets what only the device sees, wherever it stands."},
	{"Memory that is visible and not coherent", func(p vkrt.Profile) bool { return has(p, vkrt.HostVisible, vkrt.HostCoherent) },
		"Only here has `flushed` something to flush; regions in such memory are rounded up to whole atoms. On the other devices it is in coherent memory, where Flush and Invalidate do nothing."},
	{"Types that are coherent for the device", func(p vkrt.Profile) bool { return has(p, vkrt.DeviceCoherentAMD, 0) },
		"They serve `markers` alone, which requires both device_coherent_amd and device_uncached_amd: every such type has both, and one that is not required rules a type out. The feature deviceCoherentMemory must be enabled."},
	{"Types that are lazily allocated", func(p vkrt.Profile) bool { return has(p, vkrt.LazilyAllocated, 0) },
		"They serve `transient` alone. Where there are none, a program takes `device` for the same images."},
	{"Types without properties", func(p vkrt.Profile) bool { return has(p, 0, ^vkrt.MemoryFlags(0)) },
		"They lie in the host's memory, which they don't show to the host. Every arena requires something, so that they serve none."},
}

// own returns the size of the largest heap with a type that is device_local and
// has the flags given, in bytes.
func own(p vkrt.Profile, flags vkrt.MemoryFlags) (size uint64) {
	for _, t := range p.Types {
		if want := vkrt.DeviceLocal | flags; t.Flags&want == want {
			size = max(size, p.Heaps[t.Heap].Size)
		}
	}
	return size
}

// has reports whether a type has all of some flags and none of others.
func has(p vkrt.Profile, all, none vkrt.MemoryFlags) bool {
	return slices.ContainsFunc(p.Types, func(t vkrt.Type) bool { return t.Flags&all == all && t.Flags&none == 0 })
}

// alike reports whether two types that are good for something have the same
// flags, in one heap or in two.
func alike(p vkrt.Profile, oneHeap bool) bool {
	for i, t := range p.Types {
		for _, u := range p.Types[:i] {
			if t.Flags != 0 && t.Flags == u.Flags && (t.Heap == u.Heap) == oneHeap {
				return true
			}
		}
	}
	return false
}

// memoryTypesText returns the file with the rows of its table.
func memoryTypesText(t *testing.T, plan *spec.Plan, rows string) string {
	var b strings.Builder
	b.WriteString(memoryTypesIntro)
	head, line := "| Device |", "|---|"
	for _, arena := range plan.Arenas {
		head, line = head+" "+arena.Name+" |", line+"---|"
		fmt.Fprintf(&b, "- `%s` %s\n", arena.Name, wishes(arena))
	}
	fmt.Fprintf(&b, "\n%s%s\n%s\n%s\n## What may surprise\n", memoryTypesKey, head, line, rows)
	for _, r := range remarks {
		var devices []string
		for name, profile := range profiles.All() {
			if r.of(profile) {
				devices = append(devices, name)
			}
		}
		if len(devices) == 0 {
			t.Errorf("%s: of no device", r.about)
		}
		fmt.Fprintf(&b, "\n**%s** (%s). %s\n", r.about, strings.Join(devices, ", "), r.text)
	}
	return b.String()
}

// wishes says in words what memory an arena wants.
func wishes(arena spec.Arena) string {
	text := "requires " + dotted(arena.Memory.Require)
	if arena.Memory.Prefer != 0 {
		text += ", prefers " + dotted(arena.Memory.Prefer)
	}
	if arena.Memory.Avoid != 0 {
		text += ", avoids " + dotted(arena.Memory.Avoid)
	}
	if arena.Strict {
		text += "; strict: the next type serves only a resource that cannot be in the one before"
	}
	return text + "."
}
