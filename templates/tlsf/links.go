package tlsf

// The links between ranges. Those of range 0, which is in no block and no
// list, may be set and mean nothing.

func (s *Space) prev(i uint32) uint32 {
	if isWide {
		return s.wide[i].prev
	}
	return uint32(s.narrow[i&mask].prev)
}

func (s *Space) setPrev(i, prev uint32) {
	if isWide {
		s.wide[i].prev = prev
	} else {
		s.narrow[i&mask].prev = uint16(prev)
	}
}

func (s *Space) next(i uint32) uint32 {
	if isWide {
		return s.wide[i].next
	}
	return uint32(s.narrow[i&mask].next)
}

func (s *Space) setNext(i, next uint32) {
	if isWide {
		s.wide[i].next = next
	} else {
		s.narrow[i&mask].next = uint16(next)
	}
}

func (s *Space) prevFree(i uint32) uint32 {
	if isWide {
		return s.wide[i].prevFree
	}
	return uint32(s.narrow[i&mask].prevFree)
}

func (s *Space) setPrevFree(i, prevFree uint32) {
	if isWide {
		s.wide[i].prevFree = prevFree
	} else {
		s.narrow[i&mask].prevFree = uint16(prevFree)
	}
}

func (s *Space) nextFree(i uint32) uint32 {
	if isWide {
		return s.wide[i].nextFree
	}
	return uint32(s.narrow[i&mask].nextFree)
}

func (s *Space) setNextFree(i, nextFree uint32) {
	if isWide {
		s.wide[i].nextFree = nextFree
	} else {
		s.narrow[i&mask].nextFree = uint16(nextFree)
	}
}

// sizeChild returns the range below i on a side, 0 or 1, of a tree by size.
func (s *Space) sizeChild(i, side uint32) uint32 {
	if isWide {
		return s.wideBySize[i][side&1]
	}
	return uint32(s.narrowBySize[i&mask][side&1])
}

func (s *Space) setSizeChild(i, side, child uint32) {
	if isWide {
		s.wideBySize[i][side&1] = child
	} else {
		s.narrowBySize[i&mask][side&1] = uint16(child)
	}
}

func (s *Space) setSizeChildren(i, left, right uint32) {
	s.setSizeChild(i, 0, left)
	s.setSizeChild(i, 1, right)
}

// copySizeChildren gives i the children of j.
func (s *Space) copySizeChildren(i, j uint32) {
	s.setSizeChildren(i, s.sizeChild(j, 0), s.sizeChild(j, 1))
}

// leaf returns the node of the tree by offset that free range i is in.
func (s *Space) leaf(i uint32) uint32 {
	if isWide {
		return s.wideLeaf[i]
	}
	return uint32(s.narrowLeaf[i&mask])
}

func (s *Space) setLeaf(i, leaf uint32) {
	if isWide {
		s.wideLeaf[i] = leaf
	} else {
		s.narrowLeaf[i&mask] = uint16(leaf)
	}
}
