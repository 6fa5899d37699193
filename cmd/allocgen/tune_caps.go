package main

import (
	"context"
	"strconv"

	"github.com/allocgen/allocgen/spec"
)

// cap bounds the best spec by what it took: the pages and blocks of its pools, and
// how many regions are live, at their peaks. Each bound is tried alone, and those
// that leave every figure as it is together.
func (s *search) cap(ctx context.Context) error {
	bounds := []func(*candidate) *candidate{func(c *candidate) *candidate { return c.bounded(s.live()) }}
	for _, m := range s.bounds() {
		bounds = append(bounds, func(c *candidate) *candidate { return c.moved(m) })
	}
	var alone []*candidate
	made := map[*candidate]func(*candidate) *candidate{}
	for _, bound := range bounds {
		if c := bound(s.best); c != nil {
			alone = append(alone, c)
			made[c] = bound
		}
	}
	kept, err := s.harmless(ctx, alone)
	if err != nil || len(kept) == 0 {
		return err
	}
	together, changes := kept[0], kept[0].change
	for _, c := range kept[1:] {
		if more := made[c](together); more != nil {
			together, changes = more, changes+", "+more.change
		}
	}
	best := []*candidate{together}
	if len(kept) > 1 {
		if best, err = s.harmless(ctx, best); err != nil {
			return err
		}
	}
	if len(best) == 0 {
		best, changes = kept, kept[0].change
	}
	best[0].score = s.best.score
	s.best = best[0]
	s.c.say("candidate %d, %s: bounds at what was measured, all figures as before", s.count, changes)
	return nil
}

// harmless returns the candidates with the figures of the best.
func (s *search) harmless(ctx context.Context, batch []*candidate) (kept []*candidate, err error) {
	if len(batch) > 0 {
		err = s.measure(ctx, batch)
	}
	for _, c := range batch {
		if c.figures != nil && s.isSame(c) {
			kept = append(kept, c)
		}
	}
	return kept, err
}

// bounds returns a move for each pool that can be bounded.
func (s *search) bounds() (moves []move) {
	for i, p := range s.best.arena.Pools {
		peak := highest(s.best.figures, i)
		m := mover{pool: i, plan: p, alignment: s.best.arena.Alignment}
		switch {
		case peak.NumberBlocks == 0:
		case p.Kind == spec.SlicedPages:
			m.move(keySet{"max_pool_size", m.size(peak.BytesReserved)})
		case p.Policy() == spec.Pooled, p.Policy() == spec.Adaptive, p.Policy() == spec.Automatic:
			m.move(keySet{"max_blocks", strconv.FormatUint(peak.NumberBlocks, 10)})
		}
		moves = append(moves, m.moves...)
	}
	return moves
}

// live is how many regions are live at once, at most.
func (s *search) live() (regions uint64) {
	for i := range s.best.arena.Pools {
		regions += highest(s.best.figures, i).NumberAllocs
	}
	return regions
}

// bounded returns the candidate with so many regions at once, nil where it has a
// bound already.
func (c *candidate) bounded(regions uint64) *candidate {
	if c.arena.MaxLive != 0 {
		return nil
	}
	set := keySet{"max_live", strconv.FormatUint(regions, 10)}
	text, err := put(c.text, set, "arenas", c.arena.Name)
	if err != nil {
		return nil
	}
	return readCandidate(c.driven, text, set.String())
}

// isSame reports whether a candidate's figures are those of the best, times aside.
func (s *search) isSame(c *candidate) bool {
	for i, f := range c.figures {
		b := s.best.figures[i]
		if f.Refused != b.Refused || f.PeakReserved != b.PeakReserved || f.PeakInUse != b.PeakInUse || f.NativeCalls != b.NativeCalls {
			return false
		}
	}
	return true
}
