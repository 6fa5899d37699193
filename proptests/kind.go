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
)

// kind is all that sets the pools of one kind apart.
type kind struct {
	// What the pool accepts, whether or not it has room for it.
	accepts func(size uint64) bool
	largest uint64 // bytes, of the requests accepted

	layout    func(*part) layout // of a part that has no blocks yet
	maxBlocks uint64             // of all parts together

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
	// served hears of each size, as requested, for which an extent was taken.
	served(size uint64)
	// order compares idle blocks by which one is to be returned first.
	order(a, b *block) int
}

// request is what one call asks of a part, in bytes.
type request struct {
	size  uint64
	need  uint64 // size rounded up to the part's granule
	align uint64 // at least the part's granule
}

// pages are blocks looked at by age and returned by how long they were idle.
type pages struct{ *part }

func (p pages) list(b *block)       { p.blocks = append(p.blocks, b) }
func (pages) unlist(*block)         {}
func (pages) served(uint64)         {}
func (pages) order(a, b *block) int { return cmp.Compare(a.turn, b.turn) }

// newKind returns the kind of p.
func newKind(p *modelPool) kind {
	switch p.Kind {
	case slicedPages:
		return newSliced(p)
	case exclusivePages:
		return newExclusive(p)
	default:
		return newDirect(p)
	}
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
	}
	return fmt.Errorf("unknown kind %q", p.Kind)
}
