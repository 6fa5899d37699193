// Package meter keeps the exact figures of a pool and the highest each has been.
//
// Every figure is the sum that its name says, at any time between two calls;
// every peak is the maximum of its figure since the meter was made. Cost:
// O(1), a handful of additions.
package meter

// Figures are what a pool holds.
type Figures struct {
	BytesReserved uint64 // the sizes of its blocks
	BytesInUse    uint64 // the sizes requested for its live regions
	BytesPadding  uint64 // the live regions' extents less the sizes requested
	NumberAllocs  uint64 // live regions
	NumberBlocks  uint64
}

// Meter is the figures of a pool. Its zero value is that of an empty pool.
type Meter struct {
	Now, Peak      Figures
	LargestRequest uint64 // bytes, of the requests served

	Unmapped, MostUnmapped uint64 // bytes reserved in blocks without memory, now and at most
}

// Grow counts a block of the given bytes in.
func (m *Meter) Grow(bytes uint64) {
	m.Now.BytesReserved += bytes
	m.Now.NumberBlocks++
	m.Peak.BytesReserved = max(m.Peak.BytesReserved, m.Now.BytesReserved)
	m.Peak.NumberBlocks = max(m.Peak.NumberBlocks, m.Now.NumberBlocks)
}

// Shrink counts a block of the given bytes out.
func (m *Meter) Shrink(bytes uint64) {
	m.Now.BytesReserved -= bytes
	m.Now.NumberBlocks--
}

// Defer counts a block of the given bytes, which is counted in, as one without
// memory.
func (m *Meter) Defer(bytes uint64) {
	m.Unmapped += bytes
	m.MostUnmapped = max(m.MostUnmapped, m.Unmapped)
}

// Settle counts it as one with memory, or as one that is about to go.
func (m *Meter) Settle(bytes uint64) { m.Unmapped -= bytes }

// Serve counts a region in: size as requested, extent as placed, in bytes.
func (m *Meter) Serve(size, extent uint64) {
	m.Now.BytesInUse += size
	m.Now.BytesPadding += extent - size
	m.Now.NumberAllocs++
	if m.Now.BytesInUse > m.Peak.BytesInUse { // rarely, and so cheaper than max
		m.Peak.BytesInUse = m.Now.BytesInUse
	}
	if m.Now.BytesPadding > m.Peak.BytesPadding {
		m.Peak.BytesPadding = m.Now.BytesPadding
	}
	if m.Now.NumberAllocs > m.Peak.NumberAllocs {
		m.Peak.NumberAllocs = m.Now.NumberAllocs
	}
	if size > m.LargestRequest {
		m.LargestRequest = size
	}
}

// Release counts a region out.
func (m *Meter) Release(size, extent uint64) {
	m.Now.BytesInUse -= size
	m.Now.BytesPadding -= extent - size
	m.Now.NumberAllocs--
}
