package extents

// rank is the heap order of the treap: a parent's is above its children's. A
// mixed index ("lowbias32" of the hash-prospector project) stands in for a
// random number, so that the same calls always build the same tree.
func rank(i uint32) uint32 {
	i = (i ^ i>>16) * 0x7feb352d
	i = (i ^ i>>15) * 0x846ca68b
	return i ^ i>>16
}

// fresh returns the index of a node that is in no tree.
func (t *Tree) fresh() uint32 {
	if i := t.spare; i != 0 {
		t.spare = t.nodes[i].next
		return i
	}
	t.nodes = append(t.nodes, node{})
	return uint32(len(t.nodes) - 1)
}

// thread puts i before the extent next in address order; 0 is behind all.
func (t *Tree) thread(i, next uint32) {
	prev := t.nodes[next].prev
	t.nodes[i].prev, t.nodes[i].next = prev, next
	t.nodes[prev].next, t.nodes[next].prev = i, i
}

// split cuts size granules off the front of the free extent i into an extent
// with the given room, and returns that.
func (t *Tree) split(i, size, room uint32) uint32 {
	front := t.fresh()
	n := &t.nodes[i]
	up := i
	if n.left == 0 {
		n.left = front
	} else {
		up = n.prev // the last extent of the left subtree, so free on its right
		t.nodes[up].right = front
	}
	t.nodes[front] = node{start: n.start, size: size, room: room, largest: room, page: n.page, up: up}
	t.thread(front, i)
	n.start += size
	n.size -= size
	n.room = n.size
	t.correct(up)
	if up != i {
		t.correct(i)
	}
	t.ascend(front)
	return front
}

// unlink takes i out of the tree and the thread, and recycles it.
func (t *Tree) unlink(i uint32) {
	n := &t.nodes[i]
	for n.left != 0 && n.right != 0 {
		if rank(n.left) > rank(n.right) {
			t.raise(n.left)
		} else {
			t.raise(n.right)
		}
	}
	child := n.left | n.right
	t.adopt(n.up, i, child)
	t.correct(n.up)
	t.nodes[n.prev].next, t.nodes[n.next].prev = n.next, n.prev
	n.next, t.spare = t.spare, i
}

// ascend rotates the new leaf i up until ranks are in heap order.
func (t *Tree) ascend(i uint32) {
	r := rank(i)
	for up := t.nodes[i].up; up != 0 && rank(up) < r; up = t.nodes[i].up {
		t.raise(i)
	}
}

// raise rotates i above its parent.
func (t *Tree) raise(i uint32) {
	n := &t.nodes[i]
	p := n.up
	parent := &t.nodes[p]
	t.adopt(parent.up, p, i)
	if parent.left == i {
		parent.left = n.right
		t.nodes[n.right].up = p
		n.right = p
	} else {
		parent.right = n.left
		t.nodes[n.left].up = p
		n.left = p
	}
	parent.up = i
	n.largest = parent.largest
	parent.largest = max(parent.room, t.nodes[parent.left].largest, t.nodes[parent.right].largest)
}

// adopt makes i the child of up, or the root, in the place of old. The
// sentinel's own up is scratch: it may be named a child of several.
func (t *Tree) adopt(up, old, i uint32) {
	t.nodes[i].up = up
	switch p := &t.nodes[up]; {
	case up == 0:
		t.root = i
	case p.left == old:
		p.left = i
	default:
		p.right = i
	}
}

// correct restores largest from i upwards. It stops where nothing changes,
// so what lies above must be right for the value that was there.
func (t *Tree) correct(i uint32) {
	for i != 0 {
		n := &t.nodes[i]
		largest := max(n.room, t.nodes[n.left].largest, t.nodes[n.right].largest)
		if n.largest == largest {
			return
		}
		n.largest = largest
		i = n.up
	}
}

// leftmost returns the first extent in the subtree of i with room for size;
// there must be one.
func (t *Tree) leftmost(i, size uint32) uint32 {
	for {
		n := &t.nodes[i]
		switch {
		case t.nodes[n.left].largest >= size:
			i = n.left
		case n.room >= size:
			return i
		default:
			i = n.right
		}
	}
}

// after returns the first extent behind i with room for size, or 0. size
// must be above 0.
func (t *Tree) after(i, size uint32) uint32 {
	for {
		if right := t.nodes[i].right; t.nodes[right].largest >= size {
			return t.leftmost(right, size)
		}
		below := i
		for i = t.nodes[i].up; i != 0 && t.nodes[i].right == below; i = t.nodes[i].up {
			below = i
		}
		if i == 0 || t.nodes[i].room >= size {
			return i
		}
	}
}

// precedes reports whether extent a lies before extent b.
func (t *Tree) precedes(a, b uint32) bool {
	x, y := &t.nodes[a], &t.nodes[b]
	if x.page == y.page {
		return x.start < y.start
	}
	return t.born[x.page] < t.born[y.page]
}
