package extents

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/allocgen/allocgen/templates/rank"
)

// span is an extent as the test's own list of them has it.
type span struct {
	page, start, size uint32
	live              bool
}

// spans reads the extents in address order, checking every law on the way.
func spans(t *testing.T, tree *Tree, pages []page) (list []span) {
	t.Helper()
	var free []uint32
	for _, p := range pages {
		end, wasFree := uint32(0), false
		for i, prev := p.head(tree), uint32(0); i != 0; i, prev = tree.nodes[i].next, i {
			n := tree.nodes[i]
			isFree := n.largest != 0
			switch {
			case n.page != p.number || n.prev != prev:
				t.Fatalf("links: extent %d of page %d behind %d names page %d, extent %d", i, p.number, prev, n.page, n.prev)
			case n.start != end || n.size == 0:
				t.Fatalf("tiling: extent %d of %d granules starts at %d, the one before ends at %d", i, n.size, n.start, end)
			case isFree && wasFree:
				t.Fatalf("coalescing: extents %d and %d are free neighbours", prev, i)
			}
			if isFree {
				free = append(free, i)
			}
			end, wasFree = end+n.size, isFree
			list = append(list, span{p.number, n.start, n.size, !isFree})
		}
		if end != p.granules {
			t.Fatalf("tiling: extents cover %d of page %d's %d granules", end, p.number, p.granules)
		}
	}
	if order := inOrder(t, tree, tree.root, 0); !slices.Equal(order, free) {
		t.Fatalf("tree: free in order are %v, the tree holds %v", free, order)
	}
	if len(free) == 0 && tree.first != 0 || len(free) > 0 && tree.first != free[0] {
		t.Fatalf("first: %d, free in order are %v", tree.first, free)
	}
	return list
}

// page is a page as the test's own list has it.
type page struct{ number, granules uint32 }

// head returns the page's first extent.
func (p page) head(tree *Tree) uint32 {
	for i := range tree.nodes {
		if n := tree.nodes[i]; i != 0 && n.page == p.number && n.start == 0 && !spare(tree, uint32(i)) {
			return uint32(i)
		}
	}
	return 0
}

// spare reports whether node i is recycled.
func spare(tree *Tree, i uint32) bool {
	for s := tree.spare; s != 0; s = tree.nodes[s].next {
		if s == i {
			return true
		}
	}
	return false
}

// inOrder checks the subtree of i below up and returns its extents in order.
func inOrder(t *testing.T, tree *Tree, i, up uint32) (order []uint32) {
	if i == 0 {
		return nil
	}
	n := tree.nodes[i]
	if n.up != up || up != 0 && rank.Of(up) < rank.Of(i) {
		t.Fatalf("tree: extent %d hangs below %d, names %d, and must rank lower", i, up, n.up)
	}
	if largest := max(n.size, tree.nodes[n.left].largest, tree.nodes[n.right].largest); n.largest != largest {
		t.Fatalf("largest: %d at extent %d, want %d", n.largest, i, largest)
	}
	order = append(inOrder(t, tree, n.left, i), i)
	return append(order, inOrder(t, tree, n.right, i)...)
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
		var pages []page
		numbers := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
		var live []uint32
		for range 600 {
			switch op := r.IntN(10); {
			case op == 0 && len(numbers) > 0:
				p := page{numbers[0], 1 + r.Uint32N(64)}
				numbers = numbers[1:]
				pages = append(pages, p)
				tree.Append(p.number, p.granules)
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
				k = slices.IndexFunc(pages, func(p page) bool { return p.number == tree.Page(i) })
				if tree.Size(i) == pages[k].granules && r.IntN(2) == 0 {
					tree.Remove(i)
					numbers = append(numbers, pages[k].number)
					pages = slices.Delete(pages, k, k+1)
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
