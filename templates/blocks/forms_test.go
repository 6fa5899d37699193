package blocks

import (
	"slices"
	"testing"
)

// TestLimit: the largest size is accepted, with its guard its extent is a number,
// and no size above it is accepted though there are few.
func TestLimit(t *testing.T) {
	const rounding = margin + alignment - 1
	if most := Limit(); !Accepts(most) || most+rounding < most || Accepts(most+1) || most != maxSize && most+2*rounding+1 > most {
		t.Errorf("the limit is %d", most)
	}
}

// TestLimitIsTheLargest: it is all that, rounded up and with its guard, is a number.
func TestLimitIsTheLargest(t *testing.T) {
	const guard = (margin + alignment - 1) / alignment * alignment
	if want := min(maxSize, uint64(1<<64-1)/alignment*alignment-guard); Limit() != want {
		t.Errorf("the limit is %d, want %d", Limit(), want)
	}
}

// TestSeparate: a region that is a block of its own says where it is, and goes with
// its block.
func TestSeparate(t *testing.T) {
	if policy == fixed {
		return
	}
	var p Pool
	p.Init(1, alignment, 1, 1<<60, 1<<60, 0)
	region := p.Separate(7, 5*alignment)
	if !IsSeparate(region) || p.Block(region) != 7 || p.Offset(region) != 0 || p.Extent(region) != 5*alignment {
		t.Errorf("block %d offset %d extent %d", p.Block(region), p.Offset(region), p.Extent(region))
	}
	if native, gone := p.Free(region); native != 7 || !gone {
		t.Errorf("block %d, gone: %t", native, gone)
	}
}

// TestLeastStays: of as many blocks as must stay none goes, though all are empty.
func TestLeastStays(t *testing.T) {
	if !tracks || policy == fixed || isSingle {
		return
	}
	var p Pool
	p.Init(2, alignment, 1, 1<<60, 1<<60, 2)
	var live [2]uint32
	for n := range live {
		p.Commit(uint32(n), 4*alignment)
		live[n] = p.PlaceNew(alignment, 1, 0)
	}
	for _, region := range live {
		if _, gone := p.Free(region); gone {
			t.Error("a block goes that must stay")
		}
	}
	if _, ok := p.PopIdle(); ok {
		t.Error("an idle block goes that must stay")
	}
}

// TestMoreGo: of blocks that are all empty those go that need not stay, and of a
// fixed pool none.
func TestMoreGo(t *testing.T) {
	if !tracks {
		return
	}
	blocks, want := uint32(2), 1
	if isSingle {
		blocks, want = 1, 0
	}
	if policy == fixed {
		want = 0
	}
	var p Pool
	p.Init(2, alignment, 1, 1<<60, 1<<60, 1)
	for n := range blocks {
		p.Commit(n, 4*alignment)
	}
	gone := 0
	for _, ok := p.PopIdle(); ok; _, ok = p.PopIdle() {
		gone++
	}
	if gone != want {
		t.Errorf("%d of %d empty blocks go, want %d", gone, blocks, want)
	}
}

// TestGrowth: which blocks are made, and which requests prefer separate storage, is
// as the policy says.
func TestGrowth(t *testing.T) {
	var p Pool
	p.Init(0, alignment, 1, 1<<60, 1<<60, 0)
	switch policy {
	case fixed:
		if p.CanGrow(alignment) || p.PrefersSeparate(alignment) {
			t.Error("fixed blocks grow, or something is separate")
		}
	case pooled:
		g := p.Grow()
		if g.Bytes != blockSize || p.Shrink(g, alignment).Bytes != 0 || !p.CanGrow(blockSize) || p.CanGrow(blockSize+1) {
			t.Errorf("a block of %d bytes, want %d or none", g.Bytes, uint64(blockSize))
		}
		if p.PrefersSeparate(blockSize) || !p.PrefersSeparate(blockSize+1) {
			t.Error("what fits a block prefers separate storage, or more doesn't")
		}
	case adaptive:
		growAdaptive(t)
	case automatic:
		growAutomatic(t)
	}
}

