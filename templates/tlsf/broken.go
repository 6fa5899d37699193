package tlsf

// A checker restates the laws. It trusts no link before it has seen that it
// names a range not seen yet, so it ends whatever the tables hold.
type checker struct {
	*Space
	isLive []bool // given as a live region
	isSeen []bool // met as a range of some block, or recycled
	freeIn []*block
	block  *block
	number uint32
	left   int // free ranges of the block
	trees  int // nodes of the trees by offset
}

// Broken returns the law that the space breaks, or "": exactly the regions
// given must be live. It ends whatever the tables hold, and takes time and
// memory in proportion to them.
func (s *Space) Broken(live []uint32) (law string) {
	c := checker{Space: s, isLive: make([]bool, s.used), isSeen: make([]bool, s.used), freeIn: make([]*block, s.used)}
	for _, i := range live {
		if i == 0 || i >= s.used || c.isLive[i] {
			return "a live region is one range"
		}
		c.isLive[i] = true
	}
	for i := s.spare; i != 0; i = s.nextFree(i) {
		if !c.see(i) || c.isLive[i] {
			return "the recycled ranges form a list"
		}
	}
	if isSingle {
		if s.only.size != 0 {
			law = c.brokenBlock(&s.only, 0)
		}
	} else {
		law = c.brokenBlocks()
	}
	if law != "" {
		return law
	}
	if byStart && !c.soundSpares() {
		return "every node of a tree by offset is in one or recycled"
	}
	for i := uint32(1); i < s.used; i++ {
		if !c.isSeen[i] {
			return "every range is in a block or recycled"
		}
	}
	return ""
}

// soundSpares reports whether all nodes that are in no tree are recycled.
func (c *checker) soundSpares() bool {
	known, x := c.trees+1, c.spareNode
	for ; x != 0 && known < len(c.nodes); x = c.nodes[x].up {
		if uint64(x) >= uint64(len(c.nodes)) {
			return false
		}
		known++
	}
	return x == 0 && known == len(c.nodes) || len(c.nodes) == 0
}

// brokenBlocks checks every block that isn't vacant.
func (c *checker) brokenBlocks() (law string) {
	for n := range c.blocks {
		if c.blocks[n].size == 0 {
			continue
		}
		if law := c.brokenBlock(&c.blocks[n], uint32(n)); law != "" {
			return law
		}
	}
	return ""
}

// brokenBlock checks one block.
func (c *checker) brokenBlock(b *block, number uint32) (law string) {
	c.block, c.number, c.left = b, number, 0
	law = c.brokenTiling()
	if bySize && law == "" {
		law = c.brokenClasses()
	}
	if byStart && law == "" {
		law = c.brokenStarts()
	}
	return law
}

// see reports whether range i exists and is met for the first time.
func (c *checker) see(i uint32) bool {
	if i == 0 || i >= c.used || c.isSeen[i] {
		return false
	}
	c.isSeen[i] = true
	return true
}

// brokenTiling walks the ranges of the block.
func (c *checker) brokenTiling() (law string) {
	b := c.block
	if b.size == 0 || b.size > granules || !c.see(b.edge) || c.isLive[b.edge] || c.state(b.edge) != edge || c.nextFree(b.edge) != c.number {
		return "a block has an edge"
	}
	end, freeGranules, prev := uint64(0), uint64(0), b.edge
	for i := c.next(b.edge); i != b.edge; i = c.next(i) {
		if !c.see(i) || c.prev(i) != prev || c.start(i) != end || c.size(i) == 0 || c.size(i) > b.size-end {
			return "the ranges of a block tile it"
		}
		state := c.state(i)
		if state > tiled || c.isLive[i] == (state == free) || state == tiled && !isMixed {
			return "a live region is one range"
		}
		if state != free && c.nextFree(i) != c.number {
			return "a live region names its block"
		}
		if state == free {
			if c.state(prev) == free {
				return "no two neighbours are both free"
			}
			c.freeIn[i] = b
			c.left++
			freeGranules += c.size(i)
		}
		if isMixed && c.page != 0 && state != free && c.sharesPage(i) {
			return "contents that don't mix share no page"
		}
		prev, end = i, end+c.size(i)
	}
	switch {
	case end != b.size || c.prev(b.edge) != prev:
		return "the ranges of a block tile it"
	case b.free != freeGranules:
		return "free counts the free granules"
	}
	return ""
}

