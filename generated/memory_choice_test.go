package generated

import (
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/spec"
)

// A choice is a memory type that can serve an arena, and what speaks against
// it.
type choice struct {
	index uint32
	lacks []string // flags that are preferred
	has   []string // flags that are avoided
}

// cost is what the types that can serve an arena are ordered by.
func (c choice) cost() int { return len(c.lacks) + len(c.has) }

// unusual flags must be required of a type that has them.
var unusual = []vkrt.MemoryFlags{vkrt.LazilyAllocated, vkrt.Protected, vkrt.DeviceCoherentAMD, vkrt.DeviceUncachedAMD}

// choices returns the memory types that can serve an arena, in the order in
// which it tries them: the rule as it is written, flag by flag.
func choices(types []vkrt.Type, wants spec.Memory) (list []choice) {
	for i, t := range types {
		if !serves(t.Flags, wants.Require) {
			continue
		}
		c := choice{index: uint32(i)}
		for flag := vkrt.DeviceLocal; flag <= vkrt.RDMACapableNV; flag <<= 1 {
			switch has := t.Flags&flag != 0; {
			case wants.Prefer&flag != 0 && !has:
				c.lacks = append(c.lacks, flag.String())
			case wants.Avoid&flag != 0 && has:
				c.has = append(c.has, flag.String())
			}
		}
		at := 0 // behind those that cost as much, whose indices are lower
		for at < len(list) && list[at].cost() <= c.cost() {
			at++
		}
		list = append(list[:at:at], append([]choice{c}, list[at:]...)...)
	}
	return list
}

// serves reports whether a type with some flags can serve an arena at all.
func serves(flags, require vkrt.MemoryFlags) bool {
	for _, flag := range unusual {
		if flags&flag != 0 && require&flag == 0 {
			return false
		}
	}
	return flags|require == flags
}

// against says what speaks against a type.
func (c choice) against() string {
	var reasons []string
	if len(c.lacks) > 0 {
		reasons = append(reasons, "lacks "+strings.Join(c.lacks, "·"))
	}
	if len(c.has) > 0 {
		reasons = append(reasons, "is "+strings.Join(c.has, "·"))
	}
	if c.cost() == 0 {
		return "as wanted"
	}
	return strings.Join(reasons, ", ")
}
