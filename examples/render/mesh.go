//go:build cgo

package main

import (
	"encoding/binary"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	"github.com/allocgen/allocgen/examples/render/scenemem"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

// A mesh is vertices that the device can read.
type mesh struct {
	buffer   vkrt.Buffer
	handle   scenemem.VerticesHandle
	vertices uint32
}

func newMesh(a *scenemem.Allocator, vertices []point) (mesh, error) {
	bytes, err := binary.Append(nil, binary.NativeEndian, vertices)
	if err != nil {
		return mesh{}, err
	}
	buffer, handle, failure := a.Vertices.CreateBuffer(vkrt.BufferInfo{
		Size: uint64(len(bytes)), Usage: uint32(vulkan.BufferUsageVertexBufferBit),
	})
	if failure.Failed() {
		return mesh{}, failure.Err()
	}
	m := mesh{buffer, handle, uint32(len(vertices))}
	if failure := a.Vertices.CopyIn(handle, 0, bytes); failure.Failed() {
		m.destroy(a)
		return mesh{}, failure.Err()
	}
	return m, nil
}

func (m mesh) destroy(a *scenemem.Allocator) { a.Vertices.DestroyBuffer(m.handle, m.buffer) }

// draw clears the target and draws the mesh into it.
func (t target) draw(d *gpu.Device, pipeline vulkan.Pipeline, m mesh) error {
	begin := vulkan.RenderPassBeginInfo{
		SType:           vulkan.StructureTypeRenderPassBeginInfo,
		RenderPass:      t.pass,
		Framebuffer:     t.framebuffer,
		RenderArea:      vulkan.Rect2D{Extent: vulkan.Extent2D{Width: side, Height: side}},
		ClearValueCount: 1,
		PClearValues: []vulkan.ClearValue{vulkan.NewClearValue([]float32{
			float32(background.R) / 255, float32(background.G) / 255, float32(background.B) / 255, 1,
		})},
	}
	defer begin.Free()
	return d.Run(func(commands vulkan.CommandBuffer) {
		vulkan.CmdBeginRenderPass(commands, &begin, vulkan.SubpassContentsInline)
		vulkan.CmdBindPipeline(commands, vulkan.PipelineBindPointGraphics, pipeline)
		vulkan.CmdBindVertexBuffers(commands, 0, 1, []vulkan.Buffer{vk.Buffer(m.buffer)}, []vulkan.DeviceSize{0})
		vulkan.CmdDraw(commands, m.vertices, 1, 0, 0)
		vulkan.CmdEndRenderPass(commands)
	})
}
