package blocks

import algo "github.com/allocgen/allocgen/templates/tlsf"

// search is Place in several blocks: the fullest first, or where the algorithm
// asks for it the emptiest.
func (p *Pool) search(extent, align uint64, how uint8) (region uint32) {
	first := p.roomy(extent)
	if EmptiestFirst(how) {
		return p.searchDown(first, extent, align, how)
	}
	for at := first; at < len(p.order); at++ {
		if region = p.placeIn(p.order[at], extent, align, how); region != 0 {
			return region
		}
	}
	return 0
}

// EmptiestFirst reports whether of several blocks a request tries the one with the
// most free bytes first.
func EmptiestFirst(how uint8) bool { return algo.EmptiestFirst(how) }

// searchDown searches the blocks from a place in the order on, the emptiest
// first, of equal ones the oldest.
func (p *Pool) searchDown(first int, extent, align uint64, how uint8) (region uint32) {
	for end := len(p.order); end > first; {
		equal := p.roomy(p.space.FreeBytes(p.order[end-1]))
		for at := equal; at < end; at++ {
			if region = p.placeIn(p.order[at], extent, align, how); region != 0 {
				return region
			}
		}
		end = equal
	}
	return 0
}

// roomy returns the place in order of the first block with so many bytes free.
func (p *Pool) roomy(extent uint64) int {
	low, high := 0, len(p.order)
	for low < high {
		middle := (low + high) / 2
		if p.space.FreeBytes(p.order[middle]) < extent {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// settle moves block n to where its free bytes and its age put it in the order.
func (p *Pool) settle(n uint32) {
	at := p.blocks[n].link
	for ; at > 0 && p.isBefore(n, p.order[at-1]); at-- {
		p.list(at, p.order[at-1])
	}
	for ; at+1 < uint32(len(p.order)) && p.isBefore(p.order[at+1], n); at++ {
		p.list(at, p.order[at+1])
	}
	p.list(at, n)
}

// isBefore reports whether block n comes before block m in the order.
func (p *Pool) isBefore(n, m uint32) bool {
	a, b := p.space.FreeBytes(n), p.space.FreeBytes(m)
	return a < b || a == b && p.blocks[n].born < p.blocks[m].born
}

// list puts block n at a place in the order.
func (p *Pool) list(at, n uint32) {
	p.order[at] = n
	p.blocks[n].link = at
}

// unlist takes block n out of the order.
func (p *Pool) unlist(n uint32) {
	last := len(p.order) - 1
	for at := int(p.blocks[n].link); at < last; at++ {
		p.list(uint32(at), p.order[at+1])
	}
	p.order = p.order[:last]
}

// placeBehind is Place in several blocks of an algorithm that appends: in the
// one appended to last, or else in the one that has been empty longest.
func (p *Pool) placeBehind(extent, align uint64, how uint8) (region uint32) {
	last := p.last
	if last != 0 {
		region = p.placeIn(last-1, extent, align, how)
	}
	if region == 0 {
		if last = p.empty.Oldest(); last == 0 {
			return 0
		}
		if region = p.placeIn(last-1, extent, align, how); region == 0 {
			return 0
		}
	}
	p.before, p.last = p.last, last
	return region
}
