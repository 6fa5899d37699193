// Package direct serves every region with a block of exactly its extent. A
// freed block keeps its slot, idle, and serves only a request of the same
// extent: of several the one in the lowest slot.
//
// The pool never makes or destroys a block itself: Place answers that it needs
// one, the caller creates it and Commits it, or gives up; PopIdle names the
// blocks that the caller is to destroy, first of all where a new one would take
// what it has reserved above the Watermark.
//
// A block that was made for one region alone is never idle: Separate brings it,
// and Free names it for the caller to destroy.
//
// Laws:
//   - a slot is live, idle or vacant; idle ones are in both sets.
//
// Cost: every operation is O(log n) for n idle slots. A slot costs 40 bytes
// and holds no pointer.
package direct

import (
	"github.com/allocgen/allocgen/templates/ordered"
	"github.com/allocgen/allocgen/templates/whole"
)

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

	// ownBit marks the number of a region that came by Separate.
	ownBit = 1 << 31

	_ = uint(0 - alignment&(alignment-1)) // a power of two
)

// Pool is a pool of direct allocations. Init makes it ready.
type Pool struct {
	slots    whole.Blocks
	byExtent ordered.Set // idle slots, of one extent the lowest first
	bySlot   lowest      // idle slots
}

// Init empties the pool and provides for the given number of regions; more
// grow it.
func (p *Pool) Init(regions int) {
	*p = Pool{}
	p.slots.Init(regions)
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (p *Pool) Apart() {
	p.slots.Apart()
	p.byExtent.Apart()
	p.bySlot.apart()
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
	n := p.byExtent.Take(extent, extent)
	if n == 0 {
		return 0, extent
	}
	p.bySlot.remove(n)
	return n, 0
}

// Commit adds the block of the given bytes that Place needed, idle, in the
// slot vacated last or else a new one.
func (p *Pool) Commit(block uint32, bytes uint64) {
	p.Free(p.slots.Add(block, bytes))
}

// Separate adds a block of the given bytes that is one live region: Free
// returns it.
func (p *Pool) Separate(block uint32, bytes uint64) (region uint32) {
	return p.slots.Add(block, bytes) | ownBit
}

// Free ends a live region. gone says that it came by Separate, and the caller
// is to destroy its block.
func (p *Pool) Free(region uint32) (block uint32, gone bool) {
	if region&ownBit != 0 {
		return p.slots.Drop(region &^ ownBit), true
	}
	p.byExtent.Insert(region, p.slots.Size(region), uint64(region))
	p.bySlot.insert(region)
	return 0, false
}

// Unplace takes back the last Place, which gave a region: nothing was placed.
func (p *Pool) Unplace(region uint32) { p.Free(region) }

// PopIdle removes the lowest idle slot and returns its block. ok is false when
// no slot is idle.
func (p *Pool) PopIdle() (block uint32, ok bool) {
	n := p.bySlot.first()
	if n == 0 {
		return 0, false
	}
	p.byExtent.Remove(n)
	p.bySlot.remove(n)
	return p.slots.Drop(n), true
}

// Block returns the number of the block that a live region is.
func (p *Pool) Block(region uint32) uint32 { return p.slots.Block(region &^ ownBit) }

// Offset returns where in its block a region begins.
func (p *Pool) Offset(uint32) uint64 { return 0 }

// Extent returns the size of a live region's block, in bytes.
func (p *Pool) Extent(region uint32) uint64 { return p.slots.Size(region &^ ownBit) }

// Pages counts the blocks, and their bytes, one by one.
func (p *Pool) Pages() (blocks, bytes uint64) { return p.slots.Count() }

// Claim enters the size of every block into sizes, by block. It reports whether
// each was within them and had no size there yet.
func (p *Pool) Claim(sizes []uint64) (alone bool) { return p.slots.Claim(sizes) }

// Broken returns the law that the pool breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold.
func (p *Pool) Broken(live []uint32) (law string) {
	slots := make([]uint32, len(live))
	for i, region := range live {
		slots[i] = region &^ ownBit
	}
	idle, law := p.slots.Broken(slots)
	if law == "" {
		law = p.byExtent.Broken(idle)
	}
	if law == "" {
		law = p.bySlot.broken(idle)
	}
	return law
}
