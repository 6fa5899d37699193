package policies_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// Every block has the one size. A request that no block holds gets memory of
// its own; where the device has none, nothing smaller is tried.
func TestPooled(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PooledHandle](t)
	ok(a.Pooled.Alloc(4*kib, 1))
	ok(a.Pooled.Alloc(600*kib, 1))
	ok(a.Pooled.Alloc(600*kib, 1))
	whole := ok(a.Pooled.Alloc(mib, 1))
	larger := ok(a.Pooled.Alloc(mib+1, 1))
	called(t, device, allocated(mib, 0, 1), allocated(mib, 0, 2), allocated(mib, 0, 3), allocated(mib+256, 0, 4))
	a.Pooled.Free(larger)
	called(t, device, freed(4))
	a.Pooled.Free(whole)
	called(t, device)

	device.RefuseAbove(mib/2, vkrt.ErrorOutOfDeviceMemory)
	ok(a.Pooled.Alloc(mib, 1)) // in the block that is empty
	_, failure := a.Pooled.Alloc(500*kib, 1)
	if failure.Code() != policies.Call || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("%+v", failure)
	}
	called(t, device, refused(mib, 0))
}

// With max_blocks there is an end; what is larger than a block has no part in
// that.
func TestCapped(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.CappedHandle](t)
	ok(a.Capped.Alloc(mib, 1))
	second := ok(a.Capped.Alloc(mib, 1))
	called(t, device, allocated(mib, 0, 1), allocated(mib, 0, 2))
	_, failure := a.Capped.Alloc(1, 1)
	if failure.Code() != policies.OutOfSpace || failure.Arena() != "capped" || failure.Pool() != "ranges" {
		t.Errorf("%+v", failure)
	}
	called(t, device)
	ok(a.Capped.Alloc(2*mib, 1))
	called(t, device, allocated(2*mib, 0, 3))
	a.Capped.Free(second)
	ok(a.Capped.Alloc(1, 1))
	called(t, device)
}

// The cap of a pool spans the memory types.
func TestCapSpansTypes(t *testing.T) {
	a, device := on(t, heaps(1024*mib, 1024*mib))
	for typ := range uint32(2) {
		served[policies.CappedHandle](t)(a.Capped.AllocFor(vkrt.Requirements{Size: mib, Alignment: 1, TypeBits: 1 << typ}, 0))
	}
	called(t, device, allocated(mib, 0, 1), allocated(mib, 1, 2))
	failed[policies.CappedHandle](t, policies.OutOfSpace)(a.Capped.Alloc(1, 1))
	called(t, device)
}

// At its cap a pool leaves a request to the next one.
func TestSpilling(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.SpillingHandle](t)
	ok(a.Spilling.Alloc(mib, 1))
	ok(a.Spilling.Alloc(1000, 1))
	called(t, device, allocated(mib, 0, 1), allocated(1024, 0, 2))
	stats, _ := a.Spilling.Stats()
	if stats.Ranges.NumberAllocs != 1 || stats.Rest.NumberAllocs != 1 {
		t.Errorf("%+v", stats)
	}
}

// The fuller block is searched first, and of two alike the older.
func TestFullerBlockFirst(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PooledHandle](t)
	block := func(size uint64) uint32 { return served[uint32](t)(a.Pooled.Block(ok(a.Pooled.Alloc(size, 1)))) }
	for want, size := range []uint64{600 * kib, 900 * kib, 800 * kib} {
		if got := block(size); got != uint32(want) {
			t.Errorf("%d bytes are in block %d, want %d", size, got, want)
		}
	}
	// There are 424, 124 and 224 KiB left.
	for _, c := range []struct {
		size uint64
		want uint32
	}{{100 * kib, 1}, {200 * kib, 2}, {400 * kib, 0}, {24 * kib, 0}, {24 * kib, 1}, {24 * kib, 2}} {
		if got := block(c.size); got != c.want {
			t.Errorf("%d bytes are in block %d, want %d", c.size, got, c.want)
		}
	}
	called(t, device, allocated(mib, 0, 1), allocated(mib, 0, 2), allocated(mib, 0, 3))
}
