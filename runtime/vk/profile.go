package vk

// #include <stdlib.h>
// #include "setup.h"
import "C"

import (
	"fmt"
	"slices"
	"unsafe"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// Enabled says what a program has enabled of Vulkan.
type Enabled struct {
	// APIVersion is what VkApplicationInfo asked for: vulkan.MakeVersion(1, 2, 0).
	// 0 is 1.0.
	APIVersion uint32
	// Extensions are the names of all extensions, of the instance and of the
	// device.
	Extensions []string
	// MemoryPriority is the feature of VK_EXT_memory_priority.
	MemoryPriority bool
	// BufferDeviceAddress is the feature of Vulkan 1.2 or of
	// VK_KHR_buffer_device_address.
	BufferDeviceAddress bool
}

// level returns how functions can be had that came with an extension and are
// part of a version, on a device of another.
func (e Enabled) level(device, version uint32, extension string) C.ag_level {
	switch {
	case min(e.APIVersion, device) >= version:
		return C.AG_CORE
	case slices.Contains(e.Extensions, extension):
		return C.AG_KHR
	}
	return C.AG_ABSENT
}

// Versions of Vulkan.
var (
	version11 = vulkan.MakeVersion(1, 1, 0)
	version12 = vulkan.MakeVersion(1, 2, 0)
	version13 = vulkan.MakeVersion(1, 3, 0)
)

// A physical is a physical device with what it takes to ask it.
type physical struct {
	get      C.PFN_vkGetInstanceProcAddr
	instance C.VkInstance
	device   C.VkPhysicalDevice
	enabled  Enabled
	version  uint32 // of the device
}

// ask returns the physical device and its properties.
func ask(instance vulkan.Instance, device vulkan.PhysicalDevice, enabled Enabled) (physical, vulkan.PhysicalDeviceProperties, error) {
	get, err := loadInstance(instance)
	if err != nil {
		return physical{}, vulkan.PhysicalDeviceProperties{}, err
	}
	var properties vulkan.PhysicalDeviceProperties
	vulkan.GetPhysicalDeviceProperties(device, &properties)
	properties.Deref()
	properties.Limits.Deref()
	properties.Free()
	return physical{
		get:      get,
		instance: C.VkInstance(unsafe.Pointer(instance)),
		device:   C.VkPhysicalDevice(unsafe.Pointer(device)),
		enabled:  enabled,
		version:  properties.ApiVersion,
	}, properties, nil
}

// properties2 returns how vkGetPhysicalDeviceProperties2 and its like can be
// had.
func (p physical) properties2() C.ag_level {
	return p.enabled.level(p.version, version11, "VK_KHR_get_physical_device_properties2")
}

// knows reports whether the device knows the structs of an extension that is
// part of a version. They may be asked for where the extension is not enabled.
func (p physical) knows(version uint32, extension string) bool {
	return p.properties2() != C.AG_ABSENT && (p.version >= version || p.hasExtension(extension))
}

func (p physical) hasExtension(name string) bool {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return C.ag_has_extension(p.get, p.instance, p.device, text) != 0
}

// Profile reads the profile of a physical device: what its driver says now.
// Written by Append it can be pinned. MemoryBudget says whether the device has
// VK_EXT_memory_budget and can be asked. Without Vulkan 1.1, or
// VK_KHR_get_physical_device_properties2 of the instance, limits of later
// versions are as Vulkan guarantees them.
func Profile(instance vulkan.Instance, device vulkan.PhysicalDevice, enabled Enabled) (vkrt.Profile, error) {
	p, properties, err := ask(instance, device, enabled)
	if err != nil {
		return vkrt.Profile{}, err
	}
	return p.profile(properties), nil
}

func (p physical) profile(properties vulkan.PhysicalDeviceProperties) vkrt.Profile {
	found := C.ag_find_properties(p.get, p.instance, p.device, p.properties2(), C.ag_known{
		maintenance3: bool32(p.knows(version11, "VK_KHR_maintenance3")),
		maintenance4: bool32(p.knows(version13, "VK_KHR_maintenance4")),
		driver:       bool32(p.knows(version12, "VK_KHR_driver_properties")),
	})
	profile := vkrt.Profile{
		Name:         vulkan.ToString(properties.DeviceName[:]),
		Vendor:       vendors[properties.VendorID],
		DeviceType:   deviceType(properties),
		APIVersion:   versionText(properties.ApiVersion),
		Driver:       C.GoString(&found.driver[0]),
		MemoryBudget: p.knows(noVersion, "VK_EXT_memory_budget"),
		Limits:       limits(properties.Limits, found),
	}
	if profile.Driver == "" {
		profile.Driver = driverText(properties.VendorID, properties.DriverVersion)
	}
	tables := C.ag_memory_properties(p.get, p.instance, p.device)
	for _, heap := range tables.memoryHeaps[:tables.memoryHeapCount] {
		profile.Heaps = append(profile.Heaps, vkrt.Heap{Size: uint64(heap.size), Flags: vkrt.HeapFlags(heap.flags)})
	}
	for _, typ := range tables.memoryTypes[:tables.memoryTypeCount] {
		profile.Types = append(profile.Types, vkrt.Type{Flags: vkrt.MemoryFlags(typ.propertyFlags), Heap: uint32(typ.heapIndex)})
	}
	return profile
}

// noVersion is above every version: an extension of which no version has made a
// part.
const noVersion = ^uint32(0)

func limits(l vulkan.PhysicalDeviceLimits, found C.ag_properties) vkrt.Limits {
	limits := vkrt.GuaranteedLimits()
	limits.MaxMemoryAllocationCount = l.MaxMemoryAllocationCount
	limits.BufferImageGranularity = uint64(l.BufferImageGranularity)
	limits.NonCoherentAtomSize = uint64(l.NonCoherentAtomSize)
	limits.MinMemoryMapAlignment = uint64(l.MinMemoryMapAlignment)
	limits.MinStorageBufferOffsetAlignment = uint64(l.MinStorageBufferOffsetAlignment)
	limits.MinUniformBufferOffsetAlignment = uint64(l.MinUniformBufferOffsetAlignment)
	limits.OptimalBufferCopyOffsetAlignment = uint64(l.OptimalBufferCopyOffsetAlignment)
	if found.max_allocation != 0 {
		limits.MaxMemoryAllocationSize = uint64(found.max_allocation)
	}
	if found.max_buffer != 0 {
		limits.MaxBufferSize = uint64(found.max_buffer)
	}
	return limits
}

// vendors are names by VkPhysicalDeviceProperties.vendorID: numbers of PCI and,
// from 0x10000 on, of Khronos.
var vendors = map[uint32]string{
	0x1002:  "AMD",
	0x1010:  "Imagination",
	0x106b:  "Apple",
	0x10de:  "NVIDIA",
	0x13b5:  "Arm",
	0x14e4:  "Broadcom",
	0x1ae0:  "Google",
	0x5143:  "Qualcomm",
	0x8086:  "Intel",
	0x10005: "Mesa",
}

const nvidia = 0x10de

// versionText returns a version of Vulkan as "1.3.255".
func versionText(v uint32) string {
	return fmt.Sprintf("%d.%d.%d", v>>22&0x7f, v>>12&0x3ff, v&0xfff)
}

// driverText returns the version of a driver that gives no text, in the parts
// that NVIDIA has, or those of a Vulkan version, as others do.
func driverText(vendor, v uint32) string {
	if vendor == nvidia {
		return fmt.Sprintf("%d.%d.%d.%d", v>>22, v>>14&0xff, v>>6&0xff, v&0x3f)
	}
	return fmt.Sprintf("%d.%d.%d", v>>22, v>>12&0x3ff, v&0xfff)
}

func bool32(b bool) C.VkBool32 {
	if b {
		return 1
	}
	return 0
}
