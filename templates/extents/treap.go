package extents

import "github.com/allocgen/allocgen/templates/rank"

// insert makes extent i free. It is the front if it lies before all other free
// ones, and else a member of the tree, as the front before it becomes.
func (t *Tree) insert(i uint32) {
	n := &t.nodes[i]
	lowest := t.front
	if lowest == 0 {
		lowest = t.first
	}
	if lowest == 0 || t.precedes(n, &t.nodes[lowest]) {
		n.largest, n.up, n.left, n.right = n.size, 0, 0, 0
		i, t.front = t.front, i
	}
	if i != 0 {
		t.plant(i)
	}
}

// plant puts extent i into the tree.
func (t *Tree) plant(i uint32) {
	n := &t.nodes[i]
	up, first := uint32(0), true
	left := false
	for at := t.root; at != 0; {
		m := &t.nodes[at]
		m.largest = max(m.largest, n.size)
		up = at
		if left = t.precedes(n, m); left {
			at = m.left
		} else {
			at = m.right
			first = false
		}
	}
	n.largest, n.up, n.left, n.right = n.size, up, 0, 0
	switch {
	case up == 0:
		t.root = i
	case left:
		t.nodes[up].left = i
	default:
		t.nodes[up].right = i
	}
	if first {
		t.first = i
	}
	for r := rank.Of(i); n.up != 0 && rank.Of(n.up) < r; {
		t.raise(i)
	}
}

// precedes reports whether extent a lies before extent b.
func (t *Tree) precedes(a, b *node) bool {
	if a.page == b.page {
		return a.start < b.start
	}
	return t.born[a.page] < t.born[b.page]
}

// remove makes the free extent i live, in the tree or in front of it.
func (t *Tree) remove(i uint32) {
	n := &t.nodes[i]
	if t.front == i {
		t.front = 0
		n.largest = 0
		return
	}
	if t.first == i {
		t.first = n.up
		if n.right != 0 {
			t.first = t.within(n.right, 1)
		}
	}
	for n.left != 0 && n.right != 0 {
		if rank.Of(n.left) > rank.Of(n.right) {
			t.raise(n.left)
		} else {
			t.raise(n.right)
		}
	}
	t.adopt(n.up, i, n.left|n.right)
	t.correct(n.up)
	n.largest = 0
}

// resize gives the free extent i another size.
func (t *Tree) resize(i, size uint32) {
	t.nodes[i].size = size
	t.correct(i)
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
	parent.largest = max(parent.size, t.nodes[parent.left].largest, t.nodes[parent.right].largest)
}

// adopt makes i the child of up, or the root, in the place of old. The
// sentinel's own up is scratch.
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
		largest := max(n.size, t.nodes[n.left].largest, t.nodes[n.right].largest)
		if n.largest == largest {
			return
		}
		n.largest = largest
		i = n.up
	}
}

// within returns the first extent of at least size in the subtree of i, or 0.
func (t *Tree) within(i, size uint32) uint32 {
	if t.nodes[i].largest < size {
		return 0
	}
	for {
		n := &t.nodes[i]
		switch {
		case t.nodes[n.left].largest >= size:
			i = n.left
		case n.size >= size:
			return i
		default:
			i = n.right
		}
	}
}

// after returns the first extent of at least size behind i, or 0.
func (t *Tree) after(i, size uint32) uint32 {
	for i != 0 {
		if found := t.within(t.nodes[i].right, size); found != 0 {
			return found
		}
		below := i
		for i = t.nodes[i].up; i != 0 && t.nodes[i].right == below; i = t.nodes[i].up {
			below = i
		}
		if t.nodes[i].size >= size {
			return i
		}
	}
	return 0
}
