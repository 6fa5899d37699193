package linear

import "testing"

// open returns a space with one block of so many granules.
func open(granules uint64) (s *Space, block uint32) {
	s = new(Space)
	s.Init(0, 0)
	s.Add(0, granules*alignment)
	return s, 0
}

// place allocates so many granules and demands where they land; -1 is refused.
func place(t *testing.T, s *Space, granules uint64, how uint8, want int) uint32 {
	t.Helper()
	region := s.Alloc(0, granules*alignment, 1, how)
	if got := int(s.Offset(region) / alignment); region == 0 != (want < 0) || region != 0 && got != want {
		t.Errorf("%d granules: region %d at %d, want %d", granules, region, got, want)
	}
	return region
}

func TestTailPopsFreedOnes(t *testing.T) {
	s, _ := open(1024)
	place(t, s, 257, 0, 0)
	second := place(t, s, 257, 0, 257)
	third := place(t, s, 257, 0, 514)
	s.Free(second)
	place(t, s, 257, 0, -1)
	s.Free(third)
	place(t, s, 512, 0, 257)
}

func TestExactlyFullRing(t *testing.T) {
	s, _ := open(1024)
	var regions [4]uint32
	for k := range regions {
		regions[k] = place(t, s, 256, 0, 256*k)
	}
	s.Free(regions[1])
	place(t, s, 256, 0, -1)
	s.Free(regions[0])
	wrapped := place(t, s, 512, 0, 0)
	place(t, s, 1, 0, -1)
	place(t, s, 1, Upper, -1)
	s.Free(regions[2])
	s.Free(regions[3])
	place(t, s, 512, 0, 512) // part two is part one now
	s.Free(wrapped)
	place(t, s, 512, 0, 0)
}

// TestRingCountsEveryRegion: six regions live after a wrap are six.
func TestRingCountsEveryRegion(t *testing.T) {
	s, block := open(8)
	var live []uint32
	for k := range 8 {
		live = append(live, place(t, s, 1, 0, k))
	}
	for _, region := range live[:4] {
		s.Free(region)
	}
	live = append(live[4:], place(t, s, 1, 0, 0), place(t, s, 1, 0, 1))
	if used := 8*alignment - s.FreeBytes(block); used != 6*alignment {
		t.Errorf("%d bytes are used, want those of 6 regions", used)
	}
	if law := s.Broken(live); law != "" {
		t.Error(law)
	}
}

func TestDoubleStack(t *testing.T) {
	s, _ := open(16)
	low := place(t, s, 4, 0, 0)
	place(t, s, 4, Upper, 12)
	high := place(t, s, 4, Upper, 8)
	place(t, s, 5, 0, -1) // no wrap either
	place(t, s, 4, 0, 4)
	place(t, s, 1, Upper, -1)
	s.Free(low)
	place(t, s, 1, 0, -1) // a hole
	s.Free(high)
	place(t, s, 4, 0, 8)
}

// TestRefusedAlignmentLeavesTheEnd: behind 29 of 30 granules, one at a
// multiple of 16 is refused, and one at any place isn't.
func TestRefusedAlignmentLeavesTheEnd(t *testing.T) {
	s, _ := open(30)
	place(t, s, 29, 0, 0)
	if s.Alloc(0, alignment, 16*alignment, 0) != 0 {
		t.Error("placed past the end")
	}
	place(t, s, 1, 0, 29)
}

func TestAlignedPlaces(t *testing.T) {
	s, block := open(1 << 10)
	first := place(t, s, 100, 0, 0)
	second := s.Alloc(block, 100*alignment, 256*alignment, 0)
	if s.Offset(second) != 256*alignment {
		t.Errorf("at %d, want %d", s.Offset(second), 256*alignment)
	}
	upper := s.Alloc(block, 100*alignment, 256*alignment, Upper)
	if s.Offset(upper) != 768*alignment {
		t.Errorf("at %d, want %d", s.Offset(upper), 768*alignment)
	}
	for _, region := range []uint32{first, second, upper} {
		s.Free(region)
	}
	place(t, s, 1<<10, 0, 0)
}

func TestExtremes(t *testing.T) {
	s := new(Space)
	s.Init(0, 0)
	block := uint32(0)
	s.Add(block, 1<<57)
	for _, extent := range []uint64{1<<57 + alignment, 1 << 63, 1<<64 - alignment} {
		for _, how := range []uint8{0, Upper} {
			if s.Alloc(block, extent, 1<<30, how) != 0 {
				t.Errorf("%d bytes placed, how %d", extent, how)
			}
		}
	}
	whole := s.Alloc(block, 1<<57, 1<<30, Upper)
	if whole == 0 || s.FreeBytes(block) != 0 {
		t.Error("the whole block is refused")
	}
	s.Free(whole)
	small := s.Alloc(block, alignment, alignment, 0)
	if s.Alloc(block, 1<<57-alignment, 1<<30, 0) != 0 || s.Alloc(block, 1<<64-alignment, 1, 0) != 0 {
		t.Error("placed past the end")
	}
	s.Free(small)
	s.Remove(block)
	if law := s.Broken(nil); law != "" {
		t.Error(law)
	}
}

