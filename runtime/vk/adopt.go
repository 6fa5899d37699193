package vk

// #include "setup.h"
import "C"

import (
	"errors"

	"unsafe"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// Adopt makes the device of a program available to allocators:
//
//	d, err := vk.Adopt(instance, physicalDevice, device, vk.Enabled{
//		APIVersion:     vulkan.MakeVersion(1, 2, 0),
//		Extensions:     []string{"VK_KHR_swapchain", "VK_EXT_memory_priority"},
//		MemoryPriority: true,
//	})
//
// It must be called once for a device, for the result keeps the account of its
// memory. It never destroys anything; the program destroys its device after the
// allocators are closed.
//
// What is not enabled is not used. Without Vulkan 1.1, or
// VK_KHR_dedicated_allocation and VK_KHR_get_memory_requirements2, no resource
// asks for memory of its own. Without the features priorities are not heard and
// buffers have no address. Only VK_EXT_memory_budget need not be enabled, as
// Vulkan allows: where the device does not have it, headroom is an estimate.
//
// The error is a *MissingError for Loader, for a Function that what is enabled
// should bring, for the Extension or the Feature that a feature needs; or that
// of vkrt.NewDevice.
func Adopt(instance vulkan.Instance, physicalDevice vulkan.PhysicalDevice, device vulkan.Device, enabled Enabled) (*vkrt.Device, error) {
	if instance == nil || physicalDevice == nil || device == nil {
		return nil, errors.New("vk: Adopt takes an instance, a physical device and a device, none of them nil")
	}
	p, properties, err := ask(instance, physicalDevice, enabled)
	if err != nil {
		return nil, err
	}
	if err := p.unfit(); err != nil {
		return nil, err
	}
	profile := p.profile(properties)
	d, err := p.adopt(device)
	if err != nil {
		return nil, err
	}
	return vkrt.NewDevice(profile, d.functions(profile.MemoryBudget))
}

// unfit returns why the device cannot have the features that are enabled.
func (p physical) unfit() error {
	if e := "VK_EXT_memory_priority"; p.enabled.MemoryPriority && !p.hasExtension(e) {
		return &MissingError{What: Extension, Name: e, Cause: "Enabled has MemoryPriority"}
	}
	if p.enabled.BufferDeviceAddress && p.address() == C.AG_ABSENT {
		return &MissingError{
			What: Feature, Name: "bufferDeviceAddress",
			Cause: "Enabled has neither version 1.2 nor VK_KHR_buffer_device_address",
		}
	}
	return nil
}

// address returns how vkGetBufferDeviceAddress can be had.
func (p physical) address() C.ag_level {
	return p.enabled.level(p.version, version12, "VK_KHR_buffer_device_address")
}

// adopt finds the functions of a device.
func (p physical) adopt(device vulkan.Device) (*native, error) {
	levels := C.ag_levels{
		properties2:   p.properties2(),
		requirements2: p.enabled.level(p.version, version11, "VK_KHR_get_memory_requirements2"),
	}
	if p.enabled.BufferDeviceAddress {
		levels.address = p.address()
	}
	d := &native{device: C.ag_device{
		device:    C.uintptr_t(uintptr(unsafe.Pointer(device))),
		physical:  C.uintptr_t(uintptr(unsafe.Pointer(p.device))),
		dedicated: bool32(p.enabled.level(p.version, version11, "VK_KHR_dedicated_allocation") != C.AG_ABSENT),
		priority:  bool32(p.enabled.MemoryPriority),
	}}
	if name := C.ag_load(&d.device, p.get, p.instance, levels); name != nil {
		return nil, &MissingError{What: Function, Name: C.GoString(name)}
	}
	return d, nil
}
