package tlsf

// The order by offset: a B+ tree (Comer, "The Ubiquitous B-Tree", Computing
// Surveys 11, 1979) of the free ranges of a block. The leaves list them by
// start; a node above lists its children, and by each of them the first range
// and the largest size under it, so that the first range of some size is found
// on one way down.
//
//   - every path from the root has the same number of nodes;
//   - a node but the root has at least one entry; one that comes down to a
//     quarter of its room joins a neighbour, if three quarters hold both;
//   - of each entry, first is the first range and largest the largest size at
//     or under it.

// lowest returns the first free range of at least n granules, or 0.
func (s *Space) lowest(b *block, n uint64) uint32 {
	return s.descend(b.root, s.fitting(b.root, 0, n), n)
}

// behind returns the first free range of at least n granules behind i, or 0.
func (s *Space) behind(i uint32, n uint64) uint32 {
	x := s.leaf(i)
	k := s.nodes[x].indexOf(i)
	for {
		if k = s.fitting(x, k+1, n); k < fanout {
			return s.descend(x, k, n)
		}
		up := s.nodes[x].up
		if up == 0 {
			return 0
		}
		x, k = up, s.nodes[x].at
	}
}

// descend returns the first range of at least n granules at or under entry k
// of node x, where there is one unless k is out of bounds.
func (s *Space) descend(x, k uint32, n uint64) uint32 {
	for {
		node := &s.nodes[x]
		if k >= fanout {
			return 0
		}
		if node.level == 0 {
			return node.first[k]
		}
		x = node.child[k]
		k = s.fitting(x, 0, n)
	}
}

// insertStart makes free range i a member of the tree. Where the one before it
// is near, it goes behind that one.
func (s *Space) insertStart(b *block, i uint32) {
	x, k := s.behindNeighbour(b, i)
	if x == 0 {
		x, k = s.makeRoom(b, s.start(i))
	}
	size := s.size(i)
	s.nodes[x].open(k)
	s.nodes[x].first[k] = i
	s.setLargest(x, k, size)
	s.setLeaf(i, x)
	if k == 0 {
		s.tell(x)
	} else {
		s.tellSize(x, 0, size)
	}
}

// behindNeighbour returns the place in a leaf behind the free range that lies
// a few live ones before i; or 0, if it is farther away or the leaf is full.
func (s *Space) behindNeighbour(b *block, i uint32) (leaf, k uint32) {
	const near = 4
	for range near {
		if i = s.prev(i); i == b.edge {
			return 0, 0
		}
		if s.state(i) == free {
			leaf = s.leaf(i)
			if node := &s.nodes[leaf]; node.count < fanout {
				return leaf, node.indexOf(i) + 1
			}
			return 0, 0
		}
	}
	return 0, 0
}

// makeRoom returns the place in a leaf for a range that begins at start. It
// splits every full node on its way down, so that no parent is full when a
// child is split.
func (s *Space) makeRoom(b *block, start uint64) (leaf, k uint32) {
	if s.nodes[b.root].count == fanout {
		root := s.newNode(s.nodes[b.root].level + 1)
		s.nodes[root].count = 1
		s.nodes[root].child[0] = b.root
		s.nodes[root].most = s.nodes[b.root].most
		s.nodes[b.root].up = root
		b.root = root
	}
	leaf = b.root
	for s.nodes[leaf].level != 0 {
		k = max(s.rank(leaf, start), 1) - 1
		if s.nodes[s.nodes[leaf].child[k]].count == fanout {
			s.split(leaf, k)
			k = max(s.rank(leaf, start), 1) - 1
		}
		leaf = s.nodes[leaf].child[k]
	}
	return leaf, s.rank(leaf, start)
}

// removeStart takes free range i out of the tree.
func (s *Space) removeStart(b *block, i uint32) {
	x := s.leaf(i)
	k := s.nodes[x].indexOf(i)
	size := s.largest(x, k)
	s.nodes[x].close(k)
	if k != 0 && s.nodes[x].count > fanout/4 {
		s.tellSize(x, size, 0)
		return
	}
	for x != b.root {
		up := s.nodes[x].up
		k := s.nodes[x].at
		switch {
		case s.nodes[x].count == 0:
			s.recycleNode(x)
			s.nodes[up].close(k)
			s.adopt(up, k)
		case s.nodes[x].count <= fanout/4 && s.canMerge(up, k):
			s.merge(up, k)
		default:
			s.tell(x)
			return
		}
		x = up
	}
	s.tell(x)
	for s.nodes[x].level != 0 && s.nodes[x].count == 1 {
		b.root = s.nodes[x].child[0]
		s.nodes[b.root].up = 0
		s.recycleNode(x)
		x = b.root
	}
}

// resizeStart tells the tree that free range i has another size. Its start
// may have changed too: its place among the others has not.
func (s *Space) resizeStart(i uint32, size uint64) {
	x := s.leaf(i)
	k := s.nodes[x].indexOf(i)
	was := s.largest(x, k)
	s.setLargest(x, k, size)
	s.tellSize(x, was, size)
}

// tellSize corrects what node x and those above it know of the largest size,
// after that of one entry has changed; 0 is no entry.
func (s *Space) tellSize(x uint32, was, size uint64) {
	for {
		node := &s.nodes[x]
		most := node.most
		if size <= most {
			if was != most {
				return
			}
			if size = s.largestIn(x); size == most {
				return
			}
		}
		node.most = size
		x = node.up
		if x == 0 {
			return
		}
		s.setLargest(x, node.at, size)
		was = most
	}
}

// tell corrects what node x knows of its entries, and those above it of x, as
// far as that changes.
func (s *Space) tell(x uint32) {
	for {
		s.nodes[x].most = s.largestIn(x)
		up := s.nodes[x].up
		if up == 0 {
			return
		}
		k := s.nodes[x].at
		first, largest := s.nodes[x].first[0], s.nodes[x].most
		if s.nodes[up].first[k] == first && s.largest(up, k) == largest {
			return
		}
		s.nodes[up].first[k] = first
		s.setLargest(up, k, largest)
		x = up
	}
}
