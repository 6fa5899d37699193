package policies_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
)

// Each region is a native allocation, returned when the region is freed.
func TestSeparate(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.SeparateHandle](t)
	first, second := ok(a.Separate.Alloc(1000, 1)), ok(a.Separate.Alloc(1000, 1))
	called(t, device, allocated(1024, 0, 1), allocated(1024, 0, 2))
	a.Separate.Free(first)
	ok(a.Separate.Alloc(1000, 1))
	a.Separate.Free(second)
	called(t, device, freed(1), allocated(1024, 0, 3), freed(2))
	failed[policies.SeparateHandle](t, policies.OutOfSpace)(a.Separate.AllocWith(1, 1, policies.NeverAllocate))
	called(t, device)
}

// The blocks of fixed are those that New made: no request leads to a native
// call.
func TestFixed(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.FixedHandle](t)
	ok(a.Fixed.Alloc(mib, 1))
	ok(a.Fixed.Alloc(700*kib, 1))
	for _, size := range []uint64{400 * kib, mib, mib + 1, 100 * mib} {
		failed[policies.FixedHandle](t, policies.OutOfSpace)(a.Fixed.Alloc(size, 1))
	}
	a.Fixed.Clear()
	if bytes := served[uint64](t)(a.Fixed.Reclaim()); bytes != 0 {
		t.Errorf("%d bytes are returned", bytes)
	}
	ok(a.Fixed.Alloc(mib, 1))
	called(t, device)
}

// Where the driver requires memory of its own for a resource, and all that the
// arena has is fixed, the resource cannot be served.
func TestFixedHasNoOwnMemory(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	required := needs(1000)
	required.RequiresDedicated = true
	_, failure := a.Fixed.AllocFor(required, 0)
	if failure.Code() != policies.UnsupportedCapability || failure.Detail() != policies.NoOwnMemory {
		t.Errorf("%+v", failure)
	}
	failed[policies.FixedHandle](t, policies.UnsupportedCapability)(a.Fixed.AllocWith(1000, 1, policies.Dedicated))
	preferred := needs(1000)
	preferred.PrefersDedicated = true
	served[policies.FixedHandle](t)(a.Fixed.AllocFor(preferred, 0))
	called(t, device)
}
