package tlsf

// The order within a class. Ranges of one size form a list, linked through
// prevFree and nextFree, the one that came last first. A class of one size is
// this list and its head the first of it. In a branched class the lists are
// nodes of a priority search tree (McCreight, "Priority Search Trees", SIAM J.
// Comput. 14, 1985) whose key and priority are both the size: the first of a
// list stands in the tree,
//
//   - its size is below all sizes under it, and
//   - sizes under it go left or right by their next bit, the first one below
//     the bits that all sizes of the class have in common.
//
// So the root is the smallest of the class, and a tree is at most as deep as
// its sizes have bits of their own.

// branched marks the head of a class that has several sizes.
const branched = 1 << 31

// classIn returns the class of a free range.
func (s *Space) classIn(b *block, i uint32, size uint64) uint32 {
	if s.next(i) == b.edge {
		return tailClass
	}
	return classOf(size)
}

// insertSize makes free range i, of the given size, a member of its class.
func (s *Space) insertSize(b *block, i uint32, size uint64) {
	c := s.classIn(b, i, size)
	x := b.heads[c&(classes-1)]
	if size >= exact && (x >= branched || x != 0 && s.size(x) != size) {
		s.plant(b, c, i, size)
		return
	}
	s.push(b, c, i, x)
}

// plant puts i into the tree of class c, whose head is branched or of another
// size. On its way down i takes the place of the first larger range, which
// moves on in its stead along its own bits.
func (s *Space) plant(b *block, c, i uint32, size uint64) {
	x := b.heads[c&(classes-1)] &^ branched
	if b.heads[c&(classes-1)] == x {
		s.setSizeChildren(x, 0, 0)
	}
	s.setPrevFree(i, 0)
	s.setNextFree(i, 0)
	parent, side := uint32(0), uint32(0)
	for bit := spread(size); x != 0; {
		at := s.size(x)
		if at == size {
			s.setNextFree(i, x)
			s.setPrevFree(x, i)
		}
		if size <= at {
			s.copySizeChildren(i, x)
			s.hang(b, c, parent, side, i)
			if size == at {
				return
			}
			i, x, size = x, i, at
		}
		bit--
		parent, side = x, uint32(size>>(bit&63))&1
		x = s.sizeChild(x, side)
	}
	s.setSizeChildren(i, 0, 0)
	s.setSizeChild(parent, side, i)
	b.heads[c&(classes-1)] |= branched
}

// hang makes i the child of parent on a side, or the root of class c.
func (s *Space) hang(b *block, c, parent, side, i uint32) {
	if parent == 0 {
		b.heads[c&(classes-1)] = i | branched
	} else {
		s.setSizeChild(parent, side, i)
	}
}

// removeSize takes free range i, of the given size, out of class c.
func (s *Space) removeSize(b *block, c, i uint32, size uint64) {
	prev, next := s.prevFree(i), s.nextFree(i)
	switch {
	case prev != 0:
		s.setNextFree(prev, next)
		s.setPrevFree(next, prev)
	case b.heads[c&(classes-1)] >= branched:
		s.uproot(b, c, i, size)
	default:
		s.pop(b, c, next)
	}
}

// uproot takes i, the first of its list, out of the tree of the branched class
// c. The next of its list takes its place; without one its left child does,
// or else its right, whose place is filled in the same way.
func (s *Space) uproot(b *block, c, i uint32, size uint64) {
	x, parent, side := b.heads[c&(classes-1)]&^branched, uint32(0), uint32(0)
	for bit := spread(size); x != i; {
		bit--
		parent, side = x, uint32(size>>(bit&63))&1
		x = s.sizeChild(x, side)
	}
	if next := s.nextFree(i); next != 0 {
		s.setPrevFree(next, 0)
		s.copySizeChildren(next, i)
		s.hang(b, c, parent, side, next)
		return
	}
	for {
		below := uint32(0)
		if x = s.sizeChild(i, 0); x == 0 {
			below, x = 1, s.sizeChild(i, 1)
		}
		s.hang(b, c, parent, side, x)
		if x == 0 {
			break
		}
		left, right := s.sizeChild(x, 0), s.sizeChild(x, 1)
		s.copySizeChildren(x, i)
		s.setSizeChildren(i, left, right)
		parent, side = x, below
	}
	root := b.heads[c&(classes-1)] &^ branched
	if s.sizeChild(root, 0)|s.sizeChild(root, 1) == 0 {
		b.heads[c&(classes-1)] = root
	}
}

// tightest returns a free range of the smallest size from n granules on, or else
// the tail if it is as large, or 0. It takes at most so many steps in n's own
// class, and then may miss one there.
func (s *Space) tightest(b *block, n uint64, steps int) uint32 {
	c := classOf(n)
	if i := s.atLeast(b.heads[c], n, steps); i != 0 {
		return i
	}
	c = b.from(c + 1)
	i := b.heads[c&(classes-1)] &^ branched
	if c == tailClass && s.size(i) < n {
		return 0
	}
	return i
}

// atLeast returns a range of the smallest size from n granules on in n's own
// class, which begins at head, or 0.
func (s *Space) atLeast(head uint32, n uint64, steps int) (found uint32) {
	if head < branched {
		if s.size(head) < n {
			return 0
		}
		return head
	}
	x := head &^ branched
	for bit := spread(n); x != 0 && s.size(x) < n && steps > 0; steps-- {
		bit--
		larger := s.sizeChild(x, 1)
		if n>>(bit&63)&1 != 0 {
			x = larger
			continue
		}
		if larger != 0 {
			found = larger
		}
		x = s.sizeChild(x, 0)
	}
	if s.size(x) >= n {
		return x
	}
	return found
}

// larger returns the free range behind i in the order of sizes, which the tail of
// at least n granules ends, or 0.
func (s *Space) larger(b *block, i uint32, n uint64) uint32 {
	if next := s.nextFree(i); next != 0 {
		return next
	}
	tail := b.heads[tailClass]
	if i == tail {
		return 0
	}
	if i = s.tightest(b, s.size(i)+1, unlimited); i == 0 && s.size(tail) >= n {
		return tail
	}
	return i
}
