// Package blocks serves regions inside blocks, where an algorithm places them,
// and decides by a policy when there is a block more, of what size, and when a
// region is a block of its own: separate storage.
//
// Any algorithm will do that has a Space with the same methods and the same
// constants beside it. Of the policies, each has its sizes in a file of its own:
// with separate every region is a block of its own; fixed has the blocks made at
// the start and no other; the blocks of pooled have one size, those of adaptive
// half of it where memory is short, and those of automatic grow with use.
//
// The pool never makes or destroys a block itself. Place answers with a region
// or with none; the caller then asks Grow what block to make, tries smaller ones
// with Shrink as long as there is no memory, and Commits what it has made and
// calls PlaceNew, or gives it to Separate. Free, PopIdle and PopDue name the
// blocks that the caller is to destroy.
//
// Laws, beyond those of the algorithm:
//   - a block has a number in the space, below count and vacant numbers
//     together, or its number is vacant;
//   - the empty blocks are in the idle list, and no others are;
//   - order lists the blocks of an algorithm that searches, by ascending free
//     bytes, of equal ones the oldest first.
//
// Cost: an operation is one of the algorithm's, and a step for each block that
// is searched in vain or passed in the order; none looks at every block but
// where a new one is made. A block costs 40 bytes beside the algorithm's, one of
// its own 16. No table holds a pointer.
package blocks

import (
	"slices"

	"github.com/allocgen/allocgen/templates/idle"
	algo "github.com/allocgen/allocgen/templates/tlsf"
	"github.com/allocgen/allocgen/templates/whole"
)

// The policies.
const (
	separate  = 0
	fixed     = 1
	pooled    = 2
	adaptive  = 3
	automatic = 4
)

// What the spec declares.
const (
	// The granule of the pool: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 256 //allocgen:param
	// The policy, by its number.
	policy = 4 //allocgen:param
	// The size of a block: of every one under fixed and pooled, of the largest
	// under adaptive.
	blockSize = 0 //allocgen:param
	// The size of the smallest block under adaptive.
	minBlockSize = 0 //allocgen:param
	// The largest size that the pool accepts.
	maxSize = 1<<64 - 1 //allocgen:param
	// How many blocks the pool has at most; 0 is as many as it needs.
	maxBlocks = 0 //allocgen:param
	// After how many reservations of the arena a block that stays empty is
	// returned; 0 keeps one empty block, and returns the others at once.
	deallocPeriod = 0 //allocgen:param
	// The bytes of guard words behind each region in a block.
	margin = 0 //allocgen:param
)

const (
	// Granule is that of the pool, BlockBytes the size of a block where
	// the spec says one, and GuardBytes that of a guard, all in bytes.
	Granule    = alignment
	BlockBytes = blockSize
	GuardBytes = margin
	// Optimal is the flag of requests for an image with optimal tiling.
	Optimal = algo.Optimal
	// MostBytes is the size of the largest block that there can be.
	MostBytes = algo.MostBytes
	// MostBlocks is how many blocks the pool may have in memory of all types, 0
	// if there is no bound.
	MostBlocks = maxBlocks
	// BlockLimit is how many blocks the algorithm can tell apart.
	BlockLimit = algo.BlockLimit
	// Appends reports whether regions go behind one another, so that of several
	// blocks only the latest and the empty ones have room.
	Appends = algo.Appends
	// HasUpper reports whether regions can be placed from the top.
	HasUpper = algo.HasUpper && hasBlocks

	hasBlocks = policy != separate
	hasOwn    = policy != fixed
	isSingle  = maxBlocks == 1
	tracks    = hasBlocks && !(policy == fixed && isSingle) // which blocks are empty
	searches  = hasBlocks && !isSingle && !Appends
	follows   = hasBlocks && !isSingle && Appends

	// ownBit marks the number of a region that is a block of its own.
	ownBit = 1 << 31
)

const (
	_ = uint(0 - alignment&(alignment-1)) // a power of two
	_ = uint(automatic - policy)
	_ = uint(blockSize - minBlockSize)
	_ = uint64(maxSize - 1)
	_ = uint(BlockLimit - maxBlocks)
	_ = uint64(MostBytes - max(blockSize, policy/automatic*mostPreferred))
)

