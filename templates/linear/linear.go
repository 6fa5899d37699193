// Package linear places regions one after the other in blocks, and takes room
// back only at their ends. By use a block is a stack, whose last regions are
// freed first, or is filled and emptied as a whole; the block of a pool that
// has but one can also be a ring, whose oldest regions are freed first, or a
// double stack, whose second one grows down from the top.
//
// A block has two parts, lists of its live regions in the order in which they
// were placed. A region of part one lies behind the one before it, as one of
// part two does in a ring; in a double stack it lies below:
//
//	stack         |one one ··one one ··············|
//	ring          |two two ····one ··one one one ··|
//	double stack  |one one ·············two ··two two|
//
// A new region goes behind the last of part one. If no room is left there, it
// starts part two at offset 0, before the first of part one; the block is a
// ring until part one is empty and part two becomes part one. So a hole
// between two regions of one part isn't used, and counts as free no sooner
// than it reaches the end of its part: since only live regions are listed, it
// does by itself.
//
// Laws:
//   - the regions of a part don't overlap, and lie in the order of the list;
//   - a ring's part two ends at or before the first of part one, a double
//     stack's begins at or behind the last of part one;
//   - part two is empty where part one is, except in a double stack;
//   - used counts the bytes of the live regions of a block, tail is where the
//     part that grows upwards ends, and limit where its room does;
//   - with contents mixed, regions of linear content and of optimal tiling
//     never share a page of the device's bufferImageGranularity.
//
// Cost: every operation is O(1). A region costs 32 bytes, a block 48 and two
// regions, and none holds a pointer.
package linear

import "slices"

// What a request may ask for, apart from size and alignment.
const (
	// Optimal says that the region is for an image with optimal tiling, which
	// counts with mixed contents alone.
	Optimal = 1 << 6
	// Upper asks for a place from the top, where HasUpper.
	Upper = 1 << 3
)

// What contents may be.
const (
	buffers = 0
	images  = 1
	mixed   = 2
)

// What the spec declares.
const (
	// The granule of the arena: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 256 //allocgen:param
	// How many blocks the pool has at most; 0 is as many as it needs.
	maxBlocks = 1 //allocgen:param
	// What regions are for: 0 is buffers, 1 images, 2 both.
	contents = 0 //allocgen:param
)

const (
	// HasUpper reports whether regions can be placed from the top.
	HasUpper = isSingle
	// HasStrategies reports whether a request may name a strategy.
	HasStrategies = false
	// HasContents reports whether a request must say what it is for.
	HasContents = contents == mixed
	// Appends reports whether regions go behind one another, so that of several
	// blocks only the latest and the empty ones have room.
	Appends = true
	// MostBytes is the size of the largest block that there can be.
	MostBytes = 1 << 57
	// BlockLimit is how many blocks there can be at once.
	BlockLimit = 1<<31 - 1
	// LiveLimit is how many regions there can be at once, 0 if there is no bound.
	LiveLimit = 0

	isSingle = maxBlocks == 1
	isMixed  = contents == mixed
)

const (
	_ = uint(0 - alignment&(alignment-1)) // a power of two
	_ = uint(BlockLimit - maxBlocks)
	_ = uint(mixed - contents)
)

// States of a region: what it holds.
const (
	vacant = 0
	linear = 1 // buffers, and images with linear tiling
	tiled  = 2 // images with optimal tiling
	edge   = linear | tiled
)

// region is a live region, or an edge: the region of no size between the first
// and the last of a part, which may be next to anything.
type region struct {
	start, extent uint64 // bytes
	prev, next    uint32 // in its part; next of a recycled one is the next of those
	block         uint32
	state         uint8
}

// block is one block. Its parts are named by their edges.
type block struct {
	size, used uint64 // bytes; a block without any is vacant
	tail       uint64 // where the last region of the part that grows upwards ends
	limit      uint64 // how far that part may grow
	part       uint32 // that part, two of a ring and else one
	one, two   uint32
	isUpper    bool // part two isn't empty and grows downwards
}

