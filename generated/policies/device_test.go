package policies_test

import (
	"fmt"
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const (
	kib = 1 << 10
	mib = 1 << 20

	// made is how many native allocations New makes, of 1 MiB each: two of the
	// arenas fixed, fixed_line and kept, and one of modest_fixed.
	made = 7
)

// heaps is a device with heaps of these sizes, each with a memory type of its
// own, all alike.
func heaps(sizes ...uint64) vkrt.Profile {
	p := vkrt.Profile{Name: "heaps", Limits: vkrt.GuaranteedLimits()}
	for i, size := range sizes {
		p.Heaps = append(p.Heaps, vkrt.Heap{Size: size, Flags: vkrt.HeapDeviceLocal})
		p.Types = append(p.Types, vkrt.Type{Heap: uint32(i), Flags: vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCoherent})
	}
	return p
}

// on returns an allocator on a fake of a device, whose calls so far are
// forgotten. At the end of the test nothing may be live on it, once the
// allocator is closed.
func on(t *testing.T, profile vkrt.Profile) (*policies.Allocator, *fake.Fake) {
	t.Helper()
	device := fake.New(profile, fake.Options{})
	a := served[*policies.Allocator](t)(policies.New(device.Device()))
	device.ForgetCalls()
	devicetest.Ends(t, device,
		a.Separate.Clear, a.Fixed.Clear, a.Pooled.Clear, a.Adaptive.Clear, a.Automatic.Clear,
		a.SeparateLine.Clear, a.FixedLine.Clear, a.PooledLine.Clear, a.AdaptiveLine.Clear, a.AutomaticLine.Clear,
		a.Capped.Clear, a.Spilling.Clear, a.Shrinking.Clear, a.Kept.Clear, a.Patient.Clear,
		a.Guarded.Clear, a.Modest.Clear, a.ModestFixed.Clear, a.Close)
	return a, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, policies.Failure) R {
	return devicetest.Served[R, policies.Failure](t)
}

// failed checks that a call fails with a code.
func failed[R any](t *testing.T, want policies.Code) func(R, policies.Failure) {
	return func(_ R, failure policies.Failure) {
		t.Helper()
		if failure.Code() != want {
			t.Errorf("%v, want %v", failure, want)
		}
	}
}

var called = devicetest.Called

// allocated, refused and freed are native calls; n counts from 1 what was
// allocated after New.

func allocated(size uint64, typ uint32, n int) string {
	return devicetest.Allocated(size, typ, made+n)
}

func refused(size uint64, typ uint32) string {
	return devicetest.Refused(size, typ, vkrt.ErrorOutOfDeviceMemory)
}

func freed(n int) string { return fmt.Sprintf("free memory %d", made+n) }

// needs is what a resource of some size needs that can be in any memory.
func needs(size uint64) vkrt.Requirements {
	return vkrt.Requirements{Size: size, Alignment: 1, TypeBits: ^uint32(0)}
}
