package tlsf

import (
	"slices"
	"testing"
)

// TestClasses: every size is in one class, classes are in order, those below
// exact hold one size, every power of two from there on has as many, and none is
// out of bounds.
func TestClasses(t *testing.T) {
	last := uint32(0)
	for n := uint64(1); n <= granules; n += 1 + n>>12 {
		c := classOf(n)
		if c < last || c+1 >= classes || n < exact && uint64(c) != n {
			t.Fatalf("%d granules are in class %d behind class %d", n, c, last)
		}
		last = c
	}
	for n, c := uint64(exact), uint32(exact); n <= granules; n, c = 2*n, c+1<<classBits {
		if classOf(n) != c {
			t.Errorf("%d granules are in class %d, want %d", n, classOf(n), c)
		}
	}
}

// TestTables: what the parameters of the instances make of the tables.
func TestTables(t *testing.T) {
	type parameters struct{ regions, blocks, bytes, granule uint64 }
	type tables struct {
		granules, classes, blocks, ranges uint64
		wide, huge                        bool
		rounded, capacity                 uint64 // of the narrow form
	}
	is := tables{granules, classes, BlockLimit, needed, isWide, isHuge, rounded, capacity}
	if isWide {
		is.rounded, is.capacity = 0, 0
	}
	want, ok := map[parameters]tables{
		{30000, 0, 4 << 30, 256}:  {1 << 24, 4096, 512, 61025, false, false, 65536, 65536},
		{1000, 3, 256 << 20, 256}: {1 << 20, 4096, 3, 2007, false, false, 2048, 2048},
		{6, 1, 96, 16}:            {6, 256, 1, 15, false, false, 16, 15},
		{6, 2, 96, 16}:            {6, 256, 2, 17, false, false, 32, 17},
		{6, 1, 6, 1}:              {6, 256, 1, 15, false, false, 16, 15},
		{3, 1, 16, 1}:             {16, 256, 1, 9, false, false, 16, 9},
		{3, 1, 2047, 1}:           {2047, 4096, 1, 9, false, false, 16, 9},
		{1, 1, 64, 64}:            {1, 256, 1, 5, false, false, 8, 5},
		{0, 0, 4 << 30, 256}:      {1 << 24, 4096, 1 << 24, 1<<25 + 1, true, false, 0, 0},
		{0, 0, 1 << 57, 1}:        {1 << 57, 4096, 1 << 24, 1<<25 + 1, true, true, 0, 0},
		{100, 0, 1 << 50, 4}:      {1 << 48, 4096, 512, 1225, true, true, 0, 0},

		// Those of pools of blocks.
		{1000, 0, 1 << 30, 256}: {1 << 22, 4096, 512, 3025, false, false, 4096, 3025},
		{1000, 1, 1 << 30, 256}: {1 << 22, 4096, 1, 2003, false, false, 2048, 2048},
		{1000, 3, 1 << 30, 256}: {1 << 22, 4096, 3, 2007, false, false, 2048, 2048},
		{1000, 4, 1 << 30, 256}: {1 << 22, 4096, 4, 2009, false, false, 2048, 2048},
	}[parameters{maxLive, maxBlocks, largestBlock, alignment}]
	if !ok || is != want {
		t.Errorf("the tables are %v, want %v", is, want)
	}
}

// TestIs: a block is known by its number and size, and no other is.
func TestIs(t *testing.T) {
	s := new(Space)
	s.Init(4, 0)
	blocks := uint32(min(3, BlockLimit))
	for n := range blocks {
		s.Add(n, alignment)
	}
	for n := range blocks {
		if !s.Is(n, alignment) || s.Is(n, 2*alignment) || !isSingle && s.Is(blocks, alignment) {
			t.Errorf("block %d of %d bytes isn't that, or another is it", n, alignment)
		}
	}
}

// TestEmptiestFirst: min_time alone, named or by default, begins with the
// emptiest block, whatever the content.
func TestEmptiestFirst(t *testing.T) {
	for _, how := range []uint8{0, MinMemory, MinOffset, MinTime} {
		kind := how
		if kind == 0 {
			kind = strategy
		}
		if kind&offered != 0 && (EmptiestFirst(how) != (kind == MinTime) || EmptiestFirst(how|Optimal) != (kind == MinTime)) {
			t.Errorf("strategy %d, %d by default: emptiest first is %v", how, strategy, EmptiestFirst(how))
		}
	}
}

// TestSureSize: a range is sure to hold a granule on a page of two if it has
// enough for the worst place and neighbours, and not one granule more.
func TestSureSize(t *testing.T) {
	sure := uint64(2) // one granule to skip
	if isMixed {
		sure = 3 // one that shares the page before
	}
	if !bySize || granules < sure {
		return
	}
	s := new(Space)
	for _, size := range []uint64{sure - 1, sure} {
		s.Init(4, 2*alignment)
		s.Add(0, size*alignment)
		if i, _ := s.findSure(s.at(0), 1, 2, linear, unlimited); (i != 0) != (size == sure) {
			t.Errorf("of %d granules range %d is sure", size, i)
		}
	}
}

// fillOnes adds a block of so many granules and makes each a region. No two
// contents share a page of two granules.
func fillOnes(s *Space, count int) (live []uint32) {
	s.Init(count, 2*alignment)
	s.Add(0, uint64(count)*alignment)
	for range count {
		live = append(live, s.Alloc(0, alignment, alignment, 0))
	}
	return live
}

