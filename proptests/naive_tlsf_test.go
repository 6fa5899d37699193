package proptests

import (
	"cmp"
	"slices"
)

// naiveRun is free granules of a page between two that are not.
type naiveRun struct{ first, count uint64 }

func (page *naivePage) runs() (runs []naiveRun) {
	var run naiveRun
	for i, taken := range page.granules {
		if taken == 0 {
			run.count++
			continue
		}
		if run.count > 0 {
			runs = append(runs, run)
		}
		run = naiveRun{first: uint64(i) + 1}
	}
	if run.count > 0 {
		runs = append(runs, run)
	}
	return runs
}

// kind is how the granules of the request at hand are marked.
func (n *naive) kind() byte {
	if n.wants(Optimal) {
		return 2
	}
	return 1
}

// mixes says whether what lies in granules from first on would be in one page of
// the device with what it must not, looking at the next granules on both sides.
func (n *naive) mixes(page *naivePage, first, count uint64, before, behind bool) bool {
	if n.device == nil {
		return false
	}
	granularity := n.device.Limits().BufferImageGranularity
	differs := func(i uint64) bool { return page.granules[i] == 1 && page.kinds[i] != n.kind() }
	if before && n.bug != "page before not looked at" {
		for i := first; i > 0; i-- {
			if page.granules[i-1] == 1 {
				if differs(i-1) && (i*page.grain-1)/granularity == first*page.grain/granularity {
					return true
				}
				break
			}
		}
	}
	if behind && n.bug != "page behind not looked at" {
		for i := first + count; i < uint64(len(page.granules)); i++ {
			if page.granules[i] == 1 {
				return differs(i) && ((first+count)*page.grain-1)/granularity == i*page.grain/granularity
			}
		}
	}
	return false
}

// within returns where in a run a region fits, trying one granule after the other.
func (n *naive) within(page *naivePage, run naiveRun, count, align uint64) (first uint64, ok bool) {
	for first = run.first; first+count <= run.first+run.count; first++ {
		if first*page.grain%align == 0 && !n.mixes(page, first, count, true, false) {
			if n.mixes(page, first, count, false, true) {
				return 0, false
			}
			return first, true
		}
	}
	return 0, false
}

// search looks through blocks by how full they are.
func (n *naive) search(p *naivePool, size, align uint64) naivePlace {
	strategy := p.Strategy
	if n.flags&p.Strategies&(MinMemory|MinOffset|MinTime) != 0 {
		strategy = n.flags & (MinMemory | MinOffset | MinTime)
	}
	if n.bug == "strategy of the request ignored" {
		strategy = p.Strategy
	}
	pages := n.blocks(p)
	if n.bug == "youngest of equal blocks" {
		slices.Reverse(pages)
	}
	slices.SortStableFunc(pages, func(a, b *naivePage) int {
		less := cmp.Compare(a.free(), b.free())
		if (strategy == MinTime || p.EmptiestFirst) != (n.bug == "fullest block last") {
			return -less
		}
		return less
	})
	count := n.sharing(p, size) / n.grain(p)
	for _, page := range pages {
		if first, ok := n.inBlock(page, count, align, strategy); ok {
			return naivePlace{page, first, count}
		}
	}
	return naivePlace{}
}

func (page *naivePage) free() (count uint64) {
	for _, run := range page.runs() {
		count += run.count
	}
	return count
}

// wavers says whether of equal runs it is to be the first this time, which no law of
// one life forbids.
func (n *naive) wavers() bool {
	switch n.bug {
	case "equal ranges in turns":
		return n.clock%2 == 1
	case "equal ranges by the last region":
		return n.final%2 == 1
	case "equal ranges by chance":
		for first := range map[bool]bool{false: true, true: true} {
			return first
		}
	}
	return false
}

// inBlock looks for a place in a block: of equal runs, the last.
func (n *naive) inBlock(page *naivePage, count, align uint64, strategy Flags) (first uint64, ok bool) {
	runs := page.runs()
	if strategy != MinOffset {
		if !n.wavers() {
			slices.Reverse(runs)
		}
		slices.SortStableFunc(runs, func(a, b naiveRun) int { return cmp.Compare(a.count, b.count) })
	}
	end := slices.IndexFunc(runs, func(r naiveRun) bool { return r.first+r.count == uint64(len(page.granules)) })
	if strategy == MinMemory && end >= 0 && n.bug != "end not left for last" {
		runs = append(slices.Delete(slices.Clone(runs), end, end+1), runs[end])
	}
	if strategy == MinTime && len(runs) > 0 {
		runs = runs[len(runs)-1:]
	}
	switch {
	case n.bug == "largest range taken" && strategy == MinMemory, n.bug == "highest offset" && strategy == MinOffset:
		slices.Reverse(runs)
	case n.bug == "exact range missed":
		runs = slices.DeleteFunc(runs, func(r naiveRun) bool { return r.count == count && count > 1 })
	case n.bug == "quick search gives up" && strategy == MinTime:
		runs = nil
	}
	for _, run := range runs {
		if first, ok = n.within(page, run, count, align); ok {
			if n.bug == "behind a gap" && first+count < run.first+run.count && (first+1)*page.grain%align == 0 {
				first++
			}
			if n.bug == "over another region" && first > 0 {
				first--
			}
			return first, true
		}
	}
	return 0, false
}
