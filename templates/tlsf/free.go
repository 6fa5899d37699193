package tlsf

// Free ends a live region. Free neighbours become one with it: the one before
// it, or else the one behind, absorbs it.
//
// Like Alloc, it is written out for classes that aren't branched.
func (s *Space) Free(region uint32) {
	b := s.at(s.nextFree(region))
	size := s.size(region)
	b.free += size
	b.missed.state = free
	prev, next := s.prev(region), s.next(region)
	s.setState(region, free)
	i, was := region, uint64(0)
	switch {
	case s.state(prev) == free:
		if s.state(next) == free {
			behind := s.size(next)
			s.remove(b, next, behind)
			s.recycle(next)
			size += behind
			next = s.next(next)
		}
		i, was = prev, s.size(prev)
		s.link(prev, next)
		s.recycle(region)
	case s.state(next) == free:
		i, was = next, s.size(next)
		s.link(prev, next)
		s.recycle(region)
	}
	c, to := classOf(was), classOf(was+size)
	if s.next(i) == b.edge {
		if to = tailClass; i == next {
			c = tailClass
		}
	}
	if byStart {
		start := min(s.start(i), s.start(region))
		if was == 0 {
			s.release(b, i, start, size)
		} else {
			s.change(b, c, i, was, start, was+size)
		}
		return
	}
	if was != 0 {
		if i == next {
			s.setStart(i, s.start(region))
		}
		newer, older := s.prevFree(i), s.nextFree(i)
		switch {
		case newer != 0:
			s.setNextFree(newer, older)
			s.setPrevFree(older, newer)
		case b.heads[c] >= branched:
			s.uproot(b, c, i, was)
		case c == to && older == 0:
			s.setSize(i, was+size)
			return
		default:
			s.pop(b, c, older)
		}
		size += was
		s.setSize(i, size)
	}
	x := b.heads[to]
	if size >= exact && (x >= branched || x != 0 && s.size(x) != size) {
		s.plant(b, to, i, size)
		return
	}
	s.push(b, to, i, x)
}
