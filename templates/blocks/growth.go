package blocks

import algo "github.com/allocgen/allocgen/templates/tlsf"

// Growth is how large a block to make for a request.
type Growth struct {
	Bytes    uint64 // 0 for none
	halvings uint32 // so far
	headroom uint64 // bytes; a block above it is not worth trying
}

// Grow returns what block to make first for a request of extent bytes that
// found no room. headroom is how many bytes the heap has left; the caller looks
// after MostBlocks.
func (p *Pool) Grow(extent, headroom uint64) Growth {
	if p.count == algo.BlockLimit {
		return Growth{}
	}
	switch policy {
	case pooled:
		if extent <= p.start {
			return Growth{Bytes: p.start}
		}
	case adaptive:
		if extent <= p.start {
			return Growth{Bytes: p.start}
		}
	case automatic:
		return p.growAutomatic(extent, headroom)
	}
	return Growth{}
}

// Shrink returns what block to make next for a request of extent bytes, after
// there was no memory for the one before.
func (p *Pool) Shrink(g Growth, extent uint64) Growth {
	switch policy {
	case adaptive:
		return shrinkAdaptive(g, extent)
	case automatic:
		return shrinkAutomatic(g, extent)
	}
	return Growth{}
}

// PrefersSeparate reports whether a request of extent bytes is one for separate
// storage: under separate and pooled for nothing else, under adaptive and
// automatic if there is memory. allocations is how many the device has of at
// most so many.
func (p *Pool) PrefersSeparate(extent, allocations, most uint64) bool {
	switch policy {
	case separate:
		return true
	case pooled:
		return extent > blockSize
	case adaptive:
		return IsLarge(extent)
	case automatic:
		return extent > p.start/2 && allocations*4 <= most*3
	}
	return false
}
