// Package strategy places regions in blocks, each at the lowest offset where it
// fits. It is a place to start from: simple, and correct.
//
// A block is a list of its live regions by offset, which begins and ends at the
// block's edge. What lies between two regions is free, so there is nothing to
// split or to merge.
//
// Laws:
//   - the regions of a list don't overlap, and end within their block;
//   - a region starts at a multiple of the alignment, and of what was asked for;
//   - used counts the bytes of a block's live regions.
//
// Cost: Alloc looks at the regions of a block from the front until one fits
// before the next; everything else is O(1). A region costs 32 bytes, a block 24
// and one region, and none holds a pointer.
package strategy

import "slices"

// What the spec declares. A parameter is a key of the pool under its name in
// snake_case; alignment and some others follow from keys that the pool has
// anyway.
const (
	// The granule of the pool: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 16 //allocgen:param
)

// What pools of blocks want to know.
const (
	// Optimal says that a region is for an image with optimal tiling.
	Optimal = 1 << 6
	// Upper asks for a place from the top, which there is none.
	Upper = 1 << 3
	// HasUpper reports whether regions can be placed from the top.
	HasUpper = false
	// Appends reports whether regions go behind one another, so that of several
	// blocks only the latest and the empty ones have room.
	Appends = false
	// MostBytes is the size of the largest block that there can be.
	MostBytes = 1 << 57
	// BlockLimit is how many blocks there can be at once.
	BlockLimit = 1<<31 - 1
	// LiveLimit is 0: there is no bound on regions but the arena's.
	LiveLimit = 0
)

const _ = uint(0 - alignment&(alignment-1)) // a power of two

// region is a live region, or the edge of a block, which has no bytes.
type region struct {
	start, extent uint64 // bytes
	prev, next    uint32 // by offset; next of a recycled one is the next of those
	block         uint32
}

// block is one block; one without an edge is vacant.
type block struct {
	size, used uint64 // bytes
	edge       uint32
}

// Space is the regions of all blocks of a pool. Init makes it ready.
type Space struct {
	regions []region // 0 is none
	blocks  []block
	spare   uint32 // recycled regions
}

// Init empties the space and provides for the given number of regions.
func (s *Space) Init(regions int, granularity uint64) {
	*s = Space{regions: make([]region, 1, 2+regions)}
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (s *Space) Apart() {
	s.regions, s.blocks = slices.Grow(s.regions, 32), slices.Grow(s.blocks, 32)
}

// Add adds a block of the given bytes, a multiple of the alignment. Its number is
// one that was removed, or the lowest that never was added.
func (s *Space) Add(number uint32, bytes uint64) {
	if uint64(number) == uint64(len(s.blocks)) {
		s.blocks = append(s.blocks, block{})
	}
	edge := s.take()
	s.regions[edge] = region{prev: edge, next: edge, block: number}
	s.blocks[number] = block{size: bytes, edge: edge}
}

// Remove removes an empty block.
func (s *Space) Remove(number uint32) {
	s.recycle(s.blocks[number].edge)
	s.blocks[number] = block{}
}

// take returns a region to be used, which is in no list.
func (s *Space) take() uint32 {
	if s.spare == 0 {
		return s.fresh()
	}
	i := s.spare
	s.spare = s.regions[i].next
	return i
}

// fresh returns a region that was never used.
//
//go:noinline
func (s *Space) fresh() uint32 {
	s.regions = append(s.regions, region{})
	return uint32(len(s.regions) - 1)
}

// recycle keeps region i, which is in no list, as a spare one.
func (s *Space) recycle(i uint32) {
	s.regions[i] = region{next: s.spare}
	s.spare = i
}

// Alloc places a region of extent bytes, a multiple of the alignment above 0,
// at a multiple of align bytes, a power of two, in a block, and returns it.
// Alloc returns 0 if there is no room, and then has changed nothing.
func (s *Space) Alloc(number uint32, extent, align uint64, how uint8) uint32 {
	b := &s.blocks[number]
	align = max(align, alignment)
	behind := b.edge
	for {
		before := &s.regions[behind]
		at := (before.start + before.extent + align - 1) &^ (align - 1)
		end := b.size
		if before.next != b.edge {
			end = s.regions[before.next].start
		}
		if at <= end && extent <= end-at {
			return s.insert(number, behind, at, extent)
		}
		if behind = before.next; behind == b.edge {
			return 0
		}
	}
}

// insert adds a region to a block, behind another one.
func (s *Space) insert(number, behind uint32, at, extent uint64) uint32 {
	i := s.take()
	next := s.regions[behind].next
	s.regions[i] = region{start: at, extent: extent, prev: behind, next: next, block: number}
	s.regions[behind].next = i
	s.regions[next].prev = i
	s.blocks[number].used += extent
	return i
}

// Free ends a live region.
func (s *Space) Free(i uint32) {
	r := s.regions[i]
	s.regions[r.prev].next = r.next
	s.regions[r.next].prev = r.prev
	s.blocks[r.block].used -= r.extent
	s.recycle(i)
}

// EmptiestFirst reports whether of several blocks a request is to try the one
// with the most free bytes first.
func EmptiestFirst(uint8) bool { return false }

// Is reports whether a number is that of a block of the given bytes.
func (s *Space) Is(number uint32, bytes uint64) bool {
	return uint64(number) < uint64(len(s.blocks)) && s.blocks[number].edge != 0 && s.blocks[number].size == bytes
}

// FreeBytes returns how many bytes of a block are in no live region.
func (s *Space) FreeBytes(number uint32) uint64 { return s.blocks[number].size - s.blocks[number].used }

// IsEmpty reports whether no region of a block is live.
func (s *Space) IsEmpty(number uint32) bool { return s.blocks[number].used == 0 }

// BlockOf returns the block of a live region.
func (s *Space) BlockOf(region uint32) uint32 { return s.regions[region].block }

// Offset returns where in its block a live region begins, in bytes.
func (s *Space) Offset(region uint32) uint64 { return s.regions[region].start }

// Extent returns how many bytes of its block a live region occupies.
func (s *Space) Extent(region uint32) uint64 { return s.regions[region].extent }
