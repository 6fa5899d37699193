package usages_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/usages"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

const mib = 1 << 20

// on returns an allocator on a fake of a real device. At the end of the test
// nothing may be live on the device, once the allocator is closed.
func on(t *testing.T, profile string) (*usages.Allocator, *fake.Fake) {
	t.Helper()
	p, ok := profiles.ByName(profile)
	if !ok {
		t.Fatalf("there is no profile %s", profile)
	}
	device := fake.New(p, fake.Options{})
	a := served[*usages.Allocator](t)(usages.New(device.Device()))
	devicetest.Ends(t, device,
		a.Device.Clear, a.Unified.Clear, a.Window.Clear, a.Upload.Clear,
		a.Readback.Clear, a.Flushed.Clear, a.Markers.Clear, a.Transient.Clear, a.Close)
	return a, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, usages.Failure) R {
	return devicetest.Served[R, usages.Failure](t)
}

var called = devicetest.Called

// resource is what a buffer of some size needs that can be in memory of the
// types given.
func resource(size uint64, types ...uint32) vkrt.Requirements {
	needs := vkrt.Requirements{Size: size, Alignment: 1}
	for _, i := range types {
		needs.TypeBits |= 1 << i
	}
	return needs
}
