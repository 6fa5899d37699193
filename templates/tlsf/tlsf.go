// Package tlsf cuts blocks into ranges, live and free, by two-level segregated
// fit (Masmano, Ripoll, Crespo & Real, "TLSF: a New Dynamic Memory Allocator
// for Real-Time Systems", ECRTS 2004): free ranges wait in classes by size,
// and bitmaps lead to the first class that has one.
//
// A Space has one table of ranges for all blocks of a pool, so that a region
// is one number. The ranges of a block are linked in the order of their
// offsets; an edge, a range of no size that counts as live, closes the circle.
// A free range is also a member of its size class or of a tree by offset, or
// of both, as the strategies need:
//
//   - min_memory takes a range of the smallest size that holds the request, the
//     one at the end of the block last, and refuses only if there is none.
//     Within a class, trees order the ranges by size: one of exactly the wanted
//     size is always found first, and no refusal looks at ranges one by one.
//   - min_offset takes the lowest offset that holds the request, and refuses
//     only if there is none.
//   - min_time looks at no more than 16 ranges. It is min_memory that may miss
//     a range of the request's own class, or one that happens to be aligned.
//
// Where a range is larger than the request, the region takes its front, behind
// the gap that alignment asks for; gap and rest stay free. A freed region
// becomes one with its free neighbours at once. With contents mixed, a region
// of linear content and one of optimal tiling never share a page of the
// device's bufferImageGranularity.
//
// Laws:
//   - the ranges of a block tile it: each starts where the one before it ends;
//   - no two neighbours are both free;
//   - a live region's nextFree is its block;
//   - every free range is a member of the structures of its block, once, and
//     nothing else is;
//   - free counts the granules of the free ranges of a block.
//
// Each of these structures states its own laws.
//
// Cost: with min_memory and min_time, Alloc and Free are O(1) where a class
// has ranges of one size, and else take at most a step for each bit in which
// sizes of the class differ. With min_offset they are O(log n) for n free
// ranges of a block. An alignment above the arena's, or mixed contents, add as
// much for each range that they reject; min_memory soon tries one that they
// can't. What found no room is refused at once until a region is freed.
//
// A region costs two ranges, of 21 bytes each with 16-bit numbers and 33 with
// 32-bit ones; where min_offset is not the only strategy, it adds 2 or 4. The
// tree by offset takes about 20 bytes for each free range, and a block two
// ranges and up to 17 KiB for its classes. The tables hold no pointers.
package tlsf

import "slices"

// What a request may ask for, apart from size and alignment.
const (
	// The strategies. None is the default, and requests name at most one, of
	// those that the space has.
	MinMemory = 1 << 0
	MinOffset = 1 << 1
	MinTime   = 1 << 2
	// Optimal says that the region is for an image with optimal tiling, which
	// counts with mixed contents alone.
	Optimal = 1 << 6
	// Upper asks for a place from the top, where HasUpper.
	Upper = 1 << 3

	strategyBits = MinMemory | MinOffset | MinTime
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
	// How many regions can be live at once; 0 is as many as handles tell apart,
	// 16777216.
	maxLive = 30000 //allocgen:param
	// How many blocks the pool has at most; 0 is as many as it needs.
	maxBlocks = 0 //allocgen:param
	// The size of the largest block that the pool may have, in bytes.
	largestBlock = 4 << 30 //allocgen:param
	// The strategy of requests that name none: 1 is min_memory, 2 min_offset,
	// 4 min_time.
	strategy = 1 //allocgen:param
	// The strategies that requests may name, the sum of their numbers.
	strategies = 1 //allocgen:param
	// What regions are for: 0 is buffers, 1 images, 2 both.
	contents = 0 //allocgen:param
)

const (
	// HasUpper reports whether regions can be placed from the top.
	HasUpper = false
	// HasStrategies reports whether a request may name a strategy.
	HasStrategies = offered&(offered-1) != 0
	// HasContents reports whether a request must say what it is for.
	HasContents = contents == mixed
	// Appends reports whether regions go behind one another, so that of several
	// blocks only the latest and the empty ones have room.
	Appends = false
	// MostBytes is the size of the largest block that there can be.
	MostBytes = largestBlock
	// BlockLimit is how many blocks there can be at once.
	BlockLimit = blockRoom
	// LiveLimit is how many regions there can be at once, 0 if there is no bound.
	LiveLimit = maxLive

	offered      = strategies | strategy
	hasMinMemory = offered&MinMemory != 0
	hasMinOffset = offered&MinOffset != 0
	hasMinTime   = offered&MinTime != 0

	bySize   = hasMinMemory || hasMinTime
	byStart  = hasMinOffset
	isSingle = maxBlocks == 1
	isMixed  = contents == mixed
)

