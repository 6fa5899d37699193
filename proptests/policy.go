package proptests

// A policy serves a request that a pool of blocks takes: from the blocks there
// are, from a new one, or with a block of the region's own, which is separate
// storage.
type policy func(*modelPool, request) (*region, Failure)

var policies = map[string]policy{
	separate: func(p *modelPool, r request) (*region, Failure) { return p.onEach(r, (*part).separate) },
	fixed:    func(p *modelPool, r request) (*region, Failure) { return p.onEach(r, (*part).existing) },
	pooled:   func(p *modelPool, r request) (*region, Failure) { return p.onEach(r, (*part).pooled) },
	adaptive: (*modelPool).adaptive,
	automatic: func(p *modelPool, r request) (*region, Failure) {
		return p.onEach(r, (*part).automatic)
	},
}

// existing serves a request from the blocks that there are.
func (q *part) existing(r request) (*region, Failure) {
	served, f := q.place(q.of(r))
	if served == nil && !f.failed() {
		f = q.pool.outOfSpace()
	}
	return served, f
}

// pooled gives separate storage to what is larger than a block.
func (q *part) pooled(r request) (*region, Failure) {
	p := q.pool
	if q.of(r).need > p.BlockSize {
		return q.separate(r)
	}
	served, f := q.existing(r)
	switch {
	case f.Condition != outOfSpace || r.has(NeverAllocate) || p.isFull():
		return served, f
	case q.isCrowded():
		return nil, Failure{Condition: hostAllocationFailed}
	}
	if f := q.grow(p.BlockSize, r); f.failed() {
		return nil, f
	}
	return q.existing(r)
}

// adaptive gives separate storage to what is large, and to the rest when no
// part has room or memory for a block.
func (p *modelPool) adaptive(r request) (*region, Failure) {
	served, f := p.onEach(r, (*part).adaptive)
	if r.has(NeverAllocate) || !f.ofPart() {
		return served, f
	}
	for _, q := range p.parts {
		if q.isLarge(r) {
			continue // it was tried
		}
		if served, f = q.separate(r); !f.ofPart() {
			break
		}
	}
	return served, f
}

// isCrowded reports whether there are no numbers for more blocks.
func (q *part) isCrowded() bool {
	return q.pool.BlockLimit > 0 && uint64(len(q.blocks)) >= q.pool.BlockLimit
}

func (q *part) isLarge(r request) bool { return q.of(r).need > q.pool.BlockSize/2 }

func (q *part) adaptive(r request) (served *region, f Failure) {
	p := q.pool
	if q.isLarge(r) && !r.has(NeverAllocate) {
		if served, f = q.separate(r); !f.outOfMemory() {
			return served, f
		}
	}
	served, full := q.existing(r)
	switch {
	case full.Condition != outOfSpace:
		return served, full
	case f.failed():
		return nil, f
	case r.has(NeverAllocate) || p.isFull():
		return nil, full
	}
	if f = q.growAdaptive(r); f.failed() {
		return nil, f
	}
	return q.existing(r)
}

// growAdaptive adds the largest block that there is memory for: the size declared,
// halved as often as need be.
func (q *part) growAdaptive(r request) (f Failure) {
	f = q.pool.outOfSpace()
	for bytes := q.firstAdaptive(); !q.isCrowded() && bytes >= max(q.pool.MinBlockSize, q.of(r).need); bytes /= 2 {
		if f = q.grow(bytes, r); !f.outOfMemory() {
			break
		}
	}
	return f
}

// mostNew returns the size of the largest block that a request may lead to.
func (q *part) mostNew(r request) uint64 {
	r = q.of(r)
	switch q.pool.Policy {
	case fixed:
		return 0
	case pooled:
		if r.need <= q.pool.BlockSize {
			return q.pool.BlockSize
		}
	case adaptive:
		return max(q.firstAdaptive(), r.own)
	case automatic:
		first, _ := q.firstAutomatic(r)
		return max(first, r.own)
	}
	return r.own
}

// firstAdaptive returns the largest of those sizes that a heap can hold.
func (q *part) firstAdaptive() uint64 {
	bytes := q.pool.BlockSize
	for d := q.pool.arena.device; d != nil && bytes > min(d.heap(q.index).Size, d.most); {
		bytes /= 2
	}
	return bytes
}
