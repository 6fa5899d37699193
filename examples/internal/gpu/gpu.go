//go:build cgo

// Package gpu is the plumbing of the examples: how a program for Vulkan submits
// commands and takes in shaders, and prints what its allocator holds. What an
// example shows of allocgen is in the example.
//
// Infos passed by address to vulkan-go own memory of C until they are freed.
package gpu

import (
	"encoding/binary"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

// A Device is an open device with what examples make of it.
type Device struct {
	*vk.Context
	commands  vulkan.CommandPool
	made      []func() // each destroys something, in the order of making
	collector int      // percent, as it was set before
}

// Open opens a device. Until Close there is no garbage collection: vulkan-go
// passes a slice as a copy in C's memory and frees that in the first collection
// after, even while the driver reads it.
func Open(o vk.Options) (*Device, error) {
	c, err := vk.Open(o)
	if err != nil {
		return nil, err
	}
	d := &Device{Context: c, collector: debug.SetGCPercent(-1)}
	info := vulkan.CommandPoolCreateInfo{
		SType:            vulkan.StructureTypeCommandPoolCreateInfo,
		Flags:            vulkan.CommandPoolCreateFlags(vulkan.CommandPoolCreateTransientBit),
		QueueFamilyIndex: c.QueueFamily,
	}
	defer info.Free()
	var pool vulkan.CommandPool
	if err := Check("vkCreateCommandPool", vulkan.CreateCommandPool(c.Device, &info, nil, &pool)); err != nil {
		d.Close()
		return nil, err
	}
	d.commands = pool
	d.Own(func() { vulkan.DestroyCommandPool(c.Device, pool, nil) })
	return d, nil
}

// Own has Close call destroy, before the destroys of what was made earlier.
func (d *Device) Own(destroy func()) { d.made = append(d.made, destroy) }

// Close destroys everything of its own, then the device. A second Close does
// nothing.
func (d *Device) Close() {
	for _, destroy := range slices.Backward(d.made) {
		destroy()
	}
	d.made = nil
	d.Context.Close()
	debug.SetGCPercent(d.collector)
}

// Run records commands, submits them and waits until they are executed. What
// the host wrote before is visible to them.
func (d *Device) Run(record func(vulkan.CommandBuffer)) error {
	info := vulkan.CommandBufferAllocateInfo{
		SType:              vulkan.StructureTypeCommandBufferAllocateInfo,
		CommandPool:        d.commands,
		CommandBufferCount: 1,
	}
	defer info.Free()
	commands := make([]vulkan.CommandBuffer, 1)
	if err := Check("vkAllocateCommandBuffers", vulkan.AllocateCommandBuffers(d.Device, &info, commands)); err != nil {
		return err
	}
	defer vulkan.FreeCommandBuffers(d.Device, d.commands, 1, commands)
	begin := vulkan.CommandBufferBeginInfo{
		SType: vulkan.StructureTypeCommandBufferBeginInfo,
		Flags: vulkan.CommandBufferUsageFlags(vulkan.CommandBufferUsageOneTimeSubmitBit),
	}
	defer begin.Free()
	if err := Check("vkBeginCommandBuffer", vulkan.BeginCommandBuffer(commands[0], &begin)); err != nil {
		return err
	}
	record(commands[0])
	if err := Check("vkEndCommandBuffer", vulkan.EndCommandBuffer(commands[0])); err != nil {
		return err
	}
	submit := []vulkan.SubmitInfo{{
		SType:              vulkan.StructureTypeSubmitInfo,
		CommandBufferCount: 1,
		PCommandBuffers:    commands,
	}}
	if err := Check("vkQueueSubmit", vulkan.QueueSubmit(d.Queue, 1, submit, vulkan.NullFence)); err != nil {
		return err
	}
	return Check("vkQueueWaitIdle", vulkan.QueueWaitIdle(d.Queue))
}

// Barrier has the accesses before it, of some kinds in some stages, finished
// and seen by the accesses after it.
func Barrier(commands vulkan.CommandBuffer, before, after Access) {
	vulkan.CmdPipelineBarrier(commands,
		vulkan.PipelineStageFlags(before.Stages), vulkan.PipelineStageFlags(after.Stages), 0,
		1, []vulkan.MemoryBarrier{{
			SType:         vulkan.StructureTypeMemoryBarrier,
			SrcAccessMask: vulkan.AccessFlags(before.Kinds),
			DstAccessMask: vulkan.AccessFlags(after.Kinds),
		}}, 0, nil, 0, nil)
}

// An Access is how and where commands use memory.
type Access struct {
	Stages vulkan.PipelineStageFlagBits
	Kinds  vulkan.AccessFlagBits
}

// Accesses of the examples.
var (
	TransferWrite = Access{vulkan.PipelineStageTransferBit, vulkan.AccessTransferWriteBit}
	TransferRead  = Access{vulkan.PipelineStageTransferBit, vulkan.AccessTransferReadBit}
	ShaderRead    = Access{vulkan.PipelineStageComputeShaderBit, vulkan.AccessShaderReadBit}
	ShaderWrite   = Access{vulkan.PipelineStageComputeShaderBit, vulkan.AccessShaderWriteBit}
	HostRead      = Access{vulkan.PipelineStageHostBit, vulkan.AccessHostReadBit}
)

// CanDraw reports whether the queue takes commands that draw.
func (d *Device) CanDraw() bool {
	var count uint32
	vulkan.GetPhysicalDeviceQueueFamilyProperties(d.PhysicalDevice, &count, nil)
	families := make([]vulkan.QueueFamilyProperties, count)
	vulkan.GetPhysicalDeviceQueueFamilyProperties(d.PhysicalDevice, &count, families)
	family := &families[d.QueueFamily]
	family.Deref()
	return family.QueueFlags&vulkan.QueueFlags(vulkan.QueueGraphicsBit) != 0
}

// Shader takes in a shader in SPIR-V.
func (d *Device) Shader(spirv []byte) (vulkan.ShaderModule, error) {
	words := make([]uint32, len(spirv)/4)
	if _, err := binary.Decode(spirv, binary.LittleEndian, words); err != nil {
		return nil, fmt.Errorf("not SPIR-V: %w", err)
	}
	info := vulkan.ShaderModuleCreateInfo{
		SType:    vulkan.StructureTypeShaderModuleCreateInfo,
		CodeSize: uint(len(words) * 4),
		PCode:    words,
	}
	defer info.Free()
	var shader vulkan.ShaderModule
	if err := Check("vkCreateShaderModule", vulkan.CreateShaderModule(d.Device, &info, nil, &shader)); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyShaderModule(d.Device, shader, nil) })
	return shader, nil
}

// Check returns the error of a call of Vulkan.
func Check(call string, result vulkan.Result) error {
	if result == vulkan.Success {
		return nil
	}
	return fmt.Errorf("%s: %w", call, vk.FromResult(result))
}
