package proptests

import "math"

// What an arena may reserve, in bytes, where regions are written to: there the
// memory is real.
const (
	realAllowance      = 256 << 20
	simulatedAllowance = 64 << 20
)

// heapShare is the part of a heap that an arena may reserve on a real device,
// which may have other users.
const heapShare = 4

// allowance returns how many bytes an arena may reserve. A request that may
// exceed it is not made.
func (t trial) allowance() uint64 {
	switch {
	case !t.written:
		return math.MaxUint64
	case t.isSimulated():
		return simulatedAllowance
	}
	allowance := uint64(realAllowance)
	for _, typ := range t.Declaration.candidates(t.profile) {
		allowance = min(allowance, t.profile.Heaps[t.profile.Types[typ.index].Heap].Size/heapShare)
	}
	return allowance
}

// mostNew returns the size of the largest block that a request can lead to; 0 if
// it is refused before any is made.
func (m *model) mostNew(size uint64) (most uint64) {
	if size == 0 || size > m.ceiling {
		return 0
	}
	for _, p := range m.pools {
		if !p.accepts(size) {
			continue
		}
		for _, q := range p.parts {
			most = max(most, q.newSize(q.of(request{size: size})))
		}
	}
	return most
}
