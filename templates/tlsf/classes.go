package tlsf

import "math/bits"

// The size classes, by granules. Each size below 2048 is a class of its own;
// from there on every power of two is cut into 128, so that the classes of
// 2048 to 4095 hold 16 sizes each, those of 4096 to 8191 twice as many, and so
// on; into fewer, where the largest block would have too many classes.
//
//	granules  1  2  …  2047  2048-2063  2064-2079  …  4080-4095  4096-4127  …
//	class     1  2  …  2047       2048       2049  …       2175       2176  …
//
// Class 0 is always empty. A class of one size needs no order and no logarithm,
// and most requests are for few granules.
const (
	exactBits = 11
	exact     = 1 << exactBits // sizes below it have a class each
	classBits = 7 - min(1, granules>>26) - min(1, granules>>42)
	granules  = largestBlock / alignment

	// classes is a power of two, above the class of the largest block and that
	// of the tail.
	classes = 256 + min(1, granules/255)*1792 + min(1, granules/(exact-1))*2048

	// tailClass is the class of the free range at the end of a block, whatever
	// its size. So all others are found before it, and what is free stays in one
	// piece there.
	tailClass = classes - 1
)

// spread returns the log2 of how many sizes share the class of n granules.
func spread(n uint64) uint32 {
	if n < exact {
		return 0
	}
	if isHuge {
		return uint32(bits.Len64(n>>(classBits+1))) & 63
	}
	return uint32(bits.Len32(uint32(n>>(classBits+1)))) & 63
}

// classOf returns the class of n granules, at most those of the largest block.
func classOf(n uint64) uint32 {
	const first = exact - (exactBits-classBits+1)<<classBits
	c := uint32(n)
	if n >= exact {
		t := spread(n)
		c = first + t<<classBits + uint32(n>>t)
	}
	return c & (classes - 1)
}

// block is one block: what is free in it, by size and by offset.
//
// Laws:
//   - a class's head is 0 if it has no member, else the first one, and
//     branched if the members differ in size;
//   - a bit of words is set for each class that has a head, and a bit of top
//     for each word that isn't 0.
type block struct {
	size, free uint64 // granules
	missed     missed // the last request that found no room, until a region is freed
	root       uint32 // of the tree by offset
	edge       uint32

	top   uint64
	words [classes / 64]uint64
	heads [classes]uint32
}

// missed is a request of so many granules at a multiple of align, for contents
// state, or none if that is free.
type missed struct {
	size, align uint64
	state       uint8
}

// from returns the first class from c on that has a head, or 0.
func (b *block) from(c uint32) uint32 {
	w := c / 64 & (classes/64 - 1)
	word := b.words[w] >> (c & 63) << (c & 63)
	if word == 0 {
		top := b.top >> w >> 1 << w << 1
		if top == 0 {
			return 0
		}
		w = uint32(bits.TrailingZeros64(top)) & (classes/64 - 1)
		word = b.words[w]
	}
	return (w*64 + uint32(bits.TrailingZeros64(word))) & (classes - 1)
}

// push makes i the head of class c before x, the head so far, of i's own size
// or 0.
func (s *Space) push(b *block, c, i, x uint32) {
	s.setPrevFree(i, 0)
	s.setNextFree(i, x)
	s.setPrevFree(x, i)
	b.heads[c&(classes-1)] = i
	w := c / 64 & (classes/64 - 1)
	b.words[w] |= 1 << (c & 63)
	b.top |= 1 << w
}

// pop makes next, a range of the old head's size or 0, the head of class c.
func (s *Space) pop(b *block, c, next uint32) {
	b.heads[c&(classes-1)] = next
	s.setPrevFree(next, 0)
	if next == 0 {
		b.unmark(c)
	}
}

// unmark notes that class c has no head.
func (b *block) unmark(c uint32) {
	w := c / 64 & (classes/64 - 1)
	b.words[w] &^= 1 << (c & 63)
	if b.words[w] == 0 {
		b.top &^= 1 << w
	}
}
