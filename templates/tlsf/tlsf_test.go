package tlsf

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// layout makes a block in which free ranges of the given sizes, in granules,
// alternate with live ones of one granule.
func layout(t testing.TB, s *Space, sizes ...uint64) (block uint32, live []uint32) {
	t.Helper()
	s.Init(0, 0)
	total := uint64(0)
	for _, size := range sizes {
		total += size + 1
	}
	s.Add(block, total*alignment)
	var holes []uint32
	for _, size := range sizes {
		holes = append(holes, s.Alloc(block, size*alignment, alignment, 0))
		live = append(live, s.Alloc(block, alignment, alignment, 0))
	}
	for _, hole := range holes {
		s.Free(hole)
	}
	if law := s.Broken(live); law != "" {
		t.Fatal(law)
	}
	return block, live
}

// TestTightest: the smallest range that holds the request is taken, within a
// class too, and one of its very size first.
func TestTightest(t *testing.T) {
	s := new(Space)
	sizes := []uint64{4096, 3, 1000, 1001, 1003, 1002, 1000, 1007, 300, 301, 9000, 2, 70000, 70001, 70300, 70100, 5}
	for wanted := uint64(1); wanted <= 70400; wanted++ {
		if wanted > 12 && wanted < 290 || wanted > 1010 && wanted < 4090 || wanted > 4100 && wanted < 69900 {
			continue
		}
		block, live := layout(t, s, sizes...)
		want := uint64(0)
		for _, size := range sizes {
			if size >= wanted && (want == 0 || size < want) {
				want = size
			}
		}
		region := s.Alloc(block, wanted*alignment, alignment, 0)
		if region == 0 != (want == 0) {
			t.Fatalf("%d granules: region %d, the tightest range has %d", wanted, region, want)
		}
		if region == 0 {
			continue
		}
		before := s.start(region)
		rest := s.start(s.next(region)) - before
		if s.state(s.next(region)) == free {
			rest += s.size(s.next(region))
		}
		if rest != want {
			t.Fatalf("%d granules are cut from %d, want %d", wanted, rest, want)
		}
		if law := s.Broken(append(live, region)); law != "" {
			t.Fatal(law)
		}
	}
}

// TestCutWithinAClass: what is left of a range stays in its class, alone or
// beside others.
func TestCutWithinAClass(t *testing.T) {
	s := new(Space)
	for _, sizes := range [][]uint64{{70000}, {70000, 70000}, {70000, 70001}} {
		block, live := layout(t, s, sizes...)
		for range 5 {
			live = append(live, s.Alloc(block, 10*alignment, alignment, 0))
			if law := s.Broken(live); law != "" {
				t.Fatalf("%d: %s", sizes, law)
			}
		}
		for range 5 {
			s.Free(live[len(live)-1])
			live = live[:len(live)-1]
			if law := s.Broken(live); law != "" {
				t.Fatalf("%d: %s", sizes, law)
			}
		}
	}
}

// TestSteps: however few steps it may take, a search of a class finds nothing
// or a range that is large enough; without any it looks at the first alone, each
// of the next few helps, and with as many as sizes have bits it finds the smallest.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	s := new(Space)
	var sizes []uint64
	for range 60 {
		sizes = append(sizes, 1<<16+r.Uint64N(512))
	}
	block, _ := layout(t, s, sizes...)
	slices.Sort(sizes)
	head := s.at(block).heads[classOf(1<<16)]
	var missed [12]int
	for n := uint64(1 << 16); n < 1<<16+512; n++ {
		at, _ := slices.BinarySearch(sizes, n)
		want := append(sizes, 0)[at]
		for steps := range missed {
			found := s.size(s.atLeast(head, n, steps))
			if found != 0 && found < n || steps == 0 && found > sizes[0] {
				t.Fatalf("%d granules, %d steps: a range of %d", n, steps, found)
			}
			if found != want {
				missed[steps]++
			}
		}
	}
	if missed[0] <= missed[1] || missed[1] <= missed[2] || missed[2] <= missed[3] || missed[10]+missed[11] != 0 {
		t.Errorf("with each step more a search misses %d", missed)
	}
}

