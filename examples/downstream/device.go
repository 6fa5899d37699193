package main

import (
	"errors"
	"fmt"

	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

// apiVersion is the version of Vulkan that the program is written for.
var apiVersion = vulkan.MakeVersion(1, 1, 0)

// A graphics is the Vulkan of the program, as it was before it came to use
// allocgen.
type graphics struct {
	instance vulkan.Instance
	physical vulkan.PhysicalDevice
	device   vulkan.Device
	family   uint32 // of the queue
	queue    vulkan.Queue
	commands vulkan.CommandPool
}

func openGraphics() (*graphics, error) {
	g := new(graphics)
	if err := g.open(); err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// open makes what close destroys, as far as it comes.
func (g *graphics) open() error {
	if err := vk.Load(); err != nil { // in place of vulkan.Init, which does not find every loader
		return err
	}
	for _, step := range []func() error{g.openInstance, g.choose, g.openDevice, g.openCommands} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (g *graphics) openInstance() error {
	info := vulkan.InstanceCreateInfo{
		SType: vulkan.StructureTypeInstanceCreateInfo,
		PApplicationInfo: &vulkan.ApplicationInfo{
			SType:            vulkan.StructureTypeApplicationInfo,
			PApplicationName: "downstream\x00",
			ApiVersion:       apiVersion,
		},
	}
	defer info.Free()
	var instance vulkan.Instance
	if err := check("vkCreateInstance", vulkan.CreateInstance(&info, nil, &instance)); err != nil {
		return err
	}
	g.instance = instance
	return vulkan.InitInstance(instance)
}

// choose takes the first device, and its first queue family that computes.
func (g *graphics) choose() error {
	var count uint32
	if err := check("vkEnumeratePhysicalDevices", vulkan.EnumeratePhysicalDevices(g.instance, &count, nil)); err != nil {
		return err
	}
	devices := make([]vulkan.PhysicalDevice, count)
	if err := check("vkEnumeratePhysicalDevices", vulkan.EnumeratePhysicalDevices(g.instance, &count, devices)); err != nil {
		return err
	}
	if count == 0 {
		return errors.New("there is no Vulkan device")
	}
	g.physical = devices[0]
	vulkan.GetPhysicalDeviceQueueFamilyProperties(g.physical, &count, nil)
	families := make([]vulkan.QueueFamilyProperties, count)
	vulkan.GetPhysicalDeviceQueueFamilyProperties(g.physical, &count, families)
	for i := range families {
		families[i].Deref()
		if families[i].QueueFlags&vulkan.QueueFlags(vulkan.QueueComputeBit) != 0 {
			g.family = uint32(i)
			return nil
		}
	}
	return errors.New("the first Vulkan device does not compute")
}

func (g *graphics) openDevice() error {
	info := vulkan.DeviceCreateInfo{
		SType:                vulkan.StructureTypeDeviceCreateInfo,
		QueueCreateInfoCount: 1,
		PQueueCreateInfos: []vulkan.DeviceQueueCreateInfo{{
			SType:            vulkan.StructureTypeDeviceQueueCreateInfo,
			QueueFamilyIndex: g.family,
			QueueCount:       1,
			PQueuePriorities: []float32{1},
		}},
	}
	defer info.Free()
	var device vulkan.Device
	if err := check("vkCreateDevice", vulkan.CreateDevice(g.physical, &info, nil, &device)); err != nil {
		return err
	}
	g.device = device
	var queue vulkan.Queue
	vulkan.GetDeviceQueue(device, g.family, 0, &queue)
	g.queue = queue
	return nil
}

func (g *graphics) openCommands() error {
	info := vulkan.CommandPoolCreateInfo{
		SType:            vulkan.StructureTypeCommandPoolCreateInfo,
		QueueFamilyIndex: g.family,
	}
	defer info.Free()
	var pool vulkan.CommandPool
	if err := check("vkCreateCommandPool", vulkan.CreateCommandPool(g.device, &info, nil, &pool)); err != nil {
		return err
	}
	g.commands = pool
	return nil
}

func (g *graphics) close() {
	if g.device != nil {
		vulkan.DestroyCommandPool(g.device, g.commands, nil)
		vulkan.DestroyDevice(g.device, nil)
	}
	if g.instance != nil {
		vulkan.DestroyInstance(g.instance, nil)
	}
}

func check(call string, result vulkan.Result) error {
	if result == vulkan.Success {
		return nil
	}
	return fmt.Errorf("%s: %w", call, vk.FromResult(result))
}
