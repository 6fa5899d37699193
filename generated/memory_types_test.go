package generated

import (
	"fmt"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/usages"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/spec"
)

// TestMemoryTypes asks the allocator of every usage on every real device which
// memory type serves it, and which ones after that, compares that with the rule
// as it is written, and writes the table of both.
func TestMemoryTypes(t *testing.T) {
	plan := planOf(t, "usages")
	var table strings.Builder
	for name, profile := range profiles.All() {
		fmt.Fprintf(&table, "| %s |", name)
		for _, arena := range plan.Arenas {
			list := choices(profile.Types, arena.Memory)
			t.Run(name+"/"+arena.Name, func(t *testing.T) { compareChoices(t, profile, arena.Name, list) })
			fmt.Fprintf(&table, " %s |", cell(profile, arena, list))
		}
		table.WriteByte('\n')
	}
	compareDocument(t, "memory_types.md", memoryTypesText(t, plan, table.String()))
}

// compareChoices asks an arena of usages for a region on a device, then for one
// in memory of any other type than it had so far, and so on until there is
// none.
func compareChoices(t *testing.T, profile vkrt.Profile, arena string, list []choice) {
	s := &subject{target: "vulkan", arena: arena, device: fake.New(profile, fake.Options{})}
	allocator, failure := usages.New(s.device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	s.use(allocator)
	left := ^uint32(0)
	for _, c := range list {
		results, failure := call(s.of, "AllocFor", vkrt.Requirements{Size: 1000, Alignment: 1, TypeBits: left})
		if failure != "" {
			t.Fatalf("%s, want type %d", failure, c.index)
		}
		index, _ := call(s.of, "MemoryType", results[0].Interface())
		if live := s.device.Live(); index[0].Uint() != uint64(c.index) || len(live) != 1 || live[0].Type != c.index {
			t.Fatalf("type %v of %b, and the device has %v: want type %d", index[0], left, live, c.index)
		}
		s.free(results[0].Interface())
		call(s.of, "Reclaim")
		left &^= 1 << c.index
	}
	s.device.ForgetCalls()
	want := "NoCompatibleMemoryType Arena=" + arena
	if _, failure := call(s.of, "AllocFor", vkrt.Requirements{Size: 1000, Alignment: 1, TypeBits: left}); failure != want || len(s.device.Calls()) > 0 {
		t.Errorf("%q after %v: want %s", failure, s.device.Calls(), want)
	}
	if failure := closing(s); failure != "" || len(s.device.Live()) > 0 || s.device.Faults() != nil {
		t.Errorf("closed with %q, live %v, faults %v", failure, s.device.Live(), s.device.Faults())
	}
}

// cell says which memory type serves an arena on a device and what speaks
// against it, then the same of each that comes after it.
func cell(profile vkrt.Profile, arena spec.Arena, list []choice) string {
	if len(list) == 0 {
		return "none: no type is " + dotted(arena.Memory.Require)
	}
	best := profile.Types[list[0].index]
	text := fmt.Sprintf("%d %s, heap %d (%d MiB): %s", list[0].index, dotted(best.Flags), best.Heap,
		profile.Heaps[best.Heap].Size>>20, list[0].against())
	for at := 1; at < len(list); {
		reason, indices := list[at].against(), []string{}
		for ; at < len(list) && list[at].against() == reason; at++ {
			indices = append(indices, fmt.Sprint(list[at].index))
		}
		if reason == list[0].against() && len(indices) == at-1 {
			text += ", like " + strings.Join(indices, ", ")
		} else {
			text += "; then " + strings.Join(indices, ", ") + ": " + reason
		}
	}
	if len(list) == 1 {
		text += "; the only one"
	}
	return text
}

func dotted(flags vkrt.MemoryFlags) string { return strings.ReplaceAll(flags.String(), "|", "·") }
