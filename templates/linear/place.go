package linear

// Alloc places a region of extent bytes, a multiple of the alignment above 0,
// at a multiple of align bytes, a power of two, in a block, and returns it.
// how is Upper or Optimal, or both, or 0. Alloc returns 0 if there is no room,
// and then has changed nothing.
func (s *Space) Alloc(number uint32, extent, align uint64, how uint8) uint32 {
	b := s.at(number)
	var part uint32
	var at uint64
	state := uint8(linear)
	if isMixed || HasUpper && how&Upper != 0 {
		if isMixed && how&Optimal != 0 {
			state = tiled
		}
		var fits bool
		if part, at, fits = s.find(b, extent, max(align, alignment), how&Upper != 0, state); !fits {
			return 0
		}
	} else {
		// A tail is a multiple of the alignment, so smaller aligns need no care.
		at = (b.tail + align - 1) &^ (align - 1)
		if extent > b.limit || at > b.limit-extent {
			if !b.canWrap() || extent > s.regions[s.regions[b.one].next].start {
				return 0
			}
			s.wrap(b)
			at = 0
		}
		part = b.part
	}
	i := s.spare
	if i == 0 {
		i = s.freshRegion()
	}
	regions := s.regions
	r, e := &regions[i], &regions[part]
	last := e.prev
	s.spare = r.next
	b.used += extent
	b.tail = at + extent
	r.start = at
	r.extent = extent
	r.prev = last
	r.next = part
	r.block = number
	r.state = state
	regions[last].next = i
	e.prev = i
	if HasUpper && how&Upper != 0 {
		b.isUpper = true
		s.settle(b)
	}
	return i
}

// find returns the part that a region with contents state can join, and where
// it starts: behind the last one, at 0 in a ring that begins, or from the top.
func (s *Space) find(b *block, extent, align uint64, upper bool, state uint8) (part uint32, at uint64, fits bool) {
	if HasUpper && upper {
		at, fits = s.fitBelow(b, extent, align, state)
		return b.two, at, fits && !b.isRing()
	}
	at, fits = s.fitBehind(b, extent, align, state)
	if !fits && b.canWrap() && s.regions[b.one].next != b.one {
		s.wrap(b)
		if at, fits = s.fitBehind(b, extent, align, state); !fits {
			s.settle(b)
		}
	}
	return b.part, at, fits
}

// isRing reports whether part two grows and part one does not.
func (b *block) isRing() bool { return isSingle && b.part == b.two }

// canWrap reports whether part two can begin, unless part one is empty too.
func (b *block) canWrap() bool { return isSingle && b.part == b.one && !b.isUpper }

// wrap makes the block, which isn't empty and no double stack, a ring.
func (s *Space) wrap(b *block) {
	b.part = b.two
	b.tail, b.limit = 0, s.regions[s.regions[b.one].next].start
}

// Free ends a live region. What was free next to it at an end of its part is
// free for use again.
func (s *Space) Free(i uint32) {
	regions := s.regions
	r := &regions[i]
	b := s.at(r.block)
	prev, next := r.prev, r.next
	b.used -= r.extent
	r.state = vacant
	r.next = s.spare
	s.spare = i
	regions[prev].next = next
	regions[next].prev = prev
	switch {
	case next == b.part && prev != b.part:
		b.tail = regions[prev].start + regions[prev].extent
	case isSingle && prev == b.one && next != b.one:
		if b.isRing() {
			b.limit = regions[next].start
		}
	case prev == next || isSingle && next == b.two:
		s.settle(b)
	}
}

// settle finds the tail and the limit after a part became empty or the last of
// a part that grows downwards came or went.
func (s *Space) settle(b *block) {
	if b.isRing() && s.regions[b.one].next == b.one {
		b.one, b.two = b.two, b.one
	}
	switch {
	case !isSingle:
	case s.regions[b.two].next == b.two:
		b.part, b.isUpper = b.one, false
		b.limit = b.size
	default:
		b.limit = s.regions[s.regions[b.two].prev].start
	}
	newest := &s.regions[s.regions[b.part].prev]
	b.tail = newest.start + newest.extent
}

// clash reports whether the last byte of what ends at end and the first of
// what starts at start are on one page, and may not be.
func (s *Space) clash(end uint64, state uint8, start uint64, other uint8) bool {
	return isMixed && state&other == 0 && (end-1)|s.inPage >= start
}

// fitBehind returns where a region can start behind the last one of the part
// that grows upwards, and whether it can.
func (s *Space) fitBehind(b *block, extent, align uint64, state uint8) (at uint64, fits bool) {
	last := &s.regions[s.regions[b.part].prev]
	at = (b.tail + align - 1) &^ (align - 1)
	if s.clash(b.tail, last.state, at, state) {
		align = max(align, s.inPage+1)
		at = (b.tail + align - 1) &^ (align - 1)
	}
	if extent > b.limit || at > b.limit-extent {
		return at, false
	}
	return at, !isMixed || !s.clash(at+extent, state, b.limit, s.atLimit(b).state)
}

// atLimit returns the region that begins where the part that grows upwards may
// grow no further, or none.
func (s *Space) atLimit(b *block) *region {
	switch {
	case b.isRing():
		return &s.regions[s.regions[b.one].next]
	case isSingle:
		return &s.regions[s.regions[b.two].prev]
	}
	return &s.regions[0]
}

// fitBelow returns where a region can start below the last one of the part
// that grows downwards, and whether it can.
func (s *Space) fitBelow(b *block, extent, align uint64, state uint8) (at uint64, fits bool) {
	above, below := &s.regions[s.regions[b.two].prev], &s.regions[s.regions[b.one].prev]
	top := b.limit
	if extent > top {
		return 0, false
	}
	at = (top - extent) &^ (align - 1)
	if s.clash(at+extent, state, top, above.state) {
		top &^= s.inPage
		if extent > top {
			return 0, false
		}
		at = (top - extent) &^ (align - 1)
	}
	return at, at >= b.tail && !s.clash(b.tail, below.state, at, state)
}
