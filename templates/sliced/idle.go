package sliced

// joinIdle makes n, of which slice is all there is, the newest idle page.
func (p *Pool) joinIdle(n, slice uint32) {
	newest := p.pages[0].older
	p.pages[n].slice = slice
	p.pages[n].older, p.pages[n].newer = newest, 0
	p.pages[newest].newer, p.pages[0].older = n, n
	if returns {
		p.pages[n].idleSince = p.clock
	}
}

// leaveIdle takes n out of the idle list.
func (p *Pool) leaveIdle(n uint32) {
	older, newer := p.pages[n].older, p.pages[n].newer
	p.pages[older].newer, p.pages[newer].older = newer, older
}

// PopIdle removes the page that has been idle longest and returns its block.
// ok is false when no page is idle.
func (p *Pool) PopIdle() (block uint32, ok bool) {
	n := p.pages[0].newer
	if n == 0 {
		return 0, false
	}
	p.leaveIdle(n)
	p.slices.Remove(p.pages[n].slice)
	p.pages[n].newer, p.vacant = p.vacant, n
	if capped {
		p.count--
	}
	return p.pages[n].block, true
}

// Tick counts a successful reservation of the arena.
func (p *Pool) Tick() { p.clock++ }

// PopDue is PopIdle for a page that has been idle for deallocPeriod
// reservations, and false when none has.
func (p *Pool) PopDue() (block uint32, ok bool) {
	n := p.pages[0].newer
	if n == 0 || p.clock-p.pages[n].idleSince < deallocPeriod {
		return 0, false
	}
	return p.PopIdle()
}
