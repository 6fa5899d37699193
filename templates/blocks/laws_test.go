package blocks

import (
	"math/rand/v2"
	"slices"
	"testing"

	algo "github.com/allocgen/allocgen/templates/tlsf"
)

// region is a live region as the test's own list has it.
type region struct {
	id, block    uint32
	start, bytes uint64
}

// book is what the test knows of a pool and of what it asked for.
type book struct {
	pool  Pool
	left  uint64            // bytes that can be had
	sizes map[uint32]uint64 // of blocks, by the test's number
	next  uint32
	live  []region
}

// open makes a pool ready as a caller does: with its fixed blocks or the least.
func (b *book) open(t *testing.T, least uint32, bytes uint64) {
	*b = book{left: 1 << 50, sizes: map[uint32]uint64{}}
	heap := uint64(1 << 30)
	if policy == automatic {
		heap = 8 * bytes // so that blocks are small, and there are several
	}
	b.pool.Init(0, alignment, 1, heap, 1<<30, least)
	switch {
	case policy == fixed:
		for range max(1, min(MostBlocks, 3)) {
			b.pool.Commit(b.create(bytes), bytes)
		}
	case hasBlocks:
		for range least {
			b.grow(t, alignment)
		}
	}
	b.left = 0
}

// create has a block.
func (b *book) create(bytes uint64) uint32 {
	b.left -= bytes
	b.next++
	b.sizes[b.next] = bytes
	return b.next
}

// destroy demands that no region is live in a block, and loses it.
func (b *book) destroy(t *testing.T, block uint32) {
	t.Helper()
	if b.sizes[block] == 0 || slices.ContainsFunc(b.live, func(r region) bool { return r.block == block }) {
		t.Fatalf("block %d of %d bytes is returned", block, b.sizes[block])
	}
	b.left += b.sizes[block]
	delete(b.sizes, block)
}

// grow makes a block for a request if there is memory for one.
func (b *book) grow(t *testing.T, extent uint64) bool {
	t.Helper()
	if MostBlocks != 0 && b.pool.Count() == MostBlocks || !b.pool.CanGrow(extent) {
		return false
	}
	last := uint64(1 << 63)
	g := b.pool.Grow()
	if policy == automatic {
		g = b.pool.GrowWithin(extent, 1<<63)
	}
	for ; g.Bytes != 0; g = b.pool.Shrink(g, extent) {
		if g.Bytes >= last || g.Bytes < extent {
			t.Fatalf("a block of %d bytes for %d, after one of %d", g.Bytes, extent, last)
		}
		if last = g.Bytes; g.Bytes <= b.left {
			b.pool.Commit(b.create(g.Bytes), g.Bytes)
			return true
		}
	}
	return false
}

// alloc asks for a region, in a block or in one of its own.
func (b *book) alloc(t *testing.T, extent, align uint64, how uint8) {
	t.Helper()
	free, last := b.free(), b.last()
	got := b.pool.Place(extent, align, how)
	b.inTurn(t, free, got, extent, align, how)
	b.behindLast(t, last, got, extent, align, how)
	if got == 0 && b.grow(t, extent) {
		if got = b.pool.PlaceNew(extent, align, how); got == 0 {
			t.Fatalf("%d bytes find no room in a block made for them", extent)
		}
	}
	if got == 0 && hasOwn && b.left >= extent {
		got = b.pool.Separate(b.create(extent), extent)
		if !IsSeparate(got) {
			t.Fatal("separate storage is not")
		}
	}
	if got == 0 {
		return
	}
	r := region{got, b.pool.Block(got), b.pool.Offset(got), extent}
	if b.pool.Extent(got) != extent || r.start+extent > b.sizes[r.block] || r.start%alignment != 0 {
		t.Fatalf("%d bytes at %d:%d, a block of %d", b.pool.Extent(got), r.block, r.start, b.sizes[r.block])
	}
	for _, o := range b.live {
		if o.block == r.block && o.start < r.start+extent && r.start < o.start+o.bytes {
			t.Fatalf("%v lies over %v", r, o)
		}
	}
	b.live = append(b.live, r)
}

// free returns how many bytes are free in each block, by its number in the space.
func (b *book) free() (bytes []uint64) {
	if !searches {
		return nil
	}
	for n := range b.pool.blocks {
		if b.pool.blocks[n].size == 0 {
			bytes = append(bytes, 0)
		} else {
			bytes = append(bytes, b.pool.space.FreeBytes(uint32(n)))
		}
	}
	return bytes
}

// last returns the block appended to last, and that alone, + 1.
func (b *book) last() uint32 {
	if !follows {
		return 0
	}
	return b.pool.last
}

// inTurn demands that no block has room for a request that is to be asked before
// the one where it was placed; none at all has if it was not.
func (b *book) inTurn(t *testing.T, free []uint64, got uint32, extent, align uint64, how uint8) {
	t.Helper()
	if !searches {
		return
	}
	at := uint32(1 << 31)
	if got != 0 {
		at = b.pool.space.BlockOf(got)
	}
	for n := range free {
		block := &b.pool.blocks[n]
		if block.size == 0 || uint32(n) == at {
			continue
		}
		if got != 0 {
			more := free[n] > free[at]
			if isBefore := more == algo.EmptiestFirst(how); free[n] != free[at] && !isBefore || free[n] == free[at] && block.born > b.pool.blocks[at].born {
				continue
			}
		}
		if b.pool.space.Alloc(uint32(n), extent, align, how) != 0 {
			t.Fatalf("%d bytes are in block %d, which had %d free, and not in block %d of %d free", extent, at, free, n, free[n])
		}
	}
}

