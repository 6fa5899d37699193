package engine_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/engine"
	"github.com/allocgen/allocgen/internal/devicetest"
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
	a := served[*engine.Allocator](t)(engine.New(device.Device()))
	device.ForgetCalls()
	devicetest.Ends(t, device, a.Device.Clear, a.Upload.Clear, a.Readback.Clear, a.Close)
	return a, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, engine.Failure) R {
	return devicetest.Served[R, engine.Failure](t)
}

var called, allocated = devicetest.Called, devicetest.Allocated

// refused is a native call that finds no memory.
func refused(size uint64, typ uint32) string {
	return devicetest.Refused(size, typ, vkrt.ErrorOutOfDeviceMemory)
}
