package proptests

// alloc serves a request, with a region, or says why not. What is idle is
// returned once when the device has no memory, and only if there was any is the
// request made again.
func (m *model) alloc(size, align uint64, flags Flags) (handle uint64, served *region, f Failure) {
	r := request{size: size, align: align, flags: flags}
	if !m.closed {
		m.drain()
	}
	if f := m.refuse(r); f.failed() {
		return 0, nil, f
	}
	served, f = m.reserve(r)
	if f.outOfMemory() && m.giveBack() > 0 {
		served, f = m.reserve(r)
	}
	if f.failed() {
		return 0, nil, f
	}
	served.pool.account(served)
	m.successes++
	m.returnDue()
	return m.owner | m.slots.take(served), served, Failure{}
}

// reserve serves a request for memory of its own, or else from a pool.
func (m *model) reserve(r request) (*region, Failure) {
	if r.has(Dedicated) {
		return m.dedicate(r)
	}
	for _, p := range m.pools {
		if p.takes(r) {
			return m.share(r)
		}
	}
	return m.dedicate(r) // no pool takes such contents
}

// dedicate serves a request with memory of its own, from the first pool that
// gives any.
func (m *model) dedicate(r request) (*region, Failure) {
	for _, p := range m.pools {
		if p.gives && p.accepts(r.size) {
			return p.onEach(r, (*part).separate)
		}
	}
	panic("a request that no pool can serve was admitted")
}

// share asks one pool after the other that takes a request: one that has no
// capacity passes the request on, any other failure ends the search. Native want
// of memory behind a pool without capacity is told as that pool's failure.
func (m *model) share(r request) (served *region, f Failure) {
	var capacity Failure
	for _, p := range m.pools {
		if !p.takes(r) {
			continue
		}
		if served, f = p.reserve(r); !f.ofCapacity() {
			break
		}
		capacity = f
	}
	if f.outOfMemory() && capacity.failed() {
		capacity.Type, capacity.Result = f.Type, f.Result
		return nil, capacity
	}
	return served, f
}
