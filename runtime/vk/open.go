package vk

// #include <stdlib.h>
// #include "setup.h"
import "C"

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"runtime/cgo"
	"slices"
	"unsafe"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// DeviceVariable is the environment variable that names a device where Options
// do not.
const DeviceVariable = "ALLOCGEN_DEVICE"

// Options say what device to open. The zero value has every default.
type Options struct {
	// Device is part of the name of the device, in upper or lower case. If it
	// is empty, DeviceVariable has it; if that is empty too, any device will
	// do. Of several the best is taken: a discrete GPU, else an integrated one,
	// a virtual one, a CPU.
	Device string
	// Extensions are names of extensions that the device must have. They are
	// enabled.
	Extensions []string
	// Validation makes the Khronos validation layer check every call.
	Validation bool
}

// A Context is an instance and a device with one queue, for programs that have
// none of their own.
type Context struct {
	Instance       vulkan.Instance
	PhysicalDevice vulkan.PhysicalDevice
	Device         vulkan.Device
	QueueFamily    uint32 // can compute; can draw too if any family can do both
	Queue          vulkan.Queue
	Enabled        Enabled
	Runtime        *vkrt.Device // for allocators

	made     C.ag_instance
	get      C.PFN_vkGetInstanceProcAddr
	messages *messages  // nil without validation
	handle   cgo.Handle // of messages
}

// Open makes an instance and a device. Of what Adopt can use it enables
// everything that the device has: VK_EXT_memory_budget, VK_EXT_memory_priority
// and buffer device addresses. Close destroys both.
//
// The error is a *MissingError for Loader, Driver, PhysicalDevice, Layer or
// Extension; a vkrt.Result that Vulkan gave; or that of vkrt.NewDevice.
func Open(o Options) (*Context, error) {
	if err := Load(); err != nil {
		return nil, err
	}
	c := &Context{get: loader.get}
	err := c.open(o)
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// open makes what Close destroys, as far as it comes.
func (c *Context) open(o Options) error {
	if o.Validation {
		c.messages = &messages{}
		c.handle = cgo.NewHandle(c.messages)
	}
	c.made = C.ag_create_instance(c.get, C.uintptr_t(c.handle))
	if c.made.instance == nil {
		return instanceError(vkrt.Result(c.made.result))
	}
	c.Instance = vulkan.Instance(unsafe.Pointer(c.made.instance))
	c.Enabled.APIVersion = uint32(c.made.version)
	if _, err := loadInstance(c.Instance); err != nil {
		return err
	}
	device, err := choose(c.Instance, cmp.Or(o.Device, os.Getenv(DeviceVariable)))
	if err != nil {
		return err
	}
	c.PhysicalDevice = device
	p, _, err := ask(c.Instance, device, c.Enabled)
	if err != nil {
		return err
	}
	if err := c.openDevice(p, o); err != nil {
		return err
	}
	c.Runtime, err = Adopt(c.Instance, c.PhysicalDevice, c.Device, c.Enabled)
	return err
}

// openDevice makes the device with all that it has of what is useful.
func (c *Context) openDevice(p physical, o Options) error {
	extensions := slices.Clone(o.Extensions)
	for _, name := range extensions {
		if !p.hasExtension(name) {
			return &MissingError{What: Extension, Name: name}
		}
	}
	for _, name := range []string{"VK_EXT_memory_budget", "VK_EXT_memory_priority"} {
		if p.properties2() != C.AG_ABSENT && p.hasExtension(name) && !slices.Contains(extensions, name) {
			extensions = append(extensions, name)
		}
	}
	var features C.ag_features
	if p.properties2() == C.AG_CORE {
		features = C.ag_find_features(p.get, p.instance, p.device, C.ag_features{
			priority: bool32(slices.Contains(extensions, "VK_EXT_memory_priority")),
			address:  bool32(p.address() == C.AG_CORE),
		})
	}
	family := uint32(C.ag_queue_family(p.get, p.instance, p.device))
	if family == math.MaxUint32 {
		return &MissingError{What: Feature, Name: "VK_QUEUE_COMPUTE_BIT"}
	}
	names := cStrings(extensions)
	defer names.free()
	opened := C.ag_create_device(p.get, p.instance, p.device, C.uint32_t(family), names.list, C.uint32_t(len(extensions)), features)
	if opened.device == nil {
		return fmt.Errorf("vk: no device: %w", vkrt.Result(opened.result))
	}
	c.Device = vulkan.Device(unsafe.Pointer(opened.device))
	c.QueueFamily = family
	var queue vulkan.Queue // not the field: cgo looks at all of a struct that it gets a pointer into
	vulkan.GetDeviceQueue(c.Device, family, 0, &queue)
	c.Queue = queue
	c.Enabled.Extensions = extensions
	c.Enabled.MemoryPriority, c.Enabled.BufferDeviceAddress = features.priority != 0, features.address != 0
	return nil
}

// Messages returns what the validation layer has said so far; after Close, of
// what was left undestroyed too. Without validation it says nothing.
func (c *Context) Messages() []string {
	if c.messages == nil {
		return nil
	}
	return c.messages.all()
}

// Close waits until the device is idle and destroys it and the instance. Their
// allocators must be closed, and what else was made of the device destroyed. A
// second Close does nothing.
func (c *Context) Close() {
	if c.Device != nil {
		vulkan.DeviceWaitIdle(c.Device)
		vulkan.DestroyDevice(c.Device, nil)
		c.Device = nil
	}
	if c.made.instance != nil {
		C.ag_destroy_instance(c.get, c.made)
		c.made.instance, c.Instance = nil, nil
	}
	if c.handle != 0 {
		c.handle.Delete()
		c.handle = 0
	}
}

// instanceError returns what the result of vkCreateInstance means.
func instanceError(result vkrt.Result) error {
	switch result {
	case vkrt.ErrorIncompatibleDriver:
		return &MissingError{What: Driver, Cause: result.String()}
	case vkrt.ErrorLayerNotPresent, vkrt.ErrorExtensionNotPresent:
		return &MissingError{What: Layer, Name: "VK_LAYER_KHRONOS_validation", Cause: result.String()}
	}
	return fmt.Errorf("vk: no instance: %w", result)
}
