package vkrt

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestResultNames(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range resultNames {
		if row.result.String() != row.name || row.result.Error() != row.name || seen[row.name] {
			t.Errorf("%d is %q, want %q, once", row.result, row.result, row.name)
		}
		if (row.result < 0) != strings.HasPrefix(row.name, "VK_ERROR_") {
			t.Errorf("%s is %d", row.name, row.result)
		}
		seen[row.name] = true
	}
	if got := Result(-77).String(); got != "VkResult(-77)" {
		t.Errorf("an unknown result is %q", got)
	}
}

// TestResultValues holds the results that allocators meet to their numbers in
// Vulkan's headers.
func TestResultValues(t *testing.T) {
	for result, want := range map[Result]int32{
		Success: 0, ErrorOutOfHostMemory: -1, ErrorOutOfDeviceMemory: -2, ErrorDeviceLost: -4,
		ErrorMemoryMapFailed: -5, ErrorTooManyObjects: -10, ErrorUnknown: -13,
		ErrorInvalidExternalHandle: -1000072003, ErrorInvalidOpaqueCaptureAddress: -1000257000,
	} {
		if int32(result) != want {
			t.Errorf("%v is %d, want %d", result, int32(result), want)
		}
	}
}

func TestResultIsFoundInAnError(t *testing.T) {
	err := fmt.Errorf("allocating: %w", ErrorDeviceLost)
	var result Result
	if !errors.Is(err, ErrorDeviceLost) || errors.Is(err, ErrorOutOfDeviceMemory) ||
		!errors.As(err, &result) || result != ErrorDeviceLost {
		t.Errorf("%v holds %v", err, result)
	}
}
