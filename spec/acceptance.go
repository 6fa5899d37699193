package spec

import (
	"fmt"
	"math"
	"slices"
)

// everySize is what a pool accepts that accepts all there is. The last size is
// left out, so that one more than any size is a uint64.
var everySize = []interval{{1, math.MaxUint64 - 1}}

// Capacity returns how many bytes the pool may have, Unlimited if its kind or
// its declaration sets no cap.
func (p Pool) Capacity() uint64 {
	const key = "max_pool_size"
	if slices.ContainsFunc(p.Params, func(q Param) bool { return q.Key == key }) {
		return p.Uint(key)
	}
	return Unlimited
}

// page returns the size of the pool's pages, 0 if it has none or they have no
// one size.
func (p Pool) page(alignment uint64) uint64 {
	if p.Kind != SlicedPages || p.Capacity() < alignment {
		return 0
	}
	return sliced{p.Uint("page_size"), p.Uint("max_slice_size"), p.Capacity()}.fitted(alignment).page
}

// accepts returns the sizes that the pool serves while it has room.
func (p Pool) accepts(alignment uint64) []interval {
	switch p.Kind {
	case SlicedPages:
		return sliced{p.Uint("page_size"), p.Uint("max_slice_size"), p.Capacity()}.fitted(alignment).accepts()
	case ExclusivePages:
		return []interval{{1, p.Uint("max_alloc_size")}}
	case Direct:
		return everySize
	}
	switch {
	case !p.IsBlocks():
		panic(fmt.Sprintf("spec: pool kind %q without sizes", p.Kind))
	case p.Uint("max_size") == Unlimited:
		return everySize
	}
	return []interval{{1, p.Uint("max_size")}}
}

// keeps returns the sizes that the pool serves whatever else it holds, if there
// is memory.
func (p Pool) keeps(alignment uint64) []interval {
	if !p.Spills() {
		return p.accepts(alignment)
	}
	if p.Policy() == Pooled { // what fits no block gets an allocation of its own
		above := interval{p.Uint("block_size") - p.Uint("margin") + 1, p.accepts(alignment)[0].last}
		if above.first <= above.last {
			return []interval{above}
		}
	}
	return nil
}

// sizeKey returns the key of the pool that bounds the sizes it accepts.
func (p Pool) sizeKey() string {
	switch {
	case p.IsBlocks():
		return "max_size"
	case p.Kind != SlicedPages:
		return "max_alloc_size"
	case p.Capacity() < p.Uint("max_slice_size"):
		return "max_pool_size"
	case p.Capacity() == Unlimited:
		return "page_size"
	}
	return "max_slice_size"
}

// serves reports whether every size that some pool accepts is one that a pool
// accepts for which a condition holds.
func (a Arena) serves(of func(Pool) bool) bool {
	able := a.accepted(of)
	return !slices.ContainsFunc(a.Pools, func(p Pool) bool { return !able.holds(p.accepts(a.Alignment)) })
}

// accepted returns the sizes that some pool of the arena accepts for which a
// condition holds.
func (a Arena) accepted(of func(Pool) bool) (sizes cover) {
	for _, p := range a.Pools {
		if of(p) {
			sizes.add(p.accepts(a.Alignment))
		}
	}
	return sizes
}
