package spec

import (
	"fmt"
	"slices"
)

// An Occurrence is one way in which a method of the generated package can
// meet a condition. Pool and Field say where in the spec it comes from, and
// are empty if no pool or key brings it about.
type Occurrence struct {
	Operation string // the method
	Arena     string // whose method it is, "" for the Allocator's own
	Pool      string
	Field     string
	Condition ConditionRef
	How       string // as a clause, with what it names
}

// String returns the occurrence as a sentence without its full stop: "Alloc in
// arena upload: pool small has max_pool_size 8 MiB, so it can be full".
func (o Occurrence) String() string { return o.Operation + " " + o.where() + ": " + o.How }

// where says whose method it is.
func (o Occurrence) where() string {
	if o.Arena == "" {
		return "of the allocator"
	}
	return "in arena " + o.Arena
}

// The methods that meet the same conditions.
var (
	byRequest  = []string{"Alloc"}
	byHandle   = []string{"Free", "Block", "Offset", "Size"}
	byArena    = []string{"Clear", "Reclaim", "BlockSize", "Stats"}
	inAnyArena = slices.Concat(byRequest, byHandle, byArena)
	overall    = []string{"Reclaim", "Stats", "Peaks", "Close"}
)

// An origin is a condition that methods can meet, in as many ways as the
// declaration has.
type origin struct {
	condition  ConditionRef
	operations []string
	ways       func(*Plan, Arena) []way
}

// A way is how a condition comes about, and what in the spec brings it about.
type way struct{ pool, field, how string }

// arenaOrigins is what the methods of an arena can meet, on the target host.
var arenaOrigins = []origin{
	{ConditionRef{"InvalidRequest", "size_is_zero"}, byRequest, always("the caller asks for 0 bytes")},
	{ConditionRef{"InvalidRequest", "alignment_is_zero"}, byRequest, always("the caller gives the alignment 0")},
	{ConditionRef{"InvalidRequest", "alignment_too_large"}, byRequest, always("the caller gives an alignment above 1 GiB")},
	{ConditionRef{"InvalidRequest", "alignment_not_power_of_two"}, byRequest, always("the caller gives an alignment that is not a power of two")},
	{ConditionRef{"UnknownAllocation", ""}, byHandle, always("the caller gives a handle that is zero, or whose region has been freed")},
	{ConditionRef{"WrongAllocator", ""}, byHandle, always("the caller gives a handle of another allocator")},
	{ConditionRef{"SerialExhausted", ""}, byRequest, retired},
	{ConditionRef{"SynchronizationPoisoned", ""}, inAnyArena, poisoned},
	{ConditionRef{"HostAllocationFailed", ""}, byRequest, crowded},
	{ConditionRef{"AllocationTooLarge", ""}, byRequest, tooLarge},
	{ConditionRef{"PoolCapacityExceeded", ""}, byRequest, full},
	{ConditionRef{"Closed", ""}, inAnyArena, always("the allocator has been closed")},
}

// allocatorOrigins is what the methods of the Allocator can meet, on the
// target host. Their ways see no arena.
var allocatorOrigins = []origin{
	{ConditionRef{"SynchronizationPoisoned", ""}, overall, anyPoisoned},
	{ConditionRef{"SynchronizationPoisoned", ""}, []string{"Recover"}, locked("the call that panicked left tables that are not sound")},
	{ConditionRef{"LiveAllocations", ""}, []string{"Close"}, always("the caller has not freed every region")},
	{ConditionRef{"Closed", ""}, overall, always("the allocator has been closed")},
	{ConditionRef{"Closed", ""}, []string{"Recover"}, locked("the allocator has been closed")},
}

// Occurrences returns every way in which the generated package can fail: arena
// by arena, then the Allocator's own methods, in the order of the conditions'
// numbers. The package meets no other condition.
func (p *Plan) Occurrences() (all []Occurrence) {
	for _, a := range p.Arenas {
		all = p.occurrences(all, a, arenaOrigins)
	}
	return p.occurrences(all, Arena{}, allocatorOrigins)
}

func (p *Plan) occurrences(all []Occurrence, a Arena, origins []origin) []Occurrence {
	for _, o := range origins {
		ways := o.ways(p, a)
		for _, operation := range o.operations {
			for _, w := range ways {
				all = append(all, Occurrence{operation, a.Name, w.pool, w.field, o.condition, w.how})
			}
		}
	}
	return all
}

// always is the one way of what the caller does, whatever is declared.
func always(how string) func(*Plan, Arena) []way {
	return func(*Plan, Arena) []way { return []way{{how: how}} }
}

// locked is the one way of what needs a lock.
func locked(how string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) []way {
		if p.Concurrency == None {
			return nil
		}
		return []way{{field: "concurrency", how: how}}
	}
}

func poisoned(p *Plan, a Arena) []way {
	return locked(fmt.Sprintf("concurrency is %s, and a call panicked while it held the lock of arena %s", p.Concurrency, a.Name))(p, a)
}

func anyPoisoned(p *Plan, _ Arena) (ways []way) {
	for _, a := range p.Arenas {
		ways = append(ways, poisoned(p, a)...)
	}
	return ways
}

func retired(_ *Plan, a Arena) []way {
	return []way{{field: "generations", how: fmt.Sprintf(
		"generations is %d: a slot is retired after as many regions, and in the end every slot can be", a.Generations)}}
}

func crowded(_ *Plan, a Arena) []way {
	how := fmt.Sprintf("max_live is %d, and as many regions can be live already", a.MaxLive)
	if a.MaxLive == 0 {
		how = fmt.Sprintf("max_live is 0: the slots grow, but only for up to %d live regions", 1<<24)
	}
	return []way{{field: "max_live", how: how}}
}

// tooLarge: sizes above what the pools accept, and sizes that a pool without a
// capacity accepts when the bytes of all blocks would overflow.
func tooLarge(_ *Plan, a Arena) (ways []way) {
	if sizes := a.accepted(false); !sizes.holds(everySize) {
		largest, bound := a.Pools[0], uint64(0)
		for _, p := range a.Pools {
			for _, i := range p.accepts(a.Alignment) {
				if i.last > bound {
					largest, bound = p, i.last
				}
			}
		}
		ways = append(ways, way{largest.Name, largest.sizeKey(), fmt.Sprintf(
			"no pool accepts more than %s, the limit that %s sets for pool %s", inUnits(bound), largest.sizeKey(), largest.Name)})
	}
	for _, p := range a.Pools {
		if p.Capacity() == Unlimited {
			ways = append(ways, way{p.Name, "kind", fmt.Sprintf(
				"pool %s of kind %s has no capacity, so its blocks can add up to more than the arena's share of 2^64 bytes", p.Name, p.Kind)})
		}
	}
	return ways
}

// full: a pool at its capacity, for a size that no pool without one accepts.
func full(_ *Plan, a Arena) (ways []way) {
	spill := a.accepted(true)
	for _, p := range a.Pools {
		if spill.holds(p.accepts(a.Alignment)) {
			continue
		}
		effect := "so it can be full"
		if p.Capacity() < a.Alignment {
			effect = "too little for a page"
		}
		ways = append(ways, way{p.Name, "max_pool_size", fmt.Sprintf(
			"pool %s has max_pool_size %s, %s", p.Name, inUnits(p.Capacity()), effect)})
	}
	return ways
}