// sharesPage reports whether the last live range before i has other contents
// and ends on the page that i starts on. There is at most one free range
// between, and what lies before was checked.
func (c *checker) sharesPage(i uint32) bool {
	prev := c.prev(i)
	if c.state(prev) == free {
		prev = c.prev(prev)
	}
	end := c.start(prev) + c.size(prev)
	return c.state(prev)&c.state(i) == 0 && (end-1)/c.page == c.start(i)/c.page
}

// brokenClasses walks the classes of the block.
func (c *checker) brokenClasses() (law string) {
	b := c.block
	left, total := c.left, c.left
	for class := range uint32(classes) {
		head := b.heads[class]
		word := b.words[class/64]
		if word>>(class%64)&1 != 0 != (head != 0) || b.top>>(class/64)&1 != 0 != (word != 0) {
			return "a bit is set for each class with a head"
		}
		if head == 0 {
			continue
		}
		root := head &^ branched
		if !c.brokenList(class, root, &left) {
			return "a class lists each of its ranges once"
		}
		if head == root {
			continue
		}
		bit := spread(c.size(root))
		if c.sizeChild(root, 0)|c.sizeChild(root, 1) == 0 {
			return "a branched class has several sizes"
		}
		if !c.soundSizes(class, root, bit, &left) {
			return "a class is a search tree with the smallest size on top"
		}
	}
	if left != 0 || total != c.left {
		return "every free range is in its class"
	}
	return ""
}

// brokenList reports whether the list from i on is sound: free ranges of the
// class and of one size. It counts them down.
func (c *checker) brokenList(class, i uint32, left *int) bool {
	if i >= c.used || c.prevFree(i) != 0 {
		return false
	}
	size, prev := c.size(i), uint32(0)
	for ; i != 0; prev, i = i, c.nextFree(i) {
		if i >= c.used || *left == 0 || c.freeIn[i] != c.block || c.prevFree(i) != prev || c.size(i) != size || c.classIn(c.block, i, size) != class {
			return false
		}
		*left--
	}
	return true
}

// soundSizes reports whether all under i is sound, whose sizes differ in so
// many bits.
func (c *checker) soundSizes(class, i, bits uint32, left *int) bool {
	for side := range uint32(2) {
		x := c.sizeChild(i, side)
		if x == 0 {
			continue
		}
		if bits == 0 || !c.brokenList(class, x, left) || c.size(x) <= c.size(i) ||
			uint32(c.size(x)>>(bits-1))&1 != side || (c.size(x)^c.size(i))>>bits != 0 ||
			!c.soundSizes(class, x, bits-1, left) {
			return false
		}
	}
	return true
}

// brokenStarts walks the tree by offset beside the ranges of the block.
func (c *checker) brokenStarts() (law string) {
	at := c.block.edge
	root := c.block.root
	if root == 0 || uint64(root) >= uint64(len(c.nodes)) || c.nodes[root].up != 0 || !c.soundNode(root, &at) || c.freeBehind(at) != c.block.edge {
		return "the tree by offset lists the free ranges in order"
	}
	return ""
}

// freeBehind returns the first free range behind i, or the edge.
func (c *checker) freeBehind(i uint32) uint32 {
	for i = c.next(i); i != c.block.edge && c.state(i) != free; i = c.next(i) {
	}
	return i
}

// soundNode reports whether node x and all under it are sound and have the
// free ranges behind at, which moves on to the last of them.
func (c *checker) soundNode(x uint32, at *uint32) bool {
	node := &c.nodes[x]
	if node.count > fanout || node.count == 0 && node.up != 0 || node.most != c.largestIn(x) {
		return false
	}
	c.trees++
	for k := range node.count {
		next := c.freeBehind(*at)
		if node.first[k] != next || next == c.block.edge {
			return false
		}
		largest := c.size(next)
		if node.level == 0 {
			if c.leaf(next) != x {
				return false
			}
			*at = next
		} else {
			child := node.child[k]
			if child == 0 || uint64(child) >= uint64(len(c.nodes)) || c.nodes[child].up != x || c.nodes[child].at != k || c.nodes[child].level != node.level-1 || !c.soundNode(child, at) {
				return false
			}
			largest = c.largestIn(child)
		}
		if c.largest(x, k) != largest {
			return false
		}
	}
	return true
}
