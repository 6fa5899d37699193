package policies_test

import (
	"math"
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// textures is more than a device may have native allocations.
const textures = 4500

// Blocks serve more textures than the device may have native allocations.
func TestBlocksServeManyTextures(t *testing.T) {
	a, device := on(t, heaps(64*1024*mib))
	texture := needs(16 * kib)
	texture.Kind = vkrt.Optimal
	for range textures {
		served[policies.AdaptiveHandle](t)(a.Adaptive.AllocFor(texture, 0))
	}
	if live := len(device.Live()) - made; live != (textures+511)/512 {
		t.Errorf("%d blocks of 8 MiB, for 512 textures each", live)
	}
}

// Separate storage ends where the device does, and the driver is never called
// past that.
func TestAllocationLimit(t *testing.T) {
	profile := heaps(64 * 1024 * mib)
	a, device := on(t, profile)
	most := int(profile.Limits.MaxMemoryAllocationCount)
	for n := range textures {
		_, failure := a.Separate.Alloc(16*kib, 1)
		if want := made+n >= most; failure.Failed() != want || want && failure.Code() != policies.AllocationLimit {
			t.Fatalf("texture %d: %v", n, failure)
		}
	}
	if calls := len(device.Calls()); calls != most-made {
		t.Errorf("the driver was called %d times, and %d allocations were left", calls, most-made)
	}
}

// The limit ends a search: no other size, type or pool is tried, nor anything
// returned for its sake.
func TestAllocationLimitEndsTheSearch(t *testing.T) {
	profile := heaps(1024*mib, 1024*mib)
	profile.Limits.MaxMemoryAllocationCount = made + 1
	a, device := on(t, profile)
	idle := served[policies.PooledHandle](t)(a.Pooled.Alloc(1, 1))
	a.Pooled.Free(idle)
	called(t, device, allocated(mib, 0, 1))
	failed[policies.SeparateHandle](t, policies.AllocationLimit)(a.Separate.Alloc(1, 1))
	failed[policies.AdaptiveHandle](t, policies.AllocationLimit)(a.Adaptive.Alloc(1, 1))
	failed[policies.AdaptiveHandle](t, policies.AllocationLimit)(a.Adaptive.Alloc(5*mib, 1))
	failed[policies.AutomaticHandle](t, policies.AllocationLimit)(a.Automatic.Alloc(1, 1))
	_, failure := a.Spilling.Alloc(1, 1)
	if failure.Code() != policies.AllocationLimit || failure.Pool() != "ranges" {
		t.Errorf("%+v", failure)
	}
	called(t, device)
}

// A size to which the guard cannot be added is refused, and so is one that no
// device has.
func TestGuardedSizes(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	for _, size := range []uint64{math.MaxUint64, math.MaxUint64 - 15, math.MaxUint64 - 16, 1 << 63} {
		failed[policies.GuardedHandle](t, policies.AllocationTooLarge)(a.Guarded.Alloc(size, 1))
	}
	called(t, device)
	// With its guard a request of a block's size is larger than the block.
	served[policies.GuardedHandle](t)(a.Guarded.Alloc(mib, 1))
	called(t, device, allocated(mib, 0, 1), "map memory 8 size 1048576")
}

// budgeted is a device that says how much of a heap may be used.
func budgeted(size uint64) vkrt.Profile {
	p := heaps(size)
	p.MemoryBudget = true
	return p
}

// Within the budget blocks shrink without a call of the driver, and memory of
// its own is refused like them.
func TestWithinBudget(t *testing.T) {
	const asked = "budget of heap 0"
	a, device := on(t, budgeted(1024*mib))
	leave := func(bytes uint64) { device.SetBudget(0, 512*mib, 512*mib-bytes) }
	leave(3 * mib)
	served[policies.ModestHandle](t)(a.Modest.Alloc(4*kib, 1))
	called(t, device, asked, asked, asked, allocated(2*mib, 0, 1))
	leave(kib)
	served[policies.ModestHandle](t)(a.Modest.Alloc(4*kib, 1)) // has a block
	called(t, device)
	for _, request := range []struct {
		size  uint64
		flags policies.Flags
	}{{2 * mib, 0}, {5 * mib, 0}, {4 * kib, policies.Dedicated}} {
		_, failure := a.Modest.AllocWith(request.size, 1, request.flags)
		if failure.Code() != policies.Call || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
			t.Errorf("%+v: %+v", request, failure)
		}
	}
	for _, c := range device.Calls() {
		if c.Kind != fake.Budget {
			t.Errorf("beyond the budget: %v", c)
		}
	}
	device.ForgetCalls()
	leave(4 * kib)
	served[policies.ModestHandle](t)(a.Modest.AllocWith(4*kib, 1, policies.Dedicated))
	called(t, device, asked, allocated(4*kib, 0, 2))
	served[policies.AdaptiveHandle](t)(a.Adaptive.Alloc(4*kib, 1)) // does not ask
	called(t, device, allocated(8*mib, 0, 3))
}

// Fixed blocks keep within the budget too.
func TestFixedWithinBudget(t *testing.T) {
	device := fake.New(budgeted(1024*mib), fake.Options{})
	device.SetBudget(0, 512*mib, 512*mib-mib+1)
	_, failure := policies.New(device.Device())
	if failure.Code() != policies.Call || failure.Arena() != "modest_fixed" || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("%+v", failure)
	}
	if live := device.Live(); len(live) > 0 {
		t.Errorf("left are %v", live)
	}
}

// A device that says nothing of budgets is good for four fifths of a heap: of
// these 30 MiB 24, of which New has taken 7.
func TestBudgetUnknown(t *testing.T) {
	a, device := on(t, heaps(30*mib))
	for range 4 {
		served[policies.ModestHandle](t)(a.Modest.Alloc(4*mib, 1))
	}
	served[policies.ModestHandle](t)(a.Modest.Alloc(mib/2, 1))
	called(t, device, allocated(8*mib, 0, 1), allocated(8*mib, 0, 2), allocated(mib, 0, 3))
	failed[policies.ModestHandle](t, policies.Call)(a.Modest.Alloc(mib/2+1, 1))
	called(t, device)
}
