package corners_test

import (
	"errors"
	"testing"

	"github.com/allocgen/allocgen/generated/corners"
)

func TestGenerationsRunOut(t *testing.T) {
	a := &open(t).Tiny
	for range 4 * 3 {
		h := served[corners.TinyHandle](t)(a.Alloc(16, 1))
		if failure := a.Free(h); failure.Failed() {
			t.Fatal(failure)
		}
	}
	for range 2 {
		refused[corners.TinyHandle](t, corners.SerialExhausted)(a.Alloc(16, 1))
	}
}

func TestSlotsRunOut(t *testing.T) {
	a := &open(t).Tiny
	var handles [4]corners.TinyHandle
	for k := range handles {
		handles[k] = served[corners.TinyHandle](t)(a.Alloc(16, 1))
	}
	refused[corners.TinyHandle](t, corners.HostAllocationFailed)(a.Alloc(16, 1))
	refused[corners.TinyHandle](t, corners.AllocationTooLarge)(a.Alloc(65, 1))
	a.Free(handles[2])
	served[corners.TinyHandle](t)(a.Alloc(16, 1))
}

// TestPageForEveryRegion: 65537 pages, each region on its own.
func TestPageForEveryRegion(t *testing.T) {
	a := &open(t).Pages
	const n = 65537
	handles := make([]corners.PagesHandle, n)
	for k := range handles {
		handles[k] = served[corners.PagesHandle](t)(a.Alloc(32, 1))
	}
	for k, h := range handles {
		is[uint32](t, uint32(k))(a.Block(h))
	}
	for _, h := range handles {
		a.Free(h)
	}
	is[uint64](t, n*32)(a.Reclaim())
}

// TestNoHeapAllocation: after warm-up, rounds of five fixed sizes cost no
// host memory.
func TestNoHeapAllocation(t *testing.T) {
	allocator := open(t)
	a := &allocator.Ladder
	round := func() {
		var handles [5]corners.LadderHandle
		for k, size := range [5]uint64{16, 64, 500, 1024, 30000} {
			h, failure := a.Alloc(size, 256)
			if failure.Failed() {
				t.Fatal(failure)
			}
			handles[k] = h
		}
		for _, h := range handles {
			a.Free(h)
		}
	}
	round()
	if n := testing.AllocsPerRun(100_000, round); n != 0 {
		t.Errorf("%v heap allocations a round", n)
	}
}

func TestClose(t *testing.T) {
	allocator := open(t)
	h := served[corners.TinyHandle](t)(allocator.Tiny.Alloc(16, 1))
	served[corners.SpillHandle](t)(allocator.Spill.Alloc(16, 1))
	failure := allocator.Close()
	if failure.Code() != corners.LiveAllocations || failure.Count() != 2 {
		t.Fatal(failure)
	}
	is[uint64](t, 16)(allocator.Tiny.Size(h))
	allocator.Tiny.Free(h)
	allocator.Spill.Clear()
	if failure := allocator.Close(); failure.Failed() {
		t.Fatal(failure)
	}
	refused[corners.TinyHandle](t, corners.Closed)(allocator.Tiny.Alloc(0, 0))
	for _, failure := range []corners.Failure{allocator.Close(), allocator.Tiny.Free(h), allocator.Spill.Clear()} {
		if failure.Code() != corners.Closed {
			t.Error(failure)
		}
	}
}

func TestErrors(t *testing.T) {
	if err := (corners.Failure{}).Err(); err != nil {
		t.Errorf("the zero failure is the error %v", err)
	}
	err := open(t).Tiny.Free(corners.TinyHandle{}).Err()
	if !errors.Is(err, corners.UnknownAllocation) || errors.Is(err, corners.WrongAllocator) {
		t.Errorf("%v is another error than UnknownAllocation", err)
	}
	var failure corners.Error
	if !errors.As(err, &failure) || failure.Failure.Arena() != "tiny" {
		t.Errorf("%v is no failure of the arena tiny", err)
	}
}
