package tlsf

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// span is a range of a block as the test's own list has it, in bytes.
type span struct {
	start, size uint64
	region      uint32 // 0 for a free one
	optimal     bool
}

// book is what the test knows: the live regions of each block, by offset.
type book struct {
	space       *Space
	granularity uint64
	blocks      map[uint32][]span
	sizes       map[uint32]uint64
	live        int
}

// openBook empties the space.
func openBook(s *Space, granularity uint64) *book {
	s.Init(0, granularity)
	return &book{space: s, granularity: max(granularity, alignment), blocks: map[uint32][]span{}, sizes: map[uint32]uint64{}}
}

// add adds a block of so many granules, at most.
func (b *book) add(granules uint64) uint32 {
	size := min(granules, largestBlock/alignment) * alignment
	n := uint32(0)
	for ; b.sizes[n] != 0; n++ {
	}
	b.space.Add(n, size)
	b.blocks[n], b.sizes[n] = nil, size
	return n
}

// free returns the free ranges of block n, with the live ones on both sides.
func (b *book) free(n uint32) (list [][3]span) {
	before := span{}
	for _, s := range append(slices.Clone(b.blocks[n]), span{start: b.sizes[n]}) {
		if end := before.start + before.size; end < s.start {
			list = append(list, [3]span{before, {start: end, size: s.start - end}, s})
		}
		before = s
	}
	return list
}

// fit looks at every multiple of align in a free range for the first where a
// region can lie.
func (b *book) fit(around [3]span, extent, align uint64, optimal bool) (at uint64, ok bool) {
	hole := around[1]
	clashes := func(s span, a, z uint64) bool {
		return HasContents && s.region != 0 && s.optimal != optimal && a/b.granularity == z/b.granularity
	}
	for at = (hole.start + align - 1) / align * align; at+extent <= hole.start+hole.size; at += align {
		if !clashes(around[0], around[0].start+around[0].size-1, at) && !clashes(around[2], at+extent-1, around[2].start) {
			return at, true
		}
	}
	return 0, false
}

// alloc asks block n for a region and demands what the strategy promises.
func (b *book) alloc(t *testing.T, n uint32, extent, align uint64, how uint8) uint32 {
	t.Helper()
	before := b.space.FreeBytes(n)
	region := b.space.Alloc(n, extent, align, how)
	optimal := how&Optimal != 0
	lowest, tightest, largest, place, fits := uint64(1<<63), uint64(1<<63), uint64(0), span{}, false
	at := b.space.Offset(region)
	for _, around := range b.free(n) {
		largest = max(largest, around[1].size)
		if hole := around[1]; region != 0 && hole.start <= at && at+extent <= hole.start+hole.size {
			place = hole
			if want, ok := b.fit(around, extent, align, optimal); !ok || want != at {
				t.Fatalf("region at %d, %d bytes, aligned to %d, where %d is right: %v", at, extent, align, want, ok)
			}
		}
		if first, ok := b.fit(around, extent, align, optimal); ok {
			lowest, fits = min(lowest, first), true
			if size := around[1].size; around[1].start+size < b.sizes[n] || tightest == 1<<63 {
				tightest = min(tightest, size) // the tail comes last, here too
			}
		}
	}
	kind := how & strategyBits
	if kind == 0 {
		kind = strategy
	}
	switch {
	case region == 0:
		if fits && kind != MinTime || largest >= 2*(extent+align+2*b.granularity) || b.space.FreeBytes(n) != before {
			t.Fatalf("%d bytes aligned to %d are refused, strategy %d; fit: %v", extent, align, kind, fits)
		}
		return 0
	case place.size == 0 || b.space.BlockOf(region) != n || b.space.Extent(region) != extent || b.space.FreeBytes(n) != before-extent:
		t.Fatalf("region %d at %d:%d, %d bytes, want %d bytes in free space", region, b.space.BlockOf(region), at, b.space.Extent(region), extent)
	case kind == MinOffset && at != lowest:
		t.Fatalf("region at %d, the lowest place is %d", at, lowest)
	case kind == MinMemory && align <= alignment && !HasContents && place.size != tightest:
		t.Fatalf("region in %d bytes, the tightest range is %d", place.size, tightest)
	}
	b.blocks[n] = append(b.blocks[n], span{at, extent, region, optimal})
	slices.SortFunc(b.blocks[n], func(a, b span) int { return cmp.Compare(a.start, b.start) })
	b.live++
	return region
}

// release frees the k-th live region of block n.
func (b *book) release(n uint32, k int) {
	b.space.Free(b.blocks[n][k].region)
	b.blocks[n] = slices.Delete(b.blocks[n], k, k+1)
	b.live--
}

// check demands that no law is broken and the figures are right.
func (b *book) check(t *testing.T) {
	t.Helper()
	var live []uint32
	for n, spans := range b.blocks {
		used := uint64(0)
		for _, s := range spans {
			live = append(live, s.region)
			used += s.size
		}
		if b.space.FreeBytes(n) != b.sizes[n]-used || b.space.IsEmpty(n) != (used == 0) {
			t.Fatalf("block %d of %d bytes has %d free, empty %v; %d are live", n, b.sizes[n], b.space.FreeBytes(n), b.space.IsEmpty(n), used)
		}
	}
	if law := b.space.Broken(live); law != "" {
		t.Fatalf("broken: %s", law)
	}
}

// anyHow returns a request's strategy and content at random.
func anyHow(r *rand.Rand) (how uint8) {
	if HasStrategies {
		how = uint8(1) << r.IntN(4) & offered
	}
	if r.IntN(2) == 0 {
		how |= Optimal
	}
	return how
}

