// Package ordered keeps a set of numbered things in the order of their sizes,
// and among equal sizes in the order of a tie.
//
// The set is a treap (Seidel & Aragon, "Randomized Search Trees", 1996):
// a search tree by size and tie, a heap by rank. Insert splits the subtree
// whose place the new node takes, Remove merges the two below the old one.
//
// Laws:
//   - in order, sizes never fall, and ties rise within one size;
//   - a node's rank is above those of the nodes below it.
//
// Cost: every operation is an expected O(log n) for n members; 24 bytes for
// each number up to the highest ever inserted, and no pointer.
package ordered

import (
	"slices"

	"github.com/allocgen/allocgen/templates/rank"
)

// node is a member. Its index is its number; 0 is no node.
type node struct {
	size, tie   uint64
	left, right uint32
}

// Set is a set of numbers above 0. Its zero value is empty.
type Set struct {
	nodes []node
	root  uint32
}

// Apart gives the set room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (s *Set) Apart() {
	s.nodes = slices.Grow(s.nodes, 32)
}

// Insert adds number i, which is not a member. No other member may have the
// same size and tie.
func (s *Set) Insert(i uint32, size, tie uint64) {
	for uint64(i) >= uint64(len(s.nodes)) {
		s.nodes = append(s.nodes, node{})
	}
	n := &s.nodes[i]
	n.size, n.tie = size, tie
	link := &s.root
	for r := rank.Of(i); *link != 0 && rank.Of(*link) > r; {
		link = s.side(*link, size, tie)
	}
	rest := *link
	*link = i
	below, above := &n.left, &n.right
	for rest != 0 {
		m := &s.nodes[rest]
		if m.size < size || m.size == size && m.tie < tie {
			*below, below, rest = rest, &m.right, m.right
		} else {
			*above, above, rest = rest, &m.left, m.left
		}
	}
	*below, *above = 0, 0
}

// Remove takes member i out.
func (s *Set) Remove(i uint32) {
	n := &s.nodes[i]
	link := &s.root
	for *link != i {
		link = s.side(*link, n.size, n.tie)
	}
	s.cut(link)
}

// Take takes out the first member of at least the given size, unless that is
// larger than most, and returns it; or 0.
func (s *Set) Take(size, most uint64) (taken uint32) {
	var found *uint32
	for link := &s.root; *link != 0; {
		n := &s.nodes[*link]
		if n.size >= size {
			found, link = link, &n.left
		} else {
			link = &n.right
		}
	}
	if found == nil || s.nodes[*found].size > most {
		return 0
	}
	taken = *found
	s.cut(found)
	return taken
}

// cut puts the two below the node of a link, merged, in its place.
func (s *Set) cut(link *uint32) {
	left, right := s.nodes[*link].left, s.nodes[*link].right
	for left != 0 && right != 0 {
		if rank.Of(left) > rank.Of(right) {
			*link, link = left, &s.nodes[left].right
			left = *link
		} else {
			*link, link = right, &s.nodes[right].left
			right = *link
		}
	}
	*link = left | right
}

// side returns the link of node i that leads to where size and tie belong.
func (s *Set) side(i uint32, size, tie uint64) *uint32 {
	n := &s.nodes[i]
	if size < n.size || size == n.size && tie < n.tie {
		return &n.left
	}
	return &n.right
}

// Broken returns the law that the set breaks, or "": its members must be
// exactly those given. It ends whatever the nodes hold.
func (s *Set) Broken(members []uint32) (law string) {
	isMember := make([]bool, len(s.nodes))
	for _, i := range members {
		if i == 0 || uint64(i) >= uint64(len(s.nodes)) || isMember[i] {
			return "a member has a node"
		}
		isMember[i] = true
	}
	left := len(members)
	if !s.inOrder(s.root, isMember, &left, &node{}) || left != 0 {
		return "the members are in order, in a heap by rank"
	}
	return ""
}

// inOrder walks the subtree of i, counts left down for each member, and
// reports whether all come after last, which it moves on.
func (s *Set) inOrder(i uint32, isMember []bool, left *int, last *node) bool {
	if i == 0 {
		return true
	}
	if uint64(i) >= uint64(len(s.nodes)) || !isMember[i] || *left == 0 {
		return false
	}
	*left--
	n := s.nodes[i]
	for _, below := range [2]uint32{n.left, n.right} {
		if below != 0 && rank.Of(below) >= rank.Of(i) {
			return false
		}
	}
	if !s.inOrder(n.left, isMember, left, last) || last.size > n.size || last.size == n.size && last.tie > n.tie {
		return false
	}
	*last = n
	return s.inOrder(n.right, isMember, left, last)
}
