package proptests

import (
	"fmt"
	"math"
	"math/big"
)

// exclusive is the model of the exclusive pages of one memory type: a region
// is a page, the smallest idle one that holds it, of several the oldest.
type exclusive struct {
	pages
	average *big.Int // of the sizes served, in 1/65536 bytes; big, so that no size overflows it
}

func (p *Pool) checkExclusive(alignment uint64) error {
	switch {
	case p.MaxAllocSize == 0 || p.MaxAllocSize%alignment != 0:
		return fmt.Errorf("max alloc size %d is not a multiple of the alignment %d", p.MaxAllocSize, alignment)
	case p.Growth != "exact" && p.Growth != "average":
		return fmt.Errorf("unknown growth %q", p.Growth)
	}
	return nil
}

func newExclusive(p *modelPool) kind {
	return kind{
		accepts:   func(size uint64) bool { return size <= p.MaxAllocSize },
		largest:   p.MaxAllocSize,
		layout:    newExclusivePart,
		maxBlocks: math.MaxUint64,
		sound:     func(u Usage) bool { return u.NumberAllocs <= u.NumberBlocks },
		usual:     p.MaxAllocSize,
		edges:     []uint64{p.MaxAllocSize, p.MaxAllocSize / 2, p.MaxAllocSize / 3},
	}
}

func newExclusivePart(q *part) layout {
	average := new(big.Int).SetUint64(q.pool.MaxAllocSize)
	return &exclusive{pages{q}, average.Lsh(average, 15)} // half of it
}

func (e *exclusive) find(r request) (page *block, _ extent) {
	for _, b := range e.blocks {
		if b.idle() && b.size >= r.need && (page == nil || b.size < page.size) {
			page = b
		}
	}
	if page == nil {
		return nil, extent{}
	}
	return page, extent{size: page.size}
}

// newSize is never more than one native allocation may have, or its heap, but
// for a request that is.
func (e *exclusive) newSize(r request) uint64 {
	if e.pool.Growth == "exact" {
		return r.need
	}
	average := new(big.Int).Rsh(e.average, 16).Uint64()
	return max(r.need, min(alignUp(average, e.granule), e.pool.arena.ceiling, e.room()))
}

// room returns the whole granules of the heap that the pages are in.
func (e *exclusive) room() uint64 {
	device := e.pool.arena.device
	if device == nil {
		return math.MaxUint64
	}
	return device.heap(e.index).Size &^ (e.granule - 1)
}

// entered moves the average to 99 parts of itself and one of the size requested.
func (e *exclusive) entered(_ *block, _ extent, r request) {
	part := new(big.Int).SetUint64(r.size)
	part.Lsh(part, 16)
	e.average.Mul(e.average, big.NewInt(99))
	e.average.Add(e.average, part)
	e.average.Div(e.average, big.NewInt(100))
}
