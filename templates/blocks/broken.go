package blocks

// Pages counts the blocks, and their bytes, one by one.
func (p *Pool) Pages() (blocks, bytes uint64) {
	blocks, bytes = p.own.Count()
	for n := range p.blocks {
		if p.blocks[n].size != 0 {
			blocks++
			bytes += p.blocks[n].size
		}
	}
	return blocks, bytes
}

// Claim enters the size of every block into sizes, by the caller's number. It
// reports whether each was within them and had no size there yet. The pool must
// not be Broken.
func (p *Pool) Claim(sizes []uint64) (alone bool) {
	for n := range p.blocks {
		b := &p.blocks[n]
		if b.size == 0 {
			continue
		}
		if uint64(b.native) >= uint64(len(sizes)) || sizes[b.native] != 0 {
			return false
		}
		sizes[b.native] = b.size
	}
	return p.own.Claim(sizes)
}

// Broken returns the law that the pool breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold.
func (p *Pool) Broken(live []uint32) (law string) {
	var own, placed []uint32
	for _, region := range live {
		if region&ownBit != 0 {
			own = append(own, region&^ownBit)
		} else {
			placed = append(placed, region)
		}
	}
	idle, law := p.own.Broken(own)
	switch {
	case law != "":
		return law
	case len(idle) != 0:
		return "a block of its own is one region"
	case !hasBlocks && len(placed) != 0:
		return "a pool without blocks has no region in one"
	case !hasBlocks:
		return ""
	}
	if law = p.space.Broken(placed); law != "" {
		return law
	}
	return p.brokenBlocks()
}

// brokenBlocks checks the tables of blocks.
func (p *Pool) brokenBlocks() (law string) {
	vacant := make([]bool, len(p.blocks))
	for n := p.vacant; n != 0; n = p.blocks[n-1].link {
		if uint64(n) > uint64(len(p.blocks)) || vacant[n-1] || p.blocks[n-1].size != 0 {
			return "the vacant numbers form a list"
		}
		vacant[n-1] = true
	}
	count, empty := uint32(0), []uint32{}
	for n := range p.blocks {
		b, number := &p.blocks[n], uint32(n)
		if vacant[n] {
			continue
		}
		count++
		if b.size == 0 || b.born >= p.born || !p.space.Is(number, p.usable(b.size)) {
			return "a block is in the space, with its whole granules"
		}
		if p.space.IsEmpty(number) && tracks {
			empty = append(empty, number+1)
		}
		if searches && (uint64(b.link) >= uint64(len(p.order)) || p.order[b.link] != number) {
			return "the order lists every block"
		}
	}
	switch {
	case count != p.count || searches && uint64(len(p.order)) != uint64(count):
		return "the blocks are counted"
	case uint64(p.last) > uint64(len(p.blocks)) || p.last != 0 && vacant[p.last-1]:
		return "the block appended to last is one"
	}
	if searches {
		for at := 1; at < len(p.order); at++ {
			if !p.isBefore(p.order[at-1], p.order[at]) {
				return "the order is that of free bytes, then of age"
			}
		}
	}
	return p.empty.Broken(empty)
}
