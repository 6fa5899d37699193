// Package devicetest is what tests of generated allocators on a simulated device
// have in common.
package devicetest

import (
	"slices"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A Failure is that of a generated package.
type Failure interface{ Failed() bool }

// Served is the result of a call that must not fail.
func Served[R any, F Failure](t *testing.T) func(R, F) R {
	return func(result R, failure F) R {
		t.Helper()
		if failure.Failed() {
			t.Fatal(failure)
		}
		return result
	}
}

// Ends has the end of the test call what ends an allocator, in this order. None
// of it may fail, and afterwards nothing may be live on the device.
func Ends[F Failure](t *testing.T, device *fake.Fake, ends ...func() F) {
	t.Cleanup(func() {
		for _, end := range ends {
			if failure := end(); failure.Failed() {
				t.Error(failure)
			}
		}
		if len(device.Live()) > 0 || device.Faults() != nil {
			t.Errorf("closed with live %v, faults %v", device.Live(), device.Faults())
		}
	})
}

// Called compares the native calls since it was last asked, one a line, with
// those wanted.
func Called(t *testing.T, device *fake.Fake, want ...string) {
	t.Helper()
	var got []string
	for _, c := range device.Calls() {
		got = append(got, c.String())
	}
	if device.ForgetCalls(); !slices.Equal(got, want) {
		t.Errorf("native calls\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// Allocated is the native call that returned the memory of a number.
func Allocated(size uint64, typ uint32, memory int) string {
	return fake.Call{Kind: fake.Allocate, Size: size, Type: typ, Memory: vkrt.Memory(memory)}.String()
}

// Refused is a native call for memory that failed.
func Refused(size uint64, typ uint32, result vkrt.Result) string {
	return fake.Call{Kind: fake.Allocate, Size: size, Type: typ, Result: result}.String()
}
