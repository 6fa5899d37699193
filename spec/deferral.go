package spec

import (
	"cmp"
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Defers reports whether a dry run leaves the blocks of a pool in an arena of an
// alignment without memory.
func (p *Plan) Defers(q Pool, alignment uint64) bool {
	return p.DryRun && q.Kind != ExclusivePages && q.grows(alignment) && (!q.IsBlocks() || q.Uint("margin") == 0)
}

// firstUses is what the methods meet that need the memory of a live region, and
// may be the first that do.
var firstUses = slices.Concat(
	firstUse([]string{"Memory", "Buffer", "BindBuffer", "BindImage", "CopyIn", "CopyOut"}, func(Arena) bool { return true }),
	firstUse([]string{"Map"}, func(a Arena) bool { return a.Map != "persistent" }),
	firstUse([]string{"Bytes"}, func(a Arena) bool { return a.Map == "persistent" }),
	firstUse([]string{"Flush", "Invalidate"}, func(a Arena) bool {
		return a.Map == "persistent" && a.Memory.Require&vkrt.HostCoherent == 0
	}))

// MayUseFirst reports whether a method of an arena may be the first to use the memory
// of a region, so that a dry run left none to its block.
func (p *Plan) MayUseFirst(a Arena, method string) bool {
	return slices.ContainsFunc(firstUses, func(o origin) bool {
		return slices.Contains(o.operations, method) && len(o.ways(p, a)) > 0
	})
}

// firstUse is that for methods that are such in some arenas.
func firstUse(operations []string, in func(Arena) bool) []origin {
	ways := func(effect string) func(*Plan, Arena) []way {
		return func(p *Plan, a Arena) []way {
			if !in(a) {
				return nil
			}
			return deferred(effect)(p, a)
		}
	}
	ofBuffers := func(p *Plan, a Arena) []way {
		if a.Buffers == 0 {
			return nil
		}
		return ways("and the device's buffers can need more memory than they have bytes")(p, a)
	}
	return []origin{
		{ConditionRef{"AllocationLimit", ""}, operations, ways("and the device can have as many memory objects by then as it may, maxMemoryAllocationCount")},
		{ConditionRef{"UnsupportedCapability", "buffer_needs_more"}, operations, ofBuffers},
		{ConditionRef{"Call", "out_of_host_memory"}, operations, ways("and the driver can be out of host memory for that")},
		{ConditionRef{"Call", "out_of_device_memory"}, operations, ways("and the device can be out of memory for that")},
		{ConditionRef{"Call", ""}, operations, ways("and the driver can refuse for another reason, such as a lost device")},
	}
}

// deferred is what a method meets that is the first to use the memory of a block.
func deferred(effect string) func(*Plan, Arena) []way {
	return func(p *Plan, a Arena) (ways []way) {
		for _, q := range a.Pools {
			if p.Defers(q, a.Alignment) {
				ways = append(ways, way{q.Name, "dry_run", fmt.Sprintf("dry_run lets pool %s have blocks without memory until it is used, %s", q.Name, effect)})
			}
		}
		return ways
	}
}

// byNumber sorts what methods can meet by the conditions' numbers.
func byNumber(origins []origin) []origin {
	number := func(o origin) int {
		return slices.IndexFunc(conditions, func(c Condition) bool { return c.Name == o.condition.Condition })
	}
	slices.SortStableFunc(origins, func(a, b origin) int { return cmp.Compare(number(a), number(b)) })
	return origins
}
