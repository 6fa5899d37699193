//go:build cgo

package main

import (
	"encoding/binary"

	"github.com/allocgen/allocgen/examples/compute/gpumem"
	"github.com/allocgen/allocgen/examples/internal/gpu"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

// Usages of buffers.
const (
	transferSource = uint32(vulkan.BufferUsageTransferSrcBit)
	transferTarget = uint32(vulkan.BufferUsageTransferDstBit)
	storage        = uint32(vulkan.BufferUsageStorageBufferBit)
)

// A matrixBuffer has a matrix in memory of the device.
type matrixBuffer struct {
	vkrt.Buffer
	handle gpumem.DeviceHandle
	size   uint64 // bytes
}

func newMatrixBuffer(a *gpumem.Allocator, values int) (m matrixBuffer, err error) {
	var failure gpumem.Failure
	m.size = uint64(values) * 4
	m.Buffer, m.handle, failure = a.Device.CreateBuffer(vkrt.BufferInfo{
		Size: m.size, Usage: storage | transferSource | transferTarget,
	})
	return m, failure.Err()
}

func (m matrixBuffer) destroy(a *gpumem.Allocator) {
	if m.Buffer != 0 {
		a.Device.DestroyBuffer(m.handle, m.Buffer)
	}
}

// transfers moves matrices between Go and the device, by way of buffers that
// live for one transfer. Their memory stays with the allocator for the next.
type transfers struct {
	device    *gpu.Device
	allocator *gpumem.Allocator
}

// in copies values into a matrix.
func (t transfers) in(m matrixBuffer, values []float32) error {
	upload := &t.allocator.Upload
	buffer, handle, failure := upload.CreateBuffer(vkrt.BufferInfo{Size: m.size, Usage: transferSource})
	if failure.Failed() {
		return failure.Err()
	}
	defer upload.DestroyBuffer(handle, buffer)
	bytes, failure := upload.Bytes(handle)
	if failure.Failed() {
		return failure.Err()
	}
	if _, err := binary.Encode(bytes, binary.NativeEndian, values); err != nil {
		return err
	}
	if failure := upload.Flush(handle, 0, m.size); failure.Failed() {
		return failure.Err()
	}
	return t.device.Run(func(commands vulkan.CommandBuffer) {
		copyBuffer(commands, buffer, m.Buffer, m.size)
	})
}

// out copies a matrix into values.
func (t transfers) out(m matrixBuffer, values []float32) error {
	readback := &t.allocator.Readback
	buffer, handle, failure := readback.CreateBuffer(vkrt.BufferInfo{Size: m.size, Usage: transferTarget})
	if failure.Failed() {
		return failure.Err()
	}
	defer readback.DestroyBuffer(handle, buffer)
	err := t.device.Run(func(commands vulkan.CommandBuffer) {
		gpu.Barrier(commands, gpu.ShaderWrite, gpu.TransferRead)
		copyBuffer(commands, m.Buffer, buffer, m.size)
		gpu.Barrier(commands, gpu.TransferWrite, gpu.HostRead)
	})
	if err != nil {
		return err
	}
	bytes := make([]byte, m.size)
	if failure := readback.CopyOut(handle, 0, bytes); failure.Failed() {
		return failure.Err()
	}
	_, err = binary.Decode(bytes, binary.NativeEndian, values)
	return err
}

func copyBuffer(commands vulkan.CommandBuffer, from, to vkrt.Buffer, size uint64) {
	vulkan.CmdCopyBuffer(commands, vk.Buffer(from), vk.Buffer(to), 1, []vulkan.BufferCopy{{Size: vulkan.DeviceSize(size)}})
}
