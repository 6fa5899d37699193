// Package extents keeps what pages are made of, live regions and free extents
// alike, in address order and finds the first free one that fits.
//
// Every extent is a node of one treap (Seidel & Aragon, "Randomized Search
// Trees", 1996) whose in-order sequence is the address order: pages in the
// order they were added, within a page by start. The tree is never searched
// by key. A free extent is found by size, through the largest room of each
// subtree; a live one is known by its index; splitting and coalescing touch
// only neighbours, which a circular thread through all extents names.
//
// Laws:
//   - the extents of a page tile it: each starts where the one before it ends;
//   - no two neighbours on a page are both free;
//   - room is an extent's size while it is free and 0 while it is live;
//   - largest is the maximum of room over an extent's subtree;
//   - first is the first free extent in address order, or 0 when none is.
//
// Cost: Find is O(log n) for n extents, and O(1) when the first free extent
// fits, plus O(log n) for each candidate that an alignment above one granule
// rejects. Take and Free touch an expected constant number of nodes and
// then correct largest upwards, at most O(log n) and usually a few steps. An
// extent costs 40 bytes; memory is O(peak of n) and holds no pointers.
package extents

// node is one extent. Indices name nodes; 0 is the sentinel, which has no
// room, ends every branch of the tree, and closes the thread into a circle.
type node struct {
	start, size     uint32 // granules; start counts from the page's first
	room            uint32 // granules: size while free, 0 while live
	largest         uint32 // granules: the maximum room in this subtree
	page            uint32
	prev, next      uint32 // neighbours in address order, across pages
	up, left, right uint32
}

// Tree is a set of pages cut into extents. Init makes it ready.
type Tree struct {
	nodes []node
	born  []uint64 // by page: how many pages had been added before it
	added uint64
	root  uint32
	first uint32
	spare uint32 // recycled nodes, linked through next
}

// Init empties the tree and provides for the given number of extents; more
// grow it.
func (t *Tree) Init(extents int) {
	*t = Tree{nodes: make([]node, 1, 1+extents)}
}

// Start returns where extent i begins, in granules from the start of its page.
func (t *Tree) Start(i uint32) uint32 { return t.nodes[i].start }

// Size returns the length of extent i in granules.
func (t *Tree) Size(i uint32) uint32 { return t.nodes[i].size }

// Page returns the page that extent i lies on.
func (t *Tree) Page(i uint32) uint32 { return t.nodes[i].page }

// Append adds a page of the given number of granules, all of it free, behind
// every page there is, and returns its one extent. The number of a removed
// page may be used again.
func (t *Tree) Append(page, granules uint32) uint32 {
	for uint64(page) >= uint64(len(t.born)) {
		t.born = append(t.born, 0)
	}
	t.born[page] = t.added
	t.added++
	i := t.fresh()
	last := t.nodes[0].prev
	t.nodes[i] = node{size: granules, room: granules, largest: granules, page: page, up: last}
	t.thread(i, 0)
	if last == 0 {
		t.root = i
	} else {
		t.nodes[last].right = i // the last extent in order has no right subtree
		t.correct(last)
		t.ascend(i)
	}
	if t.first == 0 {
		t.first = i
	}
	return i
}

// Remove takes away the page whose only extent is i, which must be free.
func (t *Tree) Remove(i uint32) {
	if t.first == i {
		t.first = t.after(i, 1)
	}
	t.unlink(i)
}

// Find returns the first free extent, in address order, that holds size
// granules from a multiple of align on, and the gap before that multiple.
// It returns 0 when none does. size must be above 0, align a power of two.
func (t *Tree) Find(size, align uint32) (i, gap uint32) {
	i = t.first
	if t.nodes[i].room < size {
		if t.nodes[t.root].largest < size {
			return 0, 0
		}
		i = t.leftmost(t.root, size)
	}
	for i != 0 {
		n := &t.nodes[i]
		gap = -n.start & (align - 1)
		if gap <= n.room-size {
			return i, gap
		}
		i = t.after(i, size)
	}
	return 0, 0
}

// Take makes size granules of the free extent i live, behind a gap that
// stays free, and returns the live extent. Find's answer satisfies its terms.
func (t *Tree) Take(i, gap, size uint32) uint32 {
	if gap != 0 {
		front := t.split(i, gap, gap)
		if t.first == i {
			t.first = front
		}
	}
	if t.nodes[i].room != size {
		return t.split(i, size, 0)
	}
	if t.first == i {
		t.first = t.after(i, 1)
	}
	t.nodes[i].room = 0
	t.correct(i)
	return i
}

// Free makes the live extent i free, coalesces it with the free neighbours
// on its page, and returns the extent that holds it now.
func (t *Tree) Free(i uint32) uint32 {
	n := &t.nodes[i]
	size, prev, next := n.size, n.prev, n.next
	if b := &t.nodes[next]; b.room != 0 && b.page == n.page {
		size += b.size
		if t.first == next {
			t.first = i
		}
		t.unlink(next)
	}
	if b := &t.nodes[prev]; b.room != 0 && b.page == n.page {
		size += b.size
		t.unlink(i)
		i = prev
	}
	n = &t.nodes[i]
	n.size, n.room = size, size
	t.correct(i)
	if t.first == 0 || t.precedes(i, t.first) {
		t.first = i
	}
	return i
}
