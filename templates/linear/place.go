package linear

// Alloc places a region of extent bytes, a multiple of the alignment above 0,
// at a multiple of align bytes, a power of two, in a block, and returns it.
// how is Upper or Optimal, or both, or 0. Alloc returns 0 if there is no room,
// and then has changed nothing.
func (s *Space) Alloc(number uint32, extent, align uint64, how uint8) uint32 {
	b := s.at(number)
	if isMixed || HasUpper && how&Upper != 0 {
		return s.allocAside(number, extent, align, how)
	}
	// A tail is a multiple of the alignment, so smaller aligns need no care.
	at := (b.tail + align - 1) &^ (align - 1)
	if extent > b.limit || at > b.limit-extent {
		if !isSingle || b.isRing() || b.isUpper || extent > s.regions[s.regions[b.one].next].start {
			return 0
		}
		s.wrap(b)
		at = 0
	}
	i := s.spare
	if i == 0 {
		i = s.freshRegion()
	}
	regions, part := s.regions, b.part
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
	r.state = linear
	regions[last].next = i
	e.prev = i
	return i
}

// isRing reports whether part two grows and part one does not.
func (b *block) isRing() bool { return isSingle && b.part == b.two }

// wrap makes the block, which isn't empty and no double stack, a ring.
func (s *Space) wrap(b *block) {
	b.part = b.two
	b.tail, b.limit = 0, s.regions[s.regions[b.one].next].start
}

// push makes a region the last of a part and returns it, all but its state
// filled in.
func (s *Space) push(b *block, number, part uint32, start, extent uint64) uint32 {
	i := s.spare
	if i == 0 {
		i = s.freshRegion()
	}
	regions := s.regions
	r := &regions[i]
	s.spare = r.next
	last := regions[part].prev
	// Field by field: a copy of the whole would wait for its parts.
	r.start, r.extent = start, extent
	r.prev, r.next = last, part
	r.block = number
	regions[last].next = i
	regions[part].prev = i
	b.used += extent
	b.tail = start + extent
	return i
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

// settle finds the tail and the limit after a region at an end of its part
// came or went. A ring one of whose parts is empty is none any more.
func (s *Space) settle(b *block) {
	if isSingle && b.isRing() && s.regions[b.one].next == b.one {
		b.one, b.two = b.two, b.one
		b.part = b.one
	}
	if isSingle && s.regions[b.two].next == b.two {
		b.part, b.isUpper = b.one, false
	}
	newest := &s.regions[s.regions[b.part].prev]
	b.tail = newest.start + newest.extent
	switch {
	case !isSingle:
	case b.isRing():
		b.limit = s.regions[s.regions[b.one].next].start
	case b.isUpper:
		b.limit = s.regions[s.regions[b.two].prev].start
	default:
		b.limit = b.size
	}
}

// allocAside is Alloc with an eye on what lies next to the region, or from the
// top.
func (s *Space) allocAside(number uint32, extent, align uint64, how uint8) (i uint32) {
	b := s.at(number)
	state := uint8(linear)
	if isMixed && how&Optimal != 0 {
		state = tiled
	}
	align = max(align, alignment)
	r := region{extent: extent, block: number, state: state}
	if HasUpper && how&Upper != 0 {
		if b.isRing() || !s.fitBelow(b, &r, align) {
			return 0
		}
		i = s.push(b, number, b.two, r.start, extent)
		s.regions[i].state = state
		b.isUpper = true
		s.settle(b)
		return i
	}
	fits := s.fitBehind(b, &r, align)
	if !fits && isSingle && !b.isRing() && !b.isUpper && s.regions[b.one].next != b.one {
		s.wrap(b)
		if fits = s.fitBehind(b, &r, align); !fits {
			s.settle(b)
		}
	}
	if !fits {
		return 0
	}
	i = s.push(b, number, b.part, r.start, extent)
	s.regions[i].state = state
	return i
}

// clash reports whether the last byte of what ends at end and the first of
// what starts at start are on one page, and may not be.
func (s *Space) clash(end uint64, state uint8, start uint64, other uint8) bool {
	return isMixed && state&other == 0 && (end-1)|s.inPage >= start
}

// fitBehind finds where r, of which all else is known, can start behind the
// last region of the part that grows upwards, if it can.
func (s *Space) fitBehind(b *block, r *region, align uint64) bool {
	last := &s.regions[s.regions[b.part].prev]
	r.start = (b.tail + align - 1) &^ (align - 1)
	if s.clash(b.tail, last.state, r.start, r.state) {
		align = max(align, s.inPage+1)
		r.start = (b.tail + align - 1) &^ (align - 1)
	}
	if r.extent > b.limit || r.start > b.limit-r.extent {
		return false
	}
	if b.isRing() {
		behind := &s.regions[s.regions[b.one].next]
		return !s.clash(r.start+r.extent, r.state, b.limit, behind.state)
	}
	if isSingle && b.isUpper {
		behind := &s.regions[s.regions[b.two].prev]
		return !s.clash(r.start+r.extent, r.state, b.limit, behind.state)
	}
	return true
}

// fitBelow finds where r, of which all else is known, can start below the last
// region of the part that grows downwards, if it can.
func (s *Space) fitBelow(b *block, r *region, align uint64) bool {
	above, below := &s.regions[s.regions[b.two].prev], &s.regions[s.regions[b.one].prev]
	top := b.limit
	if r.extent > top {
		return false
	}
	r.start = (top - r.extent) &^ (align - 1)
	if s.clash(r.start+r.extent, r.state, top, above.state) {
		top &^= s.inPage
		if r.extent > top {
			return false
		}
		r.start = (top - r.extent) &^ (align - 1)
	}
	return r.start >= b.tail && !s.clash(b.tail, below.state, r.start, r.state)
}