// TestPlaces is small inputs that broke real allocators.
func TestPlaces(t *testing.T) {
	const g = alignment
	s := new(Space)
	s.Init(0, 0)
	place := func(block uint32, extent, align, want uint64) uint32 {
		t.Helper()
		region := s.Alloc(block, extent, align, 0)
		if region == 0 || s.Offset(region) != want {
			t.Errorf("region %d at %d, want %d", region, s.Offset(region), want)
		}
		return region
	}
	block := uint32(0)
	s.Add(block, 4*g)
	place(block, g, g, 0)
	hole := place(block, g, g, g)
	place(block, 2*g, g, 2*g)
	s.Free(hole)
	place(block, g, g, g)

	block++
	s.Add(block, 3*g)
	place(block, g, g, 0)
	hole = place(block, g, g, g)
	place(block, g, g, 2*g)
	s.Free(hole)
	place(block, g, g, g) // no zero-length range is left behind
	if s.Alloc(block, g, g, 0) != 0 {
		t.Error("a region past the end")
	}

	block++
	s.Add(block, 1<<10*g)
	first := place(block, 100*g, g, 0)
	second := place(block, 100*g, 256*g, 256*g)
	gap := place(block, 156*g, g, 100*g)
	for _, region := range []uint32{first, gap, second} {
		s.Free(region)
	}
	place(block, 1<<10*g, g, 0)
}

// TestExtremes: what no block can hold is refused, and changes nothing.
func TestExtremes(t *testing.T) {
	s := new(Space)
	s.Init(0, 0)
	block := uint32(0)
	s.Add(block, largestBlock)
	for _, extent := range []uint64{largestBlock + alignment, 1 << 63, 1<<64 - alignment} {
		for _, align := range []uint64{1, alignment, 1 << 30} {
			if s.Alloc(block, extent, align, 0) != 0 {
				t.Errorf("%d bytes placed", extent)
			}
		}
	}
	whole := s.Alloc(block, largestBlock, 1<<30, 0)
	if whole == 0 || s.FreeBytes(block) != 0 {
		t.Fatal("the whole block is refused")
	}
	s.Free(whole)
	small := s.Alloc(block, alignment, alignment, 0)
	if s.Alloc(block, largestBlock-alignment, alignment, 0) == 0 {
		t.Error("all the rest is refused")
	}
	if s.Alloc(block, alignment, alignment, 0) != 0 || small == 0 {
		t.Error("placed in a full block")
	}
}

// TestMostRanges fills the table with as many regions and blocks as it
// provides for, with a free range between any two.
func TestMostRanges(t *testing.T) {
	s := new(Space)
	s.Init(0, 0)
	var live []uint32
	for block := range BlockLimit {
		s.Add(uint32(block), 256*alignment)
	}
	for k := range maxLive {
		region := s.Alloc(uint32(k%BlockLimit), alignment, 2*alignment, 0)
		if region == 0 {
			t.Fatalf("region %d is refused", k)
		}
		live = append(live, region)
	}
	if law := s.Broken(live); law != "" {
		t.Fatal(law)
	}
	for _, region := range live {
		s.Free(region)
	}
	for block := range BlockLimit {
		s.Remove(uint32(block))
	}
	if law := s.Broken(nil); law != "" {
		t.Fatal(law)
	}
}

// TestMetadata: the tables keep to what a region may cost, blocks apart.
func TestMetadata(t *testing.T) {
	if bytes := capacity * rangeBytes; bytes > narrowBytes*maxLive || capacity < 2*maxLive {
		t.Errorf("%d bytes for %d regions", bytes, maxLive)
	}
}

// TestDamageIsFound changes one field at a time.
func TestDamageIsFound(t *testing.T) {
	s := new(Space)
	sizes := []uint64{3, 3, 3, 5, 5000, 5001, 5003, 5001, 5002, 7}
	_, live := layout(t, s, sizes...)
	if s.Broken(live[1:]) == "" || s.Broken(append(live, live[0])) == "" || s.Broken(append(live, s.at(0).edge)) == "" {
		t.Error("a region too few, one twice or an edge is taken for sound")
	}
	fields := []func(i, by uint32){
		func(i, by uint32) { s.setStart(i, s.start(i)^uint64(by)) },
		func(i, by uint32) { s.setSize(i, s.size(i)^uint64(by)) },
		func(i, by uint32) { s.setPrev(i, s.prev(i)^by) },
		func(i, by uint32) { s.setNext(i, s.next(i)^by) },
		func(i, by uint32) { s.setState(i, s.state(i)^uint8(by)) },
		func(i, by uint32) { s.setNextFree(i, s.nextFree(i)^by) },
		func(i, by uint32) { s.setPrevFree(i, s.prevFree(i)^by) },
		func(i, by uint32) { s.setSizeChild(i, 0, s.sizeChild(i, 0)^by) },
		func(i, by uint32) { s.setSizeChild(i, 1, s.sizeChild(i, 1)^by) },
	}
	for i := uint32(1); i < s.used; i++ {
		isFree := s.state(i) == free && s.size(i) != 0
		for f, change := range fields {
			if f >= 6 && !isFree || f >= 7 && s.size(i) < 5000 || i == s.at(0).edge && f < 2 || i == s.spare && f != 5 {
				continue // means nothing there
			}
			for _, by := range []uint32{1, 2, 1 << 12} {
				if f == 4 && by > 2 || f >= 7 && s.prevFree(i) != 0 {
					continue
				}
				change(i, by)
				if s.Broken(live) == "" {
					t.Errorf("field %d of range %d changed by %d: taken for sound", f, i, by)
				}
				change(i, by)
			}
		}
	}
	b := s.at(0)
	counts := []*uint64{&b.free, &b.size, &b.top, &b.words[0], &b.words[classes/64-1]}
	for k, count := range counts {
		*count ^= 2
		if s.Broken(live) == "" {
			t.Errorf("count %d changed: taken for sound", k)
		}
		*count ^= 2
	}
	for c := range b.heads {
		for _, by := range []uint32{1, branched} {
			b.heads[c] ^= by
			if s.Broken(live) == "" {
				t.Errorf("head of class %d changed by %d: taken for sound", c, by)
			}
			b.heads[c] ^= by
		}
	}
}

