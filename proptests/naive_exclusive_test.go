package proptests

import (
	"cmp"
	"math"
	"slices"
)

func (n *naive) placeExclusive(p *naivePool, size uint64) (naivePlace, Failure) {
	pages := n.idle(p)
	if n.bug == "newest of equal pages" {
		slices.Reverse(pages)
	}
	slices.SortStableFunc(pages, func(a, b *naivePage) int { return cmp.Compare(a.size, b.size) })
	if n.bug == "largest page" {
		slices.Reverse(pages)
	}
	if n.bug == "first page" {
		pages = n.idle(p)
	}
	fitting := slices.DeleteFunc(pages, func(page *naivePage) bool { return page.size < n.extent(size) })
	if n.bug == "second smallest page" && len(fitting) > 1 {
		fitting = fitting[1:]
	}
	early := n.bug == "average moved early"
	if early {
		n.moveAverage(p, size)
	}
	var page *naivePage
	var f Failure
	if len(fitting) > 0 {
		page = fitting[0]
	} else {
		page, f = n.newPage(p, n.growth(p, size), 1, size)
	}
	served := !f.failed() || n.bug == "average moved by refusals"
	if served && !early && (len(fitting) == 0 || n.bug != "average moved by growth alone") {
		n.moveAverage(p, size)
	}
	return naivePlace{page, 0, 1}, f
}

// growth returns the size of a new exclusive page.
func (n *naive) growth(p *naivePool, size uint64) uint64 {
	average := *n.average(p) / 65536
	switch {
	case n.bug == "always the largest page":
		return p.MaxAllocSize
	case p.Growth == "exact":
		return n.extent(size)
	case n.bug == "average rounded up":
		average = (*n.average(p) + 65535) / 65536
	case n.bug == "average alone" && size <= p.MaxAllocSize/2:
		return n.extent(max(average, 1))
	}
	if n.bug == "page above the ceiling" {
		return n.extent(max(average, size))
	}
	return max(n.extent(size), min(n.extent(max(average, size)), n.ceiling(), n.heap()))
}

// heap returns how much of the heap of the type that is tried now whole granules
// fill.
func (n *naive) heap() uint64 {
	if n.device == nil {
		return math.MaxUint64
	}
	return n.device.Heaps()[n.device.Types()[n.types[n.at].index].Heap].Size / n.granule() * n.granule()
}

// average returns the average of the type that is tried now.
func (n *naive) average(p *naivePool) *uint64 {
	if n.bug == "average of all types" {
		return &p.average[0]
	}
	return &p.average[n.at]
}

// moveAverage is exact for sizes below 2^41.
func (n *naive) moveAverage(p *naivePool, size uint64) {
	average := n.average(p)
	*average = (*average*99 + size*65536) / 100
	if n.bug == "average in whole bytes" {
		*average = *average / 65536 * 65536
	}
}
