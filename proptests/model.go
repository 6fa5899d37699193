package proptests

import "slices"

// model predicts what an arena of sliced pages does, call by call. A page is
// the sorted list of the extents in use; what lies between them is free.
type model struct {
	Declaration
	owner     uint64 // top bits of every handle, in place; 0 until one was seen
	slots     slots
	pools     []modelPool
	blocks    []*page // by block number; nil = vacant
	successes uint64  // allocations served
	closed    bool
}

type modelPool struct {
	*Pool
	pageSize, maxPages uint64
	pages              []*page // in order of creation
	usage              Usage
	peak               Peak
}

type region struct {
	Region
	extent uint64
	page   *page
	pool   *modelPool
}

func newModel(d Declaration) *model {
	m := &model{Declaration: d, slots: slots{limit: d.slots(), generations: d.generations()}}
	for i := range d.Pools {
		p := &m.Pools[i]
		m.pools = append(m.pools, modelPool{Pool: p, pageSize: p.page(d.Alignment), maxPages: p.maxPages(d.Alignment)})
	}
	return m
}

// alloc serves a request or says why not.
func (m *model) alloc(size, align uint64) (handle uint64, at Region, f Failure) {
	if f := m.refuse(size, align); f.failed() {
		return 0, Region{}, f
	}
	need, _ := m.extent(size)
	for i := range m.pools {
		p := &m.pools[i]
		if !p.accepts(size, m.Alignment) {
			continue
		}
		pg, offset, ok := m.place(p, need, max(align, m.Alignment))
		if !ok {
			f = Failure{poolCapacityExceeded, p.Name, size, p.usage.BytesInUse}
			continue
		}
		r := &region{Region{pg.block, offset, size}, need, pg, p}
		pg.insert(extent{offset, need})
		p.account(r)
		m.successes++
		m.returnDue()
		return m.owner | m.slots.take(r), r.Region, Failure{}
	}
	return 0, Region{}, f
}

// refuse makes the checks that come before any pool is looked at.
func (m *model) refuse(size, align uint64) Failure {
	accepted := slices.ContainsFunc(m.Pools, func(p Pool) bool { return p.accepts(size, m.Alignment) })
	switch {
	case m.closed:
		return Failure{Condition: closed}
	case size == 0 || align > maxAlign || !isPowerOfTwo(align):
		return Failure{Condition: invalidRequest}
	case !accepted:
		return Failure{Condition: allocationTooLarge, A: size, B: m.limit()}
	}
	return m.slots.room()
}

// place finds the first fit among the pages of p, adding one if there is none
// and the cap allows it.
func (m *model) place(p *modelPool, need, align uint64) (pg *page, offset uint64, ok bool) {
	for _, pg := range p.pages {
		if offset, ok := pg.firstFit(need, align); ok {
			return pg, offset, true
		}
	}
	if uint64(len(p.pages)) >= p.maxPages {
		return nil, 0, false
	}
	pg = &page{size: p.pageSize, free: p.pageSize}
	number := slices.Index(m.blocks, nil)
	if number < 0 {
		number = len(m.blocks)
		m.blocks = append(m.blocks, nil)
	}
	pg.block = uint32(number)
	m.blocks[number] = pg
	p.pages = append(p.pages, pg)
	return pg, 0, true
}

// find returns the live region that a handle names.
func (m *model) find(handle uint64) (*region, Failure) {
	switch {
	case m.closed:
		return nil, Failure{Condition: closed}
	case handle == 0:
		return nil, Failure{Condition: unknownAllocation}
	case handle>>ownerShift != m.owner>>ownerShift:
		return nil, Failure{Condition: wrongAllocator}
	}
	if r := m.slots.find(handle &^ m.owner); r != nil {
		return r, Failure{}
	}
	return nil, Failure{Condition: unknownAllocation}
}

func (m *model) free(handle uint64) Failure {
	r, f := m.find(handle)
	if !f.failed() {
		m.release(r, int(handle%maxSlots))
	}
	return f
}

func (m *model) release(r *region, slot int) {
	m.slots.release(slot)
	r.page.remove(extent{r.Offset, r.extent})
	if len(r.page.used) == 0 {
		r.page.idleSince = m.successes
	}
	r.pool.discount(r)
}

// returnDue returns the pages that have been idle for their pool's period.
func (m *model) returnDue() {
	for i := range m.pools {
		if p := &m.pools[i]; p.DeallocPeriod > 0 {
			m.returnIdle(p, p.DeallocPeriod)
		}
	}
}

// returnIdle returns the pages that have been idle for at least period
// successes, and their bytes.
func (m *model) returnIdle(p *modelPool, period uint64) (returned uint64) {
	p.pages = slices.DeleteFunc(p.pages, func(pg *page) bool {
		due := len(pg.used) == 0 && m.successes-pg.idleSince >= period
		if due {
			m.blocks[pg.block] = nil
			returned += pg.size
		}
		return due
	})
	p.countPages()
	return returned
}

func (m *model) reclaim() (returned uint64, f Failure) {
	if m.closed {
		return 0, Failure{Condition: closed}
	}
	for i := range m.pools {
		returned += m.returnIdle(&m.pools[i], 0)
	}
	return returned, Failure{}
}

// clear frees every live region, the highest slot first.
func (m *model) clear() Failure {
	if m.closed {
		return Failure{Condition: closed}
	}
	for number := len(m.slots.table) - 1; number >= 0; number-- {
		if r := m.slots.table[number].region; r != nil {
			m.release(r, number)
		}
	}
	return Failure{}
}

func (m *model) close() Failure {
	switch {
	case m.closed:
		return Failure{Condition: closed}
	case m.slots.live > 0:
		return Failure{Condition: liveAllocations, A: uint64(m.slots.live)}
	}
	m.reclaim()
	m.closed = true
	return Failure{}
}

// blockSize returns the size of a block, 0 if its number is vacant.
func (m *model) blockSize(block uint32) uint64 {
	if uint64(block) >= uint64(len(m.blocks)) || m.blocks[block] == nil {
		return 0
	}
	return m.blocks[block].size
}
