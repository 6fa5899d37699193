// Package direct serves every region with a block of exactly its extent. A
// freed block keeps its slot, idle, and serves only a request of the same
// extent: of several the one in the lowest slot.
//
// The pool never makes or destroys a block itself: Place answers that it needs
// one, the caller creates it and Commits it, or gives up; PopIdle names the
// blocks that the caller is to destroy, first of all where a new one would take
// what it has reserved above the Watermark.
//
// Laws:
//   - a slot is live, idle or vacant; idle ones are in both sets.
//
// Cost: every operation is O(log n) for n idle slots. A slot costs 64 bytes
// and holds no pointer.
package direct

import "github.com/allocgen/allocgen/templates/ordered"

// What the spec declares.
const (
	// The granule of the arena: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 256 //allocgen:param
	// A watermark, not a cap: where a new block would take the pool above it,
	// idle blocks are returned first, as many as it takes or as there are.
	// Without it they stay until they are reclaimed.
	reclaimAt = 1<<64 - 1 //allocgen:param
)

const (
	// Watermark is the bytes above which idle slots are to go first.
	Watermark = reclaimAt

	_ = uint(0 - alignment&(alignment-1)) // a power of two
)

// slot is a block. Numbers, from 1, name slots.
type slot struct {
	extent uint64 // bytes, 0 in a vacant slot
	block  uint32 // in a vacant slot, the slot vacated before it
}

// Pool is a pool of direct allocations. Init makes it ready.
type Pool struct {
	slots    []slot
	byExtent ordered.Set // idle slots, of one extent the lowest first
	bySlot   ordered.Set // idle slots, the lowest first
	vacant   uint32      // the slot vacated last
}

// Init empties the pool and provides for the given number of regions; more
// grow it.
func (p *Pool) Init(regions int) {
	*p = Pool{slots: make([]slot, 1, 1+regions)}
}

// Accepts reports whether the pool serves requests of size bytes at all: of
// every size whose extent is a number.
func Accepts(size uint64) bool { return size <= Limit() }

// Limit returns the largest request that the pool accepts, in bytes.
func Limit() uint64 { return (1<<64 - 1) &^ (alignment - 1) }

// Place takes an idle block of exactly extent bytes and returns its slot as
// the region. Without one it returns 0 and the size of the block it needs
// first. Every block satisfies every alignment.
func (p *Pool) Place(extent, _ uint64) (region uint32, need uint64) {
	n := p.byExtent.AtLeast(extent)
	if n == 0 || p.slots[n].extent != extent {
		return 0, extent
	}
	p.byExtent.Remove(n)
	p.bySlot.Remove(n)
	return n, 0
}

// Commit adds the block of the given bytes that Place needed, idle, in the
// slot vacated last or else a new one.
func (p *Pool) Commit(block uint32, bytes uint64) {
	n := p.vacant
	if n != 0 {
		p.vacant = p.slots[n].block
	} else {
		n = uint32(len(p.slots))
		p.slots = append(p.slots, slot{})
	}
	p.slots[n] = slot{bytes, block}
	p.Free(n)
}

// Free ends a live region.
func (p *Pool) Free(region uint32) {
	p.byExtent.Insert(region, p.slots[region].extent, uint64(region))
	p.bySlot.Insert(region, uint64(region), 0)
}

// PopIdle removes the lowest idle slot and returns its block. ok is false when
// no slot is idle.
func (p *Pool) PopIdle() (block uint32, ok bool) {
	n := p.bySlot.AtLeast(0)
	if n == 0 {
		return 0, false
	}
	p.byExtent.Remove(n)
	p.bySlot.Remove(n)
	block = p.slots[n].block
	p.slots[n], p.vacant = slot{block: p.vacant}, n
	return block, true
}

// Block returns the number of the block that a live region is.
func (p *Pool) Block(region uint32) uint32 { return p.slots[region].block }

// Offset returns where in its block a region begins.
func (p *Pool) Offset(uint32) uint64 { return 0 }

// Extent returns the size of a live region's block, in bytes.
func (p *Pool) Extent(region uint32) uint64 { return p.slots[region].extent }

// Pages counts the slots that have a block, and their bytes, one by one.
func (p *Pool) Pages() (pages, bytes uint64) {
	for _, slot := range p.slots {
		if slot.extent != 0 {
			pages++
			bytes += slot.extent
		}
	}
	return pages, bytes
}

// Broken returns the law that the pool breaks, or "": exactly the regions
// given must be live. It ends whatever the slots hold.
func (p *Pool) Broken(live []uint32) (law string) {
	taken := make([]bool, len(p.slots))
	for n := p.vacant; n != 0; n = p.slots[n].block {
		if uint64(n) >= uint64(len(p.slots)) || taken[n] {
			return "the vacant slots form a list"
		}
		taken[n] = true
	}
	for _, n := range live {
		if n == 0 || uint64(n) >= uint64(len(p.slots)) || taken[n] {
			return "a live slot is one region"
		}
		taken[n] = true
	}
	var idle []uint32
	for n := 1; n < len(p.slots); n++ {
		if !taken[n] {
			idle = append(idle, uint32(n))
		}
	}
	if law := p.byExtent.Broken(idle); law != "" {
		return law
	}
	return p.bySlot.Broken(idle)
}
