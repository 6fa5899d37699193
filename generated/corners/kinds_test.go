package corners_test

import (
	"math"
	"testing"

	"github.com/allocgen/allocgen/generated/corners"
)

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