// TestDamageIsNamed damages a space in ways that could lead out of its tables or
// be taken for another law.
func TestDamageIsNamed(t *testing.T) {
	if granules < 6 {
		return
	}
	for _, damage := range []struct {
		law string
		do  func(s *Space, b *block, live []uint32) []uint32
		ok  bool
	}{
		{"a live region is one range", func(s *Space, b *block, live []uint32) []uint32 {
			return append(live, s.used)
		}, true},
		{"the ranges of a block tile it", func(s *Space, b *block, live []uint32) []uint32 {
			s.setSize(live[1], b.size)
			s.setNextFree(live[1], 7)
			return live
		}, true},
		{"every range is in a block or recycled", func(s *Space, b *block, live []uint32) []uint32 {
			s.newRange()
			return live
		}, true},
		{"contents that don't mix share no page", func(s *Space, b *block, live []uint32) []uint32 {
			s.setState(live[1], tiled)
			return live
		}, isMixed},
		{"a class lists each of its ranges once", func(s *Space, b *block, live []uint32) []uint32 {
			b.heads[tailClass] = s.used
			return live
		}, bySize},
		{"a class lists each of its ranges once", func(s *Space, b *block, live []uint32) []uint32 {
			s.Free(live[0])
			s.setNextFree(live[0], s.used)
			return live[1:]
		}, bySize},
		{"every node of a tree by offset is in one or recycled", func(s *Space, b *block, live []uint32) []uint32 {
			s.newNode(0)
			return live
		}, byStart},
		{"every node of a tree by offset is in one or recycled", func(s *Space, b *block, live []uint32) []uint32 {
			s.newNode(0)
			s.spareNode = uint32(len(s.nodes))
			return live
		}, byStart},
		{"the tree by offset lists the free ranges in order", func(s *Space, b *block, live []uint32) []uint32 {
			b.root = uint32(len(s.nodes))
			return live
		}, byStart},
	} {
		if !damage.ok {
			continue
		}
		s := new(Space)
		s.Init(4, 2*alignment)
		s.Add(0, 6*alignment)
		live := []uint32{s.Alloc(0, 3*alignment, alignment, 0), s.Alloc(0, alignment, alignment, 0), s.Alloc(0, alignment, alignment, 0)}
		if law := s.Broken(live); law != "" {
			t.Fatal(law)
		}
		live = damage.do(s, s.at(0), live)
		if law := s.Broken(live); law != damage.law {
			t.Errorf("%q is broken, want %q", law, damage.law)
		}
	}
}

// TestBehindALeaf: the search goes on from one leaf to the next where all ranges
// of the first lie wrong.
func TestBehindALeaf(t *testing.T) {
	const count = 2*fanout + 3
	if !byStart || granules < count || maxLive != 0 && maxLive < count {
		return
	}
	s := new(Space)
	live := fillOnes(s, count)
	for k := 1; k < count-2; k += 2 {
		s.Free(live[k])
	}
	s.Free(live[count-1])
	if i := s.Alloc(0, alignment, 2*alignment, MinOffset); i == 0 || s.Offset(i) != (count-1)*alignment {
		t.Errorf("region %d at %d, want the last granule", i, s.Offset(i))
	}
}

// TestQuarters: a leaf that falls to a quarter becomes one with the next where both
// make three quarters, and neither sooner nor later.
func TestQuarters(t *testing.T) {
	const holes = fanout + 1
	if !byStart || granules < 2*holes || maxLive != 0 && maxLive < 2*holes {
		return
	}
	s := new(Space)
	for _, falls := range []struct {
		holes []int // of the leaves that begin with 0 and fanout/2
		left  uint32
	}{
		{[]int{32, 1, 2, 3, 4, 5, 6, 7}, 0},
		{[]int{32, 1, 2, 3, 4, 5, 6, 7, 8}, 24},
		{[]int{1, 2, 3, 4, 5, 6, 7, 8}, 0},
		{[]int{32, 17, 18, 19, 20, 21, 22, 23, 0}, 0},
	} {
		live, ranges := fillOnes(s, 2*holes), []uint32{}
		for k := range holes {
			s.Free(live[k]) // every other one: those before it are gone
			ranges = append(ranges, live[k])
			live = slices.Delete(live, k, k+1)
		}
		b := s.at(0)
		for _, k := range falls.holes {
			s.remove(b, ranges[k], 1)
			s.setState(ranges[k], linear)
			s.setNextFree(ranges[k], 0)
			b.free--
			live = append(live, ranges[k])
		}
		if law := s.Broken(live); law != "" {
			t.Fatal(law)
		}
		root := s.nodes[b.root]
		if falls.left == 0 && root.count != 2 || falls.left != 0 && (root.level != 0 || root.count != falls.left) {
			t.Errorf("without %d: %d entries of level %d", falls.holes, root.count, root.level)
		}
		if s.nodes[b.root].level == 1 {
			s.nodes[b.root].child[1] = uint32(len(s.nodes))
			if law := s.Broken(live); law != "the tree by offset lists the free ranges in order" {
				t.Errorf("%q is broken by a child that is no node", law)
			}
		}
	}
}
