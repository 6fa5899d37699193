package extents

import "testing"

// TestEverySlotComesBack fills pages of slot counts around the width of a
// machine word with slots of one size, frees all, and fills them again.
func TestEverySlotComesBack(t *testing.T) {
	const slot = 4
	for _, slots := range []uint32{63, 64, 65, 127, 128, 129} {
		var tree Tree
		tree.Init(0)
		tree.Append(0, slots*slot)
		for round := range 3 {
			live := make([]uint32, slots)
			for k := range live {
				i, gap := tree.Find(slot, 1)
				if i == 0 || gap != 0 || tree.Start(i) != uint32(k)*slot {
					t.Fatalf("%d slots, round %d: slot %d is found at extent %d, gap %d", slots, round, k, i, gap)
				}
				live[k] = tree.Take(i, gap, slot)
			}
			if i, _ := tree.Find(1, 1); i != 0 {
				t.Fatalf("%d slots, round %d: room on a full page", slots, round)
			}
			for _, parity := range []int{1, 0} {
				for k := parity; k < len(live); k += 2 {
					tree.Free(live[k])
				}
			}
		}
	}
}

// TestDamageIsFound changes one field of one extent at a time.
func TestDamageIsFound(t *testing.T) {
	build := func() (tree Tree, live []uint32) {
		tree.Init(0)
		for page := range uint32(3) {
			tree.Append(page, 64)
		}
		for k := range uint32(20) {
			i, gap := tree.Find(5, 8)
			if i = tree.Take(i, gap, 5); k%3 == 0 {
				tree.Free(i)
			} else {
				live = append(live, i)
			}
		}
		return tree, live
	}
	sound, live := build()
	if law := sound.Broken(64, live); law != "" {
		t.Fatal(law)
	}
	if sound.Broken(64, live[1:]) == "" || sound.Broken(64, append(live, live[0])) == "" || sound.Broken(64, append(live, uint32(len(sound.nodes)))) == "" || sound.Broken(65, live) == "" {
		t.Error("a live extent too few, one twice or one too many, or pages of another size are taken for sound")
	}
	for k, end := range []*uint32{&sound.spare, &sound.front} {
		was := *end
		if *end = uint32(len(sound.nodes)); sound.Broken(64, live) == "" {
			t.Errorf("end %d is no extent, and taken for sound", k)
		}
		*end = was
	}
	fields := []func(*node) *uint32{
		func(n *node) *uint32 { return &n.start },
		func(n *node) *uint32 { return &n.size },
		func(n *node) *uint32 { return &n.largest },
		func(n *node) *uint32 { return &n.prev },
		func(n *node) *uint32 { return &n.next },
		func(n *node) *uint32 { return &n.page },
		func(n *node) *uint32 { return &n.up }, // from here on of free extents only
		func(n *node) *uint32 { return &n.left },
		func(n *node) *uint32 { return &n.right },
	}
	for k, field := range []func(*Tree) *uint32{
		func(t *Tree) *uint32 { return &t.root },
		func(t *Tree) *uint32 { return &t.first },
		func(t *Tree) *uint32 { return &t.front },
	} {
		for change := uint32(1); change < uint32(len(sound.nodes)); change++ {
			tree, live := build()
			if *field(&tree) ^= change; uint64(*field(&tree)) < uint64(len(tree.nodes)) && tree.Broken(64, live) == "" {
				t.Errorf("end %d of the tree changed by %#x: taken for sound", k, change)
			}
		}
	}
	for i := 1; i < len(sound.nodes); i++ {
		for f, field := range fields {
			if f >= 6 && sound.nodes[i].largest == 0 || recycled(&sound, uint32(i)) {
				continue
			}
			for _, change := range []uint32{1, 7, 1 << 20, 1<<32 - 1} {
				tree, live := build()
				*field(&tree.nodes[i]) ^= change
				if tree.Broken(64, live) == "" {
					t.Errorf("field %d of extent %d changed by %#x: taken for sound", f, i, change)
				}
			}
		}
	}
}

// TestFreeNeighboursAreBroken: a free extent cut in two is none, however sound the
// tree is.
func TestFreeNeighboursAreBroken(t *testing.T) {
	var tree Tree
	tree.Init(0)
	i := tree.Append(0, 64)
	tree.resize(i, 30)
	behind := tree.fresh(node{start: 30, size: 34})
	tree.link(i, behind)
	tree.insert(behind)
	if law := tree.Broken(64, nil); law != "no two neighbours are both free" {
		t.Errorf("two free neighbours are broken by %q", law)
	}
}

// TestIsPage: only the one extent of an empty page is the page.
func TestIsPage(t *testing.T) {
	var tree Tree
	tree.Init(0)
	i := tree.Append(3, 64)
	if !tree.IsPage(i, 3, 64) {
		t.Error("a free page is none")
	}
	if tree.IsPage(i, 2, 64) || tree.IsPage(i, 3, 63) || tree.IsPage(i+1, 3, 64) || tree.IsPage(1<<31, 3, 64) {
		t.Error("another page, size or extent is that of the page")
	}
	if whole := tree.Take(i, 0, 64); tree.IsPage(whole, 3, 64) {
		t.Error("a live extent is a free page")
	}
}

// TestFrontIsAnExtent: where there is no front, and no tree, the front is none.
func TestFrontIsAnExtent(t *testing.T) {
	var tree Tree
	tree.Init(0)
	live := tree.Take(tree.Append(0, 64), 0, 64)
	if law := tree.Broken(64, []uint32{live}); law != "" {
		t.Errorf("broken: %s", law)
	}
	if tree.front = uint32(len(tree.nodes)); tree.Broken(64, []uint32{live}) == "" {
		t.Error("a front that is no extent is taken for sound")
	}
}
