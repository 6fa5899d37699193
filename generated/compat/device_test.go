package compat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/compat"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const mib = 1 << 20

// integrated is a device with one heap, of whose memory all is alike.
func integrated(heap uint64) vkrt.Profile {
	return vkrt.Profile{
		Name:   "integrated",
		Heaps:  []vkrt.Heap{{Size: heap, Flags: vkrt.HeapDeviceLocal}},
		Types:  []vkrt.Type{{Flags: vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCoherent | vkrt.HostCached}},
		Limits: vkrt.GuaranteedLimits(),
	}
}

// on returns an allocator on a fake of a device. At the end of the test nothing
// may be live on it, once the allocator is closed.
func on(t *testing.T, profile vkrt.Profile) (*compat.Allocator, *fake.Fake) {
	t.Helper()
	device := fake.New(profile, fake.Options{Untouched: true, MapLimit: 1 << 40})
	a, failure := compat.New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	t.Cleanup(func() {
		for _, clear := range []func() compat.Failure{a.GpuOnly.Clear, a.CpuOnly.Clear, a.CpuToGpu.Clear, a.GpuToCpu.Clear} {
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
func served[R any](t *testing.T) func(R, compat.Failure) R {
	return func(result R, failure compat.Failure) R {
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

// allocated and refused are native calls for memory of type 0.
func allocated(size uint64, memory int) string {
	return fmt.Sprintf("allocate %d of type 0: memory %d", size, memory)
}

func refused(size uint64) string {
	return fmt.Sprintf("allocate %d of type 0: %v", size, vkrt.ErrorOutOfDeviceMemory)
}
