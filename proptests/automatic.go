package proptests

// mostHalvings is how often a new block of an automatic pool is halved, to begin
// small and for want of memory together.
const mostHalvings = 3

// preferred returns the size of the blocks that automatic pools come to have in
// a memory type: an eighth of a small heap.
func (d *device) preferred(t memoryType) uint64 {
	if heap := d.heap(t.index).Size; heap <= 1<<30 {
		return alignUp(heap/8, 32)
	}
	return 256 << 20
}

// automatic gives separate storage first to what is large, while the device
// allows for many more allocations, and last to what finds no block.
func (q *part) automatic(r request) (served *region, f Failure) {
	p, d := q.pool, q.pool.arena.device
	early := q.of(r).need > d.preferred(q.memoryType)/2 && d.count*4 <= uint64(d.Limits.MaxMemoryAllocationCount)*3
	if early && !r.has(NeverAllocate) {
		if served, f = q.separate(r); !f.outOfMemory() {
			return served, f
		}
	}
	served, full := q.existing(r)
	switch {
	case full.Condition != outOfSpace:
		return served, full
	case r.has(NeverAllocate):
		return nil, full
	}
	made := full
	if !p.isFull() {
		made = q.growAutomatic(r)
	}
	switch {
	case !made.failed():
		return q.existing(r)
	case !made.ofPart():
		return nil, made
	case !early:
		return q.separate(r)
	case made.outOfMemory():
		return nil, made
	}
	return nil, f
}

// growAutomatic adds a block for a request. It is want of space if the device was
// not asked for any.
func (q *part) growAutomatic(r request) (f Failure) {
	f = q.pool.outOfSpace()
	d, need := q.pool.arena.device, q.of(r).need
	if need > d.preferred(q.memoryType) || q.isCrowded() {
		return f
	}
	headroom := d.headroom(d.Types[q.index].Heap)
	if need > headroom {
		return f
	}
	bytes, halvings := q.firstAutomatic(r)
	for {
		if bytes <= headroom {
			if f = q.grow(bytes, r); !f.outOfMemory() {
				return f
			}
		}
		if halvings == mostHalvings || bytes/2 < need {
			return f
		}
		bytes /= 2
		halvings++
	}
}

// firstAutomatic returns the size that a new block begins with, and how often
// it was halved for that: it doubles from block to block.
func (q *part) firstAutomatic(r request) (bytes uint64, halvings int) {
	largest := uint64(0)
	for _, b := range q.blocks {
		largest = max(largest, b.size)
	}
	bytes = q.pool.arena.device.preferred(q.memoryType)
	for halvings < mostHalvings && bytes/2 > largest && bytes/2 >= 2*q.of(r).need {
		bytes /= 2
		halvings++
	}
	return bytes, halvings
}
