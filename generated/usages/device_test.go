package usages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/usages"
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
	a, failure := usages.New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	t.Cleanup(func() {
		for _, clear := range []func() usages.Failure{
			a.Device.Clear, a.Unified.Clear, a.Window.Clear, a.Upload.Clear,
			a.Readback.Clear, a.Flushed.Clear, a.Markers.Clear, a.Transient.Clear,
		} {
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
func served[R any](t *testing.T) func(R, usages.Failure) R {
	return func(result R, failure usages.Failure) R {
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

// resource is what a buffer of some size needs that can be in memory of the
// types given.
func resource(size uint64, types ...uint32) vkrt.Requirements {
	needs := vkrt.Requirements{Size: size, Alignment: 1}
	for _, i := range types {
		needs.TypeBits |= 1 << i
	}
	return needs
}
