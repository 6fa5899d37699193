//go:build cgo

package vk

import (
	"fmt"
	"strings"
)

// Missing says what a program needs and does not have.
type Missing uint8

// What can be missing.
const (
	Loader         Missing = iota // the Vulkan loader, a library
	Driver                        // any driver that the loader can use
	PhysicalDevice                // one of the name that was asked for
	Layer                         // the validation layer
	Extension                     // an extension of the device
	Feature                       // a feature of the device
	Function                      // a function that the device should have
)

// A MissingError says what is missing and how to get it.
type MissingError struct {
	What  Missing
	Name  string // of what is missing; empty for a driver
	Cause string // what the system, the loader or the driver says; may be empty
}

// missingTexts has for each Missing what it is, and what to do about it.
var missingTexts = [...]struct{ what, remedy string }{
	Loader: {"Vulkan loader", "install it: package libvulkan1 on Debian, vulkan-loader on Fedora, vulkan-icd-loader on Arch"},
	Driver: {"Vulkan driver", "install that of the GPU, or, for one that runs on the CPU, " +
		"package mesa-vulkan-drivers on Debian and Fedora, vulkan-swrast on Arch"},
	PhysicalDevice: {"Vulkan device named", "name part of another, or none"},
	Layer:          {"Vulkan layer", "install it: package vulkan-validationlayers on Debian, vulkan-validation-layers on Fedora and Arch"},
	Extension:      {"Vulkan extension", "use a newer driver or another device; for a device of the program's own, enable it in VkDeviceCreateInfo"},
	Feature:        {"Vulkan feature", "use a newer driver or another device; for a device of the program's own, enable it in VkDeviceCreateInfo"},
	Function:       {"Vulkan function", "make the instance and the device with the version and the extensions that Enabled names"},
}

// Error returns one line: what is missing, the cause, and what to do.
func (e *MissingError) Error() string {
	text := missingTexts[e.What]
	parts := []string{strings.TrimSpace(fmt.Sprintf("vk: no %s %s", text.what, e.Name))}
	if e.Cause != "" {
		parts[0] += " (" + e.Cause + ")"
	}
	return strings.Join(append(parts, text.remedy), ": ")
}