// TestSpaceAgainstList adds and removes blocks, allocates and frees at random,
// and judges every answer by the list of what is live.
func TestSpaceAgainstList(t *testing.T) {
	s := new(Space)
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := openBook(s, uint64(alignment)<<r.Uint32N(6))
		largest := uint64(1) << (4 + seed) // granules
		for range 400 {
			var numbers []uint32
			for n := range b.blocks {
				numbers = append(numbers, n)
			}
			slices.Sort(numbers)
			if op := r.IntN(20); len(numbers) == 0 || op == 0 && len(numbers) < min(4, BlockLimit) {
				b.add(1 + r.Uint64N(largest))
				continue
			}
			n := numbers[r.IntN(len(numbers))]
			switch op := r.IntN(20); {
			case op == 0 && b.space.IsEmpty(n):
				b.space.Remove(n)
				delete(b.blocks, n)
				delete(b.sizes, n)
			case op < 11 && (maxLive == 0 || b.live < maxLive):
				size := 1 + r.Uint64N(1<<r.Uint32N(uint32(seed)/2+5))
				if r.IntN(2) == 0 {
					size = largest/16 + r.Uint64N(8) // of one class, where it is large
				}
				b.alloc(t, n, size*alignment, uint64(alignment)<<max(0, r.IntN(10)-4), anyHow(r))
			case len(b.blocks[n]) > 0:
				b.release(n, r.IntN(len(b.blocks[n])))
			}
			b.check(t)
		}
	}
}

// TestOneClass keeps many holes whose sizes are of one class, or of few, apart
// by live regions, and fills and frees them at random.
func TestOneClass(t *testing.T) {
	s := new(Space)
	for seed := range uint64(7) {
		holes := uint64(40)
		if seed == 6 {
			holes = 1000
		}
		base := min(uint64(1)<<16, largestBlock/alignment/(holes+1)/2)
		if base < 256 || maxLive != 0 && maxLive < 2000 {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 2))
		b := openBook(s, 0)
		n := b.add(holes * (2*base + 1))
		size := func() uint64 { return (base + r.Uint64N(min(base/128, 2<<seed))) * alignment }
		var separators []uint32
		for range holes {
			b.alloc(t, n, size(), alignment, 0)
			separators = append(separators, b.alloc(t, n, alignment, alignment, 0))
		}
		for k := range len(b.blocks[n]) / 2 {
			b.release(n, k)
		}
		for range 600 {
			if k := r.IntN(len(b.blocks[n])); r.IntN(2) == 0 {
				b.alloc(t, n, size(), alignment, anyHow(r))
			} else if !slices.Contains(separators, b.blocks[n][k].region) {
				b.release(n, k)
			}
			if holes == 40 || r.IntN(50) == 0 {
				b.check(t)
			}
		}
	}
}

// TestEverythingComesBack fills a block with regions of one size, frees them
// in several orders, and demands that the whole block is one range again.
func TestEverythingComesBack(t *testing.T) {
	s := new(Space)
	for _, count := range []int{1, 2, 3, 63, 64, 65, 127, 128, 129} {
		if maxLive != 0 && count > maxLive || uint64(count) > largestBlock/alignment {
			continue
		}
		b := openBook(s, 0)
		n := b.add(uint64(count))
		for step := 1; step <= 5; step += 2 {
			for range count {
				if b.alloc(t, n, alignment, alignment, 0) == 0 {
					t.Fatalf("no room for %d granules", count)
				}
			}
			if b.alloc(t, n, alignment, alignment, 0) != 0 {
				t.Fatalf("more than %d granules", count)
			}
			for b.live > 0 {
				b.release(n, b.live*7/step%b.live)
				b.check(t)
			}
		}
	}
}

// TestMixedContents: an image and a buffer never share a page, whether it is
// the one before or the one behind that comes second.
func TestMixedContents(t *testing.T) {
	if !HasContents || largestBlock/alignment < 8192 {
		return
	}
	s := new(Space)
	b := openBook(s, 1024*alignment)
	n := b.add(8192)
	place := func(granules uint64, how uint8) uint32 {
		t.Helper()
		return b.alloc(t, n, granules*alignment, alignment, how)
	}
	place(1000, Optimal)
	placeholder := place(900, Optimal)
	place(148, Optimal)
	for k, r := range b.blocks[n] {
		if r.region == placeholder {
			b.release(n, k)
			break
		}
	}
	if buffer := place(100, 0); s.Offset(buffer) < 2048*alignment {
		t.Errorf("a buffer at %d, on a page with an image", s.Offset(buffer))
	}
	if above := place(1024, Optimal); above == 0 {
		t.Error("no room for an image on pages of its own")
	}
	b.check(t)
}

// TestEveryShortSequence runs every sequence of six operations in a block of
// six granules: regions of one to three granules at a multiple of one or two,
// and each live one freed.
func TestEveryShortSequence(t *testing.T) {
	if isWide || largestBlock/alignment > 16 || maxLive < 6 {
		return
	}
	s := new(Space)
	var sequence []int
	var next func()
	next = func() {
		b := openBook(s, 2*alignment)
		n := b.add(6)
		for step, op := range sequence {
			how := uint8(0)
			if HasStrategies {
				how = uint8(step % 4)
			}
			if step%2 == 1 {
				how |= Optimal
			}
			if op < 6 {
				b.alloc(t, n, uint64(1+op%3)*alignment, uint64(1+op/3)*alignment, how)
			} else {
				b.release(n, op-6)
			}
		}
		b.check(t)
		if len(sequence) == 6 || t.Failed() {
			return
		}
		for op := range 6 + b.live {
			sequence = append(sequence, op)
			next()
			sequence = sequence[:len(sequence)-1]
		}
	}
	next()
}