const (
	_ = uint(0 - alignment&(alignment-1)) // a power of two
	_ = uint(1<<57 - largestBlock)        // so that no sum overflows
	_ = uint(largestBlock/alignment - 1)  // and a granule at least
	_ = uint(1<<24 - maxLive)             // numbers have a bit to spare
	_ = uint(1<<24 - maxBlocks)           // for branched
	_ = uint(0 - strategy&(strategy-1))   // one of them
	_ = uint(strategyBits - offered)
	_ = uint(strategy - MinMemory)
	_ = uint(mixed - contents)
)

// Space is the ranges of all blocks of a pool. Init makes it ready.
type Space struct {
	only      block   // where a pool has but one
	blocks    []block // where it has more; one of size 0 is vacant
	spare     uint32  // recycled ranges, linked through nextFree
	used      uint32  // ranges below it were in use at some time
	nodes     []node  // of the trees by offset; 0 is none
	spareNode uint32  // recycled nodes, linked through up
	page      uint64  // of contents that don't mix, in granules; 0 where all may

	wide       []wideRange
	high       []highHalves
	wideState  []uint8
	wideBySize [][2]uint32
	wideLeaf   []uint32

	// What is in them from used on means nothing.
	narrow       [capacity]narrowRange
	narrowState  [capacity]uint8
	narrowBySize [capacity][2]uint16
	narrowLeaf   [capacity]uint16
}

// Init empties the space and provides for the given number of regions.
// Contents that don't mix keep to pages of granularity bytes, a power of two.
func (s *Space) Init(regions int, granularity uint64) {
	s.only, s.blocks = block{}, nil
	s.spare, s.used = 0, 0
	s.nodes, s.spareNode = nil, 0
	if isWide {
		s.provision(1 + 2*regions)
	}
	s.setState(s.freshRange(), edge)
	s.page = 0
	if isMixed && granularity > alignment {
		s.page = granularity / alignment
	}
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (s *Space) Apart() {
	if !isSingle {
		s.blocks = slices.Grow(s.blocks, 8)
	}
	if isWide {
		s.wide, s.wideState = slices.Grow(s.wide, 64), slices.Grow(s.wideState, 512)
	}
	if isHuge {
		s.high = slices.Grow(s.high, 64)
	}
	if isWide && bySize {
		s.wideBySize = slices.Grow(s.wideBySize, 64)
	}
	if byStart {
		s.nodes = slices.Grow(s.nodes, 64)
	}
	if isWide && byStart {
		s.wideLeaf = slices.Grow(s.wideLeaf, 128)
	}
}

// Add adds a block of the given size, at least the alignment and at most
// largestBlock, of which it uses whole granules. Its number is one that was
// removed, or the lowest that never was added, and below BlockLimit.
func (s *Space) Add(number uint32, bytes uint64) {
	if !isSingle && uint64(number) == uint64(len(s.blocks)) {
		s.blocks = append(s.blocks, block{})
	}
	b := s.at(number)
	*b = block{}
	b.size = bytes / alignment
	b.free = b.size
	b.edge = s.newRange()
	s.setState(b.edge, edge)
	s.setNextFree(b.edge, number)
	if byStart {
		b.root = s.newNode(0)
	}
	i := s.newRange()
	s.link(b.edge, i)
	s.link(i, b.edge)
	s.release(b, i, 0, b.size)
}

// at returns the block of a number.
func (s *Space) at(number uint32) *block {
	if isSingle {
		return &s.only
	}
	return &s.blocks[number]
}

// Remove removes an empty block.
func (s *Space) Remove(number uint32) {
	b := s.at(number)
	if byStart {
		s.recycleNode(b.root)
	}
	s.recycle(s.next(b.edge))
	s.recycle(b.edge)
	*b = block{}
}

// EmptiestFirst reports whether of several blocks a request is to try the one
// with the most free bytes first, not the one with the fewest.
func EmptiestFirst(how uint8) bool {
	return hasMinTime && (how&strategyBits == MinTime || how&strategyBits == 0 && strategy == MinTime)
}

// Is reports whether a number is that of a block of the given bytes, a multiple
// of the alignment.
func (s *Space) Is(number uint32, bytes uint64) bool {
	if !isSingle && uint64(number) >= uint64(len(s.blocks)) {
		return false
	}
	return s.at(number).size == bytes/alignment
}

// FreeBytes returns how many bytes of a block are free.
func (s *Space) FreeBytes(number uint32) uint64 { return s.at(number).free * alignment }

// IsEmpty reports whether no region of a block is live.
func (s *Space) IsEmpty(number uint32) bool { return s.at(number).free == s.at(number).size }

// BlockOf returns the block of a live region.
func (s *Space) BlockOf(region uint32) uint32 { return s.nextFree(region) }

// Offset returns where in its block a live region begins, in bytes.
func (s *Space) Offset(region uint32) uint64 { return s.start(region) * alignment }

// Extent returns how many bytes of its block a live region occupies.
func (s *Space) Extent(region uint32) uint64 { return s.size(region) * alignment }
