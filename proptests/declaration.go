package proptests

import (
	"errors"
	"fmt"
	"math"
)

// Declaration is what a spec promised for one arena.
type Declaration struct {
	Package, Arena string
	Alignment      uint64 // bytes, a power of two
	MaxLive        uint32 // regions live at once; 0 = as many as there are slots, 2^24
	Generations    uint32 // regions a slot serves before it is retired; 0 = 2^28-1
	Pools          []Pool // in the order in which they are tried
}

// Pool is one pool of an arena. All sizes are bytes.
type Pool struct {
	Name, Kind    string // the one Kind known is "sliced_pages"
	PageSize      uint64
	MaxSliceSize  uint64
	MaxPoolSize   uint64 // math.MaxUint64 = no cap
	DeallocPeriod uint64 // successful allocations that an idle page outlives; 0 = kept until Reclaim
}

// Bits of a handle, from the top: owner, generation, slot.
const (
	slotBits       = 24
	generationBits = 28
	ownerShift     = slotBits + generationBits
	maxSlots       = 1 << slotBits
	maxGeneration  = 1<<generationBits - 1
)

const maxAlign = 1 << 30

// slots returns how many regions may be live at once.
func (d *Declaration) slots() int {
	if d.MaxLive == 0 {
		return maxSlots
	}
	return int(d.MaxLive)
}

// generations returns how many regions a slot serves.
func (d *Declaration) generations() uint64 {
	if d.Generations == 0 {
		return maxGeneration
	}
	return uint64(d.Generations)
}

// extent returns size rounded up to the arena's alignment, and whether that
// is a number at all.
func (d *Declaration) extent(size uint64) (uint64, bool) {
	extent := alignUp(size, d.Alignment)
	return extent, extent >= size
}

// capped says whether max_pool_size bounds the pool.
func (p *Pool) capped() bool { return p.MaxPoolSize != math.MaxUint64 }

// page returns the size of the pool's pages: what was declared, or as much of
// it as the cap leaves; 0 if the cap leaves nothing.
func (p *Pool) page(alignment uint64) uint64 {
	if p.MaxPoolSize >= p.PageSize {
		return p.PageSize
	}
	return p.MaxPoolSize &^ (alignment - 1)
}

// maxPages returns how many pages the pool may hold.
func (p *Pool) maxPages(alignment uint64) uint64 {
	page := p.page(alignment)
	switch {
	case page == 0:
		return 0
	case !p.capped():
		return math.MaxUint64
	}
	return p.MaxPoolSize / page
}

// accepts tells whether the pool takes requests of size bytes, whether or not
// it has room for them. A pool without room for a page goes by what was
// declared.
func (p *Pool) accepts(size, alignment uint64) bool {
	page := p.page(alignment)
	if page == 0 {
		page = p.PageSize
	}
	if size <= min(p.MaxSliceSize, page) {
		return true
	}
	// Uncapped, also what leaves less than a fifth of a page unused:
	// (page-size)*5 < page, without the product.
	return !p.capped() && size <= page && page-size <= (page-1)/5
}

// limit returns the largest size that any pool accepts.
func (d *Declaration) limit() uint64 {
	var limit uint64
	for i := range d.Pools {
		p := &d.Pools[i]
		largest := p.page(d.Alignment)
		if largest == 0 {
			largest = p.PageSize
		}
		if p.capped() {
			largest = min(largest, p.MaxSliceSize)
		}
		limit = max(limit, largest)
	}
	return limit
}

// check refuses declarations that no spec can make.
func (d *Declaration) check() error {
	if !isPowerOfTwo(d.Alignment) {
		return fmt.Errorf("alignment %d is not a power of two", d.Alignment)
	}
	if d.MaxLive > maxSlots || d.Generations > maxGeneration {
		return fmt.Errorf("max_live %d or generations %d does not fit a handle", d.MaxLive, d.Generations)
	}
	if len(d.Pools) == 0 {
		return errors.New("no pools")
	}
	for _, p := range d.Pools {
		switch {
		case p.Kind != "sliced_pages":
			return fmt.Errorf("pool %s: unknown kind %q", p.Name, p.Kind)
		case p.PageSize == 0 || p.PageSize%d.Alignment != 0:
			return fmt.Errorf("pool %s: page size %d is not a multiple of the alignment %d", p.Name, p.PageSize, d.Alignment)
		case p.MaxSliceSize == 0 || p.MaxSliceSize > p.PageSize:
			return fmt.Errorf("pool %s: max slice size %d is not within the page, %d", p.Name, p.MaxSliceSize, p.PageSize)
		}
	}
	return nil
}

func isPowerOfTwo(n uint64) bool { return n != 0 && n&(n-1) == 0 }

// alignUp rounds n up to a multiple of the power of two a; past 2^64 it wraps
// to 0.
func alignUp(n, a uint64) uint64 { return (n + a - 1) &^ (a - 1) }
