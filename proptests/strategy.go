package proptests

import (
	"fmt"
	"slices"
)

// strategy is the model of how a strategy of the user's own finds room, in blocks
// of one memory type. It may miss room that there is; where it does not, the
// model follows the instance. Two things it must serve: what fits in an empty
// block, and what takes as much as the region freed last and wants no alignment
// of its own.
type strategy struct {
	appended
	freed freed
}

// freed is the extent that was given back last, if nothing was placed since.
type freed struct {
	block *block
	extent
}

func (s *strategy) find(r request) (*block, extent) {
	blocks := s.searched(s.pool.EmptiestFirst)
	if s.pool.Appends {
		blocks = s.tried()
	}
	for _, b := range blocks {
		if at, ok := s.follow(b, r); ok {
			return b, extent{offset: at, size: r.need}
		}
		if at, must := s.must(b, r); must {
			return b, extent{offset: at, size: r.need}
		}
	}
	return nil, extent{}
}

// must returns where a block has room for a request that may not be missed.
func (s *strategy) must(b *block, r request) (at uint64, must bool) {
	again := s.freed.block == b && s.freed.size == r.need && r.step == s.granule && s.freed.optimal == r.has(Optimal)
	switch {
	case b.idle():
		return 0, r.need <= b.room
	case again && !s.pool.Appends:
		return s.freed.offset, true
	}
	return 0, false
}

// follow returns the place that the instance chose, if it is in a block. One
// without room is another than the instance's: that has the number of a block that
// went to make room.
func (s *strategy) follow(b *block, r request) (at uint64, chose bool) {
	m := s.pool.arena
	if m.told == nil || m.told.failure.failed() || m.told.at.Block != b.number {
		return 0, false
	}
	at = m.told.at.Offset
	hasRoom := false
	for g := range b.gaps() {
		if g.holds(at, r, m.granularity()) {
			return at, true
		}
		_, fits := g.fit(r, m.granularity())
		hasRoom = hasRoom || fits
	}
	if !hasRoom {
		return 0, false
	}
	m.doubt = doubt{"vacant", fmt.Errorf("offset %d of block %d is not where %d bytes can go", at, b.number, r.need)}
	return at, true
}

// isUnsure reports whether a strategy of the user's own has a block with regions but
// without memory, after a dry run. Of a request that does not come to lie there it is
// not to be seen whether the strategy has no room for it, or the device no memory.
func (m *model) isUnsure() bool {
	if m.dry || !m.defers() {
		return false
	}
	return slices.ContainsFunc(m.blocks, func(b *block) bool {
		return b != nil && b.memory == 0 && b.part.pool.Kind == strategyBlocks && !b.own && !b.idle()
	})
}

// holds reports whether a request fits at a place in the gap.
func (g gap) holds(at uint64, r request, page uint64) bool {
	apart := func(neighbour *extent, last, first uint64) bool {
		return neighbour == nil || neighbour.optimal == r.has(Optimal) || last/page != first/page
	}
	return at >= g.start && at <= g.end && r.need <= g.end-at && at%r.step == 0 &&
		apart(g.before, g.start-1, at) && apart(g.behind, at+r.need-1, g.end)
}

func (s *strategy) entered(b *block, e extent, r request) { s.last, s.freed = b, freed{} }

func (s *strategy) left(b *block, e extent) { s.freed = freed{b, e} }

func (s *strategy) unlist(b *block) {
	s.appended.unlist(b)
	if s.freed.block == b {
		s.freed = freed{}
	}
}

// newSize returns the size of the largest block that a request may lead to.
func (s *strategy) newSize(r request) uint64 { return s.mostNew(r) }
