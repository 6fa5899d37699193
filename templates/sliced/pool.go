// Package sliced serves regions as slices of pages: first fit, on the oldest
// page with room, there at the lowest offset. A region takes the front of a
// free extent; what is left over stays free, and freed neighbours become one.
//
// A page is one block of the device. The pool never makes or destroys one
// itself: Place answers that it needs a block, the caller creates it and
// Commits it, or gives up; PopIdle and PopDue name the blocks that the
// caller is to destroy.
//
// Laws, beyond those of package extents, which holds the slices:
//   - every page has PageBytes; that there are at most MaxPages of them is up
//     to the caller, who may keep several pools under one cap;
//   - the idle list holds exactly the pages without a live region.
//
// Cost: Place and Free are O(log n) for n slices and pages, and near constant
// while all slices have one size; Place adds O(log n) for each free extent
// that an alignment above the arena's rejects. Commit, PopIdle and PopDue
// are O(log n). A page costs 24 bytes, a slice up to two extents.
package sliced

import (
	"github.com/allocgen/allocgen/templates/extents"
	"github.com/allocgen/allocgen/templates/idle"
)

// What the spec declares.
const (
	// The granule of the arena: a region's offset is a multiple of it, and the
	// bytes a region takes are rounded up to it.
	alignment = 256 //allocgen:param
	// The size of a page, a multiple of the arena's alignment.
	pageSize = 2 << 20 //allocgen:param
	// The largest size the pool accepts, a multiple of the alignment and at
	// most page_size. Without max_pool_size the pool also takes any size above
	// four fifths of a page.
	maxSliceSize = 256 << 10 //allocgen:param
	// The capacity of the pool: it has as many whole pages as fit. A capacity
	// below page_size shrinks the page to it.
	maxPoolSize = 1<<64 - 1 //allocgen:param
)

const (
	// PageBytes is the size of a page: a cap below one page shrinks it, down
	// to nothing where the cap is below the alignment.
	PageBytes = min(pageSize, maxPoolSize/alignment*alignment)
	// MaxPages is how many pages the cap allows.
	MaxPages = maxPoolSize / max(PageBytes, alignment)

	capped = maxPoolSize != 1<<64-1
	empty  = MaxPages == 0
)

const (
	_ = uint(0 - alignment&(alignment-1)) // a power of two
	_ = uint(0 - pageSize%alignment)      // whole granules,
	_ = uint32(pageSize / alignment << 1) // which extents count in 31 bits
	_ = uint(pageSize - maxSliceSize)     // a slice fits its page
	_ = uint64(maxSliceSize - 1)          // and isn't nothing
)

// page is one block. Numbers name pages; a page without a block waits in the
// vacant list. Number 0 is no page.
type page struct {
	block uint32
	link  uint32 // of an idle page its one free extent, of a vacant one the next vacant
}

// Pool is a pool of sliced pages. Init makes it ready.
type Pool struct {
	slices extents.Tree
	idle   idle.List
	pages  []page
	vacant uint32
}

// Init empties the pool and provides for the given number of regions; more
// grow it.
func (p *Pool) Init(regions int) {
	*p = Pool{pages: make([]page, 1)}
	p.slices.Init(2*regions + 1)
}

// Apart gives the tables room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (p *Pool) Apart() {
	p.slices.Apart()
	p.idle.Apart()
	p.pages = append(make([]page, 0, 64), p.pages...)
}

// Accepts reports whether the pool serves requests of size bytes at all.
func Accepts(size uint64) bool {
	if empty || capped {
		return size <= Limit()
	}
	return size <= maxSliceSize || size <= PageBytes && (PageBytes-size)*5 < PageBytes
}

// Limit returns the largest request that the pool accepts, in bytes.
func Limit() uint64 {
	if empty {
		return min(maxSliceSize, pageSize)
	}
	if capped {
		return min(maxSliceSize, PageBytes)
	}
	return PageBytes
}

