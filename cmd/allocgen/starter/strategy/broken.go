package strategy

// Broken returns the law that the space breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold.
func (s *Space) Broken(live []uint32) (law string) {
	listed := make([]bool, len(s.regions))
	for i := s.spare; i != 0; i = s.regions[i].next {
		if uint64(i) >= uint64(len(s.regions)) || listed[i] {
			return "the recycled regions form a list"
		}
		listed[i] = true
	}
	count := 0
	for number := range s.blocks {
		if s.blocks[number].edge != 0 {
			regions, law := s.brokenBlock(uint32(number), listed)
			if law != "" {
				return law
			}
			count += regions
		}
	}
	for _, i := range live {
		if uint64(i) >= uint64(len(s.regions)) || !listed[i] || s.regions[i].extent == 0 {
			return "a live region is in the list of its block"
		}
	}
	if count != len(live) {
		return "every listed region is live"
	}
	for _, is := range listed[1:] {
		if !is {
			return "a region is in the list of a block, or recycled"
		}
	}
	return ""
}

// brokenBlock checks one block, marks its regions as listed and counts them.
func (s *Space) brokenBlock(number uint32, listed []bool) (regions int, law string) {
	b := &s.blocks[number]
	used, end, prev := uint64(0), uint64(0), b.edge
	if uint64(prev) >= uint64(len(s.regions)) || s.regions[prev].extent != 0 {
		return 0, "a block has an edge"
	}
	for i := prev; ; i = s.regions[i].next {
		if uint64(i) >= uint64(len(s.regions)) || listed[i] || s.regions[i].block != number {
			return 0, "a list holds regions of its block, each once"
		}
		listed[i] = true
		r := &s.regions[i]
		if i != b.edge {
			if r.prev != prev || r.extent == 0 || r.start < end || r.start%alignment != 0 {
				return 0, "regions lie one behind the other"
			}
			regions++
			used += r.extent
			end, prev = r.start+r.extent, i
		}
		if r.next == b.edge {
			break
		}
	}
	if end > b.size || used != b.used || s.regions[b.edge].prev != prev {
		return 0, "regions end within their block, and are counted"
	}
	return regions, ""
}
