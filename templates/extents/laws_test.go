package extents

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// span is an extent as the test's own list of them has it.
type span struct {
	page, start, size uint32
	live              bool
}

// spans reads the extents page by page and demands that no law is broken.
func spans(t *testing.T, tree *Tree, pages, live []uint32) (list []span) {
	t.Helper()
	if law := tree.Broken(granules, live); law != "" {
		t.Fatalf("broken: %s", law)
	}
	heads := map[uint32]uint32{}
	for i, n := range tree.nodes {
		if n.prev == 0 && n.start == 0 && n.size != 0 && !recycled(tree, uint32(i)) {
			heads[n.page] = uint32(i)
		}
	}
	for _, page := range pages {
		for i := heads[page]; i != 0; i = tree.nodes[i].next {
			n := tree.nodes[i]
			list = append(list, span{n.page, n.start, n.size, n.largest == 0})
		}
	}
	return list
}

// recycled reports whether node i waits to be used again.
func recycled(tree *Tree, i uint32) bool {
	for s := tree.spare; s != 0; s = tree.nodes[s].next {
		if s == i {
			return true
		}
	}
	return false
}

// granules is the size of the pages that the tests add.
const granules = 64

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
		var pages, live []uint32
		numbers := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
		for range 600 {
			switch op := r.IntN(10); {
			case op == 0 && len(numbers) > 0:
				tree.Append(numbers[0], granules)
				pages, numbers = append(pages, numbers[0]), numbers[1:]
			case op < 6:
				size, align := 1+r.Uint32N(1<<r.Uint32N(6)), uint32(1)<<r.Uint32N(5)
				list := spans(t, &tree, pages, live)
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
				if tree.Size(i) == granules && r.IntN(2) == 0 {
					k = slices.Index(pages, tree.Page(i))
					tree.Remove(i)
					numbers = append(numbers, pages[k])
					pages = slices.Delete(pages, k, k+1)
				}
			}
			spans(t, &tree, pages, live)
		}
		for _, i := range live {
			tree.Free(i)
		}
		if n := len(spans(t, &tree, pages, nil)); n != len(pages) {
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
