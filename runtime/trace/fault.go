package trace

import (
	"fmt"
	"slices"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// faultResults are what vkAllocateMemory may fail with by Vulkan, then what
// drivers have no right to say and say.
var faultResults = []vkrt.Result{
	vkrt.ErrorOutOfDeviceMemory,
	vkrt.ErrorOutOfHostMemory,
	vkrt.ErrorTooManyObjects,
	vkrt.ErrorInvalidExternalHandle,
	vkrt.ErrorInvalidOpaqueCaptureAddress,
	vkrt.ErrorUnknown,
	vkrt.ErrorDeviceLost,
	vkrt.ErrorInitializationFailed,
	vkrt.ErrorMemoryMapFailed,
}

// FaultResults returns the results that a Fault may have. Each is spelled as
// in Vulkan, without VK_ERROR_ and in lower case: "out_of_device_memory".
func FaultResults() []vkrt.Result { return slices.Clone(faultResults) }

// word spells a result.
func word(r vkrt.Result) string {
	return strings.ToLower(strings.TrimPrefix(r.String(), "VK_ERROR_"))
}

// parseResult returns the result that word spells so.
func parseResult(text string) (vkrt.Result, error) {
	for _, r := range faultResults {
		if word(r) == text {
			return r, nil
		}
	}
	return vkrt.Success, fmt.Errorf("%.40q is not a result that an allocation may fail with, want %q", text, "n N RESULT")
}
