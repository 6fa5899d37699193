package compat_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/compat"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// The first blocks of a heap are small, and each is twice the one before, up to
// the size that the heap's own size gives.
func TestFirstBlocks(t *testing.T) {
	for _, heap := range []struct {
		bytes, request uint64
		blocks         []uint64
	}{
		{4096 * mib, 16 * mib, []uint64{32 * mib, 64 * mib, 128 * mib, 256 * mib, 256 * mib}},
		{256 * mib, 2 * mib, []uint64{4 * mib, 8 * mib, 16 * mib, 32 * mib, 32 * mib}},
	} {
		a, device := on(t, integrated(heap.bytes))
		for i, block := range heap.blocks {
			for k := range block / heap.request { // all that fit; the first one makes the block
				served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(heap.request, 1))
				if k == 0 {
					called(t, device, allocated(block, i+1))
				}
			}
		}
		called(t, device)
	}
}

// A request of more than half the largest block is one for memory of its own;
// one of exactly half gets a block that holds two of them.
func TestLargeRequests(t *testing.T) {
	a, device := on(t, integrated(4096*mib))
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(128*mib, 1))
	called(t, device, allocated(256*mib, 1))
	large := served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(129*mib, 1))
	called(t, device, allocated(129*mib, 2))
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(128*mib+1, 1)) // though the block has room for nearly as much
	called(t, device, allocated(128*mib+256, 3))
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(128*mib, 1))
	a.GpuOnly.Free(large)
	called(t, device, "free memory 2")
}

// Where memory of its own fails, a large request takes what room a block has.
func TestLargeRequestInABlock(t *testing.T) {
	a, device := on(t, integrated(4096*mib))
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(100*mib, 1))
	device.ForgetCalls()
	device.RefuseAbove(128*mib, vkrt.ErrorOutOfDeviceMemory)
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(150*mib, 1))
	called(t, device, refused(150*mib))
	// Without room a block is tried, and its halves while they hold the request.
	if _, failure := a.GpuOnly.Alloc(150*mib, 1); failure.Code() != compat.Call {
		t.Error(failure)
	}
	called(t, device, refused(150*mib), refused(256*mib))
}

// Halvings for the sake of growth and those after a refusal share one budget of
// three: a block of 32 MiB has used it up, and 16 MiB are never tried.
func TestThreeHalvings(t *testing.T) {
	for _, c := range []struct {
		refusedAbove, request uint64
		refused               []uint64
		served                uint64
	}{
		{20 * mib, 1 * mib, []uint64{32 * mib}, 1 * mib},
		{40 * mib, 20 * mib, []uint64{64 * mib}, 32 * mib},                // two for growth, one after the refusal
		{110 * mib, 100 * mib, []uint64{256 * mib, 128 * mib}, 100 * mib}, // 64 MiB would not hold it
		{16 * mib, 12 * mib, []uint64{32 * mib}, 12 * mib},
	} {
		a, device := on(t, integrated(4096*mib))
		device.RefuseAbove(c.refusedAbove, vkrt.ErrorOutOfDeviceMemory)
		served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(c.request, 1))
		var want []string
		for _, block := range c.refused {
			want = append(want, refused(block))
		}
		called(t, device, append(want, allocated(c.served, 1))...)
	}
}

// With more than three quarters of the allocations that a device can have in
// use, large requests share blocks, unless they are larger than any.
func TestFewAllocationsLeft(t *testing.T) {
	profile := integrated(4096 * mib)
	profile.Limits.MaxMemoryAllocationCount = 8
	a, device := on(t, profile)
	for k := range 7 {
		served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(129*mib, 1))
		called(t, device, allocated(129*mib, k+1))
	}
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(129*mib, 1))
	called(t, device, allocated(256*mib, 8))
	served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(127*mib, 1))
	for _, size := range []uint64{1, 129 * mib, 300 * mib} {
		if _, failure := a.GpuOnly.Alloc(size, 1); failure.Code() != compat.AllocationLimit {
			t.Errorf("%d bytes: %v", size, failure)
		}
	}
	called(t, device)
}

// A block that the budget has no headroom for is not tried. Memory of its own
// is, for nothing keeps the arena within the budget.
func TestNoHeadroom(t *testing.T) {
	profile := integrated(4096 * mib)
	profile.MemoryBudget = true
	const asked = "budget of heap 0"
	for _, c := range []struct {
		headroom, request, made uint64
	}{
		{512 << 10, 1 * mib, 1 * mib},
		{20 * mib, 1 * mib, 1 * mib},   // the smallest block, of 32 MiB, is too large
		{40 * mib, 20 * mib, 32 * mib}, // one of 64 MiB is, and a smaller one holds it
		{300 * mib, 100 * mib, 256 * mib},
	} {
		a, device := on(t, profile)
		device.SetBudget(0, 1000*mib, 1000*mib-c.headroom)
		served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(c.request, 1))
		called(t, device, asked, allocated(c.made, 1))
	}
}
