package corners_test

import (
	"math"
	"testing"

	"github.com/allocgen/allocgen/generated/corners"
)

// TestSmallestPageServes: of a page of 4096 and one of 64 bytes, both free, 64
// bytes take the small one.
func TestSmallestPageServes(t *testing.T) {
	a := &open(t).Own
	ok := served[corners.OwnHandle](t)
	large, small := ok(a.Alloc(4096, 1)), ok(a.Alloc(64, 1))
	block, _ := a.Block(small)
	a.Free(large)
	a.Free(small)
	is[uint32](t, block)(a.Block(ok(a.Alloc(64, 1))))
	refused[corners.OwnHandle](t, corners.AllocationTooLarge)(a.Alloc(4097, 1))
}

// TestOldestOfEqualPages: the page created first serves, not the one freed
// first.
func TestOldestOfEqualPages(t *testing.T) {
	a := &open(t).Own
	ok := served[corners.OwnHandle](t)
	first, second := ok(a.Alloc(100, 1)), ok(a.Alloc(112, 1))
	a.Free(second)
	a.Free(first)
	h := ok(a.Alloc(1, 1))
	is[uint32](t, 0)(a.Block(h))
	stats, _ := a.Stats()
	if want := (corners.Usage{BytesReserved: 224, BytesInUse: 1, BytesPadding: 111, NumberAllocs: 1, NumberBlocks: 2}); stats.Total != want {
		t.Errorf("%+v, want %+v", stats.Total, want)
	}
}

// TestAveragePages: the first page of a pool up to 64 KiB is half of that;
// served requests of 100 bytes pull the average down by a hundredth each.
func TestAveragePages(t *testing.T) {
	a := &open(t).Average
	ok := served[corners.AverageHandle](t)
	is[uint64](t, 32768)(a.BlockSize(must(t, a.Block, ok(a.Alloc(100, 1)))))
	is[uint64](t, 32448)(a.BlockSize(must(t, a.Block, ok(a.Alloc(100, 1))))) // 32441.32 rounded up to 16
	is[uint64](t, 65536)(a.BlockSize(must(t, a.Block, ok(a.Alloc(65536, 1)))))
}

// must returns what a query answers about a live region.
func must[H, V any](t *testing.T, ask func(H) (V, corners.Failure), h H) V {
	t.Helper()
	v, failure := ask(h)
	if failure.Failed() {
		t.Fatal(failure)
	}
	return v
}

// TestPaddedSizeIsReused: the extent decides, not the size.
func TestPaddedSizeIsReused(t *testing.T) {
	a := &open(t).Exact
	ok := served[corners.ExactHandle](t)
	a.Free(ok(a.Alloc(1025, 1)))
	a.Free(ok(a.Alloc(1025, 1)))
	a.Free(ok(a.Alloc(1280, 1)))
	h := ok(a.Alloc(1030, 1))
	is[uint64](t, 1030)(a.Size(h))
	stats, _ := a.Stats()
	if want := (corners.Usage{BytesReserved: 1280, BytesInUse: 1030, BytesPadding: 250, NumberAllocs: 1, NumberBlocks: 1}); stats.Total != want {
		t.Errorf("%+v, want %+v", stats.Total, want)
	}
	ok(a.Alloc(1281, 1))
	if stats, _ = a.Stats(); stats.Total.NumberBlocks != 2 {
		t.Errorf("another extent took an idle block: %+v", stats.Total)
	}
}

// TestWatermark: 1, 2 and 3 MiB idle under 7 MiB. For 4 MiB the first two go,
// the third may stay, and the pool is at the mark.
func TestWatermark(t *testing.T) {
	const mib = 1 << 20
	a := &open(t).Watermark
	ok := served[corners.WatermarkHandle](t)
	one, two, three := ok(a.Alloc(1*mib, 1)), ok(a.Alloc(2*mib, 1)), ok(a.Alloc(3*mib, 1))
	a.Free(three)
	a.Free(one)
	a.Free(two)
	four := ok(a.Alloc(4*mib, 1))
	is[uint32](t, 0)(a.Block(four))
	is[uint64](t, 0)(a.BlockSize(1))
	is[uint64](t, 3*mib)(a.BlockSize(2))
	stats, _ := a.Stats()
	if stats.Total.BytesReserved != 7*mib {
		t.Errorf("%d bytes reserved, want 7 MiB", stats.Total.BytesReserved)
	}
	// The mark is no cap: what is idle goes, and the pool rises above it.
	ok(a.Alloc(8*mib, 1))
	if stats, _ = a.Stats(); stats.Total.BytesReserved != 12*mib || stats.Total.NumberBlocks != 2 {
		t.Errorf("above the mark %+v", stats.Total)
	}
}

// TestIdleYields: 3000 idle bytes don't keep 4000 new ones out.
func TestIdleYields(t *testing.T) {
	a := &open(t).Watermark
	ok := served[corners.WatermarkHandle](t)
	a.Free(ok(a.Alloc(7<<20-256, 1)))
	ok(a.Alloc(4000, 1))
	stats, _ := a.Stats()
	if stats.Total.BytesReserved != 4096 {
		t.Errorf("%d bytes reserved, want 4096", stats.Total.BytesReserved)
	}
}

// TestSumsDoNotOverflow: the arenas of an allocator share the numbers of 64
// bits, so that no sum of theirs wraps.
func TestSumsDoNotOverflow(t *testing.T) {
	allocator := open(t)
	a := &allocator.Exact
	refused[corners.ExactHandle](t, corners.AllocationTooLarge)(a.Alloc(math.MaxUint64, 1))
	before, _ := a.Stats()
	failure := refused[corners.ExactHandle](t, corners.AllocationTooLarge)(a.Alloc(1<<63, 1))
	if failure.Requested() != 1<<63 || failure.Limit() == 0 || failure.Limit() >= 1<<63 {
		t.Error(failure)
	}
	if after, _ := a.Stats(); after != before {
		t.Errorf("a refusal changed %+v to %+v", before, after)
	}
	half := failure.Limit() / 2 &^ 255
	for range 2 {
		served[corners.ExactHandle](t)(a.Alloc(half, 1))
	}
	refused[corners.ExactHandle](t, corners.AllocationTooLarge)(a.Alloc(half, 1))
}

// TestKindsInARow: slices up to their cap, then pages, then what is larger.
func TestKindsInARow(t *testing.T) {
	a := &open(t).Kinds
	ok := served[corners.KindsHandle](t)
	for range 16 + 1 {
		ok(a.Alloc(1024, 1))
	}
	ok(a.Alloc(8192, 1))
	ok(a.Alloc(8193, 1))
	stats, _ := a.Stats()
	if stats.Slices.NumberAllocs != 16 || stats.Pages.NumberAllocs != 2 || stats.Rest.NumberAllocs != 1 {
		t.Errorf("%+v", stats)
	}
}

// TestGrowingSizes: two regions of n bytes, both freed, n growing past the
// page: what is reserved stays near what was live.
func TestGrowingSizes(t *testing.T) {
	a := &open(t).Fifth
	ok := served[corners.FifthHandle](t)
	for n := uint64(16); n <= 4000; n += 16 {
		first, second := ok(a.Alloc(n, 1)), ok(a.Alloc(n, 1))
		stats, _ := a.Stats()
		if stats.Total.BytesReserved > 2*2*n+16000 {
			t.Fatalf("%d bytes reserved for two regions of %d", stats.Total.BytesReserved, n)
		}
		a.Free(first)
		a.Free(second)
	}
}
