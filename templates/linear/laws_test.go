package linear

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// span is a live region as the test's own lists have it, in bytes.
type span struct {
	start, size uint64
	region      uint32
	optimal     bool
}

// lists is a block by the rules: its two parts, oldest first.
type lists struct {
	size     uint64
	one, two []span
	isUpper  bool
}

// end returns where a part ends, which grows upwards.
func end(part []span) uint64 {
	if len(part) == 0 {
		return 0
	}
	last := part[len(part)-1]
	return last.start + last.size
}

// clash reports whether the last byte of low and the first of high share a
// page that their contents may not share.
func clash(low, high span, granularity uint64) bool {
	return HasContents && low.optimal != high.optimal && (low.start+low.size-1)/granularity == high.start/granularity
}

// fits reports whether s, in a block of size bytes, overlaps and clashes with
// none of others.
func fits(s span, size uint64, others []span, granularity uint64) bool {
	for _, o := range others {
		if s.start < o.start+o.size && o.start < s.start+s.size || s.start >= o.start && clash(o, s, granularity) || s.start < o.start && clash(s, o, granularity) {
			return false
		}
	}
	return s.start+s.size <= size
}

// place returns the part that takes the region, and its start: upwards at the
// first multiple of align behind the part where it fits, as far as the next
// region; from the top, at the last one that does.
func (l *lists) place(extent, align, granularity uint64, how uint8) (part *[]span, start uint64, ok bool) {
	s := span{size: extent, optimal: how&Optimal != 0}
	all := slices.Concat(l.one, l.two)
	isRing := len(l.two) > 0 && !l.isUpper
	up := func(part *[]span, from, limit uint64) (*[]span, uint64, bool) {
		for s.start = (from + align - 1) / align * align; s.start+extent <= limit; s.start += align {
			if fits(s, limit, all, granularity) {
				return part, s.start, true
			}
		}
		return nil, 0, false
	}
	switch {
	case how&Upper != 0:
		top := l.size
		if isRing {
			return nil, 0, false
		}
		if len(l.two) > 0 {
			top = l.two[len(l.two)-1].start
		}
		for s.start = top / align * align; ; s.start -= align {
			if s.start >= end(l.one) && s.start+extent <= top && fits(s, top, all, granularity) {
				return &l.two, s.start, true
			}
			if s.start < align {
				return nil, 0, false
			}
		}
	case isRing:
		return up(&l.two, end(l.two), l.one[0].start)
	case len(l.two) > 0:
		return up(&l.one, end(l.one), l.two[len(l.two)-1].start)
	}
	part, start, ok = up(&l.one, end(l.one), l.size)
	if ok || !HasUpper || len(l.one) == 0 {
		return part, start, ok
	}
	return up(&l.two, 0, l.one[0].start)
}

// alloc asks block n for a region and demands the place that the lists predict.
func (l *lists) alloc(t *testing.T, s *Space, n uint32, extent, align, granularity uint64, how uint8) bool {
	t.Helper()
	part, start, ok := l.place(extent, max(align, alignment), granularity, how)
	before := s.FreeBytes(n)
	region := s.Alloc(n, extent, align, how)
	if region == 0 != !ok || region == 0 && s.FreeBytes(n) != before {
		t.Fatalf("%d bytes aligned to %d, how %d: region %d, fits: %v\n%+v", extent, align, how, region, ok, *l)
	}
	if !ok {
		return false
	}
	if s.BlockOf(region) != n || s.Offset(region) != start || s.Extent(region) != extent || s.FreeBytes(n) != before-extent {
		t.Fatalf("%d bytes aligned to %d, how %d: %d:%d, %d bytes, want %d:%d\n%+v", extent, align, how, s.BlockOf(region), s.Offset(region), s.Extent(region), n, start, *l)
	}
	if part == &l.two && len(l.two) == 0 {
		l.isUpper = how&Upper != 0
	}
	*part = append(*part, span{start, extent, region, how&Optimal != 0})
	return true
}

// free frees the k-th live region of a block.
func (l *lists) free(s *Space, k int) {
	part := &l.one
	if k >= len(l.one) {
		part, k = &l.two, k-len(l.one)
	}
	s.Free((*part)[k].region)
	*part = slices.Delete(*part, k, k+1)
	if len(l.one) == 0 && !l.isUpper {
		l.one, l.two = l.two, nil
	}
}

