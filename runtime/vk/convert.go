//go:build cgo

package vk

import (
	"unsafe"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// Handles change their type by way of memory: as a pointer a number is only
// valid where Vulkan says that it is one.

// DeviceMemory returns memory as vulkan-go has it.
func DeviceMemory(m vkrt.Memory) vulkan.DeviceMemory {
	return *(*vulkan.DeviceMemory)(unsafe.Pointer(&m))
}

// FromDeviceMemory returns memory as vkrt has it.
func FromDeviceMemory(m vulkan.DeviceMemory) vkrt.Memory { return *(*vkrt.Memory)(unsafe.Pointer(&m)) }

// Buffer returns a buffer as vulkan-go has it.
func Buffer(b vkrt.Buffer) vulkan.Buffer { return *(*vulkan.Buffer)(unsafe.Pointer(&b)) }

// FromBuffer returns a buffer as vkrt has it.
func FromBuffer(b vulkan.Buffer) vkrt.Buffer { return *(*vkrt.Buffer)(unsafe.Pointer(&b)) }

// Image returns an image as vulkan-go has it.
func Image(i vkrt.Image) vulkan.Image { return *(*vulkan.Image)(unsafe.Pointer(&i)) }

// FromImage returns an image as vkrt has it.
func FromImage(i vulkan.Image) vkrt.Image { return *(*vkrt.Image)(unsafe.Pointer(&i)) }

// Result returns a result as vulkan-go has it.
func Result(r vkrt.Result) vulkan.Result { return vulkan.Result(r) }

// FromResult returns a result as vkrt has it.
func FromResult(r vulkan.Result) vkrt.Result { return vkrt.Result(r) }

// FromRequirements returns requirements that vulkan-go has read, of a resource
// of a kind.
func FromRequirements(r vulkan.MemoryRequirements, kind vkrt.ResourceKind) vkrt.Requirements {
	return vkrt.Requirements{
		Size: uint64(r.Size), Alignment: uint64(r.Alignment), TypeBits: r.MemoryTypeBits, Kind: kind,
	}
}
