package proptests

import "math"

// cap returns the size of the pages of a sliced pool, and how many there may be.
func (n *naive) cap(p Pool) (size, pages uint64) {
	if p.MaxPoolSize == math.MaxUint64 {
		return p.PageSize, math.MaxUint64
	}
	size = min(p.PageSize, p.MaxPoolSize/n.d.Alignment*n.d.Alignment)
	if size > 0 {
		pages = p.MaxPoolSize / size
	}
	if n.bug == "cap off by one" {
		pages++
	}
	return size, pages
}

func (n *naive) takesSlice(p *naivePool, size uint64) bool {
	page := p.pageSize
	if page == 0 {
		page = p.PageSize
	}
	return size <= p.MaxSliceSize && size <= page ||
		p.MaxPoolSize == math.MaxUint64 && size <= page && (page-size)*5 < page
}

func (n *naive) granules(size uint64) uint64 {
	if n.bug == "split off by one" {
		return (size-1)/n.granule() + 2 // a granule too many, if there is one
	}
	if n.bug == "granule short" {
		return size/n.granule() + 1 - min(size/n.granule(), 1)
	}
	return (size-1)/n.granule() + 1
}

func (n *naive) placeSlice(p *naivePool, size, align uint64) (naivePlace, Failure) {
	bytes := n.extent(p.pageSize)
	count := min(n.granules(size), bytes/n.granule())
	step := max(align/n.granule(), 1)
	if n.bug == "alignment ignored" {
		step = 1
	}
	var best naivePlace
	var bestRun uint64
	for _, page := range n.here(p) {
		total := uint64(len(page.granules))
		for at := uint64(0); at+count <= total; at += step {
			run := uint64(0)
			for at+run < total && page.granules[at+run] == 0 {
				run++
			}
			if run < count {
				continue
			}
			if n.bug != "best fit" {
				return naivePlace{page, at, count}, Failure{}
			}
			if best.page == nil || run < bestRun {
				best, bestRun = naivePlace{page, at, count}, run
			}
		}
	}
	if best.page != nil {
		return best, Failure{}
	}
	have := len(p.pages)
	if n.bug == "cap of each type" {
		have = len(n.here(p))
	}
	if p.pageSize == 0 || uint64(have) >= p.maxPages {
		return naivePlace{}, Failure{Condition: "PoolCapacityExceeded", Pool: p.Name, A: size, B: p.usage.BytesInUse}
	}
	if n.bug == "page not rounded to the atom" {
		bytes = p.pageSize
	}
	page, f := n.newPage(p, bytes, bytes/n.granule(), size)
	return naivePlace{page, 0, count}, f
}
