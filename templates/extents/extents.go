// Package extents cuts pages into live and free extents and finds the first
// free one, in address order, that fits.
//
// The extents of a page are linked with their neighbours, for coalescing. The
// free ones of all pages also form a treap (Seidel & Aragon, "Randomized
// Search Trees", 1996) in address order, that is by page in the order the
// pages were added, then by start; the largest size in each subtree leads to
// the first that fits. The tree's first extent is kept at hand, and one before
// it, the front, need not be in the tree: a region that is freed before all
// else that is free is the next to be placed if it fits, as it does where sizes
// repeat, and then never was in the tree.
//
// Laws:
//   - the extents of a page tile it: each starts where the one before it ends;
//   - no two neighbours are both free;
//   - largest is 0 for a live extent, and for a free one the maximum of size
//     over its subtree;
//   - first is the first extent of the tree, or 0 when it is empty;
//   - front is a free extent before first that is in no tree, or 0.
//
// Cost: Find, Take and Free are O(log f) for f free extents; Find adds
// O(log f) for each candidate that an alignment above one granule rejects. While
// the front serves all of them are O(1). Extents cost 36 bytes each, at
// most two for each live region and one for each page, and hold no pointer.
package extents

import "slices"

// node is one extent. Indices name nodes; 0 is the sentinel of size 0, a
// neighbour to the ends of every page and a child to the leaves of the tree.
type node struct {
	start, size     uint32 // granules; start counts from the page's first
	largest         uint32 // granules
	page            uint32
	prev, next      uint32 // neighbours on the page
	up, left, right uint32 // the tree
}

// Tree is a set of pages cut into extents. Init makes it ready.
type Tree struct {
	nodes []node
	born  []uint64 // by page: how many pages had been added before it
	added uint64
	root  uint32
	first uint32
	front uint32
	spare uint32 // recycled nodes, linked through next
}

// Init empties the tree and provides for the given number of extents; more
// grow it.
func (t *Tree) Init(extents int) {
	*t = Tree{nodes: make([]node, 1, 1+extents)}
}

// Apart gives the tree room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (t *Tree) Apart() {
	t.nodes, t.born = slices.Grow(t.nodes, 32), slices.Grow(t.born, 64)
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
	i := t.fresh(node{size: granules, page: page})
	t.insert(i)
	return i
}

// Remove takes away the page whose only extent is i, which must be free.
func (t *Tree) Remove(i uint32) {
	t.remove(i)
	t.recycle(i)
}

// Find returns the first free extent, in address order, that holds size
// granules from a multiple of align on, and the gap before that multiple.
// It returns 0 when none does. size must be above 0, align a power of two.
func (t *Tree) Find(size, align uint32) (i, gap uint32) {
	if i = t.front; t.nodes[i].size < size {
		i = t.firstOf(size)
	}
	for i != 0 {
		n := &t.nodes[i]
		gap = -n.start & (align - 1)
		if gap <= n.size-size {
			return i, gap
		}
		if i == t.front {
			i = t.firstOf(size)
		} else {
			i = t.after(i, size)
		}
	}
	return 0, 0
}

// firstOf returns the first extent in the tree of at least size granules, or 0.
func (t *Tree) firstOf(size uint32) uint32 {
	if t.nodes[t.first].size < size {
		return t.within(t.root, size)
	}
	return t.first
}

// Take makes size granules of the free extent i live, behind a gap that
// stays free, and returns the live extent. What Find answers satisfies its
// terms.
func (t *Tree) Take(i, gap, size uint32) uint32 {
	if t.nodes[i].size == size {
		t.remove(i)
		return i
	}
	n := t.nodes[i]
	live := t.fresh(node{start: n.start + gap, size: size, page: n.page})
	rest := n.size - size - gap
	if gap == 0 {
		t.link(n.prev, live)
		t.link(live, i)
		t.nodes[i].start += size
		t.resize(i, rest)
		return live
	}
	t.link(i, live)
	t.resize(i, gap)
	if rest == 0 {
		t.link(live, n.next)
		return live
	}
	behind := t.fresh(node{start: n.start + gap + size, size: rest, page: n.page})
	t.link(live, behind)
	t.link(behind, n.next)
	t.insert(behind)
	return live
}

// Free makes the live extent i free, coalesces it with its free neighbours,
// and returns the extent that holds it now.
func (t *Tree) Free(i uint32) uint32 {
	n := &t.nodes[i]
	before, behind := t.nodes[n.prev].largest != 0, t.nodes[n.next].largest != 0
	switch {
	case before && behind:
		prev, next := n.prev, n.next
		size := n.size + t.nodes[next].size
		t.link(prev, t.nodes[next].next)
		t.remove(next)
		t.recycle(next)
		t.recycle(i)
		t.resize(prev, t.nodes[prev].size+size)
		return prev
	case before:
		prev := n.prev
		t.link(prev, n.next)
		t.recycle(i)
		t.resize(prev, t.nodes[prev].size+n.size)
		return prev
	case behind:
		next := n.next
		t.link(n.prev, next)
		t.recycle(i)
		t.nodes[next].start = n.start
		t.resize(next, t.nodes[next].size+n.size)
		return next
	}
	t.insert(i)
	return i
}

// link makes a and b neighbours. The sentinel's own neighbours are scratch.
func (t *Tree) link(a, b uint32) {
	t.nodes[a].next, t.nodes[b].prev = b, a
}

// fresh stores n, in place of a recycled node if there is one.
func (t *Tree) fresh(n node) uint32 {
	if i := t.spare; i != 0 {
		t.spare = t.nodes[i].next
		t.nodes[i] = n
		return i
	}
	t.nodes = append(t.nodes, n)
	return uint32(len(t.nodes) - 1)
}

// recycle keeps node i, which is in no tree, for fresh.
func (t *Tree) recycle(i uint32) {
	t.nodes[i].next, t.spare = t.spare, i
}
