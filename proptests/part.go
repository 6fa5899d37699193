package proptests

import "slices"

// part is the model of what a pool has in one memory type: blocks of its own,
// looked at in an order of their own. Its layout decides what goes where.
type part struct {
	memoryType
	layout
	pool   *modelPool
	blocks []*block // in the order in which the layout looks at them, but for regions' own
	least  uint64   // blocks that stay
}

// of returns the request as it is made to the part.
func (q *part) of(r request) request {
	r.need, r.own, r.step = alignUp(r.size+q.pool.Margin, q.granule), alignUp(r.size, q.granule), max(r.align, q.granule)
	return r
}

// reserve takes an extent for a request from a block of the part, a new one if
// it must.
func (q *part) reserve(r request) (*region, Failure) {
	r = q.of(r)
	if served, f := q.place(r); served != nil || f.failed() {
		return served, f
	}
	if f := q.create(r); f.failed() {
		return nil, f
	}
	return q.place(r)
}

// place takes an extent for a request from the blocks that the part has, or
// returns nil, with a failure if there is one but no memory for it.
func (q *part) place(r request) (*region, Failure) {
	b, e := q.find(r)
	if b == nil {
		return nil, Failure{}
	}
	if f := q.pool.arena.settle(b, r); f.failed() {
		return nil, f
	}
	e.optimal = r.has(Optimal)
	b.insert(e)
	b.fresh = false
	q.entered(b, e, r)
	return &region{Region: Region{b.number, e.offset, r.size}, extent: e.size, block: b, pool: q.pool}, Failure{}
}

// create makes a block that has room for a request, unless the pool is at its
// cap or the request must not have one.
func (q *part) create(r request) (f Failure) {
	p := q.pool
	switch {
	case p.isFull():
		return Failure{Condition: poolCapacityExceeded, Pool: p.Name, A: r.size, B: p.usage.BytesInUse}
	case r.has(NeverAllocate):
		return p.outOfSpace()
	}
	return q.grow(q.newSize(r), r)
}

// grow adds a block of so many bytes for a request.
func (q *part) grow(bytes uint64, r request) Failure {
	b, f := q.acquire(bytes, r)
	if !f.failed() {
		b.fresh = true
		q.list(b)
	}
	return f
}

// separate gives a request a block of its own, unless it must not have one.
func (q *part) separate(r request) (*region, Failure) {
	if r.has(NeverAllocate) {
		return nil, q.pool.outOfSpace()
	}
	r = q.of(r)
	b, f := q.acquire(r.own, r)
	if f.failed() {
		return nil, f
	}
	b.own = true
	b.insert(extent{0, r.own, r.has(Optimal)})
	if q.pool.Kind == directBlocks {
		q.list(b)
	}
	return &region{Region: Region{b.number, 0, r.size}, extent: r.own, block: b, pool: q.pool}, Failure{}
}

// acquire makes a block, unless the arena would reserve too much or the device
// refuses.
func (q *part) acquire(bytes uint64, r request) (b *block, f Failure) {
	p, m := q.pool, q.pool.arena
	b = &block{part: q, size: bytes, room: bytes &^ (q.granule - 1)}
	b.free = b.room
	p.makeRoom(bytes)
	deferred := m.dry && p.Defers
	if deferred {
		p.unmapped.Now += bytes
		p.unmapped.Most = max(p.unmapped.Most, p.unmapped.Now)
	} else if m.device != nil {
		b.memory, f = m.device.allocate(bytes, q.index, p.WithinBudget)
		f.Pool = p.Name
	} else if left := m.maxReserved() - m.reserved(); bytes > left {
		f = Failure{Condition: allocationTooLarge, A: r.size, B: left - left%m.coarsest()}
	}
	if f.Condition != "" {
		return nil, f
	}
	m.acquired++
	b.serial = m.acquired
	m.number(b)
	p.usage.NumberBlocks++
	p.usage.BytesReserved += bytes
	p.raise()
	return b, Failure{}
}

// giveBack returns the idle blocks that are due and need not stay, asking for
// one after the other in order, and says how many bytes they had.
func (q *part) giveBack(due func(*block) bool) (returned uint64) {
	var idle []*block
	for _, b := range q.blocks {
		if b.idle() {
			idle = append(idle, b)
		}
	}
	slices.SortFunc(idle, q.order)
	for _, b := range idle {
		if uint64(len(q.blocks)) > q.least && due(b) {
			q.drop(b)
			returned += b.size
		}
	}
	return returned
}

// drop returns a block.
func (q *part) drop(b *block) {
	if i := slices.Index(q.blocks, b); i >= 0 {
		q.blocks = slices.Delete(q.blocks, i, i+1)
		q.unlist(b)
	}
	m := q.pool.arena
	m.blocks[b.number] = nil
	switch {
	case b.memory != 0:
		m.device.free(b)
	case m.device != nil:
		q.pool.unmapped.Now -= b.size
	}
	q.pool.usage.NumberBlocks--
	q.pool.usage.BytesReserved -= b.size
}
