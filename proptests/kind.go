package proptests

import (
	"cmp"
	"fmt"
)

// The kinds of pool, as specs spell them.
const (
	slicedPages    = "sliced_pages"
	exclusivePages = "exclusive_pages"
	directBlocks   = "direct"
	tlsfBlocks     = "tlsf"
	linearBlocks   = "linear"
	strategyBlocks = "strategy" // of the user's own; specs spell its path
)

// kind is all that sets the pools of one kind apart.
type kind struct {
	// What the pool accepts, whether or not it has room for it.
	accepts func(size uint64) bool
	largest uint64 // bytes, of the requests accepted

	layout    func(*part) layout // of a part that has no blocks yet
	maxBlocks uint64             // of all parts together, but for regions' own

	// Of pools of blocks: how they come by blocks. nil: there is one for each
	// request that finds no room.
	policy     policy
	gives      bool  // a region may have a block of its own
	strategies Flags // that requests may name

	// sound says whether a pool of this kind can have such a usage at all.
	sound func(Usage) bool

	// What to try the pool with.
	usual uint64   // bytes; most requests are no larger
	edges []uint64 // sizes at which behaviour changes
}

// A layout decides which extent of which block of a part a region takes.
type layout interface {
	// find returns an extent for a request in the blocks that the part has, or
	// no block.
	find(request) (*block, extent)
	// newSize returns the size of a new block in which find will find one.
	newSize(request) uint64
	// list adds a new block to the part's, and unlist hears of one removed.
	list(*block)
	unlist(*block)
	// entered hears of each extent taken for a request, and left of each given
	// back.
	entered(*block, extent, request)
	left(*block, extent)
	// order compares idle blocks by which one is to be returned first.
	order(a, b *block) int
}

// pages are blocks looked at by age and returned by how long they were idle.
type pages struct{ *part }

func (p pages) list(b *block)                 { p.blocks = append(p.blocks, b) }
func (pages) unlist(*block)                   {}
func (pages) entered(*block, extent, request) {}
func (pages) left(*block, extent)             {}
func (pages) order(a, b *block) int           { return cmp.Compare(a.turn, b.turn) }

// newKind returns the kind of p.
func newKind(p *modelPool) kind {
	switch p.Kind {
	case slicedPages:
		return newSliced(p)
	case exclusivePages:
		return newExclusive(p)
	case directBlocks:
		return newDirect(p)
	}
	return newBlocks(p)
}

// check refuses pools that no spec can declare.
func (p *Pool) check(alignment uint64) error {
	switch p.Kind {
	case slicedPages:
		return p.checkSliced(alignment)
	case exclusivePages:
		return p.checkExclusive(alignment)
	case directBlocks:
		return nil
	case tlsfBlocks, linearBlocks, strategyBlocks:
		return p.checkBlocks(alignment)
	}
	return fmt.Errorf("unknown kind %q", p.Kind)
}