// growAdaptive: blocks are halved down to the least size, as long as they hold the
// request, and fit the heap.
func growAdaptive(t *testing.T) {
	if policy != adaptive {
		return
	}
	for bytes := uint64(blockSize); bytes >= minBlockSize; bytes /= 2 {
		for heap, want := range map[uint64]uint64{bytes: bytes, bytes + 1: bytes, bytes - 1: bytes / 2} {
			var p Pool
			if want < minBlockSize {
				want = 0
			}
			if p.Init(0, alignment, 1, heap, 1<<60, 0); p.Grow().Bytes != min(want, blockSize) {
				t.Errorf("a block of %d bytes of a heap of %d, want %d", p.Grow().Bytes, heap, want)
			}
		}
		var p Pool
		p.Init(0, alignment, 1, 1<<60, 1<<60, 0)
		g := Growth{Bytes: bytes}
		for _, extent := range []uint64{1, bytes / 2, bytes/2 + 1} {
			want := bytes / 2
			if want < minBlockSize || want < extent {
				want = 0
			}
			if got := p.Shrink(g, extent).Bytes; got != want {
				t.Errorf("after a block of %d bytes for %d one of %d, want %d", bytes, extent, got, want)
			}
		}
	}
	var p Pool
	if p.PrefersSeparate(blockSize/2) || !p.PrefersSeparate(blockSize/2+1) {
		t.Error("half a block prefers separate storage, or more doesn't")
	}
}

// growAutomatic: the first blocks of a large heap are an eighth of what is
// preferred, and then twice the largest; a small heap is shared by eight.
func growAutomatic(t *testing.T) {
	if policy != automatic {
		return
	}
	const mega, far = 1 << 20, 1 << 60
	var whole Pool
	if whole.Init(0, alignment, 1, far, far, 0); whole.GrowWithin(32*mega, 32*mega).Bytes != 32*mega {
		t.Error("no block is made for all that the heap has left")
	}
	for heap, want := range map[uint64]uint64{1 << 30: 128 * mega, 1<<30 + 1: 256 * mega, 512 * mega: 64 * mega, 800: 128, 769: 96} {
		var p Pool
		if p.Init(0, alignment, 1, heap, far, 0); p.start != want || p.PrefersSeparate(want/2) || !p.PrefersSeparate(want/2+1) {
			t.Errorf("of a heap of %d bytes blocks of %d are preferred, want %d", heap, p.start, want)
		}
	}
	if IsCrowded(3, 4) || !IsCrowded(4, 4) {
		t.Error("three quarters of all allocations are too many, or more aren't")
	}
	for _, c := range []struct {
		largest, extent, headroom uint64
		want                      []uint64 // the sizes tried, in mega
	}{
		{0, 1, far, []uint64{32}},
		{31 * mega, 1, far, []uint64{32}},
		{32 * mega, 1, far, []uint64{64, 32}},
		{64 * mega, 1, far, []uint64{128, 64, 32}},
		{128 * mega, 1, far, []uint64{256, 128, 64, 32}},
		{256 * mega, 1, far, []uint64{256, 128, 64, 32}},
		{0, 32 * mega, far, []uint64{64, 32}},
		{0, 32*mega + 1, far, []uint64{128, 64}},
		{0, 100 * mega, far, []uint64{256, 128}},
		{0, 200 * mega, far, []uint64{256}},
		{0, 100 * mega, 128 * mega, []uint64{128}},
		{0, 1, 32 * mega, []uint64{32}},
		{0, 1, 32*mega - 1, nil},
		{128 * mega, 1, 100 * mega, []uint64{64, 32}},
		{0, 300 * mega, 299 * mega, nil},
	} {
		var p Pool
		p.Init(0, alignment, 1, far, far, 0)
		p.blocks = []block{{size: c.largest}}
		var got []uint64
		for g := p.GrowWithin(c.extent, c.headroom); g.Bytes != 0; g = p.Shrink(g, c.extent) {
			got = append(got, g.Bytes/mega)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("for %d bytes beside a block of %d, with headroom %d: %d, want %d", c.extent, c.largest, c.headroom, got, c.want)
		}
	}
}
