package proptests

import (
	"fmt"
	"math"
)

// sliced is the model of a pool of sliced pages: regions are slices of pages,
// first fit by age of the page and offset.
type sliced struct {
	*modelPool
	page     uint64 // bytes; 0 if the cap leaves no room for one
	maxPages uint64
}

func (p *Pool) checkSliced(alignment uint64) error {
	switch {
	case p.PageSize == 0 || p.PageSize%alignment != 0:
		return fmt.Errorf("page size %d is not a multiple of the alignment %d", p.PageSize, alignment)
	case p.MaxSliceSize == 0 || p.MaxSliceSize > p.PageSize:
		return fmt.Errorf("max slice size %d is not within the page, %d", p.MaxSliceSize, p.PageSize)
	}
	return nil
}

func newSliced(p *modelPool) kind {
	s := &sliced{modelPool: p, page: p.PageSize, maxPages: math.MaxUint64}
	if s.capped() {
		s.page = min(p.PageSize, p.MaxPoolSize&^(p.arena.Alignment-1))
		s.maxPages = p.MaxPoolSize / max(s.page, 1)
		if s.page == 0 {
			s.maxPages = 0
		}
	}
	largest := s.declared()
	if s.capped() {
		largest = min(largest, p.MaxSliceSize)
	}
	return kind{
		accepts: s.accepts,
		largest: largest,
		place:   s.place,
		sound:   s.sound,
		usual:   largest,
		edges:   []uint64{p.MaxSliceSize, p.PageSize, s.page, s.page - s.page/5, s.page / 2, s.page / 3},
	}
}

// capped says whether max_pool_size bounds the pool.
func (s *sliced) capped() bool { return s.MaxPoolSize != math.MaxUint64 }

// declared returns the page size by which requests are accepted: a pool
// without room for a page goes by what was declared.
func (s *sliced) declared() uint64 {
	if s.page == 0 {
		return s.PageSize
	}
	return s.page
}

func (s *sliced) accepts(size uint64) bool {
	page := s.declared()
	if size <= min(s.MaxSliceSize, page) {
		return true
	}
	// Uncapped, also what leaves less than a fifth of a page unused:
	// (page-size)*5 < page, without the product.
	return !s.capped() && size <= page && page-size <= (page-1)/5
}

func (s *sliced) place(r request) (*block, extent, Failure) {
	for _, b := range s.blocks {
		if offset, ok := b.firstFit(r.need, r.align); ok {
			return b, extent{offset, r.need}, Failure{}
		}
	}
	if s.usage.NumberBlocks >= s.maxPages {
		return nil, extent{}, Failure{poolCapacityExceeded, s.Name, r.size, s.usage.BytesInUse}
	}
	b, f := s.create(s.page, r)
	if !f.failed() {
		s.blocks = append(s.blocks, b)
	}
	return b, extent{0, r.need}, f
}

func (s *sliced) sound(u Usage) bool {
	return u.NumberBlocks <= s.maxPages && u.BytesReserved == u.NumberBlocks*s.page
}
