package sliced

import (
	"math/rand/v2"
	"testing"
)

// region is a live region as the test's own list has it.
type region struct {
	id, block    uint32
	start, bytes uint64
}

// firstFit looks at every offset where a region could begin on a page: the
// first aligned one, and the first aligned one behind each live region.
func firstFit(on []region, extent, align uint64) (start uint64, ok bool) {
	starts := []uint64{0}
	for _, r := range on {
		starts = append(starts, (r.start+r.bytes+align-1)/align*align)
	}
	start = PageBytes
	for _, s := range starts {
		fits := s+extent <= PageBytes
		for _, r := range on {
			fits = fits && (s+extent <= r.start || r.start+r.bytes <= s)
		}
		if fits && s < start {
			start, ok = s, true
		}
	}
	return start, ok
}

// book is what the test knows of a pool: blocks in the order of their
// creation, idle ones with the longest idle first, and live regions.
type book struct {
	pool        Pool
	order, idle []uint32
	live        []region
}

// on returns the live regions of a block.
func (b *book) on(block uint32) (rs []region) {
	for _, r := range b.live {
		if r.block == block {
			rs = append(rs, r)
		}
	}
	return rs
}

// without returns list without block.
func without(list []uint32, block uint32) (rest []uint32) {
	for _, other := range list {
		if other != block {
			rest = append(rest, other)
		}
	}
	return rest
}

// place asks for extent bytes and demands the place that the book predicts; a
// new page gets the given block.
func (b *book) place(t *testing.T, extent, align uint64, block uint32) {
	t.Helper()
	want := region{bytes: extent}
	found := false
	for _, want.block = range b.order {
		if want.start, found = firstFit(b.on(want.block), extent, align); found {
			break
		}
	}
	id, need := b.pool.Place(extent, align)
	if id == 0 && need != 0 {
		if found || need != PageBytes {
			t.Fatalf("Place needs a block of %d bytes; fits already: %v", need, found)
		}
		if len(b.order) == 8 {
			return // a cap, kept by the caller
		}
		want.block, want.start, found = block, 0, true
		b.order, b.idle = append(b.order, block), append(b.idle, block)
		b.pool.Commit(block, need)
		id, _ = b.pool.Place(extent, align)
	}
	if id == 0 != !found {
		t.Fatalf("Place(%d, %d) = region %d; fits: %v", extent, align, id, found)
	}
	if !found {
		return
	}
	if b.pool.Block(id) != want.block || b.pool.Offset(id) != want.start || b.pool.Extent(id) != extent {
		t.Fatalf("Place(%d, %d) at %d:%d, extent %d, want %d:%d", extent, align, b.pool.Block(id), b.pool.Offset(id), b.pool.Extent(id), want.block, want.start)
	}
	want.id = id
	b.live, b.idle = append(b.live, want), without(b.idle, want.block)
}

// free frees the k-th live region.
func (b *book) free(k int) {
	gone := b.live[k]
	b.live = append(b.live[:k], b.live[k+1:]...)
	b.pool.Free(gone.id)
	if len(b.on(gone.block)) == 0 {
		b.idle = append(b.idle, gone.block)
	}
}

// popIdle demands the block that has been idle longest.
func (b *book) popIdle(t *testing.T) {
	t.Helper()
	block, ok := b.pool.PopIdle()
	if ok != (len(b.idle) > 0) || ok && block != b.idle[0] {
		t.Fatalf("PopIdle = %d, %v; idle are %v", block, ok, b.idle)
	}
	if ok {
		b.order, b.idle = without(b.order, block), b.idle[1:]
	}
}

// TestPoolAgainstList places, frees and returns at random and predicts every
// answer from what lives on each page.
func TestPoolAgainstList(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b book
		b.pool.Init(0)
		for range 400 {
			switch op := r.IntN(8); {
			case op < 4:
				bytes := 1 + r.Uint64N(min(maxSliceSize, max(PageBytes, 1)))
				b.place(t, (bytes+alignment-1)/alignment*alignment, uint64(alignment)<<r.Uint32N(4), 1000+r.Uint32N(1<<20))
			case op < 7 && len(b.live) > 0:
				b.free(r.IntN(len(b.live)))
			case op == 7:
				b.popIdle(t)
			}
			var live []uint32
			for _, r := range b.live {
				live = append(live, r.id)
			}
			if law := b.pool.Broken(live); law != "" {
				t.Fatalf("broken: %s", law)
			}
		}
	}
}
