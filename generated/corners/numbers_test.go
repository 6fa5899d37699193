package corners_test

import (
	"math"
	"testing"

	"github.com/allocgen/allocgen/generated/corners"
)

func open(t *testing.T) *corners.Allocator {
	t.Helper()
	a, failure := corners.New()
	if failure.Failed() {
		t.Fatal(failure)
	}
	return a
}

// served returns a function that takes the results of Alloc and demands success.
func served[H comparable](t *testing.T) func(H, corners.Failure) H {
	return func(h H, failure corners.Failure) H {
		t.Helper()
		if failure.Failed() {
			t.Fatal(failure)
		}
		return h
	}
}

// refused demands a code of the results of Alloc.
func refused[H comparable](t *testing.T, want corners.Code) func(H, corners.Failure) corners.Failure {
	return func(h H, failure corners.Failure) corners.Failure {
		t.Helper()
		var zero H
		if failure.Code() != want || h != zero {
			t.Fatalf("%v with handle %v, want %v and the zero handle", failure, h, want)
		}
		return failure
	}
}

// is demands a value and success.
func is[V comparable](t *testing.T, want V) func(V, corners.Failure) {
	return func(got V, failure corners.Failure) {
		t.Helper()
		if failure.Failed() || got != want {
			t.Fatalf("%v (%v), want %v", got, failure, want)
		}
	}
}

func TestAbsurdRequests(t *testing.T) {
	allocator := open(t)
	a := &allocator.Fifth
	before, _ := allocator.Stats()
	for _, size := range []uint64{math.MaxUint64, math.MaxUint64 - 6, 1 << 63, 16001} {
		failure := refused[corners.FifthHandle](t, corners.AllocationTooLarge)(a.Alloc(size, 1))
		if failure.Requested() != size || failure.Limit() != 16000 {
			t.Errorf("size %d: requested %d, limit %d", size, failure.Requested(), failure.Limit())
		}
	}
	for _, c := range []struct {
		size, align uint64
		detail      corners.Detail
	}{
		{64, 1 << 63, corners.AlignmentTooLarge},
		{64, 1<<30 + 1, corners.AlignmentTooLarge},
		{64, 0, corners.AlignmentIsZero},
		{64, 24, corners.AlignmentNotPowerOfTwo},
		{0, 16, corners.SizeIsZero},
	} {
		failure := refused[corners.FifthHandle](t, corners.InvalidRequest)(a.Alloc(c.size, c.align))
		if failure.Detail() != c.detail {
			t.Errorf("size %d, alignment %d: %v, want %v", c.size, c.align, failure.Detail(), c.detail)
		}
	}
	if after, _ := allocator.Stats(); after != before {
		t.Errorf("refusals changed %+v to %+v", before, after)
	}
	is[uint64](t, 0)(a.Offset(served[corners.FifthHandle](t)(a.Alloc(16, 1<<30))))
}

// TestFifth: beyond max_slice_size only what leaves less than a fifth of the
// page unused: 3200 of 16000 bytes are a fifth, 3199 are less.
func TestFifth(t *testing.T) {
	a := &open(t).Fifth
	for _, size := range []uint64{1, 4000, 12801, 16000} {
		served[corners.FifthHandle](t)(a.Alloc(size, 1))
	}
	for _, size := range []uint64{4001, 12800, 16001} {
		refused[corners.FifthHandle](t, corners.AllocationTooLarge)(a.Alloc(size, 1))
	}
	stats, _ := a.Stats()
	if stats.Total.NumberBlocks != 3 || stats.Total.BytesReserved != 48000 || stats.Total.BytesPadding != 15+15 {
		t.Errorf("%+v, want 3 pages and 30 bytes of padding", stats.Total)
	}
}

// TestAlignmentAboveTheArenas: the offset moves, the extent doesn't grow, and
// the gap stays usable.
func TestAlignmentAboveTheArenas(t *testing.T) {
	a := &open(t).Fifth
	ok := served[corners.FifthHandle](t)
	ok(a.Alloc(100, 1))
	aligned := ok(a.Alloc(100, 1024))
	is[uint64](t, 1024)(a.Offset(aligned))
	is[uint64](t, 112)(a.Offset(ok(a.Alloc(900, 16))))
	is[uint64](t, 1136)(a.Offset(ok(a.Alloc(16, 16))))
	stats, _ := a.Stats()
	if stats.Total.BytesPadding != 12+12+12 {
		t.Errorf("padding %d, want 36", stats.Total.BytesPadding)
	}
}