// TestEveryShortSequence runs every sequence of six operations in a block of
// six granules: regions of one to three granules from either end, and each
// live one freed.
func TestEveryShortSequence(t *testing.T) {
	states := 0
	var sequence []int
	var next func()
	next = func() {
		s, block := open(6)
		l := &lists{size: 6 * alignment}
		for _, op := range sequence {
			if op < 6 {
				l.alloc(t, s, block, uint64(1+op%3)*alignment, alignment, 1, uint8(op/3)*Upper)
			} else {
				l.free(s, op-6)
			}
		}
		check(t, s, map[uint32]*lists{block: l})
		states++
		if len(sequence) == 6 || t.Failed() {
			return
		}
		for op := range 6 + len(l.one) + len(l.two) {
			sequence = append(sequence, op)
			next()
			sequence = sequence[:len(sequence)-1]
		}
	}
	next()
	t.Logf("%d states", states)
}

// TestDamageIsFound changes one field at a time.
func TestDamageIsFound(t *testing.T) {
	build := func(ring bool) (s *Space, live []uint32) {
		s, _ = open(12)
		var first []uint32
		for range 3 {
			first = append(first, s.Alloc(0, 3*alignment, 1, 0))
		}
		if ring {
			s.Alloc(0, 3*alignment, 1, 0)
			s.Free(first[0])
			live = append(first[1:], s.Alloc(0, alignment, 1, 0), s.Alloc(0, alignment, 1, 0), 6)
		} else {
			s.Free(first[1])
			live = []uint32{first[0], first[2], s.Alloc(0, alignment, 1, Upper), s.Alloc(0, alignment, 1, Upper)}
		}
		return s, live
	}
	fields := []func(r *region, change uint32){
		func(r *region, change uint32) { r.prev ^= change },
		func(r *region, change uint32) { r.next ^= change },
		func(r *region, change uint32) { r.block ^= change },
		func(r *region, change uint32) { r.state ^= uint8(change) },
		func(r *region, change uint32) { r.start ^= uint64(change) << 59 },
		func(r *region, change uint32) { r.extent ^= uint64(change) << 59 },
		func(r *region, change uint32) { r.extent = 0 },
	}
	for _, ring := range []bool{false, true} {
		sound, live := build(ring)
		if law := sound.Broken(live); law != "" {
			t.Fatal(law)
		}
		if sound.Broken(live[1:]) == "" || sound.Broken(append(live, live[0])) == "" || sound.Broken(append(live, uint32(len(sound.regions)))) == "" {
			t.Error("a region too few, one twice or one too many is taken for sound")
		}
		spare := sound.spare
		if sound.spare = uint32(len(sound.regions)); sound.Broken(live) == "" {
			t.Error("a recycled region that is none is taken for sound")
		}
		sound.spare = spare
		for i := 1; i < len(sound.regions); i++ {
			for f, change := range fields {
				for _, by := range []uint32{1, 2, 1 << 7} {
					s, live := build(ring)
					if s.regions[i].state == vacant && f != 1 && f != 3 {
						continue
					}
					if before := s.regions[i]; true {
						change(&s.regions[i], by)
						if before == s.regions[i] {
							continue
						}
					}
					if s.Broken(live) == "" {
						t.Errorf("ring %v, field %d of region %d changed by %d: taken for sound", ring, f, i, by)
					}
				}
			}
		}
	}
}

// TestRegionPastTheEndIsBroken: what counts and links agree on may still lie
// outside its block.
func TestRegionPastTheEndIsBroken(t *testing.T) {
	s, block := open(12)
	live := []uint32{place(t, s, 5, 0, 0), place(t, s, 7, 0, 5)}
	b := s.at(block)
	s.regions[live[1]].extent += alignment
	b.used += alignment
	b.tail += alignment
	if law := s.Broken(live); law != "the regions of a block are in order" {
		t.Errorf("a region past the end is broken by %q", law)
	}
}

// TestInitProvides: as many regions as were announced, and the edges of a block,
// need no more memory.
func TestInitProvides(t *testing.T) {
	var s Space
	s.Init(100, 0)
	if room := cap(s.regions); room < 1+2+100 {
		t.Errorf("room for %d regions, edges and none", room)
	}
}

// TestFiguresOfABlock: a figure or a place that is wrong by a granule is found.
func TestFiguresOfABlock(t *testing.T) {
	s, block := open(12)
	live := []uint32{place(t, s, 2, 0, 0), place(t, s, 3, 0, 2), place(t, s, 1, 0, 5), place(t, s, 2, Upper, 10)}
	b := s.at(block)
	for k, figure := range []*uint64{&b.used, &b.tail, &b.limit, &s.regions[live[1]].start} {
		for _, by := range []uint64{alignment, 1<<64 - alignment} {
			*figure += by
			if s.Broken(live) == "" {
				t.Errorf("figure %d changed by %d: taken for sound", k, int64(by))
			}
			*figure -= by
		}
	}
	if law := s.Broken(live); law != "" {
		t.Error(law)
	}
}
