package tlsf

// fanout is the most entries of a node in the tree by offset.
const fanout = 32

// node is a node of the tree by offset. A leaf's entries are free ranges.
type node struct {
	largest32 [fanout]uint32 // granules, where they fit; 0 from count on
	largest64 [fanout]uint64 // granules, where they don't; likewise
	first     [fanout]uint32
	child     [fanout]uint32 // not of a leaf
	most      uint64         // the largest size of all
	count     uint32
	level     uint32 // 0 is a leaf
	up        uint32 // 0 for the root; of a recycled node the next of those
	at        uint32 // which entry of up it is
}

// newNode returns a node without entries.
func (s *Space) newNode(level uint32) uint32 {
	x := s.spareNode
	if x == 0 {
		if len(s.nodes) == 0 {
			s.nodes = append(s.nodes, node{})
		}
		x = uint32(len(s.nodes))
		s.nodes = append(s.nodes, node{})
	} else {
		s.spareNode = s.nodes[x].up
	}
	s.nodes[x] = node{level: level}
	return x
}

// recycleNode keeps node x for newNode.
func (s *Space) recycleNode(x uint32) {
	s.nodes[x].up = s.spareNode
	s.spareNode = x
}

func (s *Space) largest(x, k uint32) uint64 {
	if isHuge {
		return s.nodes[x].largest64[k%fanout]
	}
	return uint64(s.nodes[x].largest32[k%fanout])
}

func (s *Space) setLargest(x, k uint32, size uint64) {
	if isHuge {
		s.nodes[x].largest64[k%fanout] = size
	} else {
		s.nodes[x].largest32[k%fanout] = uint32(size)
	}
}

// largestIn returns the largest size under node x.
func (s *Space) largestIn(x uint32) uint64 {
	node := &s.nodes[x]
	if isHuge {
		size := uint64(0)
		for k := range fanout {
			size = max(size, node.largest64[k])
		}
		return size
	}
	var a, b, c, d uint32 // four chains, side by side
	for k := 0; k < fanout; k += 4 {
		a = max(a, node.largest32[k])
		b = max(b, node.largest32[k+1])
		c = max(c, node.largest32[k+2])
		d = max(d, node.largest32[k+3])
	}
	return uint64(max(a, b, c, d))
}

// fitting returns the first entry of node x, from k on, with n granules at or
// under it, or fanout.
func (s *Space) fitting(x, k uint32, n uint64) uint32 {
	node := &s.nodes[x]
	if isHuge {
		for k < fanout && node.largest64[k] < n {
			k++
		}
		return k
	}
	for k < fanout && uint64(node.largest32[k]) < n {
		k++
	}
	return k
}

// rank returns how many entries of node x begin before start.
func (s *Space) rank(x uint32, start uint64) (k uint32) {
	node := &s.nodes[x]
	for low, high := uint32(0), node.count; low < high; k = low {
		if middle := (low + high) / 2; s.start(node.first[middle%fanout]) < start {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return k
}

// indexOf returns the entry of a leaf that is range i.
func (n *node) indexOf(i uint32) (k uint32) {
	for n.first[k%fanout] != i {
		k++
	}
	return k % fanout
}

// open makes room for an entry k.
func (n *node) open(k uint32) {
	n.copyEntries(k+1, n, k, n.count-k)
	n.count++
}

// close removes entry k.
func (n *node) close(k uint32) {
	n.count--
	n.copyEntries(k, n, k+1, n.count-k)
	n.clear(n.count, n.count+1)
}

// clear makes the entries from k to end unused.
func (n *node) clear(k, end uint32) {
	if isHuge {
		clear(n.largest64[k:end])
	} else {
		clear(n.largest32[k:end])
	}
}

// copyEntries copies count entries of m from j on over those from k on.
func (n *node) copyEntries(k uint32, m *node, j, count uint32) {
	if isHuge {
		copy(n.largest64[k:k+count], m.largest64[j:j+count])
	} else {
		copy(n.largest32[k:k+count], m.largest32[j:j+count])
	}
	copy(n.first[k:k+count], m.first[j:j+count])
	if m.level != 0 {
		copy(n.child[k:k+count], m.child[j:j+count])
	}
}

// split moves the upper half of the child k of node up, which is full, into a
// new child behind it.
func (s *Space) split(up, k uint32) {
	y := s.newNode(s.nodes[s.nodes[up].child[k]].level)
	x := s.nodes[up].child[k]
	s.nodes[up].open(k + 1)
	s.nodes[up].child[k+1] = y
	s.adopt(up, k)
	s.nodes[y].copyEntries(0, &s.nodes[x], fanout/2, fanout/2)
	s.nodes[x].clear(fanout/2, fanout)
	s.nodes[x].count = fanout / 2
	s.nodes[y].count = fanout / 2
	s.adopt(y, 0)
	s.sum(up, k)
	s.sum(up, k+1)
}

// sum makes node up know what is under its child k.
func (s *Space) sum(up, k uint32) {
	x := s.nodes[up].child[k]
	s.nodes[x].most = s.largestIn(x)
	s.nodes[up].first[k] = s.nodes[x].first[0]
	s.setLargest(up, k, s.nodes[x].most)
}

// canMerge reports whether the children k and k+1 of node up exist and make
// one that isn't full soon.
func (s *Space) canMerge(up, k uint32) bool {
	node := &s.nodes[up]
	return k+1 < node.count && s.nodes[node.child[k]].count+s.nodes[node.child[k+1]].count <= fanout*3/4
}

// merge moves the entries of child k+1 of node up into child k.
func (s *Space) merge(up, k uint32) {
	x, y := s.nodes[up].child[k], s.nodes[up].child[k+1]
	count := s.nodes[x].count
	s.nodes[x].copyEntries(count, &s.nodes[y], 0, s.nodes[y].count)
	s.nodes[x].count += s.nodes[y].count
	s.adopt(x, count)
	s.recycleNode(y)
	s.nodes[up].close(k + 1)
	s.adopt(up, k)
	s.sum(up, k)
}

// adopt makes the entries of node x from k on know that they are there.
func (s *Space) adopt(x, k uint32) {
	for ; k < s.nodes[x].count; k++ {
		if s.nodes[x].level == 0 {
			s.setLeaf(s.nodes[x].first[k], x)
		} else {
			child := &s.nodes[s.nodes[x].child[k]]
			child.up, child.at = x, k
		}
	}
}
