package spec

import (
	"fmt"
	"slices"
)

// A refusal is a pool without room whose failure is what a request ends with.
type refusal struct {
	pool Pool
	// starved says that this takes another pool which the device has no memory
	// for.
	starved bool
}

// refusals returns the pools whose want of room can be what requests end with,
// in the order of their declaration. With never no request may have new memory.
func (p *Plan) refusals(a Arena, never bool) (all []refusal) {
	for i, q := range a.Pools {
		ends, starved := false, true
		for _, optimal := range tilingsOf(p.Target, a.Buffers != 0) {
			for _, size := range a.steps() {
				e, s := p.ends(a, i, size, optimal, never)
				ends, starved = ends || e, starved && (s || !e)
			}
		}
		if ends {
			all = append(all, refusal{q, starved})
		}
	}
	return all
}

// steps returns sizes for which pools differ in what they accept or keep: a
// size between two of them fares as the lower one does.
func (a Arena) steps() (sizes []uint64) {
	for _, q := range a.Pools {
		for _, i := range slices.Concat(q.accepts(a.Alignment), q.keeps(a.Alignment)) {
			sizes = append(sizes, i.first, i.last+1)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// ends reports whether a request of a size and tiling can end with the refusal
// of the i-th pool, and whether only because the device has no memory for the
// next one.
func (p *Plan) ends(a Arena, i int, size uint64, optimal, never bool) (ends, starved bool) {
	asked := func(q Pool) bool { return q.TakesContents(optimal) && within(q.accepts(a.Alignment), size) }
	keeps := func(q Pool) bool { return !never && within(q.keeps(a.Alignment), size) }
	if q := a.Pools[i]; !q.Spills() || !asked(q) || keeps(q) {
		return false, false
	}
	for _, before := range a.Pools[:i] {
		if asked(before) && keeps(before) {
			return false, false
		}
	}
	next := slices.IndexFunc(a.Pools[i+1:], asked)
	if next < 0 {
		return true, false
	}
	grows := p.Target == Vulkan && !never && a.Pools[i+1+next].grows(a.Alignment)
	return grows, grows
}

// within reports whether one of the intervals holds a size.
func within(intervals []interval, size uint64) bool {
	return slices.ContainsFunc(intervals, func(i interval) bool { return i.first <= size && size <= i.last })
}

// full: a pool at its capacity, for a size that no pool without one accepts, or
// that the device has no memory for.
func full(p *Plan, a Arena) (ways []way) {
	for _, r := range p.refusals(a, false) {
		if !r.pool.IsBlocks() {
			ways = append(ways, r.full(a, ""))
		}
	}
	return ways
}

// fullAndNever: a pool at its capacity, for a request that only without new
// memory gets to it, or no further.
func fullAndNever(p *Plan, a Arena) (ways []way) {
	without := p.refusals(a, false)
	for _, r := range p.refusals(a, true) {
		isFull := slices.ContainsFunc(without, func(w refusal) bool { return w.pool.Name == r.pool.Name })
		if !r.pool.IsBlocks() && !isFull {
			ways = append(ways, r.full(a, ", and the caller can give NeverAllocate"))
		}
	}
	return ways
}

// full is the way of a pool at its capacity.
func (r refusal) full(a Arena, when string) way {
	effect := "so it can be full"
	if r.pool.Capacity() < a.Alignment {
		effect = "too little for a page"
	}
	if r.starved {
		when = " when the device has no memory for another pool"
	}
	return way{r.pool.Name, "max_pool_size", fmt.Sprintf("pool %s has max_pool_size %s, %s%s", r.pool.Name, inUnits(r.pool.Capacity()), effect, when)}
}

// blocksFull: a pool whose blocks are all that it may have.
func blocksFull(p *Plan, a Arena) (ways []way) {
	for _, r := range p.refusals(a, false) {
		q, when := r.pool, ""
		if r.starved {
			when = " when the device has no memory for another pool"
		}
		switch q.Policy() {
		case Fixed:
			ways = append(ways, way{q.Name, "policy", fmt.Sprintf("pool %s has the policy fixed, so it can be full, or the request larger than a block%s", q.Name, when)})
		case Pooled:
			ways = append(ways, way{q.Name, "max_blocks", fmt.Sprintf("pool %s has max_blocks %d, so it can be full%s", q.Name, q.Uint("max_blocks"), when)})
		}
	}
	return ways
}