// TestEqualSizesAreOneList: a tree whose nodes have one size is none.
func TestEqualSizesAreOneList(t *testing.T) {
	s := new(Space)
	_, live := layout(t, s, 5000, 5000)
	class, side := classOf(5000), uint32(5000>>(spread(5000)-1)&1)
	i := s.at(0).heads[class]
	j := s.nextFree(i)
	s.setNextFree(i, 0)
	s.setPrevFree(j, 0)
	s.setSizeChildren(i, 0, 0)
	s.setSizeChildren(j, 0, 0)
	s.setSizeChild(i, side, j)
	s.at(0).heads[class] |= branched
	if law := s.Broken(live); law != "a class is a search tree with the smallest size on top" {
		t.Errorf("%q is broken by a size twice", law)
	}
}

// FuzzSpace runs bytes as operations: two for a size, one for the rest.
func FuzzSpace(f *testing.F) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 4 {
		ops := make([]byte, 300)
		for i := range ops {
			ops[i] = byte(r.Uint32())
		}
		f.Add(ops)
	}
	s := new(Space)
	f.Fuzz(func(t *testing.T, ops []byte) {
		b := openBook(s, 0)
		n := b.add(2000)
		for chunk := range slices.Chunk(ops, 3) {
			if len(chunk) < 3 {
				break
			}
			if chunk[0]&1 == 0 {
				extent := 1 + uint64(chunk[1]) | uint64(chunk[0]>>1&7)<<8
				b.alloc(t, n, extent*alignment, uint64(alignment)<<(chunk[2]&7), 0)
			} else if b.live > 0 {
				b.release(n, int(chunk[1])%b.live)
			}
		}
		b.check(t)
	})
}

// TestFreeNeighboursAreBroken: a free range cut in two is none, however sound the
// classes are.
func TestFreeNeighboursAreBroken(t *testing.T) {
	s := new(Space)
	s.Init(0, 0)
	s.Add(0, 10*alignment)
	b := s.at(0)
	i, j := s.next(b.edge), s.newRange()
	s.remove(b, i, 10)
	s.link(i, j)
	s.link(j, b.edge)
	s.release(b, i, 0, 4)
	s.release(b, j, 4, 6)
	if law := s.Broken(nil); law != "no two neighbours are both free" {
		t.Errorf("two free neighbours are broken by %q", law)
	}
}

// TestFirstClassOfSeveral: the smallest size that shares a class goes there beside
// another, cut off or freed.
func TestFirstClassOfSeveral(t *testing.T) {
	s := new(Space)
	for _, sizes := range [][]uint64{{exact, exact + 2}, {exact + 2, exact}, {exact + 2, 2*exact + 12}} {
		block, live := layout(t, s, sizes...)
		if region := s.Alloc(block, (exact+12)*alignment, alignment, 0); region != 0 {
			live = append(live, region)
		}
		if law := s.Broken(live); law != "" {
			t.Errorf("%d: broken: %s", sizes, law)
		}
	}
}

// TestGrowsOutOfItsList: the first of several ranges of one size, which grows and
// stays in their class, is no longer of their list.
func TestGrowsOutOfItsList(t *testing.T) {
	s := new(Space)
	block, live := layout(t, s, 70000, 70000, 4)
	live = append(live, s.Alloc(block, 4*alignment, alignment, 0))
	s.Free(live[1])
	if law := s.Broken([]uint32{live[0], live[2], live[3]}); law != "" {
		t.Errorf("broken: %s", law)
	}
}
