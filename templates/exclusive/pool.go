// Package exclusive serves every region with a page of its own. A freed page
// stays and serves a later request: the smallest one that holds it, of equally
// small ones the one created first. Pages are never split.
//
// A page is one block of the device. The pool never makes or destroys one
// itself: Place answers that it needs a block, the caller creates it and
// Commits it, or gives up; PopIdle and PopDue name the blocks that the
// caller is to destroy.
//
// Laws:
//   - a page is either live or both in the free set and in the idle list;
//   - the free set is ordered by page size, then by creation.
//
// Cost: Place, Commit, Free and PopIdle are O(log n) for n pages. A page costs
// 64 bytes and holds no pointer.
package exclusive

import (
	"math/bits"
	"slices"

	"github.com/allocgen/allocgen/templates/idle"
	"github.com/allocgen/allocgen/templates/ordered"
	"github.com/allocgen/allocgen/templates/whole"
)

// How large a new page is made.
const (
	exact   = 0 // as the request
	average = 1 // as the requests served so far were on average, if that is more
)

// What the spec declares.
const (
	// The granule of the arena: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 256 //allocgen:param
	// The largest size the pool accepts, a multiple of the alignment.
	maxAllocSize = 64 << 20 //allocgen:param
	// How large a new page is: exact makes it as large as the request, average
	// as large as the moving average of the requests served, if that is larger.
	growth = 0 //allocgen:param
)

const (
	_ = uint(0 - alignment&(alignment-1)) // a power of two
	_ = uint(0 - maxAllocSize%alignment)  // whole granules
	_ = uint(maxAllocSize - 1)            // and not nothing,
	_ = uint(1<<47 - maxAllocSize*growth) // so that the average has 16 more bits
	_ = uint(average - growth)
)

// Pool is a pool of exclusive pages. Init makes it ready.
type Pool struct {
	pages   whole.Blocks
	born    []uint64 // by page: how many pages had been created before it
	free    ordered.Set
	idle    idle.List
	created uint64
	mean    uint64 // the moving average in bytes, times 1<<16
}

// Init empties the pool and provides for the given number of regions; more
// grow it.
func (p *Pool) Init(regions int) {
	*p = Pool{}
	p.pages.Init(regions)
	if growth == average {
		p.mean = maxAllocSize << 15 // half of it
	}
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (p *Pool) Apart() {
	p.pages.Apart()
	p.free.Apart()
	p.idle.Apart()
	p.born = slices.Grow(p.born, 64)
}

// Accepts reports whether the pool serves requests of size bytes at all.
func Accepts(size uint64) bool { return size <= maxAllocSize }

// Limit returns the largest request that the pool accepts, in bytes.
func Limit() uint64 { return maxAllocSize }

// Place takes a free page of at least extent bytes and returns it as the
// region. Without one it returns 0 and the size of the block it needs first.
// Every block satisfies every alignment.
func (p *Pool) Place(extent, _ uint64) (region uint32, need uint64) {
	n := p.free.Take(extent, 1<<64-1)
	if n == 0 {
		if growth == average {
			extent = max(extent, (p.mean>>16+alignment-1)/alignment*alignment)
		}
		return 0, extent
	}
	p.idle.Leave(n)
	return n, 0
}

// Served moves the average towards the size of a request that was served, by
// a hundredth of the difference, rounded down.
func (p *Pool) Served(size uint64) {
	hi, lo := bits.Mul64(p.mean, 99)
	lo, carry := bits.Add64(lo, size<<16, 0)
	p.mean, _ = bits.Div64(hi+carry, lo, 100)
}

// Commit adds the block of the given bytes that Place needed as a free page.
func (p *Pool) Commit(block uint32, bytes uint64) {
	n := p.pages.Add(block, bytes)
	for uint64(n) >= uint64(len(p.born)) {
		p.born = append(p.born, 0)
	}
	p.born[n] = p.created
	p.created++
	p.Free(n)
}

// Free ends a live region.
func (p *Pool) Free(region uint32) {
	p.free.Insert(region, p.pages.Size(region), p.born[region])
	p.idle.Join(region)
}

// Unplace takes back the last Place, which gave a region: nothing was placed.
func (p *Pool) Unplace(region uint32) {
	p.free.Insert(region, p.pages.Size(region), p.born[region])
	p.idle.Return(region)
}

// PopIdle removes the page that has been idle longest and returns its block.
// ok is false when no page is idle.
func (p *Pool) PopIdle() (block uint32, ok bool) { return p.pop(p.idle.Oldest()) }

// Tick counts a successful reservation of the arena.
func (p *Pool) Tick() { p.idle.Tick() }

// PopDue is PopIdle for a page that has been idle for the pool's period.
func (p *Pool) PopDue() (block uint32, ok bool) { return p.pop(p.idle.Due()) }

// pop removes the idle page n, if it is one.
func (p *Pool) pop(n uint32) (block uint32, ok bool) {
	if n == 0 {
		return 0, false
	}
	p.idle.Leave(n)
	p.free.Remove(n)
	return p.pages.Drop(n), true
}

// Block returns the number of the block that a live region is.
func (p *Pool) Block(region uint32) uint32 { return p.pages.Block(region) }

// Offset returns where in its block a region begins.
func (p *Pool) Offset(uint32) uint64 { return 0 }

// Extent returns the size of a live region's page, in bytes.
func (p *Pool) Extent(region uint32) uint64 { return p.pages.Size(region) }

// Pages counts the pages, and their bytes, one by one.
func (p *Pool) Pages() (pages, bytes uint64) { return p.pages.Count() }

// Claim enters the size of every block into sizes, by block. It reports whether
// each was within them and had no size there yet.
func (p *Pool) Claim(sizes []uint64) (alone bool) { return p.pages.Claim(sizes) }

// Broken returns the law that the pool breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold.
func (p *Pool) Broken(live []uint32) (law string) {
	free, law := p.pages.Broken(live)
	if law == "" {
		law = p.idle.Broken(free)
	}
	if law == "" {
		law = p.free.Broken(free)
	}
	return law
}