// block is one block of the space; its number there is its place in the table.
type block struct {
	size   uint64 // bytes, as the caller made it; 0 where the number is vacant
	born   uint64 // serial number
	native uint32 // the caller's number
	link   uint32 // its place in order; of a vacant number the next vacant one + 1
}

// Pool is a pool of blocks. Init makes it ready.
type Pool struct {
	space  algo.Space
	blocks []block
	order  []uint32 // where the algorithm searches
	empty  idle.List
	own    whole.Blocks
	vacant uint32 // the number vacated last + 1, 0 for none
	count  uint32 // blocks
	least  uint32 // blocks that stay where all are empty
	born   uint64 // blocks so far

	newest       uint32 // the block that came last
	last, before uint32 // where blocks are appended to: the number of the latest block and of the one before + 1
	granule      uint64 // bytes: all extents are multiples of it
	start        uint64 // bytes: the size that a policy's first try begins with, 0 if it can make no block
}

// Init makes a zero pool ready for the given number of regions; more grow it.
// All extents will be multiples of granule, which is one of the alignment.
// Contents that don't mix keep to pages of granularity bytes. heap is the bytes
// of the heap that blocks come from, most those of the largest block that can be
// made, and least blocks stay where all are empty.
func (p *Pool) Init(regions int, granule, granularity, heap, most uint64, least uint32) {
	if hasBlocks {
		p.space.Init(regions, granularity)
	}
	p.own.Init(0)
	p.granule = granule
	if p.least = least; policy == fixed {
		p.least = 1<<32 - 1
	}
	switch policy {
	case pooled:
		p.start = blockSize
	case adaptive:
		p.start = firstAdaptive(min(heap, most))
	case automatic:
		p.start = preferred(heap)
	}
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (p *Pool) Apart() {
	p.space.Apart()
	p.blocks, p.order = slices.Grow(p.blocks, 32), slices.Grow(p.order, 128)
	p.empty.Apart()
	p.own.Apart()
}

// Accepts reports whether the pool serves requests of size bytes at all.
func Accepts(size uint64) bool { return size <= Limit() }

// Limit returns the largest request that the pool accepts, in bytes.
func Limit() uint64 {
	return min(maxSize, (1<<64-1)&^(alignment-1)-(margin+alignment-1)&^(alignment-1))
}

// Commit adds a block of the given bytes, which is empty: one that Grow or
// Shrink named, or of a fixed pool.
func (p *Pool) Commit(native uint32, bytes uint64) {
	n := p.vacant - 1
	if p.vacant != 0 {
		p.vacant = p.blocks[n].link
	} else {
		n = uint32(len(p.blocks))
		p.blocks = append(p.blocks, block{})
	}
	p.blocks[n] = block{size: bytes, born: p.born, native: native}
	p.born++
	p.count++
	p.newest = n
	p.space.Add(n, p.usable(bytes))
	if searches {
		p.blocks[n].link = uint32(len(p.order))
		p.order = append(p.order, n)
		p.settle(n)
	}
	if tracks {
		p.empty.Join(n + 1)
	}
}

// Place finds room in the blocks for extent bytes at a multiple of align bytes,
// and returns the region there, or 0. how is the flags of the request. extent
// must be a multiple of the alignment, align a power of two.
func (p *Pool) Place(extent, align uint64, how uint8) (region uint32) {
	switch {
	case !hasBlocks:
		return 0
	case !tracks:
		return p.space.Alloc(0, extent, align, how)
	case isSingle:
		return p.placeIn(0, extent, align, how)
	case follows:
		return p.placeBehind(extent, align, how)
	}
	return p.search(extent, align, how)
}

// usable is how many bytes of a block regions can take: whole granules.
func (p *Pool) usable(bytes uint64) uint64 { return bytes &^ (p.granule - 1) }

// PlaceNew is Place in the block that came last, for which it was made.
func (p *Pool) PlaceNew(extent, align uint64, how uint8) (region uint32) {
	if follows {
		p.before, p.last = p.last, p.newest+1
	}
	return p.placeIn(p.newest, extent, align, how)
}

// placeIn is Place in one block.
func (p *Pool) placeIn(n uint32, extent, align uint64, how uint8) (region uint32) {
	wasEmpty := p.space.IsEmpty(n)
	region = p.space.Alloc(n, extent, align, how)
	if region == 0 {
		return 0
	}
	if wasEmpty {
		p.empty.Leave(n + 1)
	}
	if searches {
		p.settle(n)
	}
	return region
}

// Free ends a live region. gone says that the policy returns the block which
// the caller then is to destroy.
func (p *Pool) Free(region uint32) (native uint32, gone bool) {
	if hasOwn && region&ownBit != 0 {
		return p.own.Drop(region &^ ownBit), true
	}
	if !tracks {
		p.space.Free(region)
		return 0, false
	}
	n := p.release(region)
	if !p.space.IsEmpty(n) {
		return 0, false
	}
	if deallocPeriod == 0 && p.count > p.least && p.empty.Oldest() != 0 {
		return p.remove(n), true
	}
	p.empty.Join(n + 1)
	return 0, false
}

// release ends a region of the space and returns its block.
func (p *Pool) release(region uint32) (n uint32) {
	n = p.space.BlockOf(region)
	p.space.Free(region)
	if searches {
		p.settle(n)
	}
	return n
}

// Unplace takes back the last Place, which gave a region: nothing was placed.
func (p *Pool) Unplace(region uint32) {
	n := p.release(region)
	if tracks && p.space.IsEmpty(n) {
		p.empty.Return(n + 1)
	}
	if follows {
		p.last = p.before
	}
}

// remove takes an empty block, in no idle list, out of the pool.
func (p *Pool) remove(n uint32) (native uint32) {
	native = p.blocks[n].native
	p.space.Remove(n)
	if searches {
		p.unlist(n)
	}
	if follows && p.last == n+1 {
		p.last = 0
	}
	p.blocks[n] = block{link: p.vacant}
	p.vacant = n + 1
	p.count--
	return native
}

// PopIdle removes the block that has been empty longest, if there are more
// than must stay, and returns it.
func (p *Pool) PopIdle() (native uint32, ok bool) { return p.pop(p.empty.Oldest()) }

// Tick counts a successful reservation of the arena.
func (p *Pool) Tick() { p.empty.Tick() }

// PopDue is PopIdle for a block that has been empty for the pool's period.
func (p *Pool) PopDue() (native uint32, ok bool) { return p.pop(p.empty.Due()) }

// pop removes the empty block of an entry in the idle list, if it is one.
func (p *Pool) pop(entry uint32) (native uint32, ok bool) {
	if entry == 0 || p.count <= p.least {
		return 0, false
	}
	p.empty.Leave(entry)
	return p.remove(entry - 1), true
}

// Surrender lets every block go, of a pool without a live region: PopIdle names
// one after the other.
func (p *Pool) Surrender() {
	p.least = 0
	if !tracks && p.count != 0 {
		p.empty.Join(1)
	}
}

// Count returns how many blocks the pool has, those of its regions' own aside.
func (p *Pool) Count() uint32 { return p.count }

// Separate adds a block of the given bytes that is one live region: Free
// returns it.
func (p *Pool) Separate(native uint32, bytes uint64) (region uint32) {
	return p.own.Add(native, bytes) | ownBit
}

// IsSeparate reports whether a live region is a block of its own.
func IsSeparate(region uint32) bool { return hasOwn && region&ownBit != 0 }

// Block returns the caller's number of the block that a live region lies in.
func (p *Pool) Block(region uint32) uint32 {
	if hasOwn && region&ownBit != 0 {
		return p.own.Block(region &^ ownBit)
	}
	return p.blocks[p.space.BlockOf(region)].native
}

// Offset returns where in its block a live region begins, in bytes.
func (p *Pool) Offset(region uint32) uint64 {
	if hasOwn && region&ownBit != 0 {
		return 0
	}
	return p.space.Offset(region)
}

// Extent returns how many bytes of its block a live region occupies.
func (p *Pool) Extent(region uint32) uint64 {
	if hasOwn && region&ownBit != 0 {
		return p.own.Size(region &^ ownBit)
	}
	return p.space.Extent(region)
}
