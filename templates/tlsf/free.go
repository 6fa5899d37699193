package tlsf

// Free ends a live region. Free neighbours become one with it.
//
// Like Alloc, it is written out for classes that aren't branched.
func (s *Space) Free(region uint32) {
	i, number := region, s.nextFree(region)
	b := &s.blocks[number]
	start, size := s.start(i), s.size(i)
	b.free += size
	prev, next := s.prev(i), s.next(i)
	if s.state(prev) == free {
		before := s.size(prev)
		s.remove(b, prev, before)
		start -= before
		size += before
		s.setState(i, free)
		s.recycle(i)
		i = prev
	}
	if s.state(next) == free {
		behind := s.size(next)
		s.remove(b, next, behind)
		size += behind
		s.recycle(next)
		next = s.next(next)
	}
	s.link(i, next)
	s.release(b, i, start, size)
}