func TestShrunkPage(t *testing.T) {
	a := &open(t).Shrunk
	for k := range uint64(3) {
		h := served[corners.ShrunkHandle](t)(a.Alloc(256, 1))
		is[uint64](t, k*256)(a.Offset(h))
		is[uint32](t, 0)(a.Block(h))
	}
	failure := refused[corners.ShrunkHandle](t, corners.PoolCapacityExceeded)(a.Alloc(200, 1))
	if failure.Size() != 200 || failure.InUse() != 768 || failure.Capacity() != 768 || failure.Pool() != "only" {
		t.Error(failure)
	}
	if want := "arena shrunk: pool only: no room for 200 bytes: 768 bytes are in use of a capacity of 768 bytes"; failure.String() != want {
		t.Errorf("%q, want %q", failure, want)
	}
	is[uint64](t, 768)(a.BlockSize(0))
	is[uint64](t, 0)(a.BlockSize(1))
	refused[corners.ShrunkHandle](t, corners.AllocationTooLarge)(a.Alloc(769, 1))
}

func TestNoPageAtAll(t *testing.T) {
	a := &open(t).Nothing
	failure := refused[corners.NothingHandle](t, corners.PoolCapacityExceeded)(a.Alloc(1, 1))
	if failure.Size() != 1 || failure.InUse() != 0 || failure.Capacity() != 0 {
		t.Error(failure)
	}
	stats, _ := a.Stats()
	if stats.Total != (corners.Usage{}) {
		t.Errorf("%+v, want nothing", stats.Total)
	}
}

func TestLadder(t *testing.T) {
	a := &open(t).Ladder
	for _, size := range []uint64{1, 64, 65, 1024, 1025, 64 << 10, 110 << 10, 128 << 10} {
		served[corners.LadderHandle](t)(a.Alloc(size, 1))
	}
	stats, _ := a.Stats()
	if stats.Small.NumberAllocs != 2 || stats.Medium.NumberAllocs != 2 || stats.Large.NumberAllocs != 4 {
		t.Errorf("%+v", stats)
	}
	// 64 slices of 64 bytes fill small's page, 128 of them medium's two.
	for range 62 + (2*8<<10-80-1024)/64 {
		served[corners.LadderHandle](t)(a.Alloc(64, 1))
	}
	served[corners.LadderHandle](t)(a.Alloc(60, 1))
	if stats, _ = a.Stats(); stats.Small.NumberAllocs != 64 || stats.Large.NumberAllocs != 5 {
		t.Errorf("after the caps %+v", stats)
	}
}

// TestRefusalStandsBehindAPoolThatDoesNotAccept: narrow doesn't take what
// wide has no room for, so the arena reports wide's refusal.
func TestRefusalStandsBehindAPoolThatDoesNotAccept(t *testing.T) {
	a := &open(t).Spill
	served[corners.SpillHandle](t)(a.Alloc(10<<10, 1))
	failure := refused[corners.SpillHandle](t, corners.PoolCapacityExceeded)(a.Alloc(10<<10, 1))
	if failure.Pool() != "wide" || failure.InUse() != 10<<10 || failure.Capacity() != 16<<10 {
		t.Error(failure)
	}
	served[corners.SpillHandle](t)(a.Alloc(6<<10, 1))
	served[corners.SpillHandle](t)(a.Alloc(1<<10, 1))
	stats, _ := a.Stats()
	if stats.Wide.NumberAllocs != 2 || stats.Narrow.NumberAllocs != 1 {
		t.Errorf("%+v", stats)
	}
}

func TestPeriod(t *testing.T) {
	a := &open(t).Period
	ok := served[corners.PeriodHandle](t)
	pages := func(want uint64) {
		t.Helper()
		stats, _ := a.Stats()
		if stats.Total.NumberBlocks != want {
			t.Fatalf("%d pages, want %d", stats.Total.NumberBlocks, want)
		}
	}
	first, second, third := ok(a.Alloc(1024, 1)), ok(a.Alloc(1024, 1)), ok(a.Alloc(512, 1))
	a.Free(second)
	a.Free(first)
	for range 2 {
		a.Free(ok(a.Alloc(512, 1024))) // on the first page, which then is idle anew
	}
	pages(3)
	ok(a.Alloc(16, 1)) // the third reservation since the second page became idle
	pages(2)
	a.Free(third)
}
