package proptests

import (
	"cmp"
	"slices"
)

func (n *naive) returnDue() {
	for i := range n.pools {
		p := &n.pools[i]
		period := p.DeallocPeriod
		if n.bug == "period off by one" {
			period++
		}
		if p.DeallocPeriod == 0 {
			continue
		}
		for _, page := range n.leaving(p) {
			if n.clock >= page.idleFrom+period && !n.stays(p, page) {
				n.drop(p, page)
			}
		}
	}
}

// idle returns the idle pages of the type that is tried now, by slot, those of
// one slot by age.
func (n *naive) idle(p *naivePool) (pages []*naivePage) {
	for _, page := range p.pages {
		if page.idle && page.at == n.at {
			pages = append(pages, page)
		}
	}
	slices.SortStableFunc(pages, func(a, b *naivePage) int { return a.slot - b.slot })
	return pages
}

// leaving returns all idle pages in the order in which they are returned.
func (n *naive) leaving(p *naivePool) (pages []*naivePage) {
	for _, page := range p.pages {
		if page.idle {
			pages = append(pages, page)
		}
	}
	slices.SortStableFunc(pages, func(a, b *naivePage) int {
		if n.bug == "newest idle page returned first" {
			return cmp.Or(a.at-b.at, b.idlings-a.idlings)
		}
		if n.bug == "types returned in one order" {
			return a.idlings - b.idlings
		}
		return cmp.Or(a.at-b.at, a.slot-b.slot, a.idlings-b.idlings)
	})
	return pages
}

// drop returns an idle page.
func (n *naive) drop(p *naivePool, page *naivePage) {
	p.pages = slices.DeleteFunc(p.pages, func(q *naivePage) bool { return q == page })
	p.vacant[page.at] = append(p.vacant[page.at], page.slot)
	p.count()
	n.freeNative(page)
	if n.bug == "reserved drifts" && page.size == 3*n.d.Alignment {
		p.usage.BytesReserved++
	}
}
