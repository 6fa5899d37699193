package proptests

import "slices"

// model predicts what an arena does, call by call. What it shares with the
// packages under test is only what the rules say: it keeps plain lists and
// looks through them.
type model struct {
	Declaration
	owner     uint64 // top bits of every handle, in place; 0 until one was seen
	slots     slots
	pools     []*modelPool
	blocks    []*block // by number; nil = vacant
	successes uint64   // allocations served
	closed    bool
}

type region struct {
	Region
	extent uint64 // bytes
	block  *block
	pool   *modelPool
}

func newModel(d Declaration) *model {
	m := &model{Declaration: d, slots: slots{limit: d.slots(), generations: d.generations()}}
	for i := range d.Pools {
		p := &modelPool{Pool: &m.Pools[i], arena: m}
		p.kind = newKind(p)
		m.pools = append(m.pools, p)
	}
	return m
}

// alloc serves a request, with a region, or says why not.
func (m *model) alloc(size, align uint64) (handle uint64, _ *region, f Failure) {
	if f := m.refuse(size, align); f.failed() {
		return 0, nil, f
	}
	for _, p := range m.pools {
		if !p.accepts(size) {
			continue
		}
		var b *block
		var e extent
		b, e, f = p.place(request{size, alignUp(size, m.Alignment), max(align, m.Alignment)})
		switch {
		case f.Condition == poolCapacityExceeded:
			continue
		case f.failed():
			return 0, nil, f
		}
		r := &region{Region{b.number, e.offset, size}, e.size, b, p}
		b.insert(e)
		p.account(r)
		m.successes++
		m.returnDue()
		return m.owner | m.slots.take(r), r, Failure{}
	}
	return 0, nil, f
}

// refuse makes the checks that come before any pool is looked at.
func (m *model) refuse(size, align uint64) Failure {
	switch {
	case m.closed:
		return Failure{Condition: closed}
	case size == 0 || align > maxAlign || !isPowerOfTwo(align):
		return Failure{Condition: invalidRequest}
	case !slices.ContainsFunc(m.pools, func(p *modelPool) bool { return p.accepts(size) }):
		return Failure{Condition: allocationTooLarge, A: size, B: m.largest()}
	}
	return m.slots.room()
}

// largest returns the size of the largest request that any pool accepts.
func (m *model) largest() (size uint64) {
	for _, p := range m.pools {
		size = max(size, p.largest)
	}
	return size
}

// reserved returns the bytes of all blocks.
func (m *model) reserved() (bytes uint64) {
	for _, p := range m.pools {
		bytes += p.usage.BytesReserved
	}
	return bytes
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
	r.block.remove(extent{r.Offset, r.extent})
	if r.block.idle() {
		r.block.idleSince = m.successes
	}
	r.pool.discount(r)
}

// returnDue returns the blocks that have been idle for their pool's period.
func (m *model) returnDue() {
	for _, p := range m.pools {
		if p.DeallocPeriod > 0 {
			p.giveBack(func(b *block) bool { return m.successes-b.idleSince >= p.DeallocPeriod })
		}
	}
}

func (m *model) reclaim() (returned uint64, f Failure) {
	if m.closed {
		return 0, Failure{Condition: closed}
	}
	for _, p := range m.pools {
		returned += p.giveBack(func(*block) bool { return true })
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
func (m *model) blockSize(number uint32) uint64 {
	if uint64(number) >= uint64(len(m.blocks)) || m.blocks[number] == nil {
		return 0
	}
	return m.blocks[number].size
}
