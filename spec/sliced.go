package spec

import (
	"fmt"
	"math/bits"

	"github.com/allocgen/allocgen/spec/size"
)

// A sliced is a pool of sliced pages, as far as the rules look at it.
type sliced struct {
	page     uint64 // bytes, shrunk to the capacity if that leaves any
	slice    uint64 // the largest slice, bytes
	capacity uint64 // bytes, Unlimited if there is none
}

// accepts returns the sizes that the pool serves while it has room: those up
// to the largest slice, and without a capacity also those that leave less than
// a fifth of the page unused.
func (s sliced) accepts() []interval {
	small := interval{1, min(s.slice, s.page)}
	if s.capacity != Unlimited {
		return []interval{small}
	}
	// (page-size)*5 < page holds from page-ceil(page/5)+1 on.
	return []interval{small, {s.page - (s.page+4)/5 + 1, s.page}}
}

// fitted returns the pool with its page shrunk to the capacity, rounded down to
// the alignment, if that leaves any.
func (s sliced) fitted(alignment uint64) sliced {
	if shrunk := s.capacity - s.capacity%alignment; s.capacity < s.page && shrunk > 0 {
		s.page = shrunk
	}
	return s
}

// checkSliced reports sizes of the pool that do not fit each other or the
// alignment of the arena, and whether nothing keeps the pool from working.
func checkSliced(r *reporter, a, p *object, atom uint64) (ok bool) {
	page, slice, capacity := p.value("page_size"), p.value("max_slice_size"), p.value("max_pool_size")
	alignment := a.value("alignment")
	ordered := page.ok && slice.ok && slice.num <= page.num
	if page.ok && slice.ok && !ordered {
		r.report(ruleSlice, slice.at, fmt.Sprintf("max_slice_size %s is more than page_size, %s",
			inUnits(slice.num), inUnits(page.num)), "a slice lies on one page")
	}
	if !alignment.ok {
		return false
	}
	sliceFits := slice.ok && checkMultiple(r, "max_slice_size", slice, unitOf(alignment.num, atom))
	pageFits := page.ok && checkMultiple(r, "page_size", page, unitOf(alignment.num, atom))
	if pageFits {
		checkGranules(r, page, alignment.num)
	}
	if !ordered || !sliceFits || !pageFits || !capacity.ok {
		return false
	}
	s := sliced{page.num, slice.num, capacity.num}.fitted(alignment.num)
	if s.capacity < page.num && s.capacity >= alignment.num && atom > alignment.num && !checkMultiple(r, "max_pool_size", capacity, unitOf(alignment.num, atom)) {
		return false
	}
	if s.capacity < page.num {
		effect := "the page shrinks to " + inUnits(s.page)
		if s.capacity < alignment.num {
			effect = "the pool has no page and refuses every request"
		}
		r.report(ruleShrunk, capacity.at, fmt.Sprintf("max_pool_size %s is less than page_size, %s: %s",
			inUnits(s.capacity), inUnits(page.num), effect), "a capacity counts whole pages")
	}
	return true
}

// checkGranules reports a page with more granules than the 31 bits that count
// them hold.
func checkGranules(r *reporter, page value, alignment uint64) {
	const most = 1<<31 - 1
	granules := page.num / alignment
	if granules <= most {
		return
	}
	least := uint64(1) << bits.Len64(page.num/(most+1))
	r.report(ruleGranules, page.at, fmt.Sprintf("page_size %s is %d times the alignment, more than %d",
		inUnits(page.num), granules, uint64(most)), "the smallest alignment that works is "+inUnits(least))
}

// inUnits returns a size as messages show it.
func inUnits(n uint64) string { return string(size.Append(nil, n)) }