// behindLast demands that what is placed is behind what was placed last, or where
// that has no room, in the block that has been empty longest.
func (b *book) behindLast(t *testing.T, last, got uint32, extent, align uint64, how uint8) {
	t.Helper()
	if !follows {
		return
	}
	if got == 0 {
		for _, n := range []uint32{last, b.pool.empty.Oldest()} {
			if n != 0 && b.pool.space.Alloc(n-1, extent, align, how) != 0 {
				t.Fatalf("%d bytes are nowhere, and block %d has room", extent, n-1)
			}
		}
		return
	}
	at := b.pool.space.BlockOf(got)
	if last == at+1 {
		return
	}
	if last != 0 && b.pool.space.Alloc(last-1, extent, align, how) != 0 {
		t.Fatalf("%d bytes are in block %d, and the last one, %d, has room", extent, at, last-1)
	}
	if b.pool.space.FreeBytes(at)+extent != b.pool.usable(b.pool.blocks[at].size) || b.pool.last != at+1 {
		t.Fatalf("%d bytes are in block %d, which was not empty, or is not the last one now", extent, at)
	}
}

// release frees the k-th live region.
func (b *book) release(t *testing.T, k int) {
	t.Helper()
	gone, empty := b.live[k], b.empty()
	b.live = slices.Delete(b.live, k, k+1)
	if block, returned := b.pool.Free(gone.id); returned {
		isOwn := false
		if hasOwn {
			isOwn = IsSeparate(gone.id)
		}
		if empty == 0 && !isOwn {
			t.Fatalf("block %d is returned, and no other is empty", block)
		}
		b.destroy(t, block)
	}
}

// empty returns how many blocks have no region.
func (b *book) empty() int {
	busy := map[uint32]bool{}
	for _, r := range b.live {
		busy[r.block] = true
	}
	return len(b.sizes) - len(busy)
}

// check demands that no law is broken, and that no more blocks are empty than
// must be or one.
func (b *book) check(t *testing.T) {
	t.Helper()
	var ids []uint32
	for _, r := range b.live {
		ids = append(ids, r.id)
	}
	if law := b.pool.Broken(ids); law != "" {
		t.Fatalf("broken: %s", law)
	}
	empty := b.empty()
	if policy != fixed && deallocPeriod == 0 && uint32(empty) > max(1, b.pool.least) {
		t.Fatalf("%d blocks are empty, %d must stay", empty, b.pool.least)
	}
	blocks, bytes := b.pool.Pages()
	sum := uint64(0)
	for _, size := range b.sizes {
		sum += size
	}
	if blocks != uint64(len(b.sizes)) || bytes != sum {
		t.Fatalf("%d blocks of %d bytes, want %d of %d", blocks, bytes, len(b.sizes), sum)
	}
	if !b.pool.Claim(make([]uint64, b.next+1)) {
		t.Fatal("a block is claimed twice")
	}
}

// TestPoolAgainstList asks and frees at random, with memory that is short now
// and then, and judges every answer by the list of what is live.
func TestPoolAgainstList(t *testing.T) {
	most := uint64(1)
	if hasBlocks {
		most = min(MostBytes/alignment, 64)
	}
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b book
		least := uint32(seed % 3)
		if MostBlocks != 0 {
			least = min(least, MostBlocks)
		}
		b.open(t, least, most*alignment)
		for range 300 {
			switch op := r.IntN(16); {
			case op < 8 && (algo.LiveLimit == 0 || len(b.live) < algo.LiveLimit):
				how := uint8(0)
				if HasUpper && r.IntN(3) == 0 {
					how = algo.Upper
				}
				b.alloc(t, (1+r.Uint64N(max(1, most/8)))*alignment, uint64(alignment)<<r.Uint32N(3), how)
			case op < 14 && len(b.live) > 0:
				b.release(t, r.IntN(len(b.live)))
			case op == 14:
				b.left = r.Uint64N(1 << r.Uint32N(33))
			case op == 15:
				b.pool.Tick()
				if block, ok := b.pool.PopDue(); ok {
					b.destroy(t, block)
				}
			}
			b.check(t)
		}
		for len(b.live) > 0 {
			b.release(t, r.IntN(len(b.live)))
		}
		b.pool.Surrender()
		for block, ok := b.pool.PopIdle(); ok; block, ok = b.pool.PopIdle() {
			b.destroy(t, block)
		}
		if b.check(t); len(b.sizes) != 0 {
			t.Fatalf("blocks are left: %v", b.sizes)
		}
	}
}

// TestUnplaceIsAsBefore: what is placed and taken back leaves the next request
// the same place.
func TestUnplaceIsAsBefore(t *testing.T) {
	if !hasBlocks {
		return
	}
	var b book
	b.open(t, 0, min(MostBytes/alignment, 64)*alignment)
	b.left = 1 << 50
	for k := range 6 {
		if algo.LiveLimit != 0 && 2*k+2 > algo.LiveLimit {
			return
		}
		if b.pool.Place(alignment, alignment, 0) == 0 && !b.grow(t, alignment) {
			return
		}
		first := b.pool.Place(alignment, alignment, 0)
		if first == 0 {
			return
		}
		block, at := b.pool.Block(first), b.pool.Offset(first)
		b.pool.Unplace(first)
		again := b.pool.Place(alignment, alignment, 0)
		if b.pool.Block(again) != block || b.pool.Offset(again) != at {
			t.Errorf("round %d: block %d, offset %d, then block %d, offset %d", k, block, at, b.pool.Block(again), b.pool.Offset(again))
		}
	}
}
