package buddy

import "math/bits"

// Broken returns the law that the space breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold, and takes a step for each
// node of each block.
func (s *Space) Broken(live []uint32) (law string) {
	isSpare := make([]bool, len(s.regions))
	spares := 0
	for i := s.spare; i != 0; i = s.regions[i].next {
		if uint64(i) >= uint64(len(s.regions)) || isSpare[i] || s.regions[i].extent != 0 {
			return "the recycled regions form a list"
		}
		isSpare[i] = true
		spares++
	}
	if 1+spares+len(live) != len(s.regions) || len(s.trees) != nodes*len(s.blocks) {
		return "a region is live or recycled, and a block has a tree"
	}
	taken := make([]bool, len(s.trees)) // nodes that are regions'
	used := make([]uint64, len(s.blocks))
	for _, i := range live {
		if i == 0 || uint64(i) >= uint64(len(s.regions)) || isSpare[i] || !s.lies(s.regions[i]) {
			return "a live region has a node of its block"
		}
		r := s.regions[i]
		at := int(r.block)*nodes + int(r.node)
		if taken[at] {
			return "a node is one region's"
		}
		taken[at] = true
		used[r.block] += s.Extent(i)
	}
	for number, b := range s.blocks {
		if b.used != used[number] {
			return "the extents of live regions are counted"
		}
		if b.order != 0 && !s.isSound(uint32(number), taken[number*nodes:][:nodes]) {
			return "a node says what is free in it"
		}
	}
	return ""
}

// lies reports whether a region is in a block, in a node that has its bytes.
func (s *Space) lies(r region) bool {
	if uint64(r.block) >= uint64(len(s.blocks)) || s.blocks[r.block].order == 0 || r.node == 0 || r.extent == 0 {
		return false
	}
	depth := bits.Len32(r.node) - 1
	order := int(s.blocks[r.block].order) - 1 - depth
	return order >= 0 && r.extent <= 1<<order
}

// isSound reports whether the tree of a block has regions at the nodes taken, and
// no others. From the leaves up, below a region and in what is free as a whole
// every node has what it had in an empty block.
func (s *Space) isSound(number uint32, taken []bool) bool {
	tree, root := s.tree(number), s.blocks[number].order
	if root > uint8(bits.Len(nodes/2)) {
		return false
	}
	last := uint32(1)<<root - 1
	busy := make([]bool, last+1) // a region is in it
	for n := last; n > 0; n-- {
		whole := root + 1 - uint8(bits.Len32(n))
		want := whole
		isLeaf := 2*n > last
		if !isLeaf && (busy[2*n] || busy[2*n+1]) {
			want = max(tree[2*n], tree[2*n+1])
			busy[n] = true
		}
		if taken[n] {
			if busy[n] {
				return false // a region in another one
			}
			want, busy[n] = 0, true
		}
		if tree[n] != want {
			return false
		}
	}
	return true
}
