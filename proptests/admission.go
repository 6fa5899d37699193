package proptests

import (
	"math/bits"
	"slices"
)

// A request is what one call asks for. What of it depends on the part of a pool
// that is asked is filled in there.
type request struct {
	size, align uint64 // bytes, as requested
	flags       Flags

	need uint64 // bytes that the region takes of a block of the part
	own  uint64 // bytes of a block that the region has for itself
	step uint64 // bytes, of which offsets are multiples
}

func (r request) has(flag Flags) bool { return r.flags&flag != 0 }

// refuse makes the checks that come before any pool is looked at.
func (m *model) refuse(r request) Failure {
	switch {
	case m.closed:
		return Failure{Condition: closed}
	case r.size == 0 || r.align > maxAlign || !isPowerOfTwo(r.align) || !m.understands(r.flags):
		return Failure{Condition: invalidRequest}
	case m.cannot(r):
		return Failure{Condition: unsupportedCapability}
	case len(m.types) == 0:
		return Failure{Condition: noCompatibleMemory}
	case r.size > m.ceiling || !m.accepts(r.size):
		return Failure{Condition: allocationTooLarge, A: r.size, B: m.largest()}
	}
	return m.slots.room()
}

// understands reports whether flags are known and don't contradict each other.
// What a request is for is only said of memory of a device.
func (m *model) understands(flags Flags) bool {
	known := m.Flags
	if m.device != nil {
		known |= Optimal
	}
	const contradiction = Dedicated | NeverAllocate
	return flags&^known == 0 && flags&contradiction != contradiction && bits.OnesCount8(uint8(flags&strategyFlags)) <= 1
}

// cannot reports whether a request is for what no pool of the arena can do.
func (m *model) cannot(r request) bool {
	some := func(can func(*modelPool) bool) bool { return slices.ContainsFunc(m.pools, can) }
	accepting := func(can func(*modelPool) bool) bool {
		return some(func(p *modelPool) bool { return p.accepts(r.size) && can(p) })
	}
	strategy := r.flags & strategyFlags
	switch {
	case strategy != 0 && !some(func(p *modelPool) bool { return p.strategies&strategy != 0 }):
		return true
	case m.device != nil && m.Memory.Buffers && r.has(Optimal):
		return true // no image lies in a buffer
	case r.size > m.ceiling || !m.accepts(r.size):
		return false // it is too large
	case r.has(Upper) && !accepting(func(p *modelPool) bool { return p.upper() && p.holds(r) }):
		return true
	case r.has(Dedicated) && !accepting(func(p *modelPool) bool { return p.gives }):
		return true
	}
	return !accepting(func(p *modelPool) bool { return p.holds(r) || p.gives })
}

// accepts reports whether any pool accepts requests of a size.
func (m *model) accepts(size uint64) bool {
	return slices.ContainsFunc(m.pools, func(p *modelPool) bool { return p.accepts(size) })
}

// largest returns the size of the largest request that any pool accepts.
func (m *model) largest() (size uint64) {
	for _, p := range m.pools {
		size = max(size, p.largest)
	}
	return min(size, m.ceiling)
}

// takes reports whether a request is one for a pool.
func (p *modelPool) takes(r request) bool {
	return p.accepts(r.size) && p.holds(r) && (!r.has(Upper) || p.upper())
}

// holds reports whether the blocks of a pool hold contents such as a request's.
func (p *modelPool) holds(r request) bool {
	switch {
	case p.Kind == exclusivePages || p.Kind == directBlocks || p.Policy == separate:
		return true
	case p.Contents == mixed:
		return true
	}
	return r.has(Optimal) == (p.Contents == images)
}

// The words for contents, but for that of buffers, which is what remains.
const (
	images = "images"
	mixed  = "mixed"
)
