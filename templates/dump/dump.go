// Package dump writes what the memory of an allocator looks like, in the JSON
// that Vulkan Memory Allocator has for its detailed map, so that what reads that
// reads this too. A pool stands there as a custom pool, whose blocks have the
// numbers that they have in the arena.
//
// A Layout first gathers the heaps and memory types, then of every arena the
// pools with their blocks, and last the arena's regions, in any order. Append
// puts the regions in order, sums up and writes.
//
// Laws:
//   - the regions of a block and the free ranges between them follow one another
//     from 0 to its size;
//   - a sum is that of the blocks that it is of.
//
// Cost: O(n log n) for n regions, and a step for every number of a block for each
// pool of its arena. Names are kept, not copied.
package dump

import "github.com/allocgen/allocgen/templates/layout"

const (
	// Whether regions can have names: 1 if they can.
	names = 0 //allocgen:param
	// Whether arenas are of streams: 1 if they are.
	streams = 0 //allocgen:param
	// Whether there are custom pools: 1 if there are.
	customs = 0 //allocgen:param
)

// What a region is for, by the numbers of Vulkan Memory Allocator.
const (
	Unknown      = 1
	Buffer       = 2
	ImageLinear  = 4
	ImageOptimal = 5
)

// MaxTypes is how many memory types and heaps there can be.
const MaxTypes = 32

// Pool is what there is to say of a pool.
type Pool struct {
	Place      string // the arena and the pool
	Stream     uint32
	Custom     uint32 // the number of the custom pool, 0 for the declared one
	MemoryType uint32
	Preferred  uint64 // bytes of a block, 0 if they differ
	Usage      uint64 // of the buffers that its blocks are, by Vulkan's bits
	first      uint32 // of its blocks
	count      uint32 // of its blocks
}

// Region is what there is to say of a live region, but for where it lies.
type Region struct {
	Handle uint64
	Name   string
	Kind   uint8
	Own    bool // its block was made for it alone, and is not counted among the pool's
}

// block is a block of a pool.
type block struct {
	bytes  uint64
	number uint32 // in its arena
	first  uint32 // rank of its regions among those of all blocks
	count  uint32 // of its regions
	own    bool
}

// heap is a memory heap.
type heap struct {
	size  uint64 // bytes, 0 if unknown
	used  uint64 // bytes, by native allocations
	flags uint32
}

// memory is a memory type.
type memory struct{ heap, flags uint32 }

// Layout is what was gathered. Its zero value is nothing.
type Layout struct {
	heaps    []heap
	types    []memory
	pools    []Pool
	blocks   []block
	regions  []Region    // as they were added
	places   layout.List // of them, by their blocks in blocks; a number is that of a region in regions
	sizes    []uint64    // by number: the blocks of the pool at hand, all 0 between pools
	byNumber []uint32    // the blocks of the arena at hand
}

// Heap adds a memory heap of size bytes, 0 if that is unknown, of which native
// allocations use some.
func (l *Layout) Heap(size, used uint64, flags uint32) {
	l.heaps = append(l.heaps, heap{size, used, flags})
}

// Type adds a memory type of a heap that was added.
func (l *Layout) Type(heap, flags uint32) { l.types = append(l.types, memory{heap, flags}) }

// Arena begins an arena, the numbers of whose blocks are below the given one.
func (l *Layout) Arena(numbers int) {
	for len(l.sizes) < numbers {
		l.sizes, l.byNumber = append(l.sizes, 0), append(l.byNumber, 0)
	}
	l.sizes, l.byNumber = l.sizes[:numbers], l.byNumber[:numbers]
}

// Pool begins a pool of the arena, and returns where the sizes of its blocks are
// to be entered, by number, before Blocks.
func (l *Layout) Pool(p Pool) (sizes []uint64) {
	p.first = uint32(len(l.blocks))
	l.pools = append(l.pools, p)
	return l.sizes
}

// Blocks takes over the blocks of the pool, or forgets the pool if it has none.
func (l *Layout) Blocks() {
	p := &l.pools[len(l.pools)-1]
	for n, bytes := range l.sizes {
		if bytes == 0 {
			continue
		}
		l.byNumber[n] = uint32(len(l.blocks))
		l.blocks = append(l.blocks, block{bytes: bytes, number: uint32(n)})
		l.sizes[n] = 0
		p.count++
	}
	if p.count == 0 {
		l.pools = l.pools[:len(l.pools)-1]
	}
}

// Region adds a region of the arena, which lies at a place.
func (l *Layout) Region(at layout.Region, r Region) {
	at.Block, at.Number = l.byNumber[at.Block], uint32(len(l.regions))
	b := &l.blocks[at.Block]
	b.count++
	b.own = r.Own
	l.places.Add(at)
	l.regions = append(l.regions, r)
}

// order puts the regions in order, and tells every block which are its own.
func (l *Layout) order() {
	l.places.Sort()
	first := uint32(0)
	for i := range l.blocks {
		l.blocks[i].first = first
		first += l.blocks[i].count
	}
}
