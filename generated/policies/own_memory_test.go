package policies_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A resource that must have memory of its own gets exactly as much as it asks
// for; a request with the flag gets whole granules. Both go back when they are
// freed, and neither looks at the blocks there are.
func TestRequiredOwnMemory(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PooledHandle](t)
	ok(a.Pooled.Alloc(1, 1))
	called(t, device, allocated(mib, 0, 1))
	required := needs(1000)
	required.RequiresDedicated = true
	a.Pooled.Free(ok(a.Pooled.AllocFor(required, 0)))
	a.Pooled.Free(ok(a.Pooled.AllocWith(1000, 1, policies.Dedicated)))
	called(t, device, allocated(1000, 0, 2), freed(2), allocated(1024, 0, 3), freed(3))

	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	failed[policies.PooledHandle](t, policies.Call)(a.Pooled.AllocFor(required, 0))
	failed[policies.PooledHandle](t, policies.Call)(a.Pooled.AllocWith(1000, 1, policies.Dedicated))
	device.FailAll(fake.Allocate, vkrt.Success)
}

// A preference gives way where there is no memory.
func TestPreferredOwnMemory(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PooledHandle](t)
	preferred := needs(1000)
	preferred.PrefersDedicated = true
	ok(a.Pooled.AllocFor(preferred, 0))
	ok(a.Pooled.Alloc(1, 1))
	called(t, device, allocated(1000, 0, 1), allocated(mib, 0, 2))
	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	ok(a.Pooled.AllocFor(preferred, 0))
	called(t, device, refused(1000, 0))
	device.FailAll(fake.Allocate, vkrt.Success)
}

// With NeverAllocate a request takes room that is there, or is refused without
// a native call, whatever else it would like.
func TestNeverAllocate(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	never := policies.NeverAllocate
	failed[policies.PooledHandle](t, policies.OutOfSpace)(a.Pooled.AllocWith(1, 1, never))
	failed[policies.AdaptiveHandle](t, policies.OutOfSpace)(a.Adaptive.AllocWith(1, 1, never))
	failed[policies.AutomaticHandle](t, policies.OutOfSpace)(a.Automatic.AllocWith(1, 1, never))
	failed[policies.SpillingHandle](t, policies.OutOfSpace)(a.Spilling.AllocWith(1, 1, never))
	called(t, device)

	served[policies.AdaptiveHandle](t)(a.Adaptive.Alloc(1, 1))
	called(t, device, allocated(8*mib, 0, 1))
	served[policies.AdaptiveHandle](t)(a.Adaptive.AllocWith(5*mib, 1, never)) // else memory of its own
	preferred, required := needs(1000), needs(1000)
	preferred.PrefersDedicated, required.RequiresDedicated = true, true
	served[policies.AdaptiveHandle](t)(a.Adaptive.AllocFor(preferred, never))
	failed[policies.AdaptiveHandle](t, policies.OutOfSpace)(a.Adaptive.AllocFor(required, never))
	failed[policies.AdaptiveHandle](t, policies.OutOfSpace)(a.Adaptive.AllocWith(3*mib, 1, never))
	failed[policies.AdaptiveHandle](t, policies.InvalidRequest)(a.Adaptive.AllocWith(1, 1, never|policies.Dedicated))
	called(t, device)
}

// A refusal for the sake of NeverAllocate leaves a request to the next pool,
// which may have room.
func TestNeverAllocateSpills(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.SpillingHandle](t)
	ok(a.Spilling.Alloc(mib, 1))
	a.Spilling.Free(ok(a.Spilling.Alloc(1000, 1))) // idle in the pool rest
	called(t, device, allocated(mib, 0, 1), allocated(1024, 0, 2))
	ok(a.Spilling.AllocWith(1000, 1, policies.NeverAllocate))
	failed[policies.SpillingHandle](t, policies.OutOfSpace)(a.Spilling.AllocWith(1000, 1, policies.NeverAllocate))
	called(t, device)
}

// Images are no content of a pool of buffers: they get memory of their own
// where the policy has that.
func TestImageAmongBuffers(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	image := needs(1000)
	image.Kind = vkrt.Optimal
	served[policies.PooledHandle](t)(a.Pooled.AllocFor(image, 0))
	called(t, device, allocated(1024, 0, 1))
	_, failure := a.Fixed.AllocFor(image, 0)
	if failure.Code() != policies.UnsupportedCapability || failure.Detail() != policies.ImageNeedsOwnBlock {
		t.Errorf("%+v", failure)
	}
	called(t, device)
}
