package proptests

import "slices"

// alloc serves a request, with a region, or says why not. What is idle is
// returned once when the device has no memory, and only if there was any is the
// request made again.
func (m *model) alloc(size, align uint64) (handle uint64, r *region, f Failure) {
	if f := m.refuse(size, align); f.failed() {
		return 0, nil, f
	}
	r, f = m.reserve(size, align)
	if f.outOfMemory() && m.giveBack() > 0 {
		r, f = m.reserve(size, align)
	}
	if f.failed() {
		return 0, nil, f
	}
	r.pool.account(r)
	m.successes++
	m.returnDue()
	return m.owner | m.slots.take(r), r, Failure{}
}

// refuse makes the checks that come before any pool is looked at.
func (m *model) refuse(size, align uint64) Failure {
	switch {
	case m.closed:
		return Failure{Condition: closed}
	case size == 0 || align > maxAlign || !isPowerOfTwo(align):
		return Failure{Condition: invalidRequest}
	case len(m.types) == 0:
		return Failure{Condition: noCompatibleMemory}
	case size > m.ceiling || !slices.ContainsFunc(m.pools, func(p *modelPool) bool { return p.accepts(size) }):
		return Failure{Condition: allocationTooLarge, A: size, B: m.largest()}
	}
	return m.slots.room()
}

// reserve asks one accepting pool after the other: a pool at its cap passes the
// request on, any other failure ends the search. Native want of memory behind
// a pool at its cap is told as that pool's failure.
func (m *model) reserve(size, align uint64) (r *region, f Failure) {
	var capacity Failure
	for _, p := range m.pools {
		if !p.accepts(size) {
			continue
		}
		if r, f = p.reserve(size, align); f.Condition != poolCapacityExceeded {
			break
		}
		capacity = f
	}
	if f.outOfMemory() && capacity.failed() {
		capacity.Type, capacity.Result = f.Type, f.Result
		return nil, capacity
	}
	return r, f
}

// largest returns the size of the largest request that any pool accepts.
func (m *model) largest() (size uint64) {
	for _, p := range m.pools {
		size = max(size, p.largest)
	}
	return min(size, m.ceiling)
}
