package proptests

import "fmt"

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

	// place finds room for a request that the pool accepts, creating a block
	// if it must, and says which extent of the block the region takes.
	place func(request) (*block, extent, Failure)

	// returned, if there is one, hears of each block that is given back.
	returned func(*block)

	// sound says whether a pool of this kind can have such a usage at all.
	sound func(Usage) bool

	// What to try the pool with.
	usual uint64   // bytes; most requests are no larger
	edges []uint64 // sizes at which behaviour changes
}

// request is what one call asks of a pool, in bytes.
type request struct {
	size  uint64
	need  uint64 // size rounded up to the arena's alignment
	align uint64 // at least the arena's
}

// newKind returns the kind of p, with whatever it remembers.
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
