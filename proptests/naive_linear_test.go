package proptests

import "slices"

// naiveSpan is a live region of a block that is filled from the front.
type naiveSpan struct {
	first, count uint64
	lane         int // 1, or 2 for the front of a ring and the top of a double stack
}

// append puts a region behind the last one of a block.
func (n *naive) append(p *naivePool, size, align uint64) naivePlace {
	count := n.sharing(p, size) / n.grain(p)
	for _, page := range n.appendable(p) {
		first, lane, ok := n.behindLast(p, page, count, align)
		if !ok {
			continue
		}
		if lane == 2 && len(page.lane(2)) == 0 {
			page.falls = n.wants(Upper)
		}
		page.spans = append(page.spans, naiveSpan{first, count, lane})
		p.last[n.at] = page
		return naivePlace{page, first, count}
	}
	return naivePlace{}
}

// appendable returns the blocks to be tried.
func (n *naive) appendable(p *naivePool) (pages []*naivePage) {
	blocks, idle := n.blocks(p), n.idle(p)
	if n.single(p) {
		return blocks
	}
	if last := len(blocks) - 1; last >= 0 && len(blocks[last].spans) == 0 && !blocks[last].idle {
		return blocks[last:] // it was made for this
	}
	if slices.Contains(blocks, p.last[n.at]) {
		pages = append(pages, p.last[n.at])
	}
	slices.SortFunc(idle, func(a, b *naivePage) int { return a.idlings - b.idlings })
	switch {
	case n.bug == "last block only":
	case n.bug == "newest empty block" && len(idle) > 0:
		pages = append(pages, idle[len(idle)-1])
	case n.bug == "every block":
		pages = blocks
	case len(idle) > 0:
		pages = append(pages, idle[0])
	}
	return pages
}

func (page *naivePage) lane(lane int) (spans []naiveSpan) {
	for _, s := range page.spans {
		if s.lane == lane {
			spans = append(spans, s)
		}
	}
	return spans
}

// tail returns where the last of some spans ends.
func tail(spans []naiveSpan) uint64 {
	if len(spans) == 0 {
		return 0
	}
	return spans[len(spans)-1].first + spans[len(spans)-1].count
}

// behindLast returns where in a block a region goes.
func (n *naive) behindLast(p *naivePool, page *naivePage, count, align uint64) (first uint64, lane int, ok bool) {
	one, two, end := page.lane(1), page.lane(2), uint64(len(page.granules))
	wrapped := len(two) > 0 && !page.falls
	if len(two) > 0 && page.falls {
		end = two[len(two)-1].first
	}
	if n.bug == "room between the first and the last" && len(one) > 1 {
		one = one[:1]
	}
	switch {
	case n.wants(Upper) && wrapped && n.bug != "upper in a ring":
		return 0, 0, false
	case n.wants(Upper):
		first, ok = n.down(page, tail(one), end, count, align)
		return first, 2, ok
	case wrapped:
		if len(one) > 0 {
			end = one[0].first
		}
		first, ok = n.up(page, tail(two), end, count, align)
		return first, 2, ok
	}
	if first, ok = n.up(page, tail(one), end, count, align); ok || len(two) > 0 || len(one) == 0 || !n.single(p) {
		return first, 1, ok
	}
	limit := one[0].first
	switch n.bug {
	case "never wraps":
		return 0, 0, false
	case "wraps with a gap":
		limit = max(limit, 1) - 1
	}
	first, ok = n.up(page, 0, limit, count, align)
	return first, 2, ok
}

func (n *naive) up(page *naivePage, from, end, count, align uint64) (first uint64, ok bool) {
	for first = from; first+count <= end; first++ {
		if first*page.grain%align == 0 && !n.mixes(page, first, count, true, true) {
			return first, true
		}
	}
	return 0, false
}

func (n *naive) down(page *naivePage, from, end, count, align uint64) (first uint64, ok bool) {
	for first = end; first >= from+count; first-- {
		at := first - count
		if n.bug == "upper not aligned" {
			align = page.grain
		}
		if at*page.grain%align == 0 && !n.mixes(page, at, count, true, true) {
			return at, true
		}
	}
	return 0, false
}

// depart takes a region out of its lane. A ring without a first lane has its
// second for one.
func (n *naive) depart(page *naivePage, first uint64) {
	page.spans = slices.DeleteFunc(page.spans, func(s naiveSpan) bool { return s.first == first })
	if len(page.lane(1)) > 0 || page.falls || n.bug == "second lane stays second" {
		return
	}
	for i := range page.spans {
		page.spans[i].lane = 1
	}
}
