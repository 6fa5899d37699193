package spec

// IsBlocks reports whether regions of the pool lie in blocks that an algorithm
// divides and a policy gets.
func (p Pool) IsBlocks() bool { return p.Kind.isBlocks() }

func (k Kind) isBlocks() bool { return k == TLSF || k == Linear || k.IsStrategy() }

// Policy returns where the blocks of a block pool come from, "" for a pool of
// another kind.
func (p Pool) Policy() Policy {
	if !p.IsBlocks() {
		return ""
	}
	return Policy(p.Word("policy"))
}

// Granule returns of what the pool's extents are multiples in an arena of the
// given alignment.
func (p Pool) Granule(alignment uint64) uint64 {
	if !p.IsBlocks() {
		return alignment
	}
	return max(alignment, p.Uint("min_alignment"))
}

// HasOwnStorage reports whether the pool can give a region an allocation of
// its own.
func (p Pool) HasOwnStorage() bool {
	return p.Kind == Direct || p.IsBlocks() && p.Policy() != Fixed
}

// IsSingle reports whether the pool has one block at most.
func (p Pool) IsSingle() bool {
	switch {
	case !p.IsBlocks():
		return false
	case p.Policy() == Fixed:
		return p.Uint("blocks") == 1
	}
	return p.Uint("max_blocks") == 1
}

// HasUpper reports whether regions can be placed from the top of the pool's
// block.
func (p Pool) HasUpper() bool {
	return p.Kind == Linear && p.IsSingle() && p.Policy() != Separate
}

// TakesContents reports whether the pool places images of optimal tiling, or
// what else there is, among its other regions. Where every region has an
// allocation of its own there are no others.
func (p Pool) TakesContents(optimal bool) bool {
	if p.Kind == Direct || p.Kind == ExclusivePages || p.Policy() == Separate {
		return true
	}
	holds := p.Uint("contents")
	return holds == ofMixed || optimal == (holds == ofImages)
}

// Spills reports whether the pool can refuse for want of room a request that
// it accepts and that may have new memory.
func (p Pool) Spills() bool {
	switch p.Policy() {
	case Fixed:
		return true
	case Pooled:
		return p.Uint("max_blocks") > 0
	}
	return p.Capacity() != Unlimited
}

// grows reports whether requests can make the pool ask for a block.
func (p Pool) grows(alignment uint64) bool {
	return p.Policy() != Fixed && p.Capacity() >= alignment
}

// atNew returns how many blocks New makes, and the size of each if all have
// one that the spec says, of adaptive blocks the largest.
func (p Pool) atNew() (n, size uint64) {
	switch p.Policy() {
	case "", Separate:
		return 0, 0
	case Fixed:
		return p.Uint("blocks"), p.Uint("block_size")
	}
	return p.Uint("min_blocks"), p.Uint("block_size")
}

// A Sized is a pool whose block has the size that the caller of New says.
type Sized struct {
	Arena Arena
	Pool  Pool
}

// SizedAtNew returns the pools whose fixed block names no size, arena by arena.
func (p *Plan) SizedAtNew() (sized []Sized) {
	for _, a := range p.Arenas {
		for _, q := range a.Pools {
			if q.Policy() == Fixed && q.Uint("block_size") == 0 {
				sized = append(sized, Sized{a, q})
			}
		}
	}
	return sized
}