// Space is the regions of all blocks of a pool. Init makes it ready.
type Space struct {
	regions []region // 0 is none, and may be next to anything
	only    block    // where a pool has but one
	blocks  []block  // where it has more
	spare   uint32   // recycled regions
	inPage  uint64   // bits of an offset within a page of contents that don't mix
}

// Init empties the space and provides for the given number of regions.
// Contents that don't mix keep to pages of granularity bytes, a power of two.
func (s *Space) Init(regions int, granularity uint64) {
	*s = Space{regions: make([]region, 1, 3+regions)}
	s.regions[0].state = edge
	if isMixed {
		s.inPage = granularity - 1
	}
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (s *Space) Apart() {
	s.regions, s.blocks = slices.Grow(s.regions, 32), slices.Grow(s.blocks, 32)
}

// Add adds a block of the given size, at least the alignment and at most 1<<57
// bytes, of which it uses whole granules. Its number is one that was removed, or
// the lowest that never was added, and below BlockLimit and maxBlocks, if that
// isn't 0.
func (s *Space) Add(number uint32, bytes uint64) {
	if !isSingle && uint64(number) == uint64(len(s.blocks)) {
		s.blocks = append(s.blocks, block{})
	}
	one := s.newEdge(number)
	bytes = bytes / alignment * alignment
	b := block{size: bytes, limit: bytes, part: one, one: one}
	if isSingle {
		b.two = s.newEdge(number)
	}
	*s.at(number) = b
}

// at returns the block of a number.
func (s *Space) at(number uint32) *block {
	if isSingle {
		return &s.only
	}
	return &s.blocks[number]
}

// newEdge returns the edge of an empty part.
func (s *Space) newEdge(number uint32) uint32 {
	i := s.spare
	if i == 0 {
		i = s.freshRegion()
	}
	s.spare = s.regions[i].next
	s.regions[i] = region{prev: i, next: i, block: number, state: edge}
	return i
}

// freshRegion returns a region that was never used, as if it were spare.
//
//go:noinline
func (s *Space) freshRegion() uint32 {
	s.regions = append(s.regions, region{})
	return uint32(len(s.regions) - 1)
}

// recycle keeps region i, which is in no list, as a spare one.
func (s *Space) recycle(i uint32) {
	r := &s.regions[i]
	r.state = vacant
	r.next = s.spare
	s.spare = i
}

// Remove removes an empty block.
func (s *Space) Remove(number uint32) {
	b := s.at(number)
	s.recycle(b.one)
	if isSingle {
		s.recycle(b.two)
	}
	*b = block{}
}

// EmptiestFirst reports whether of several blocks a request is to try the one
// with the most free bytes first, where it may try every one.
func EmptiestFirst(uint8) bool { return false }

// Is reports whether a number is that of a block of the given bytes, a multiple
// of the alignment.
func (s *Space) Is(number uint32, bytes uint64) bool {
	if !isSingle && uint64(number) >= uint64(len(s.blocks)) {
		return false
	}
	return s.at(number).size == bytes
}

// FreeBytes returns how many bytes of a block are in no live region.
func (s *Space) FreeBytes(number uint32) uint64 { return s.at(number).size - s.at(number).used }

// IsEmpty reports whether no region of a block is live.
func (s *Space) IsEmpty(number uint32) bool { return s.at(number).used == 0 }

// BlockOf returns the block of a live region.
func (s *Space) BlockOf(region uint32) uint32 { return s.regions[region].block }

// Offset returns where in its block a live region begins, in bytes.
func (s *Space) Offset(region uint32) uint64 { return s.regions[region].start }

// Extent returns how many bytes of its block a live region occupies.
func (s *Space) Extent(region uint32) uint64 { return s.regions[region].extent }
