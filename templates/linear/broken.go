package linear

// Broken returns the law that the space breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold, and takes time and
// memory in proportion to them.
func (s *Space) Broken(live []uint32) (law string) {
	isLive, isSeen := make([]bool, len(s.regions)), make([]bool, len(s.regions))
	for _, i := range live {
		if i == 0 || uint64(i) >= uint64(len(s.regions)) || isLive[i] {
			return "a live region is in one part"
		}
		isLive[i] = true
	}
	for i := s.spare; i != 0; i = s.regions[i].next {
		if uint64(i) >= uint64(len(s.regions)) || isSeen[i] || s.regions[i].state != vacant {
			return "the recycled regions form a list"
		}
		isSeen[i] = true
	}
	if isSingle {
		if s.only.size != 0 {
			law = s.brokenBlock(0, isSeen)
		}
	} else {
		law = s.brokenBlocks(isSeen)
	}
	if law != "" {
		return law
	}
	for i := 1; i < len(s.regions); i++ {
		state := s.regions[i].state
		if !isSeen[i] || isLive[i] != (state == linear || state == tiled) || state == tiled && !isMixed {
			return "a live region is in one part"
		}
	}
	return ""
}

// brokenBlocks checks every block that isn't vacant, and marks its regions.
func (s *Space) brokenBlocks(isSeen []bool) (law string) {
	for n := range s.blocks {
		if s.blocks[n].size == 0 {
			continue
		}
		if law := s.brokenBlock(uint32(n), isSeen); law != "" {
			return law
		}
	}
	return ""
}

// brokenBlock checks one block, and marks its regions as seen.
func (s *Space) brokenBlock(number uint32, isSeen []bool) (law string) {
	b := s.at(number)
	one, sound := s.list(number, b.one, isSeen)
	if b.size == 0 || !sound {
		return "a part lists its regions"
	}
	var two []region
	if isSingle {
		if two, sound = s.list(number, b.two, isSeen); !sound {
			return "a part lists its regions"
		}
	}
	inOrder := append(two, one...)
	if b.isUpper {
		inOrder = one
		for k := len(two); k > 0; k-- {
			inOrder = append(inOrder, two[k-1])
		}
	} else if len(one) == 0 && len(two) != 0 {
		return "part two is empty where part one is"
	}
	end, used, last := uint64(0), uint64(0), region{state: edge}
	for _, r := range inOrder {
		if r.start < end || r.start%alignment != 0 || r.extent == 0 || r.start > b.size || r.extent > b.size-r.start {
			return "the regions of a block are in order"
		}
		if isMixed && last.state&r.state == 0 && (end-1)|s.inPage >= r.start {
			return "contents that don't mix share no page"
		}
		end = r.start + r.extent
		used += r.extent
		last = r
	}
	if used != b.used {
		return "used counts the live regions' bytes"
	}
	tail, limit, part := uint64(0), b.size, b.one
	switch {
	case len(two) != 0 && b.isUpper:
		limit = two[len(two)-1].start
	case len(two) != 0:
		one, limit, part = two, one[0].start, b.two
	}
	if len(one) != 0 {
		tail = one[len(one)-1].start + one[len(one)-1].extent
	}
	if b.tail != tail || b.limit != limit || b.part != part || b.isUpper && len(two) == 0 {
		return "tail and limit say where the next region goes"
	}
	return ""
}

// list returns the regions of the part with the given edge, and whether they
// and the edge form a circle of regions of the block that were not seen yet.
func (s *Space) list(number, edgeOf uint32, isSeen []bool) (list []region, sound bool) {
	prev := edgeOf
	for i := edgeOf; ; {
		if i == 0 || uint64(i) >= uint64(len(s.regions)) || isSeen[i] {
			return nil, false
		}
		isSeen[i] = true
		r := s.regions[i]
		isEdge := i == edgeOf
		if r.block != number || isEdge != (r.state == edge) || isEdge && r.start|r.extent != 0 || r.state == vacant || !isEdge && r.prev != prev {
			return nil, false
		}
		if !isEdge {
			list = append(list, r)
		}
		if r.next == edgeOf {
			return list, s.regions[edgeOf].prev == i
		}
		prev, i = i, r.next
	}
}
