package proptests

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// tlsf is the model of how a tlsf pool finds room, in blocks of one memory type.
// What a strategy leaves open is taken from what the instance did, and held to
// the laws of the strategy.
type tlsf struct{ pages }

// hole is a gap that a request fits in, and where.
type hole struct {
	gap
	at uint64
}

func (h hole) size() uint64 { return h.end - h.start }

// rank orders the holes of a block as min_memory wants them: by size, what is
// free at the end last.
func (b *block) rank(h hole) uint64 {
	if h.end == b.room {
		return math.MaxUint64
	}
	return h.size()
}

// strategyOf returns the strategy of a request.
func (p *Pool) strategyOf(r request) Flags {
	if asked := r.flags & strategyFlags; asked != 0 && p.Strategies&asked != 0 {
		return asked
	}
	return p.Strategy
}

func (t *tlsf) find(r request) (*block, extent) {
	strategy := t.pool.strategyOf(r)
	for _, b := range t.searched(strategy == MinTime) {
		holes := t.holes(b, r)
		if len(holes) == 0 || strategy == MinTime && t.mayMiss(b, holes, r) {
			continue
		}
		at := holes[0].at
		if strategy != MinOffset {
			at = t.follow(b, holes, strategy, r)
		}
		return b, extent{offset: at, size: r.need}
	}
	return nil, extent{}
}

// searched returns the blocks in the order in which they are searched.
func (p pages) searched(emptiestFirst bool) []*block {
	blocks := slices.Clone(p.blocks)
	slices.SortStableFunc(blocks, func(a, b *block) int {
		if emptiestFirst {
			a, b = b, a
		}
		return cmp.Compare(a.free, b.free)
	})
	return blocks
}

// holes returns where a request fits in a block, by offset.
func (t *tlsf) holes(b *block, r request) (list []hole) {
	for g := range b.gaps() {
		if at, ok := g.fit(r, t.pool.arena.granularity()); ok {
			list = append(list, hole{g, at})
		}
	}
	return list
}

// mayMiss reports whether a search that gives up soon did not find any of the
// holes of a block: none of them is so large that it must.
func (t *tlsf) mayMiss(b *block, holes []hole, r request) bool {
	sure := 2 * (r.need + r.step + 2*t.pool.arena.granularity())
	must := slices.ContainsFunc(holes, func(h hole) bool { return h.size() >= sure })
	told := t.pool.arena.told
	return !must && told != nil && (told.failure.failed() || told.at.Block != b.number)
}

// follow returns the place that the instance chose, if the strategy allows it,
// and otherwise one that it does.
func (t *tlsf) follow(b *block, holes []hole, strategy Flags, r request) uint64 {
	m := t.pool.arena
	tightest := slices.MinFunc(holes, func(h, g hole) int { return cmp.Compare(b.rank(h), b.rank(g)) })
	if m.told == nil || m.told.failure.failed() || m.told.at.Block != b.number {
		return tightest.at
	}
	at := m.told.at.Offset
	i := slices.IndexFunc(holes, func(h hole) bool { return h.at == at })
	switch {
	case i < 0:
		m.doubt = doubt{"placed", fmt.Errorf("offset %d of block %d is not where %d bytes can go", at, b.number, r.need)}
		return tightest.at
	case strategy == MinMemory && r.align <= t.granule && t.pool.Contents != mixed && b.rank(holes[i]) > b.rank(tightest):
		m.doubt = doubt{"frugal", fmt.Errorf("%d bytes at %d of block %d, in %d free ones, and there are %d at %d",
			r.need, at, b.number, holes[i].size(), tightest.size(), tightest.at)}
	}
	return at
}

// newSize returns the size of the largest block that a request may lead to.
func (t *tlsf) newSize(r request) uint64 { return t.mostNew(r) }
