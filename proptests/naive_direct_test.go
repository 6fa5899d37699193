package proptests

import (
	"math"
	"math/bits"
	"slices"
)

func (n *naive) placeDirect(p *naivePool, size uint64) (naivePlace, Failure) {
	extent := n.extent(size)
	idle := n.idle(p)
	if n.bug == "highest slot reused" {
		slices.Reverse(idle)
	}
	for _, page := range idle {
		larger := n.bug == "larger block reused" && page.size > extent
		if page.size == extent && n.bug != "never reused" || larger {
			return naivePlace{page, 0, 1}, Failure{}
		}
	}
	if !n.wants(NeverAllocate) || n.bug == "never makes room" {
		n.makeRoom(p, extent)
	}
	page, f := n.newPage(p, extent, 1, size)
	if !f.failed() {
		page.slot = n.newSlot(p)
	}
	return naivePlace{page, 0, 1}, f
}

// makeRoom returns idle blocks until one of extent bytes stays within the
// watermark.
func (n *naive) makeRoom(p *naivePool, extent uint64) {
	idle := n.leaving(p)
	if n.bug == "highest slot returned first" {
		slices.Reverse(idle)
	}
	if n.bug == "largest returned first" {
		slices.SortStableFunc(idle, func(a, b *naivePage) int { return int(b.size>>1) - int(a.size>>1) })
	}
	over := n.over(p, extent)
	for _, page := range idle {
		if !over {
			return
		}
		n.drop(p, page)
		over = n.over(p, extent) || n.bug == "all returned"
	}
}

func (n *naive) over(p *naivePool, extent uint64) bool {
	sum, wraps := bits.Add64(p.usage.BytesReserved, extent, 0)
	switch n.bug {
	case "watermark never equalled":
		sum += min(sum, 1)
	case "watermark passed by one":
		sum -= n.d.Alignment
	case "watermark wraps":
		wraps = 0
	case "watermark of live bytes":
		sum = p.usage.BytesInUse + extent
	case "watermark of one type":
		sum = extent
		for _, page := range n.here(p) {
			sum += page.size
		}
	}
	return p.ReclaimAt != math.MaxUint64 && (wraps > 0 || sum > p.ReclaimAt)
}

// newSlot returns the slot for the page that was added to a pool last.
func (n *naive) newSlot(p *naivePool) (slot int) {
	vacant := &p.vacant[n.at]
	last := len(*vacant) - 1
	switch {
	case last < 0:
		return len(n.here(p)) - 1 // as none is vacant, all below are taken
	case n.bug == "vacated slots first in, first out":
		slot, *vacant = (*vacant)[0], (*vacant)[1:]
	case n.bug == "lowest vacant slot":
		slot = slices.Min(*vacant)
		*vacant = slices.Delete(*vacant, slices.Index(*vacant, slot), slices.Index(*vacant, slot)+1)
	default:
		slot, *vacant = (*vacant)[last], (*vacant)[:last]
	}
	return slot
}
