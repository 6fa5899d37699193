package policies_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A block that empties stays if it is the only empty one, and is returned if
// another one is empty.
func TestOneEmptyBlockStays(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PooledHandle](t)
	var blocks [3]policies.PooledHandle
	for k := range blocks {
		blocks[k] = ok(a.Pooled.Alloc(mib, 1))
	}
	device.ForgetCalls()
	a.Pooled.Free(blocks[1])
	called(t, device)
	a.Pooled.Free(blocks[0])
	called(t, device, freed(1))
	ok(a.Pooled.Alloc(1, 1)) // takes the empty one
	a.Pooled.Free(blocks[2])
	called(t, device)
	if bytes := served[uint64](t)(a.Pooled.Reclaim()); bytes != mib {
		t.Errorf("%d bytes are returned", bytes)
	}
	called(t, device, freed(3))
}

// What New made is never returned; of what came later one empty block stays
// with them only until another one empties.
func TestMinBlocks(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.KeptHandle](t)
	var blocks [3]policies.KeptHandle
	for k := range blocks {
		blocks[k] = ok(a.Kept.Alloc(mib, 1))
	}
	called(t, device, allocated(mib, 0, 1))
	a.Kept.Free(blocks[0])
	called(t, device)
	a.Kept.Free(blocks[2])
	called(t, device, freed(1)) // there are more than two
	a.Kept.Free(blocks[1])
	called(t, device)
	if bytes := served[uint64](t)(a.Kept.Reclaim()); bytes != 0 {
		t.Errorf("%d bytes are returned", bytes)
	}
	called(t, device)
}

// With a dealloc_period of three, every empty block is there for the third
// reservation after it became empty, and gone behind it.
func TestDeallocPeriod(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.PatientHandle](t)
	var blocks [3]policies.PatientHandle
	for k := range blocks {
		blocks[k] = ok(a.Patient.Alloc(mib, 1))
	}
	device.ForgetCalls()
	a.Patient.Free(blocks[2])
	a.Patient.Free(blocks[1])
	for range 2 {
		a.Patient.Free(ok(a.Patient.AllocWith(1, 1, policies.Dedicated)))
	}
	called(t, device, allocated(256, 0, 4), freed(4), allocated(256, 0, 5), freed(5))
	a.Patient.Free(ok(a.Patient.AllocWith(1, 1, policies.Dedicated)))
	called(t, device, allocated(256, 0, 6), freed(3), freed(2), freed(6)) // the one that was empty longest goes first
}

// A pair of regions, each more than half a block, comes and goes: where the
// spec asks to keep blocks it costs two native allocations at most.
func TestPairsComeAndGo(t *testing.T) {
	const rounds = 50
	a, device := on(t, heaps(1024*mib))
	for _, c := range []struct {
		arena string
		pair  func()
		most  int
	}{
		{"kept", func() { pair(t, &a.Kept, (*policies.KeptArena).Alloc, (*policies.KeptArena).Free) }, 0},
		{"patient", func() { pair(t, &a.Patient, (*policies.PatientArena).Alloc, (*policies.PatientArena).Free) }, 2},
		{"pooled", func() { pair(t, &a.Pooled, (*policies.PooledArena).Alloc, (*policies.PooledArena).Free) }, rounds + 1},
	} {
		for range rounds {
			c.pair()
		}
		count := 0
		for _, call := range device.Calls() {
			if call.Kind == fake.Allocate {
				count++
			}
		}
		if device.ForgetCalls(); count > c.most {
			t.Errorf("%s: %d native allocations in %d rounds, at most %d are needed", c.arena, count, rounds, c.most)
		}
	}
}

// pair allocates two regions and frees them.
func pair[A, H any](t *testing.T, a *A, alloc func(*A, uint64, uint64) (H, policies.Failure), free func(*A, H) policies.Failure) {
	t.Helper()
	first := served[H](t)(alloc(a, 700*kib, 1))
	second := served[H](t)(alloc(a, 700*kib, 1))
	free(a, first)
	free(a, second)
}

// New fails when a native allocation of it fails, whichever, and returns those
// before it.
func TestNewFails(t *testing.T) {
	for n := range uint64(made) {
		device := fake.New(heaps(1024*mib), fake.Options{})
		device.FailNth(fake.Allocate, n+1, vkrt.ErrorOutOfDeviceMemory)
		a, failure := policies.New(device.Device())
		if a != nil || failure.Code() != policies.Call || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
			t.Errorf("%d allocations succeed: %+v", n, failure)
		}
		if live := device.Live(); len(live) > 0 || device.Device().AllocationCount() > 0 {
			t.Errorf("%d allocations succeed, and left are %v", n, live)
		}
	}
}

// A heap that holds no block is no heap for the arena.
func TestBlockAboveHeap(t *testing.T) {
	device := fake.New(heaps(mib-1), fake.Options{})
	_, failure := policies.New(device.Device())
	if failure.Code() != policies.InvalidProperties || failure.Detail() != policies.BlockAboveHeap {
		t.Errorf("%+v", failure)
	}
	called(t, device)
}
