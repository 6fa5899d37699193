package proptests

import (
	"cmp"
	"slices"
)

// page is the model of one page: the sorted list of the extents in use. What
// lies between them is free, so there is nothing to split or to merge.
type page struct {
	block     uint32
	size      uint64
	free      uint64   // bytes
	used      []extent // by offset
	idleSince uint64   // the arena's successes when the page became idle
}

type extent struct{ offset, size uint64 }

// firstFit returns the lowest aligned offset of need free bytes.
func (pg *page) firstFit(need, align uint64) (offset uint64, ok bool) {
	if pg.free < need {
		return 0, false
	}
	start := uint64(0)
	for _, used := range pg.used {
		if at, ok := fit(start, used.offset, need, align); ok {
			return at, true
		}
		start = used.offset + used.size
	}
	return fit(start, pg.size, need, align)
}

// fit returns the lowest aligned offset of need bytes within [start, end).
func fit(start, end, need, align uint64) (at uint64, ok bool) {
	at = alignUp(start, align)
	return at, start <= at && at <= end && need <= end-at
}

func (pg *page) insert(e extent) {
	i, _ := pg.find(e.offset)
	pg.used = slices.Insert(pg.used, i, e)
	pg.free -= e.size
}

func (pg *page) remove(e extent) {
	i, _ := pg.find(e.offset)
	pg.used = slices.Delete(pg.used, i, i+1)
	pg.free += e.size
}

func (pg *page) find(offset uint64) (int, bool) {
	return slices.BinarySearchFunc(pg.used, offset, func(e extent, offset uint64) int {
		return cmp.Compare(e.offset, offset)
	})
}