// Place finds room for extent bytes at a multiple of align bytes and returns
// the region there. Without room it returns 0 and the size of the block it
// needs first. extent must be a multiple of the alignment that Accepts allows,
// align a power of two.
func (p *Pool) Place(extent, align uint64) (region uint32, need uint64) {
	granules := uint32(extent / alignment)
	i, gap := p.slices.Find(granules, uint32(max(align, alignment)/alignment))
	if i == 0 {
		return 0, PageBytes
	}
	if p.slices.Size(i) == PageBytes/alignment {
		p.idle.Leave(p.slices.Page(i))
	}
	return p.slices.Take(i, gap, granules), 0
}

// Commit adds the block that Place needed, of PageBytes, as the pool's newest
// page.
func (p *Pool) Commit(block uint32, _ uint64) {
	n := p.vacant
	if n != 0 {
		p.vacant = p.pages[n].link
	} else {
		n = uint32(len(p.pages))
		p.pages = append(p.pages, page{})
	}
	p.pages[n] = page{block, p.slices.Append(n, PageBytes/alignment)}
	p.idle.Join(n)
}

// Free ends a live region.
func (p *Pool) Free(region uint32) {
	i := p.slices.Free(region)
	if p.slices.Size(i) == PageBytes/alignment {
		n := p.slices.Page(i)
		p.pages[n].link = i
		p.idle.Join(n)
	}
}

// Unplace takes back the last Place, which gave a region: nothing was placed.
func (p *Pool) Unplace(region uint32) {
	i := p.slices.Free(region)
	if p.slices.Size(i) == PageBytes/alignment {
		n := p.slices.Page(i)
		p.pages[n].link = i
		p.idle.Return(n)
	}
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
	p.slices.Remove(p.pages[n].link)
	p.pages[n].link, p.vacant = p.vacant, n
	return p.pages[n].block, true
}

// Block returns the number of the block that a live region lies in.
func (p *Pool) Block(region uint32) uint32 {
	return p.pages[p.slices.Page(region)].block
}

// Offset returns where in its block a live region begins, in bytes.
func (p *Pool) Offset(region uint32) uint64 {
	return uint64(p.slices.Start(region)) * alignment
}

// Extent returns how many bytes of its block a live region occupies.
func (p *Pool) Extent(region uint32) uint64 {
	return uint64(p.slices.Size(region)) * alignment
}

// Pages counts the pages that have a block, and their bytes, one by one.
func (p *Pool) Pages() (pages, bytes uint64) {
	pages = uint64(len(p.pages)) - 1
	for n := p.vacant; n != 0; n = p.pages[n].link {
		pages--
	}
	return pages, pages * PageBytes
}

// Claim enters the size of every block into sizes, by block. It reports whether
// each was within them and had no size there yet. The pool must not be Broken.
func (p *Pool) Claim(sizes []uint64) (alone bool) {
	vacant := make([]bool, len(p.pages))
	for n := p.vacant; n != 0; n = p.pages[n].link {
		vacant[n] = true
	}
	for n := 1; n < len(p.pages); n++ {
		block := p.pages[n].block
		switch {
		case vacant[n]:
		case uint64(block) >= uint64(len(sizes)) || sizes[block] != 0:
			return false
		default:
			sizes[block] = PageBytes
		}
	}
	return true
}

// Broken returns the law that the pool breaks, or "": exactly the regions
// given must be live. It ends whatever the pages and slices hold.
func (p *Pool) Broken(live []uint32) (law string) {
	if law := p.slices.Broken(PageBytes/alignment, live); law != "" {
		return law
	}
	busy := make([]bool, len(p.pages))
	for _, i := range live {
		if n := p.slices.Page(i); uint64(n) < uint64(len(busy)) {
			busy[n] = true
		}
	}
	vacant := make([]bool, len(p.pages))
	for n := p.vacant; n != 0; n = p.pages[n].link {
		if uint64(n) >= uint64(len(p.pages)) || vacant[n] || busy[n] {
			return "the vacant pages form a list"
		}
		vacant[n] = true
	}
	var idle []uint32
	for n := uint32(1); uint64(n) < uint64(len(p.pages)); n++ {
		if vacant[n] || busy[n] {
			continue
		}
		idle = append(idle, n)
		if i := p.pages[n].link; !p.slices.IsPage(i, n, PageBytes/alignment) {
			return "an idle page is one free extent"
		}
	}
	return p.idle.Broken(idle)
}
