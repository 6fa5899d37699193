package proptests

import (
	vkrt "github.com/allocgen/allocgen/runtime"
)

// mapping is how the host gets at the bytes that the naive allocator gives out.
func (n *naive) mapping() Mapping {
	return Mapping{
		Map: n.mapRegion, Unmap: n.unmap, Bytes: n.bytes,
		Flush:      func(handle, offset, size uint64) Failure { return n.sync(handle, offset, size, n.flush) },
		Invalidate: func(handle, offset, size uint64) Failure { return n.sync(handle, offset, size, n.device.Invalidate) },
		CopyIn:     n.copyIn,
		CopyOut:    n.copyOut,
	}
}

func (n *naive) mapRegion(handle uint64) ([]byte, Failure) {
	s, f := n.find(handle)
	switch {
	case f.failed():
		return nil, f
	case (s.mapped || n.d.Memory.Persistent) && n.bug != "mapped twice":
		return nil, Failure{Condition: "AlreadyMapped"}
	}
	n.enter(s)
	s.mapped = true
	return n.bytesOf(s), Failure{}
}

func (n *naive) unmap(handle uint64) Failure {
	s, f := n.find(handle)
	switch {
	case f.failed():
		return f
	case !s.mapped && n.bug != "unmapped twice":
		return Failure{Condition: "NotMapped"}
	case s.mapped:
		s.mapped = false
		n.leave(s)
	}
	return Failure{}
}

func (n *naive) bytes(handle uint64) ([]byte, Failure) {
	s, f := n.find(handle)
	switch {
	case f.failed():
		return nil, f
	case !s.mapped && !n.d.Memory.Persistent:
		return nil, Failure{Condition: "NotMapped"}
	}
	return n.bytesOf(s), Failure{}
}

func (n *naive) copyIn(handle, offset uint64, bytes []byte) Failure {
	s, f := n.find(handle)
	if f.failed() {
		return f
	}
	n.enter(s)
	defer n.leave(s)
	copy(n.bytesOf(s)[offset:], bytes)
	return n.atoms(s, offset, uint64(len(bytes)), n.flush)
}

func (n *naive) copyOut(handle, offset uint64, bytes []byte) Failure {
	s, f := n.find(handle)
	if f.failed() {
		return f
	}
	n.enter(s)
	defer n.leave(s)
	f = n.atoms(s, offset, uint64(len(bytes)), n.device.Invalidate)
	copy(bytes, n.bytesOf(s)[offset:])
	return f
}

func (n *naive) sync(handle, offset, size uint64, call func(vkrt.Memory, uint64, uint64) vkrt.Result) Failure {
	s, f := n.find(handle)
	if f.failed() {
		return f
	}
	return n.atoms(s, offset, size, call)
}

func (n *naive) flush(m vkrt.Memory, offset, size uint64) vkrt.Result {
	if n.bug == "never flushed" {
		return vkrt.Success
	}
	return n.device.Flush(m, offset, size)
}

// atoms calls for the atoms of a range, found one by one.
func (n *naive) atoms(s *naiveSlot, offset, size uint64, call func(vkrt.Memory, uint64, uint64) vkrt.Result) Failure {
	n.at = s.page.at
	typ := n.device.Types()[n.types[n.at].index]
	if typ.Flags&vkrt.HostCoherent != 0 {
		return Failure{}
	}
	atom, start := n.device.Limits().NonCoherentAtomSize, s.first*s.page.grain+offset
	first, end := start, start+size
	for first%atom != 0 {
		first--
	}
	for end%atom != 0 && end < s.page.size {
		end++
	}
	if n.bug == "an atom too many" && end+atom <= s.page.size {
		end += atom
	}
	call(s.page.memory, first, end-first)
	return Failure{}
}

// bytesOf returns the bytes of a region of a mapped page.
func (n *naive) bytesOf(s *naiveSlot) []byte {
	n.at = s.page.at
	start := s.first * s.page.grain
	if n.bug == "bytes of the page" {
		start = 0
	}
	bytes := n.mappedPage(s).bytes[start:]
	if n.bug == "bytes up to the page's end" {
		return bytes
	}
	return bytes[:s.size:s.size]
}

// mappedPage returns the page that is mapped for a region.
func (n *naive) mappedPage(s *naiveSlot) *naivePage {
	for _, page := range n.pools[s.pool].pages {
		switch {
		case n.bug == "bytes of another page" && page.bytes != nil && page.size >= s.page.size:
			return page
		case n.bug == "bytes of another type" && page.bytes != nil && page.size >= s.page.size && page.at != s.page.at:
			return page
		}
	}
	return s.page
}

func (n *naive) enter(s *naiveSlot) {
	if s.page.maps == 0 && !n.d.Memory.Persistent {
		page := s.page
		if n.bug == "map of the first page" {
			page = n.pools[s.pool].pages[0]
		}
		s.page.bytes, _ = n.device.Map(page.memory, page.size)
	}
	s.page.maps++
}

func (n *naive) leave(s *naiveSlot) {
	s.page.maps--
	if (s.page.maps == 0 || n.bug == "unmapped for all") && !n.d.Memory.Persistent {
		s.page.maps = 0
		n.device.Unmap(s.page.memory)
		s.page.bytes = nil
	}
}
