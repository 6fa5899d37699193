package blocks

// Growth is how large a block to make for a request.
type Growth struct {
	Bytes    uint64 // 0 for none
	halvings uint32 // so far
	headroom uint64 // bytes; a block above it is not worth trying
}

// CanGrow reports whether the policy makes blocks in which a request of extent
// bytes has room. The caller looks after MostBlocks.
func (p *Pool) CanGrow(extent uint64) bool {
	return extent <= p.start && p.count != BlockLimit
}

// Grow returns what block to make first for a request that found no room, where
// the pool CanGrow. Under automatic GrowWithin does.
func (p *Pool) Grow() Growth { return Growth{Bytes: p.start} }

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
// automatic if there is memory.
func (p *Pool) PrefersSeparate(extent uint64) bool {
	switch policy {
	case separate:
		return true
	case pooled:
		return extent > blockSize
	case adaptive:
		return IsLarge(extent)
	case automatic:
		return extent > p.start/2
	}
	return false
}
