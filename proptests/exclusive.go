package proptests

import (
	"fmt"
	"math/big"
)

// exclusive is the model of a pool of exclusive pages: a region is a page, the
// smallest idle one that holds it, of several the oldest.
type exclusive struct {
	*modelPool
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
	e := &exclusive{modelPool: p, average: new(big.Int).SetUint64(p.MaxAllocSize)}
	e.average.Lsh(e.average, 15) // half of it
	return kind{
		accepts: func(size uint64) bool { return size <= p.MaxAllocSize },
		largest: p.MaxAllocSize,
		place:   e.place,
		sound:   func(u Usage) bool { return u.NumberAllocs <= u.NumberBlocks },
		usual:   p.MaxAllocSize,
		edges:   []uint64{p.MaxAllocSize, p.MaxAllocSize / 2, p.MaxAllocSize / 3},
	}
}

func (e *exclusive) place(r request) (page *block, _ extent, f Failure) {
	for _, b := range e.blocks {
		if b.idle() && b.size >= r.need && (page == nil || b.size < page.size) {
			page = b
		}
	}
	if page == nil {
		if page, f = e.create(e.pageSize(r), r); f.failed() {
			return nil, extent{}, f
		}
		e.blocks = append(e.blocks, page)
	}
	e.served(r.size)
	return page, extent{0, page.size}, Failure{}
}

// pageSize returns the size of a new page for a request.
func (e *exclusive) pageSize(r request) uint64 {
	if e.Growth == "exact" {
		return r.need
	}
	average := new(big.Int).Rsh(e.average, 16).Uint64()
	return max(r.need, alignUp(average, e.arena.Alignment))
}

// served moves the average to 99 parts of itself and one of size.
func (e *exclusive) served(size uint64) {
	part := new(big.Int).SetUint64(size)
	part.Lsh(part, 16)
	e.average.Mul(e.average, big.NewInt(99))
	e.average.Add(e.average, part)
	e.average.Div(e.average, big.NewInt(100))
}
