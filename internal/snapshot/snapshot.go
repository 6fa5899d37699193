// Package snapshot holds what the memory of an allocator looks like: at one
// moment, as dumps in the JSON of Vulkan Memory Allocator show it, and over a
// run, as a history of what became of blocks and regions.
package snapshot

import (
	"cmp"
	"fmt"
	"slices"
)

// A Snapshot is the blocks of an allocator at one moment.
type Snapshot struct {
	Pools []Pool // in the order of their source
}

// A Pool is blocks of one memory type. Several may have one name, of a memory
// type each.
type Pool struct {
	Name       string
	MemoryType uint32
	Blocks     []Block // by number; those that are dedicated come last
}

// A Block is one native allocation.
type Block struct {
	Number    uint64 // unique among those of a pool that are dedicated, and among the others
	Bytes     uint64 // above 0
	Dedicated bool   // made for its only region, which fills it
	Regions   []Region
}

// A Region is a live range of a block. Those of a block ascend and are disjoint;
// what none of them covers is free.
type Region struct {
	Offset, Size uint64 // bytes; Size is above 0
	Kind         string // UNKNOWN, BUFFER, IMAGE_OPTIMAL and the like
	Name         string // or ""
	Data         string // what the dump's program knows it by, such as a handle, or ""
}

// Unknown is the Kind of a region of which nothing is known.
const Unknown = "UNKNOWN"

// A Usage is sums over blocks.
type Usage struct {
	Blocks, Regions int
	Reserved        uint64 // bytes of blocks
	InUse           uint64 // bytes of regions
}

// Usage returns the sums over all blocks of a snapshot.
func (s *Snapshot) Usage() (u Usage) {
	for _, p := range s.Pools {
		u.Blocks += len(p.Blocks)
		for _, b := range p.Blocks {
			u.Reserved += b.Bytes
			u.Regions += len(b.Regions)
			for _, r := range b.Regions {
				u.InUse += r.Size
			}
		}
	}
	return u
}

// place sorts the regions of a block and returns the index, among those given,
// of one that does not lie in the block or overlaps one before it, and why; or
// -1.
func (b *Block) place(regions []Region) (wrong int, why string) {
	order := make([]int, len(regions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(regions[i].Offset, regions[j].Offset) })
	b.Regions = make([]Region, len(regions))
	end := uint64(0) // of the regions before
	for at, i := range order {
		r := regions[i]
		switch {
		case r.Size == 0:
			return i, "a region has size 0"
		case r.Offset > b.Bytes || r.Size > b.Bytes-r.Offset:
			return i, fmt.Sprintf("a region ends behind its block of %d bytes", b.Bytes)
		case r.Offset < end:
			return i, fmt.Sprintf("the regions at %d and %d overlap", b.Regions[at-1].Offset, r.Offset)
		}
		end = r.Offset + r.Size
		b.Regions[at] = r
	}
	return -1, ""
}
