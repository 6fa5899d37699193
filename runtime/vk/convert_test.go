//go:build cgo

package vk

import (
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// TestHandlesSurviveConversion, also those that could be no pointers.
func TestHandlesSurviveConversion(t *testing.T) {
	for _, n := range []uint64{0, 1, 0x30000000003, 1<<63 + 1, 1<<64 - 1} {
		if got := FromDeviceMemory(DeviceMemory(vkrt.Memory(n))); got != vkrt.Memory(n) {
			t.Errorf("memory %#x became %#x", n, got)
		}
		if got := FromBuffer(Buffer(vkrt.Buffer(n))); got != vkrt.Buffer(n) {
			t.Errorf("buffer %#x became %#x", n, got)
		}
		if got := FromImage(Image(vkrt.Image(n))); got != vkrt.Image(n) {
			t.Errorf("image %#x became %#x", n, got)
		}
	}
	if DeviceMemory(0) != vulkan.NullDeviceMemory || Buffer(0) != vulkan.NullBuffer || Image(0) != vulkan.NullImage {
		t.Error("0 is not the null handle")
	}
}

func TestResultsAreTheSameNumbers(t *testing.T) {
	for ours, theirs := range map[vkrt.Result]vulkan.Result{
		vkrt.Success:                vulkan.Success,
		vkrt.Incomplete:             vulkan.Incomplete,
		vkrt.ErrorOutOfDeviceMemory: vulkan.ErrorOutOfDeviceMemory,
		vkrt.ErrorDeviceLost:        vulkan.ErrorDeviceLost,
	} {
		if Result(ours) != theirs || FromResult(theirs) != ours {
			t.Errorf("%v is %d, in vulkan-go %d", ours, ours, theirs)
		}
	}
}
