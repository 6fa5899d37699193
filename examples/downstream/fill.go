package main

import vulkan "github.com/vulkan-go/vulkan"

// fill has the device fill a buffer with a word, and waits until the host can
// read it.
func (g *graphics) fill(buffer vulkan.Buffer, size uint64, word uint32) error {
	info := vulkan.CommandBufferAllocateInfo{
		SType:              vulkan.StructureTypeCommandBufferAllocateInfo,
		CommandPool:        g.commands,
		CommandBufferCount: 1,
	}
	defer info.Free()
	list := make([]vulkan.CommandBuffer, 1)
	if err := check("vkAllocateCommandBuffers", vulkan.AllocateCommandBuffers(g.device, &info, list)); err != nil {
		return err
	}
	defer vulkan.FreeCommandBuffers(g.device, g.commands, 1, list)
	commands := list[0]
	begin := vulkan.CommandBufferBeginInfo{SType: vulkan.StructureTypeCommandBufferBeginInfo}
	defer begin.Free()
	if err := check("vkBeginCommandBuffer", vulkan.BeginCommandBuffer(commands, &begin)); err != nil {
		return err
	}
	vulkan.CmdFillBuffer(commands, buffer, 0, vulkan.DeviceSize(size), word)
	vulkan.CmdPipelineBarrier(commands,
		vulkan.PipelineStageFlags(vulkan.PipelineStageTransferBit), vulkan.PipelineStageFlags(vulkan.PipelineStageHostBit), 0,
		1, []vulkan.MemoryBarrier{{
			SType:         vulkan.StructureTypeMemoryBarrier,
			SrcAccessMask: vulkan.AccessFlags(vulkan.AccessTransferWriteBit),
			DstAccessMask: vulkan.AccessFlags(vulkan.AccessHostReadBit),
		}}, 0, nil, 0, nil)
	if err := check("vkEndCommandBuffer", vulkan.EndCommandBuffer(commands)); err != nil {
		return err
	}
	submit := []vulkan.SubmitInfo{{SType: vulkan.StructureTypeSubmitInfo, CommandBufferCount: 1, PCommandBuffers: list}}
	if err := check("vkQueueSubmit", vulkan.QueueSubmit(g.queue, 1, submit, vulkan.NullFence)); err != nil {
		return err
	}
	return check("vkQueueWaitIdle", vulkan.QueueWaitIdle(g.queue))
}