// check demands that no law is broken and the figures are right.
func check(t *testing.T, s *Space, blocks map[uint32]*lists) {
	t.Helper()
	var live []uint32
	for n, l := range blocks {
		used := uint64(0)
		for _, r := range slices.Concat(l.one, l.two) {
			live = append(live, r.region)
			used += r.size
		}
		if s.FreeBytes(n) != l.size-used || s.IsEmpty(n) != (used == 0) {
			t.Fatalf("block %d has %d bytes free, empty %v; %d of %d are used", n, s.FreeBytes(n), s.IsEmpty(n), used, l.size)
		}
	}
	if law := s.Broken(live); law != "" {
		t.Fatalf("broken: %s", law)
	}
}

// pick returns the number of a block.
func pick(r *rand.Rand) uint32 {
	if HasUpper {
		return 0
	}
	return r.Uint32N(3)
}

// TestSpaceAgainstLists adds and removes blocks, allocates and frees at random
// and in the orders of a ring and of a stack, and predicts every answer.
func TestSpaceAgainstLists(t *testing.T) {
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 1))
		var s Space
		granularity := uint64(alignment) << r.Uint32N(5)
		s.Init(0, granularity)
		blocks := map[uint32]*lists{}
		for range 500 {
			n := pick(r)
			l := blocks[n]
			if l == nil {
				size := (1 + r.Uint64N(40)) * alignment
				for n = 0; blocks[n] != nil; n++ {
				}
				s.Add(n, size)
				blocks[n] = &lists{size: size}
				continue
			}
			live := len(l.one) + len(l.two)
			switch op := r.IntN(16); {
			case op == 0 && live == 0:
				s.Remove(n)
				delete(blocks, n)
			case op < 9:
				how := uint8(0)
				if HasUpper && seed%3 == 0 && r.IntN(2) == 0 {
					how = Upper
				}
				if r.IntN(3) == 0 {
					how |= Optimal
				}
				l.alloc(t, &s, n, (1+r.Uint64N(8))*alignment, uint64(alignment)<<max(0, r.IntN(6)-2), granularity, how)
			case live > 0:
				k := r.IntN(live)
				if seed%3 == 1 && r.IntN(8) != 0 {
					k = 0 // a ring
				} else if seed%3 == 2 && r.IntN(8) != 0 {
					k = len(l.one) - 1 // a stack
				}
				l.free(&s, max(k, 0))
			}
			check(t, &s, blocks)
		}
	}
}

// TestMixedContents: regions of different contents start on a page of their
// own, whatever lies before or behind.
func TestMixedContents(t *testing.T) {
	if !HasContents {
		return
	}
	const page = 4 * alignment
	var s Space
	s.Init(0, page)
	n := uint32(0)
	s.Add(n, 4*page)
	image := s.Alloc(n, alignment, alignment, Optimal)
	buffer := s.Alloc(n, alignment, alignment, 0)
	if s.Offset(image) != 0 || s.Offset(buffer) != page {
		t.Errorf("a buffer at %d behind an image at %d, want %d", s.Offset(buffer), s.Offset(image), page)
	}
	if HasUpper {
		top := s.Alloc(n, alignment, alignment, Upper)
		below := s.Alloc(n, alignment, alignment, Upper|Optimal)
		if s.Offset(top) != 4*page-alignment || s.Offset(below) != 3*page-alignment {
			t.Errorf("an image at %d below a buffer at %d, want %d", s.Offset(below), s.Offset(top), 3*page-alignment)
		}
		last := s.Alloc(n, alignment, alignment, Upper)
		if s.Offset(last) != 2*page-alignment {
			t.Errorf("a buffer at %d below an image at %d, want %d", s.Offset(last), s.Offset(below), 2*page-alignment)
		}
		if s.Alloc(n, alignment, alignment, Upper|Optimal) != 0 {
			t.Error("an image among the buffers of a page")
		}
	}
}

// TestContentsOnOnePageAreBroken: the last page of an image, and a buffer at its
// very end, are found by Broken.
func TestContentsOnOnePageAreBroken(t *testing.T) {
	if !HasContents {
		return
	}
	var s Space
	s.Init(0, 4*alignment)
	s.Add(0, 8*alignment)
	low, high := s.Alloc(0, 3*alignment, alignment, 0), s.Alloc(0, alignment, alignment, 0)
	if law := s.Broken([]uint32{low, high}); law != "" {
		t.Errorf("broken: %s", law)
	}
	if s.regions[high].state = tiled; s.Broken([]uint32{low, high}) == "" {
		t.Error("an image behind a buffer on its page is taken for sound")
	}
}
