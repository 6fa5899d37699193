//go:build cgo

package vk

import (
	"fmt"
	"slices"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// preference orders the types of device, the best first.
var preference = []vkrt.DeviceType{
	vkrt.DiscreteGPU, vkrt.IntegratedGPU, vkrt.VirtualGPU, vkrt.CPU, vkrt.OtherDevice,
}

// choose returns the best physical device whose name contains part, the first
// of several.
func choose(instance vulkan.Instance, part string) (vulkan.PhysicalDevice, error) {
	devices, err := physicalDevices(instance)
	if err != nil {
		return nil, err
	}
	var names []string
	var best vulkan.PhysicalDevice
	rank := len(preference)
	for _, device := range devices {
		var properties vulkan.PhysicalDeviceProperties
		vulkan.GetPhysicalDeviceProperties(device, &properties)
		properties.Deref()
		properties.Free()
		name := vulkan.ToString(properties.DeviceName[:])
		names = append(names, fmt.Sprintf("%q", name))
		at := slices.Index(preference, deviceType(properties))
		if strings.Contains(strings.ToLower(name), strings.ToLower(part)) && at < rank {
			best, rank = device, at
		}
	}
	if best == nil {
		return nil, &MissingError{What: PhysicalDevice, Name: fmt.Sprintf("%q", part), Cause: "there are " + strings.Join(names, ", ")}
	}
	return best, nil
}

// physicalDevices returns every device, at least one.
func physicalDevices(instance vulkan.Instance) ([]vulkan.PhysicalDevice, error) {
	var count uint32
	result := vulkan.EnumeratePhysicalDevices(instance, &count, nil)
	devices := make([]vulkan.PhysicalDevice, count)
	if result == vulkan.Success && count > 0 {
		result = vulkan.EnumeratePhysicalDevices(instance, &count, devices)
	}
	return devices[:count], enumerated(FromResult(result), count)
}

// enumerated returns the error of an enumeration. A loader whose drivers are of
// no use fails, or finds no device.
func enumerated(result vkrt.Result, count uint32) error {
	switch {
	case result == vkrt.ErrorInitializationFailed, result == vkrt.ErrorIncompatibleDriver:
		return &MissingError{What: Driver, Cause: result.String()}
	case result != vkrt.Success && result != vkrt.Incomplete:
		return fmt.Errorf("vk: no devices: %w", result)
	case count == 0:
		return &MissingError{What: Driver, Cause: "no driver has a device"}
	}
	return nil
}

// deviceType returns the type of a device, OtherDevice for one that Vulkan has
// added since.
func deviceType(p vulkan.PhysicalDeviceProperties) vkrt.DeviceType {
	if p.DeviceType > vulkan.PhysicalDeviceTypeCpu {
		return vkrt.OtherDevice
	}
	return vkrt.DeviceType(p.DeviceType)
}
