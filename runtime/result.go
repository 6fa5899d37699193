package vkrt

import "strconv"

// A Result is a VkResult. Errors are negative. It has an Error method so that
// errors.Is finds it in what a failure unwraps to; never return Success as an
// error, for it is not nil.
type Result int32

// The results of Vulkan 1.0 to 1.4.
const (
	Success                          Result = 0
	NotReady                         Result = 1
	Timeout                          Result = 2
	EventSet                         Result = 3
	EventReset                       Result = 4
	Incomplete                       Result = 5
	PipelineCompileRequired          Result = 1000297000
	ErrorOutOfHostMemory             Result = -1
	ErrorOutOfDeviceMemory           Result = -2
	ErrorInitializationFailed        Result = -3
	ErrorDeviceLost                  Result = -4
	ErrorMemoryMapFailed             Result = -5
	ErrorLayerNotPresent             Result = -6
	ErrorExtensionNotPresent         Result = -7
	ErrorFeatureNotPresent           Result = -8
	ErrorIncompatibleDriver          Result = -9
	ErrorTooManyObjects              Result = -10
	ErrorFormatNotSupported          Result = -11
	ErrorFragmentedPool              Result = -12
	ErrorUnknown                     Result = -13
	ErrorOutOfPoolMemory             Result = -1000069000
	ErrorInvalidExternalHandle       Result = -1000072003
	ErrorFragmentation               Result = -1000161000
	ErrorNotPermitted                Result = -1000174001
	ErrorInvalidOpaqueCaptureAddress Result = -1000257000
)

var resultNames = []struct {
	result Result
	name   string
}{
	{Success, "VK_SUCCESS"},
	{NotReady, "VK_NOT_READY"},
	{Timeout, "VK_TIMEOUT"},
	{EventSet, "VK_EVENT_SET"},
	{EventReset, "VK_EVENT_RESET"},
	{Incomplete, "VK_INCOMPLETE"},
	{PipelineCompileRequired, "VK_PIPELINE_COMPILE_REQUIRED"},
	{ErrorOutOfHostMemory, "VK_ERROR_OUT_OF_HOST_MEMORY"},
	{ErrorOutOfDeviceMemory, "VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{ErrorInitializationFailed, "VK_ERROR_INITIALIZATION_FAILED"},
	{ErrorDeviceLost, "VK_ERROR_DEVICE_LOST"},
	{ErrorMemoryMapFailed, "VK_ERROR_MEMORY_MAP_FAILED"},
	{ErrorLayerNotPresent, "VK_ERROR_LAYER_NOT_PRESENT"},
	{ErrorExtensionNotPresent, "VK_ERROR_EXTENSION_NOT_PRESENT"},
	{ErrorFeatureNotPresent, "VK_ERROR_FEATURE_NOT_PRESENT"},
	{ErrorIncompatibleDriver, "VK_ERROR_INCOMPATIBLE_DRIVER"},
	{ErrorTooManyObjects, "VK_ERROR_TOO_MANY_OBJECTS"},
	{ErrorFormatNotSupported, "VK_ERROR_FORMAT_NOT_SUPPORTED"},
	{ErrorFragmentedPool, "VK_ERROR_FRAGMENTED_POOL"},
	{ErrorUnknown, "VK_ERROR_UNKNOWN"},
	{ErrorOutOfPoolMemory, "VK_ERROR_OUT_OF_POOL_MEMORY"},
	{ErrorInvalidExternalHandle, "VK_ERROR_INVALID_EXTERNAL_HANDLE"},
	{ErrorFragmentation, "VK_ERROR_FRAGMENTATION"},
	{ErrorNotPermitted, "VK_ERROR_NOT_PERMITTED"},
	{ErrorInvalidOpaqueCaptureAddress, "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS"},
}

// String returns Vulkan's name of the result, or "VkResult(-7)" if it is none
// of the results above.
func (r Result) String() string {
	for _, n := range resultNames {
		if n.result == r {
			return n.name
		}
	}
	return "VkResult(" + strconv.FormatInt(int64(r), 10) + ")"
}

// Error returns what String returns.
func (r Result) Error() string { return r.String() }
