package proptests

import "slices"

// part is the model of what a pool has in one memory type: blocks of its own,
// looked at in an order of their own. Its layout decides what goes where.
type part struct {
	memoryType
	layout
	pool   *modelPool
	blocks []*block // in the order in which the layout looks at them
}

// reserve takes an extent for a request of size bytes from a block of the
// part, a new one if it must.
func (q *part) reserve(size, align uint64) (*region, Failure) {
	r := request{size, alignUp(size, q.granule), max(align, q.granule)}
	b, e := q.find(r)
	if b == nil {
		if f := q.create(r); f.failed() {
			return nil, f
		}
		b, e = q.find(r)
	}
	b.insert(e)
	q.served(size)
	return &region{Region: Region{b.number, e.offset, size}, extent: e.size, block: b, pool: q.pool}, Failure{}
}

// create makes a block that has room for a request, unless the pool is at its
// cap, or the arena would reserve too much, or the device refuses.
func (q *part) create(r request) (f Failure) {
	p, m := q.pool, q.pool.arena
	if p.usage.NumberBlocks >= p.maxBlocks {
		return Failure{Condition: poolCapacityExceeded, Pool: p.Name, A: r.size, B: p.usage.BytesInUse}
	}
	b := &block{part: q, size: q.newSize(r)}
	b.free = b.size
	p.makeRoom(b.size)
	if m.device != nil {
		b.memory, f = m.device.allocate(b.size, q.index)
		f.Pool = p.Name
	} else if left := m.maxReserved() - m.reserved(); b.size > left {
		f = Failure{Condition: allocationTooLarge, A: r.size, B: left - left%m.Alignment}
	}
	if f.Condition != "" {
		return f
	}
	m.number(b)
	q.list(b)
	p.usage.NumberBlocks++
	p.usage.BytesReserved += b.size
	return Failure{}
}

// giveBack returns the idle blocks that are due, asking for one after the
// other in order, and says how many bytes they had.
func (q *part) giveBack(due func(*block) bool) (returned uint64) {
	var idle []*block
	for _, b := range q.blocks {
		if b.idle() {
			idle = append(idle, b)
		}
	}
	slices.SortFunc(idle, q.order)
	for _, b := range idle {
		if due(b) {
			q.drop(b)
			returned += b.size
		}
	}
	return returned
}

// drop returns a block.
func (q *part) drop(b *block) {
	i := slices.Index(q.blocks, b)
	q.blocks = slices.Delete(q.blocks, i, i+1)
	q.unlist(b)
	m := q.pool.arena
	m.blocks[b.number] = nil
	if m.device != nil {
		m.device.free(b)
	}
	q.pool.usage.NumberBlocks--
	q.pool.usage.BytesReserved -= b.size
}
