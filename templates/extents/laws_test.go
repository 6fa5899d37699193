package extents

import (
	"math/rand/v2"
	"testing"
)

// span is an extent as the test's own list of them has it.
type span struct {
	page, start, size uint32
	live              bool
}

// spans reads the tree's thread, checking every law on the way.
func spans(t *testing.T, tree *Tree, pages map[uint32]uint32) (list []span) {
	t.Helper()
	end := map[uint32]uint32{}
	first := uint32(0)
	for i, prev := tree.nodes[0].next, uint32(0); i != 0; i, prev = tree.nodes[i].next, i {
		n := tree.nodes[i]
		switch {
		case n.prev != prev:
			t.Fatalf("thread: extent %d follows %d but names %d", i, prev, n.prev)
		case n.start != end[n.page] || n.size == 0:
			t.Fatalf("tiling: extent %d of %d granules starts at %d, the one before ends at %d", i, n.size, n.start, end[n.page])
		case n.room != 0 && n.room != n.size:
			t.Fatalf("room: extent %d of %d granules has room for %d", i, n.size, n.room)
		case n.room != 0 && prev != 0 && tree.nodes[prev].room != 0 && tree.nodes[prev].page == n.page:
			t.Fatalf("coalescing: extents %d and %d are free neighbours", prev, i)
		}
		end[n.page] += n.size
		if n.room != 0 && first == 0 {
			first = i
		}
		list = append(list, span{n.page, n.start, n.size, n.room == 0})
	}
	for page, granules := range pages {
		if end[page] != granules {
			t.Fatalf("tiling: extents cover %d of page %d's %d granules", end[page], page, granules)
		}
	}
	if tree.first != first {
		t.Fatalf("first: %d, but the first free extent is %d", tree.first, first)
	}
	if order := inOrder(t, tree, tree.root, 0); order != len(list) {
		t.Fatalf("tree: %d extents in it, %d in the thread", order, len(list))
	}
	return list
}

// inOrder checks the subtree of i below up and returns how many extents it has.
func inOrder(t *testing.T, tree *Tree, i, up uint32) int {
	if i == 0 {
		return 0
	}
	n := tree.nodes[i]
	if n.up != up || up != 0 && rank(up) < rank(i) {
		t.Fatalf("tree: extent %d hangs below %d, names %d, and must rank lower", i, up, n.up)
	}
	if largest := max(n.room, tree.nodes[n.left].largest, tree.nodes[n.right].largest); n.largest != largest {
		t.Fatalf("largest: %d at extent %d, want %d", n.largest, i, largest)
	}
	return inOrder(t, tree, n.left, i) + 1 + inOrder(t, tree, n.right, i)
}

// firstFit is Find by looking at every extent in turn.
func firstFit(list []span, size, align uint32) (at int, gap uint32) {
	for k, s := range list {
		gap := (s.start+align-1)/align*align - s.start
		if !s.live && uint64(gap)+uint64(size) <= uint64(s.size) {
			return k, gap
		}
	}
	return -1, 0
}

func TestTreeAgainstList(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		var tree Tree
		tree.Init(0)
		pages := map[uint32]uint32{}
		var live []uint32
		for range 600 {
			switch op := r.IntN(10); {
			case op == 0 && len(pages) < 8:
				page := uint32(0)
				for pages[page] != 0 {
					page++
				}
				pages[page] = 1 + r.Uint32N(64)
				tree.Append(page, pages[page])
			case op < 6:
				size, align := 1+r.Uint32N(1<<r.Uint32N(6)), uint32(1)<<r.Uint32N(5)
				list := spans(t, &tree, pages)
				at, wantGap := firstFit(list, size, align)
				i, gap := tree.Find(size, align)
				if at < 0 {
					if i != 0 {
						t.Fatalf("Find(%d, %d) found extent %d where nothing fits", size, align, i)
					}
					break
				}
				want := list[at]
				if tree.Page(i) != want.page || tree.Start(i) != want.start || gap != wantGap {
					t.Fatalf("Find(%d, %d) = page %d, start %d, gap %d; want %d, %d, %d", size, align, tree.Page(i), tree.Start(i), gap, want.page, want.start, wantGap)
				}
				i = tree.Take(i, gap, size)
				if tree.Page(i) != want.page || tree.Start(i) != want.start+gap || tree.Size(i) != size {
					t.Fatalf("Take gave page %d, %d+%d; want page %d, %d+%d", tree.Page(i), tree.Start(i), tree.Size(i), want.page, want.start+gap, size)
				}
				live = append(live, i)
			case len(live) > 0:
				k := r.IntN(len(live))
				i := tree.Free(live[k])
				live[k] = live[len(live)-1]
				live = live[:len(live)-1]
				if page := tree.Page(i); tree.Size(i) == pages[page] && r.IntN(2) == 0 {
					tree.Remove(i)
					delete(pages, page)
				}
			}
			spans(t, &tree, pages)
		}
		for _, i := range live {
			tree.Free(i)
		}
		if n := len(spans(t, &tree, pages)); n != len(pages) {
			t.Fatalf("%d extents left on %d empty pages", n, len(pages))
		}
	}
}

// TestSpareNodes: an emptied tree hands its nodes out again before it grows.
func TestSpareNodes(t *testing.T) {
	var tree Tree
	tree.Init(8)
	for range 100 {
		tree.Append(0, 64)
		var live [7]uint32
		for k := range live {
			i, gap := tree.Find(2, 4)
			live[k] = tree.Take(i, gap, 2)
		}
		whole := uint32(0)
		for _, i := range live {
			whole = tree.Free(i)
		}
		tree.Remove(whole)
	}
	if n := len(tree.nodes) - 1; n != 7+6+1 {
		t.Errorf("%d nodes for 7 regions, the 6 gaps between them and the rest", n)
	}
}
