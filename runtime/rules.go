package vkrt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Rule is one thing that Vulkan says of the tables of a device.
type Rule struct {
	ID    string // snake_case; never used for anything else
	Title string
	// Malformed says that no allocator can work with tables that break the
	// rule: NewDevice refuses them. The other rules are promises that drivers
	// have been seen to break, or may, without harm to an allocator.
	Malformed bool

	check func(p *Profile, broken report)
}

// A report takes a message for each way in which a rule is broken.
type report func(format string, args ...any)

// A Violation is one way in which a profile breaks a rule.
type Violation struct {
	Rule    string // ID
	Message string // names the heap, type or limit and its value
}

// Error returns "rule: message".
func (v Violation) Error() string { return v.Rule + ": " + v.Message }

var rules = []Rule{
	{"heap_count", "A device has 1 to 16 heaps.", true, checkHeapCount},
	{"heap_size", "A heap is not empty.", true, checkHeapSize},
	{"type_count", "A device has 1 to 32 memory types.", true, checkTypeCount},
	{"heap_index", "The heap of a memory type is one of the device.", true, checkHeapIndex},
	{"power_of_two", "Alignments among the limits are powers of two.", true, checkPowers},
	{"guaranteed_limits", "Every limit is as good as Vulkan guarantees.", false, checkGuaranteed},
	{"local_type", "Some memory type is device_local.", false, checkLocalType},
	{"local_heap", "A memory type is device_local if and only if its heap is.", false, checkLocalHeap},
	{"coherent_type", "Some memory type is host_visible and host_coherent.", false, checkCoherentType},
	{"visible_mode", "A host_visible type is host_coherent, host_cached or both.", false, checkVisibleMode},
	{"visible_needed", "Only a host_visible type is host_coherent or host_cached.", false, checkVisibleNeeded},
	{"visible_barred", "A type that is lazily_allocated or protected is not host_visible.", false, checkVisibleBarred},
	{"uncached_amd", "A device_uncached_amd type is device_coherent_amd.", false, checkUncachedAMD},
	{"type_order", "A type comes before every type with the same flags and more.", false, checkTypeOrder},
	{"name", "A device has a name.", false, checkName},
	{"api_version", "An API version is major.minor or major.minor.patch.", false, checkAPIVersion},
	{"deviations", "Each deviation is a rule that the device breaks, named once.", false, nil},
}

// Rules returns every rule, in the order in which Verify reports.
func Rules() []Rule { return slices.Clone(rules) }

// Verify returns how the profile breaks the rules, except those that it lists
// as its deviations. A malformed table cannot be a deviation.
func (p Profile) Verify() []Violation {
	var found []Violation
	deviates := map[string]bool{}
	for _, r := range rules {
		if r.check == nil {
			continue
		}
		excused := !r.Malformed && slices.Contains(p.Deviations, r.ID)
		r.check(&p, func(format string, args ...any) {
			deviates[r.ID] = excused
			if !excused {
				found = append(found, Violation{r.ID, fmt.Sprintf(format, args...)})
			}
		})
	}
	for i, id := range p.Deviations {
		switch {
		case slices.Contains(p.Deviations[:i], id):
			found = append(found, Violation{"deviations", id + " is named twice"})
		case !deviates[id]:
			found = append(found, Violation{"deviations", id + " is not a rule that the device may break and does"})
		}
	}
	return found
}

// malformed returns how the profile breaks the rules that NewDevice needs.
func (p *Profile) malformed() []Violation {
	var found []Violation
	for _, r := range rules {
		if r.Malformed {
			r.check(p, func(format string, args ...any) {
				found = append(found, Violation{r.ID, fmt.Sprintf(format, args...)})
			})
		}
	}
	return found
}

func checkHeapCount(p *Profile, broken report) {
	if n := len(p.Heaps); n == 0 || n > MaxHeaps {
		broken("%d heaps, want 1 to %d", n, MaxHeaps)
	}
}

func checkHeapSize(p *Profile, broken report) {
	for i, h := range p.Heaps {
		if h.Size == 0 {
			broken("heap %d has 0 bytes", i)
		}
	}
}

func checkTypeCount(p *Profile, broken report) {
	if n := len(p.Types); n == 0 || n > MaxTypes {
		broken("%d memory types, want 1 to %d", n, MaxTypes)
	}
}

