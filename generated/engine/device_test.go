package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/engine"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const mib = 1 << 20

// discrete is a device with heaps of its own of these sizes, a memory type for
// each, and one heap that the host sees, of the last type.
func discrete(heaps ...uint64) vkrt.Profile {
	p := vkrt.Profile{Name: "discrete", Limits: vkrt.GuaranteedLimits()}
	for i, size := range heaps {
		p.Heaps = append(p.Heaps, vkrt.Heap{Size: size, Flags: vkrt.HeapDeviceLocal})
		p.Types = append(p.Types, vkrt.Type{Heap: uint32(i), Flags: vkrt.DeviceLocal})
	}
	p.Heaps = append(p.Heaps, vkrt.Heap{Size: 4096 * mib})
	p.Types = append(p.Types, vkrt.Type{Heap: uint32(len(heaps)), Flags: vkrt.HostVisible | vkrt.HostCoherent | vkrt.HostCached})
	return p
}

// on returns an allocator on a fake of a device, with the calls of New
// forgotten: it makes memory 1, the ring of the arena upload. At the end of the
// test nothing may be live on the device, once the allocator is closed.
func on(t *testing.T, profile vkrt.Profile) (*engine.Allocator, *fake.Fake) {
	t.Helper()
	device := fake.New(profile, fake.Options{})
	a, failure := engine.New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	device.ForgetCalls()
	t.Cleanup(func() {
		for _, clear := range []func() engine.Failure{a.Device.Clear, a.Upload.Clear, a.Readback.Clear} {
			if failure := clear(); failure.Failed() {
				t.Error(failure)
			}
		}
		if failure := a.Close(); failure.Failed() || len(device.Live()) > 0 || device.Faults() != nil {
			t.Errorf("closed with %v, live %v, faults %v", failure, device.Live(), device.Faults())
		}
	})
	return a, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, engine.Failure) R {
	return func(result R, failure engine.Failure) R {
		t.Helper()
		if failure.Failed() {
			t.Fatal(failure)
		}
		return result
	}
}

// called compares the native calls since it was last asked, one a line, with
// those wanted.
func called(t *testing.T, device *fake.Fake, want ...string) {
	t.Helper()
	var got []string
	for _, c := range device.Calls() {
		got = append(got, c.String())
	}
	if device.ForgetCalls(); !slices.Equal(got, want) {
		t.Errorf("native calls\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// allocated and refused are native calls.
func allocated(size uint64, typ uint32, memory int) string {
	return fmt.Sprintf("allocate %d of type %d: memory %d", size, typ, memory)
}

func refused(size uint64, typ uint32) string {
	return fmt.Sprintf("allocate %d of type %d: %v", size, typ, vkrt.ErrorOutOfDeviceMemory)
}
