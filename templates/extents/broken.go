package extents

import "github.com/allocgen/allocgen/templates/rank"

// Broken returns the law that the tree breaks, or "": every page must have
// the given number of granules, and exactly the extents in live be live. It
// ends whatever the nodes hold, and takes time and memory in proportion to
// them.
func (t *Tree) Broken(granules uint32, live []uint32) (law string) {
	count := uint32(len(t.nodes))
	recycled, isLive := make([]bool, count), make([]bool, count)
	for i := t.spare; i != 0; i = t.nodes[i].next {
		if i >= count || recycled[i] {
			return "the recycled nodes form a list"
		}
		recycled[i] = true
	}
	for _, i := range live {
		if i == 0 || i >= count || recycled[i] || isLive[i] || t.nodes[i].largest != 0 {
			return "a live extent is one region"
		}
		isLive[i] = true
	}
	free := 0
	for i := uint32(1); i < count; i++ {
		if recycled[i] {
			continue
		}
		if isLive[i] != (t.nodes[i].largest == 0) {
			return "a live extent is one region"
		}
		if !isLive[i] {
			free++
		}
		if law := t.brokenAt(i, granules); law != "" {
			return law
		}
	}
	return t.brokenOrder(free)
}

// brokenAt checks extent i against its neighbours on the page and in the tree.
func (t *Tree) brokenAt(i, granules uint32) (law string) {
	n := &t.nodes[i]
	count := uint32(len(t.nodes))
	if max(n.prev, n.next, n.up, n.left, n.right) >= count || uint64(n.page) >= uint64(len(t.born)) {
		return "links name nodes"
	}
	prev, next := &t.nodes[n.prev], &t.nodes[n.next]
	switch {
	case n.size == 0,
		n.prev == 0 && n.start != 0,
		n.prev != 0 && (prev.next != i || prev.page != n.page || prev.start+prev.size != n.start),
		n.next != 0 && next.prev != i,
		n.next == 0 && n.start+n.size != granules:
		return "the extents of a page tile it"
	case n.largest == 0:
		return ""
	case n.prev != 0 && prev.largest != 0:
		return "no two neighbours are both free"
	}
	left, right := &t.nodes[n.left], &t.nodes[n.right]
	switch {
	case n.left != 0 && (left.up != i || left.largest == 0 || rank.Of(n.left) > rank.Of(i)),
		n.right != 0 && (right.up != i || right.largest == 0 || rank.Of(n.right) > rank.Of(i)),
		n.up == 0 && t.root != i && t.front != i,
		t.front == i && n.up|n.left|n.right != 0:
		return "the free extents form a treap"
	case n.largest != max(n.size, left.largest, right.largest):
		return "largest is the maximum of its subtree"
	}
	return ""
}

// brokenOrder checks that the tree, whose nodes are sound each by itself,
// holds so many free extents in address order.
func (t *Tree) brokenOrder(free int) (law string) {
	if t.nodes[t.root].up != 0 && t.root != 0 || t.nodes[0].largest != 0 || t.nodes[0].size != 0 {
		return "the free extents form a treap"
	}
	first := t.within(t.root, 1)
	if t.first != first {
		return "first is the first extent of the tree"
	}
	if t.front != 0 {
		if uint64(t.front) >= uint64(len(t.nodes)) || t.nodes[t.front].largest == 0 || first != 0 && !t.precedes(&t.nodes[t.front], &t.nodes[first]) {
			return "the front is before the tree"
		}
		free--
	}
	for i := first; i != 0; free-- {
		next := t.after(i, 1)
		if free == 0 || next != 0 && !t.precedes(&t.nodes[i], &t.nodes[next]) {
			return "the tree is in address order"
		}
		i = next
	}
	if free != 0 {
		return "the tree holds every free extent"
	}
	return ""
}

// IsPage reports whether extent i is all of the page and free. Any i is
// allowed.
func (t *Tree) IsPage(i, page, granules uint32) bool {
	return uint64(i) < uint64(len(t.nodes)) && t.nodes[i].page == page && t.nodes[i].size == granules && t.nodes[i].largest != 0
}
