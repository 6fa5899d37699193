package tlsf

// Alloc places a region of extent bytes, a multiple of the alignment above 0,
// at a multiple of align bytes, a power of two, in a block, and returns it.
// how is one of the strategies, or 0, and Optimal where it applies. Alloc
// returns 0 if there is no room, and then has changed nothing.
//
// Written out as one function for what is asked for most: a request of the
// arena's alignment whose size and fit meet no branched class.
func (s *Space) Alloc(number uint32, extent, align uint64, how uint8) uint32 {
	b := s.at(number)
	n := extent / alignment
	if n > b.free {
		return 0
	}
	if byStart || align > alignment || isMixed && s.page != 0 {
		return s.place(b, number, n, max(align/alignment, 1), how)
	}
	live := s.spare
	if live == 0 {
		live = s.freshSpare()
	}
	c := classOf(n)
	i := b.heads[c]
	if i < branched && s.size(i) < n {
		c = b.from(c + 1)
		if i = b.heads[c&(classes-1)]; i == 0 || c == tailClass && s.size(i) < n {
			return 0
		}
	}
	if i >= branched {
		return s.place(b, number, n, 1, how)
	}
	b.free -= n
	next := s.nextFree(i)
	rest := s.size(i) - n
	if rest == 0 {
		s.pop(b, c, next)
		s.setState(i, linear)
		s.setNextFree(i, number)
		return i
	}
	s.spare = s.nextFree(live)
	start := s.start(i)
	s.setPlace(live, start, n)
	s.setState(live, linear)
	s.setNextFree(live, number)
	s.link(s.prev(i), live)
	s.link(live, i)
	s.setPlace(i, start+n, rest)
	if c == tailClass {
		return live
	}
	to := classOf(rest)
	if to == c && next == 0 {
		return live
	}
	s.pop(b, c, next)
	x := b.heads[to]
	if rest >= exact && (x >= branched || x != 0 && s.size(x) != rest) {
		s.plant(b, to, i, rest)
		return live
	}
	s.push(b, to, i, x)
	return live
}

// place is Alloc for n granules at a multiple of align granules, whatever the
// strategy and whatever is in the way.
func (s *Space) place(b *block, number uint32, n, align uint64, how uint8) uint32 {
	state := uint8(linear)
	if isMixed && how&Optimal != 0 {
		state = tiled
	}
	if n >= b.missed.size && align >= b.missed.align && state == b.missed.state {
		return 0
	}
	i, at := s.find(b, n, align, how, state)
	if i == 0 {
		if !hasMinTime {
			b.missed = missed{n, align, state}
		}
		return 0
	}
	b.free -= n
	live := s.carve(b, i, at, n, state)
	s.setNextFree(live, number)
	return live
}

// carve cuts the free range i into the gap before at, n granules from there
// on, and a rest. The second is live then, and returned.
func (s *Space) carve(b *block, i uint32, at, n uint64, state uint8) uint32 {
	start, size := s.start(i), s.size(i)
	gap := at - start
	rest := size - gap - n
	if gap == 0 && rest == 0 {
		s.remove(b, i, size)
		s.setState(i, state)
		return i
	}
	live := s.newRange()
	s.setState(live, state)
	s.setPlace(live, at, n)
	c := s.classIn(b, i, size)
	if gap == 0 {
		s.link(s.prev(i), live)
		s.link(live, i)
		s.change(b, c, i, size, at+n, rest)
		return live
	}
	next := s.next(i)
	s.link(i, live)
	s.change(b, c, i, size, start, gap)
	if rest == 0 {
		s.link(live, next)
		return live
	}
	behind := s.newRange()
	s.link(live, behind)
	s.link(behind, next)
	s.release(b, behind, at+n, rest)
	return live
}
