package tlsf

// The order by offset: a B+ tree (Comer, "The Ubiquitous B-Tree", Computing
// Surveys 11, 1979) of the free ranges of a block. The leaves list them by
// start; a node above lists its children, and by each of them the first range
// and the largest size under it, so that the first range of some size is found
// on one way down.
//
//   - every path from the root has the same number of nodes;
//   - a node but the root has at least one entry, and two next to each other
//     under one parent can't be one node of three quarters;
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
		if k = s.fitting(x, k+1, n); k < s.nodes[x].count {
			return s.descend(x, k, n)
		}
		up := s.nodes[x].up
		if up == 0 {
			return 0
		}
		x, k = up, s.nodes[up].indexOfChild(x)
	}
}

// descend returns the first range of at least n granules at or under entry k
// of node x, where there is one unless k is out of bounds.
func (s *Space) descend(x, k uint32, n uint64) uint32 {
	for {
		node := &s.nodes[x]
		if k >= node.count {
			return 0
		}
		if node.level == 0 {
			return node.first[k%fanout]
		}
		x = node.child[k%fanout]
		k = s.fitting(x, 0, n)
	}
}

// insertStart makes free range i a member of the tree. It splits every full
// node on its way down, so that no parent is full when a child is split.
func (s *Space) insertStart(b *block, i uint32) {
	start := s.start(i)
	if s.nodes[b.root].count == fanout {
		root := s.newNode(s.nodes[b.root].level + 1)
		s.nodes[root].count = 1
		s.nodes[root].child[0] = b.root
		s.nodes[b.root].up = root
		b.root = root
		s.split(root, 0)
	}
	x := b.root
	for s.nodes[x].level != 0 {
		k := max(s.rank(x, start), 1) - 1
		if s.nodes[s.nodes[x].child[k]].count == fanout {
			s.split(x, k)
			k = max(s.rank(x, start), 1) - 1
		}
		x = s.nodes[x].child[k]
	}
	k := s.rank(x, start)
	s.nodes[x].open(k)
	s.nodes[x].first[k] = i
	s.setLargest(x, k, s.size(i))
	s.setLeaf(i, x)
	s.tell(x)
}

// removeStart takes free range i out of the tree.
func (s *Space) removeStart(b *block, i uint32) {
	x := s.leaf(i)
	s.nodes[x].close(s.nodes[x].indexOf(i))
	for x != b.root {
		up := s.nodes[x].up
		k := s.nodes[up].indexOfChild(x)
		switch {
		case s.nodes[x].count == 0:
			s.recycleNode(x)
			s.nodes[up].close(k)
		case s.nodes[x].count <= fanout/4 && s.canMerge(up, k):
			s.merge(up, k)
		default:
			s.tell(x)
			return
		}
		x = up
	}
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
	s.setLargest(x, s.nodes[x].indexOf(i), size)
	s.tell(x)
}

// tell corrects first and largest of node x above it, as far as they change.
func (s *Space) tell(x uint32) {
	for up := s.nodes[x].up; up != 0; x, up = up, s.nodes[up].up {
		k := s.nodes[up].indexOfChild(x)
		first, largest := s.nodes[x].first[0], s.largestIn(x)
		if s.nodes[up].first[k] == first && s.largest(up, k) == largest {
			return
		}
		s.nodes[up].first[k] = first
		s.setLargest(up, k, largest)
	}
}
