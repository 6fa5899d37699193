package proptests

import (
	"fmt"
	"math"
)

// sliced is the model of a pool of sliced pages: regions are slices of pages,
// first fit by age of the page and offset.
type sliced struct {
	*modelPool
	size     uint64 // bytes of a page; 0 if the cap leaves no room for one
	maxPages uint64
}

func (p *Pool) checkSliced(alignment uint64) error {
	switch {
	case p.PageSize == 0 || p.PageSize%alignment != 0:
		return fmt.Errorf("page size %d is not a multiple of the alignment %d", p.PageSize, alignment)
	case p.MaxSliceSize == 0 || p.MaxSliceSize > p.PageSize:
		return fmt.Errorf("max slice size %d is not within the page, %d", p.MaxSliceSize, p.PageSize)
	case p.Contents == mixed:
		return fmt.Errorf("contents %s in slices", p.Contents)
	}
	return nil
}

func newSliced(p *modelPool) kind {
	s := &sliced{p, p.page(p.arena.Alignment), math.MaxUint64}
	largest := s.declared()
	if s.capped() {
		largest = min(largest, p.MaxSliceSize)
		s.maxPages = 0
		if s.size > 0 {
			s.maxPages = p.MaxPoolSize / s.size
		}
	}
	return kind{
		accepts:   s.accepts,
		largest:   largest,
		layout:    func(q *part) layout { return slicedPart{pages{q}, s.size} },
		maxBlocks: s.maxPages,
		sound:     s.sound,
		usual:     largest,
		edges:     []uint64{p.MaxSliceSize, p.PageSize, s.size, s.size - s.size/5, s.size / 2, s.size / 3},
	}
}

// capped says whether max_pool_size bounds the pool.
func (p *Pool) capped() bool { return p.MaxPoolSize != math.MaxUint64 }

// page returns the size of a page: a cap below it shrinks it, maybe to nothing.
func (p *Pool) page(alignment uint64) uint64 {
	if p.capped() {
		return min(p.PageSize, p.MaxPoolSize&^(alignment-1))
	}
	return p.PageSize
}

// declared returns the page size by which requests are accepted: a pool
// without room for a page goes by what was declared.
func (s *sliced) declared() uint64 {
	if s.size == 0 {
		return s.PageSize
	}
	return s.size
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

// sound allows for pages that a part's granule makes larger.
func (s *sliced) sound(u Usage) bool {
	most := alignUp(s.size, max(coarsest(s.arena.types), 1))
	return u.NumberBlocks <= s.maxPages && u.NumberBlocks*s.size <= u.BytesReserved && u.BytesReserved <= u.NumberBlocks*most
}

// slicedPart is the pages of one memory type.
type slicedPart struct {
	pages
	size uint64 // bytes of a page
}

func (s slicedPart) find(r request) (*block, extent) {
	for _, b := range s.blocks {
		if b.free < r.need {
			continue
		}
		for g := range b.gaps() {
			if at, ok := g.fit(r, 1); ok {
				return b, extent{offset: at, size: r.need}
			}
		}
	}
	return nil, extent{}
}

func (s slicedPart) newSize(request) uint64 { return alignUp(s.size, s.granule) }
