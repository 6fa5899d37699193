//go:build cgo

package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/examples/internal/gputest"
)

func TestMain(m *testing.M) { gputest.Main(m, main) }

func TestWithoutVulkan(t *testing.T) { gputest.SaysWhatIsMissing(t) }

func TestShaderIsFresh(t *testing.T) { gputest.IsCompiledFrom(t, multiplySPIRV, "multiply.comp") }

// TestCompute runs the example: the product is right and all memory is
// returned, to the allocator and to the device.
func TestCompute(t *testing.T) {
	d := gputest.Open(t)
	var out bytes.Buffer
	if err := compute(d, &out); err != nil {
		t.Fatal(err)
	}
	if n := d.Runtime.AllocationCount(); n != 0 {
		t.Errorf("%d native allocations are left", n)
	}
	lines := strings.Split(out.String(), "\n")
	for _, want := range []string{
		"device/small 3 786432 0 4194304 1 786432", // three matrices of 256 KiB in a page
		"upload/frames 0 0 0 1048576 1 262144",     // two transfers through the same page
		"readback/frames 0 0 0 1048576 1 262144",
	} {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.Join(strings.Fields(line), " ") == want }) {
			t.Errorf("no line %q in\n%s", want, &out)
		}
	}
}

func TestProduct(t *testing.T) {
	got := product(2, []float32{1, 2, 3, 4}, []float32{5, 6, 7, -8})
	if want := []float32{19, -10, 43, -14}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCompareFindsADifference(t *testing.T) {
	want := matrix(8, 1)
	got := slices.Clone(want)
	if err := compare(got, want); err != nil {
		t.Error(err)
	}
	got[63]++
	if err := compare(got, want); err == nil {
		t.Error("no difference was found")
	}
}
