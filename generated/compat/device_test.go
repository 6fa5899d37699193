package compat_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/compat"
	"github.com/allocgen/allocgen/internal/devicetest"
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
	a := served[*compat.Allocator](t)(compat.New(device.Device()))
	devicetest.Ends(t, device, a.GpuOnly.Clear, a.CpuOnly.Clear, a.CpuToGpu.Clear, a.GpuToCpu.Clear, a.Close)
	return a, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, compat.Failure) R {
	return devicetest.Served[R, compat.Failure](t)
}

var called = devicetest.Called

// allocated and refused are native calls for memory of type 0.

func allocated(size uint64, memory int) string { return devicetest.Allocated(size, 0, memory) }

func refused(size uint64) string { return devicetest.Refused(size, 0, vkrt.ErrorOutOfDeviceMemory) }
