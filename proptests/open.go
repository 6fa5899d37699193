package proptests

// opens reports whether New works on the device of a model: some memory type must
// have room for a page of each pool of sliced pages and for a block, and there
// must be memory for the blocks that New makes. Where no type serves the arena,
// New leaves it to Alloc to say so. A model that opens is one of a fresh arena.
func (m *model) opens() bool {
	if m.device != nil && len(m.types) > 0 {
		for _, p := range m.pools {
			if !p.isPossible() {
				return false
			}
		}
	}
	for _, p := range m.pools {
		if f := p.open(); f.failed() {
			return false
		}
	}
	return true
}

// isPossible reports whether a page or block of the declared size can be had.
func (p *modelPool) isPossible() bool {
	m := p.arena
	types := m.candidates(m.device.Profile)
	if p.Policy == fixed {
		types = types[:1]
	}
	room := uint64(0)
	for _, t := range types {
		room = max(room, m.device.heap(t.index).Size)
	}
	switch room = min(room, m.device.most); {
	case p.Kind == slicedPages:
		coarse := coarsest(m.candidates(m.device.Profile))
		return p.page(m.Alignment) <= room&^(coarse-1)
	case p.Policy == fixed || p.Policy == pooled:
		return p.BlockSize <= room
	}
	return true
}

// open makes the blocks that stay, in memory of the best type.
func (p *modelPool) open() (f Failure) {
	if len(p.parts) == 0 {
		return Failure{}
	}
	q, m := p.parts[0], p.arena
	for range p.stays() {
		if f = q.first(request{size: 1, align: 1}); f.failed() {
			return f
		}
		b := q.blocks[len(q.blocks)-1]
		b.fresh, b.turn = false, m.idlings
		m.idlings++
	}
	return Failure{}
}

// first adds a block as for a request of a granule.
func (q *part) first(r request) Failure {
	switch q.pool.Policy {
	case adaptive:
		return q.growAdaptive(r)
	case automatic:
		return q.growAutomatic(r)
	}
	return q.grow(q.pool.BlockSize, r)
}
