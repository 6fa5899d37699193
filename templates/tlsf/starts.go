package tlsf

import "math/bits"

// The order by offset: a priority search tree whose key is the start and whose
// priority the size. The largest range of all is the root,
//
//   - a range is at least as large as all under it, and
//   - ranges under it go left or right by the next bit of their start, the
//     first one being the highest that a start in the block can have.
//
// So whether a subtree has a range of some size shows at its root, and the
// first one of the tree that does is found on one way down.

// startBits returns how many bits a start in block b has.
func (b *block) startBits() uint32 { return uint32(bits.Len64(b.size - 1)) }

// insertStart makes free range i a member of the tree. On its way down it
// takes the place of the first smaller range, which moves on in its stead.
func (s *Space) insertStart(b *block, i uint32) {
	x, parent, side := b.root, uint32(0), uint32(0)
	start, size := s.start(i), s.size(i)
	for bit := b.startBits(); x != 0; {
		if at := s.size(x); at < size {
			s.copyStartChildren(i, x)
			s.hangStart(b, parent, side, i)
			i, x = x, i
			start, size = s.start(i), at
		}
		bit--
		parent, side = x, uint32(start>>(bit&63))&1
		x = s.startChild(x, side)
	}
	s.setStartChildren(i, 0, 0)
	s.hangStart(b, parent, side, i)
}

// removeStart takes free range i out of the tree. The larger of its children
// takes its place, and that one's is filled in the same way.
func (s *Space) removeStart(b *block, i uint32) {
	x, parent, side := b.root, uint32(0), uint32(0)
	for bit, start := b.startBits(), s.start(i); x != i; {
		bit--
		parent, side = x, uint32(start>>(bit&63))&1
		x = s.startChild(x, side)
	}
	left, right := s.startChild(i, 0), s.startChild(i, 1)
	for left|right != 0 {
		x, below := left, uint32(0)
		if s.size(right) > s.size(left) {
			x, below = right, 1
		}
		s.hangStart(b, parent, side, x)
		parent, side = x, below
		nextLeft, nextRight := s.startChild(x, 0), s.startChild(x, 1)
		s.setStartChildren(x, left, right)
		left, right = nextLeft, nextRight
	}
	s.hangStart(b, parent, side, 0)
}

// moveStart gives free range i another start and size. As long as neither
// breaks a law where it stands, the tree stays as it is.
func (s *Space) moveStart(b *block, i uint32, start, size uint64) {
	x, old := b.root, s.start(i)
	for bit := b.startBits(); x != i && s.size(x) >= size; {
		bit--
		side := uint32(old >> (bit & 63) & 1)
		if uint32(start>>(bit&63)&1) != side {
			break
		}
		x = s.startChild(x, side)
	}
	if x == i && size >= s.size(s.startChild(i, 0)) && size >= s.size(s.startChild(i, 1)) {
		return
	}
	s.removeStart(b, i)
	s.setStart(i, start)
	s.setSize(i, size)
	s.insertStart(b, i)
}

// hangStart makes i the child of parent on a side, or the root.
func (s *Space) hangStart(b *block, parent, side, i uint32) {
	if parent == 0 {
		b.root = i
	} else {
		s.setStartChild(parent, side, i)
	}
}

// lowest returns the free range of at least n granules with the lowest start
// from a given one on, or 0.
func (s *Space) lowest(b *block, n, from uint64) uint32 {
	x, behind, found := b.root, uint32(0), uint32(0)
	least := b.size
	for bit := b.startBits(); s.size(x) >= n; {
		if start := s.start(x); start >= from && start < least {
			found, least = x, start
		}
		bit--
		right := s.startChild(x, 1)
		if from>>(bit&63)&1 != 0 {
			x = right
			continue
		}
		if s.size(right) >= n {
			behind = right // all of it lies from there on
		}
		x = s.startChild(x, 0)
	}
	for x = behind; x != 0; {
		if start := s.start(x); start < least {
			found, least = x, start
		}
		left, right := s.startChild(x, 0), s.startChild(x, 1)
		switch {
		case s.size(left) >= n:
			x = left
		case s.size(right) >= n:
			x = right
		default:
			x = 0
		}
	}
	return found
}
