package proptests

import (
	"fmt"
	"math"
	"slices"
)

// The policies by which pools of blocks come by them, as specs spell them.
const (
	separate  = "separate"
	fixed     = "fixed"
	pooled    = "pooled"
	adaptive  = "adaptive"
	automatic = "automatic"
)

// checkBlocks refuses pools of blocks that no spec can declare.
func (p *Pool) checkBlocks(alignment uint64) error {
	granule := max(alignment, p.MinAlignment)
	switch {
	case !slices.Contains([]string{separate, fixed, pooled, adaptive, automatic}, p.Policy):
		return fmt.Errorf("unknown policy %q", p.Policy)
	case !slices.Contains([]string{"", "buffers", images, mixed}, p.Contents):
		return fmt.Errorf("unknown contents %q", p.Contents)
	case p.MinAlignment != 0 && !isPowerOfTwo(p.MinAlignment):
		return fmt.Errorf("min alignment %d is not a power of two", p.MinAlignment)
	case p.BlockSize%granule != 0 || p.MinBlockSize%granule != 0:
		return fmt.Errorf("block size %d or min block size %d is not a multiple of the granule %d", p.BlockSize, p.MinBlockSize, granule)
	case p.hasSize() != (p.BlockSize > 0) || (p.Policy == adaptive) != (p.MinBlockSize > 0) || p.MinBlockSize > p.BlockSize:
		return fmt.Errorf("policy %s of block size %d and min block size %d", p.Policy, p.BlockSize, p.MinBlockSize)
	case p.Policy == adaptive && (!isPowerOfTwo(p.BlockSize) || !isPowerOfTwo(p.MinBlockSize)):
		return fmt.Errorf("block size %d or min block size %d is not a power of two", p.BlockSize, p.MinBlockSize)
	case (p.Policy == fixed) != (p.Blocks > 0) || p.MaxBlocks != 0 && p.MinBlocks > p.MaxBlocks:
		return fmt.Errorf("policy %s of %d blocks, %d to %d", p.Policy, p.Blocks, p.MinBlocks, p.MaxBlocks)
	case p.MaxSize == 0:
		return fmt.Errorf("max size 0")
	case p.Kind == tlsfBlocks && (!isStrategy(p.Strategy) || p.Strategies&p.Strategy == 0):
		return fmt.Errorf("strategy %d of the strategies %d", p.Strategy, p.Strategies)
	}
	return nil
}

func isStrategy(f Flags) bool { return f == MinMemory || f == MinOffset || f == MinTime }

// hasSize reports whether the policy names the size of blocks.
func (p *Pool) hasSize() bool {
	return p.Policy == fixed || p.Policy == pooled || p.Policy == adaptive
}

// newBlocks returns the kind of a pool whose regions lie in blocks, or are
// blocks of their own, by a policy.
func newBlocks(p *modelPool) kind {
	granule := max(p.arena.Alignment, p.MinAlignment)
	largest := min(p.MaxSize, (-granule-p.Margin)&^(granule-1))
	k := kind{
		accepts:    func(size uint64) bool { return size <= largest },
		largest:    largest,
		layout:     func(q *part) layout { return &tlsf{pages{q}} },
		policy:     policies[p.Policy],
		maxBlocks:  p.most(),
		gives:      p.Policy != fixed,
		strategies: p.Strategies,
		sound:      p.soundBlocks,
		usual:      min(largest, unmarked*granule),
		edges:      []uint64{largest, p.BlockSize, p.BlockSize / 2, p.BlockSize / 3, p.BlockSize / 4, p.MinBlockSize, p.MinBlockSize / 2, granule},
	}
	if p.Kind == linearBlocks {
		k.strategies = 0
		k.layout = func(q *part) layout { return &linear{appended: appended{pages: pages{q}}} }
	}
	if p.Kind == strategyBlocks {
		k.edges = append(k.edges, p.BlockSize-granule, p.BlockSize/2+granule)
		k.layout = func(q *part) layout { return &strategy{appended: appended{pages: pages{q}}} }
	}
	if p.hasSize() {
		k.usual = min(largest, p.BlockSize)
	}
	if p.Policy == automatic && p.arena.device != nil {
		for _, t := range p.arena.types {
			preferred := p.arena.device.preferred(t)
			k.edges = append(k.edges, preferred, preferred/2, preferred/4, preferred/8, preferred/16)
		}
	}
	if p.Margin > 0 {
		k.edges = append(k.edges, p.BlockSize-p.Margin, p.BlockSize/2-p.Margin)
	}
	return k
}

// most returns how many blocks the pool may have.
func (p *Pool) most() uint64 {
	switch {
	case p.Policy == fixed:
		return p.Blocks
	case p.MaxBlocks > 0:
		return p.MaxBlocks
	}
	return math.MaxUint64
}

// stays returns how many blocks New makes, which stay.
func (p *Pool) stays() uint64 {
	if p.Policy == fixed {
		return p.Blocks
	}
	return p.MinBlocks
}

// upper reports whether regions can be placed from the top.
func (p *modelPool) upper() bool {
	return p.Kind == linearBlocks && p.Policy != separate && p.maxBlocks == 1
}

// soundBlocks allows for a block for every region beside those that are shared.
func (p *modelPool) soundBlocks(u Usage) bool {
	if p.Policy == fixed && len(p.parts) > 0 {
		return u.NumberBlocks == p.Blocks && u.BytesReserved == p.Blocks*p.BlockSize
	}
	return u.NumberBlocks <= u.NumberAllocs || u.NumberBlocks-u.NumberAllocs <= p.maxBlocks
}