// checkHeapIndex is silent about a device without heaps: one message says it.
func checkHeapIndex(p *Profile, broken report) {
	for i, t := range p.Types {
		if len(p.Heaps) > 0 && uint64(t.Heap) >= uint64(len(p.Heaps)) {
			broken("memory type %d is in heap %d of %d", i, t.Heap, len(p.Heaps))
		}
	}
}

func checkPowers(p *Profile, broken report) {
	for _, row := range limits {
		if n := row.get(&p.Limits); row.power && (n == 0 || n&(n-1) != 0) {
			broken("%s is %d", row.key, n)
		}
	}
}

// checkGuaranteed leaves an alignment of 0 to the rule power_of_two.
func checkGuaranteed(p *Profile, broken report) {
	for _, row := range limits {
		switch n := row.get(&p.Limits); {
		case row.power && n == 0:
		case row.most && n > row.guaranteed:
			broken("%s is %d, want at most %d", row.key, n, row.guaranteed)
		case !row.most && n < row.guaranteed:
			broken("%s is %d, want at least %d", row.key, n, row.guaranteed)
		}
	}
}

func checkLocalType(p *Profile, broken report) { checkSome(p, DeviceLocal, broken) }

func checkCoherentType(p *Profile, broken report) { checkSome(p, HostVisible|HostCoherent, broken) }

// checkSome checks that some type has all of the flags. It is silent about a
// device without types: one message says it.
func checkSome(p *Profile, flags MemoryFlags, broken report) {
	has := func(t Type) bool { return t.Flags&flags == flags }
	if len(p.Types) > 0 && !slices.ContainsFunc(p.Types, has) {
		broken("no memory type is %v", flags)
	}
}

func checkLocalHeap(p *Profile, broken report) {
	for i, t := range p.Types {
		if uint64(t.Heap) >= uint64(len(p.Heaps)) {
			continue
		}
		heap := p.Heaps[t.Heap].Flags
		if (t.Flags&DeviceLocal != 0) != (heap&HeapDeviceLocal != 0) {
			broken("memory type %d is %v, its heap %d is %v", i, t.Flags, t.Heap, heap)
		}
	}
}

// checkEach reports every type whose flags are wrong.
func checkEach(p *Profile, broken report, wrong func(f MemoryFlags) bool) {
	for i, t := range p.Types {
		if wrong(t.Flags) {
			broken("memory type %d is %v", i, t.Flags)
		}
	}
}

func checkVisibleMode(p *Profile, broken report) {
	checkEach(p, broken, func(f MemoryFlags) bool {
		return f&HostVisible != 0 && f&(HostCoherent|HostCached) == 0
	})
}

func checkVisibleNeeded(p *Profile, broken report) {
	checkEach(p, broken, func(f MemoryFlags) bool {
		return f&HostVisible == 0 && f&(HostCoherent|HostCached) != 0
	})
}

func checkVisibleBarred(p *Profile, broken report) {
	checkEach(p, broken, func(f MemoryFlags) bool {
		return f&HostVisible != 0 && f&(LazilyAllocated|Protected) != 0
	})
}

func checkUncachedAMD(p *Profile, broken report) {
	checkEach(p, broken, func(f MemoryFlags) bool {
		return f&DeviceUncachedAMD != 0 && f&DeviceCoherentAMD == 0
	})
}

// checkTypeOrder reports each misplaced type once, with the first that should
// follow it.
func checkTypeOrder(p *Profile, broken report) {
	for i, t := range p.Types {
		more := func(before Type) bool {
			return before.Flags != t.Flags && before.Flags&t.Flags == t.Flags
		}
		if j := slices.IndexFunc(p.Types[:i], more); j >= 0 {
			broken("memory type %d is %v, type %d before it %v", i, t.Flags, j, p.Types[j].Flags)
		}
	}
}

func checkName(p *Profile, broken report) {
	if p.Name == "" {
		broken("the name is empty")
	}
}

func checkAPIVersion(p *Profile, broken report) {
	parts := strings.Split(p.APIVersion, ".")
	wrong := len(parts) < 2 || len(parts) > 3
	for _, part := range parts {
		_, err := strconv.ParseUint(part, 10, 32)
		wrong = wrong || err != nil
	}
	if wrong && p.APIVersion != "" {
		broken("the API version is %q", p.APIVersion)
	}
}
