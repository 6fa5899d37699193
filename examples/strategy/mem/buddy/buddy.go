// Package buddy places regions in blocks as a binary buddy allocator: a block is
// halved until a half is just large enough, and two halves that are free become
// one again. See Knowlton, "A Fast Storage Allocator", CACM 8(10), 1965.
//
// A block is a binary tree of halves, in an array: the root is 1, the halves of
// node n are 2n and 2n+1. Each node says how large the largest free node is that
// it has in it, as the order of that and 1 more, or 0 for none. The order of a
// node of one granule is 0. So there are no lists to keep: a way down the tree
// finds a place, and a way up tells of it.
//
// Laws:
//   - a node of order k has k+1 where it is free as a whole, 0 where a region has
//     it, and else the larger number of its halves;
//   - a node within a region's, or within a free one, has what it had when all of
//     that was free;
//   - used counts the extents of a block's live regions.
//
// Cost: Alloc and Free take a step for each halving, of which there are as many as
// there are bits in the granules of a block. A region costs 16 bytes, a granule of
// a block 2, a block 16 more; none holds a pointer. A region takes a power of two
// granules of its block, and what that is more than its extent is lost to others
// as long as it lives. FreeBytes counts it as free.
package buddy

import (
	"math/bits"
	"slices"
)

// What the spec declares.
const (
	// The granule of the pool: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 16 //allocgen:param
	// The size of the largest block, in bytes: a power of two.
	largestBlock = 1 << 20 //allocgen:param
	// The policy, by its number.
	policy = 2 //allocgen:param
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
	MostBytes = largestBlock
	// BlockLimit is how many blocks there can be at once.
	BlockLimit = 1<<31 - 1
	// LiveLimit is 0: there is no bound on regions but the arena's.
	LiveLimit = 0

	// nodes is how many a tree has, and one that is none.
	nodes = 2 * largestBlock / alignment
)

const (
	_ = uint(0 - alignment&(alignment-1))
	_ = uint(0 - largestBlock&(largestBlock-1)) // blocks have powers of two bytes
	_ = uint(1<<25 - nodes)                     // as few that a tree stays small
	_ = uint(3 - policy)                        // the sizes of automatic are no powers of two
)

// region is a live region. A recycled one has no extent.
type region struct {
	extent uint32 // granules
	node   uint32
	block  uint32
	next   uint32 // recycled region
}

// block is one block; one without an order is vacant.
type block struct {
	used  uint64 // bytes
	order uint8  // of the root, and 1 more
}

// Space is the regions of all blocks of a pool. Init makes it ready.
type Space struct {
	trees   []uint8 // nodes for each block
	blocks  []block
	regions []region // 0 is none
	spare   uint32   // recycled regions
}

// Init empties the space and provides for the given number of regions.
func (s *Space) Init(regions int, granularity uint64) {
	*s = Space{regions: make([]region, 1, 1+regions)}
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (s *Space) Apart() {
	s.trees, s.blocks, s.regions = slices.Grow(s.trees, 512), slices.Grow(s.blocks, 32), slices.Grow(s.regions, 32)
}

// Add adds a block of the given bytes, a power of two and a multiple of the
// alignment. Its number is one that was removed, or the lowest that never was
// added. It takes a step for each node of the block.
func (s *Space) Add(number uint32, bytes uint64) {
	if uint64(number) == uint64(len(s.blocks)) {
		s.blocks = append(s.blocks, block{})
		s.trees = append(s.trees, make([]uint8, nodes)...)
	}
	order := orderOf(bytes)
	s.blocks[number] = block{order: order + 1}
	tree := s.tree(number)
	for n := uint32(1); n < 2<<order; n++ {
		tree[n] = order + 2 - uint8(bits.Len32(n))
	}
}

// tree returns the nodes of a block.
func (s *Space) tree(number uint32) []uint8 {
	return s.trees[uint64(number)*nodes:][:nodes]
}

// orderOf returns the order of the smallest node that has the given bytes.
func orderOf(bytes uint64) uint8 { return uint8(bits.Len64((bytes - 1) / alignment)) }

// Remove removes an empty block.
func (s *Space) Remove(number uint32) { s.blocks[number] = block{} }

// Alloc places a region of extent bytes, a multiple of the alignment above 0,
// at a multiple of align bytes, a power of two, in a block, and returns it.
// Alloc returns 0 if there is no room, and then has changed nothing.
func (s *Space) Alloc(number uint32, extent, align uint64, how uint8) uint32 {
	root := s.blocks[number].order - 1
	order := orderOf(extent)
	if order > root {
		return 0
	}
	// A node lies at a multiple of its size, the root at one of any.
	order = min(max(order, orderOf(align)), root)
	tree := s.tree(number)
	if tree[1] <= order {
		return 0
	}
	n := uint32(1)
	for at := root; at > order; at-- {
		if n *= 2; tree[n] <= order {
			n++
		}
	}
	tree[n] = 0
	raise(tree, n)
	s.blocks[number].used += extent
	i := s.take()
	s.regions[i] = region{extent: uint32(extent / alignment), node: n, block: number}
	return i
}

// raise tells what is above a node that was taken.
func raise(tree []uint8, n uint32) {
	for n /= 2; n > 0; n /= 2 {
		tree[n] = max(tree[2*n], tree[2*n+1])
	}
}

// Free ends a live region. Its node becomes one with the other half of what it is
// a half of, if that is free, and so on.
func (s *Space) Free(i uint32) {
	r := s.regions[i]
	b := &s.blocks[r.block]
	b.used -= uint64(r.extent) * alignment
	tree := s.tree(r.block)
	n := r.node
	whole := b.order + 1 - uint8(bits.Len32(n)) // what the node has where it is free
	tree[n] = whole
	for n /= 2; n > 0; n /= 2 {
		if tree[2*n] == whole && tree[2*n+1] == whole {
			tree[n] = whole + 1
		} else {
			tree[n] = max(tree[2*n], tree[2*n+1])
		}
		whole++
	}
	s.regions[i] = region{next: s.spare}
	s.spare = i
}

// take returns a region to be used.
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

// EmptiestFirst reports whether of several blocks a request is to try the one
// with the most free bytes first.
func EmptiestFirst(uint8) bool { return false }

// Is reports whether a number is that of a block of the given bytes.
func (s *Space) Is(number uint32, bytes uint64) bool {
	return uint64(number) < uint64(len(s.blocks)) && s.blocks[number].order != 0 && s.size(number) == bytes
}

// size returns the bytes of a block.
func (s *Space) size(number uint32) uint64 { return alignment << (s.blocks[number].order - 1) }

// FreeBytes returns how many bytes of a block are in no live region.
func (s *Space) FreeBytes(number uint32) uint64 { return s.size(number) - s.blocks[number].used }

// IsEmpty reports whether no region of a block is live.
func (s *Space) IsEmpty(number uint32) bool { return s.blocks[number].used == 0 }

// BlockOf returns the block of a live region.
func (s *Space) BlockOf(region uint32) uint32 { return s.regions[region].block }

// Offset returns where in its block a live region begins, in bytes: as many nodes
// of its size as there are before it in its level of the tree.
func (s *Space) Offset(region uint32) uint64 {
	r := s.regions[region]
	depth := bits.Len32(r.node) - 1
	return uint64(r.node-1<<depth) * (s.size(r.block) >> depth)
}

// Extent returns how many bytes of its block a live region occupies.
func (s *Space) Extent(region uint32) uint64 { return uint64(s.regions[region].extent) * alignment }
