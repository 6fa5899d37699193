package vk

// #include "device.h"
import "C"

import (
	"math"
	"unsafe"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A native device calls the driver. Its methods are the functions of a
// vkrt.Device; none makes garbage, in Go or in C.
type native struct{ device C.ag_device }

func (d *native) functions(budget bool) vkrt.Functions {
	f := vkrt.Functions{
		AllocateMemory:     d.allocate,
		FreeMemory:         d.free,
		MapMemory:          d.mapMemory,
		UnmapMemory:        d.unmap,
		FlushMemory:        d.flush,
		InvalidateMemory:   d.invalidate,
		CreateBuffer:       d.createBuffer,
		DestroyBuffer:      d.destroyBuffer,
		BufferRequirements: d.bufferRequirements,
		BindBuffer:         d.bindBuffer,
		CreateImage:        d.createImage,
		DestroyImage:       d.destroyImage,
		ImageRequirements:  d.imageRequirements,
		BindImage:          d.bindImage,
	}
	if budget {
		f.MemoryBudget = d.budget
	}
	if d.device.GetBufferDeviceAddress != 0 {
		f.BufferAddress = d.bufferAddress
	}
	return f
}

func (d *native) allocate(info vkrt.AllocateInfo) (vkrt.Memory, vkrt.Result) {
	made := C.ag_allocate(&d.device, C.ag_allocation{
		size:     C.uint64_t(info.Size),
		buffer:   C.uint64_t(info.Dedicated.Buffer),
		image:    C.uint64_t(info.Dedicated.Image),
		_type:    C.uint32_t(info.Type),
		priority: C.float(info.Priority),
		address:  bool32(info.DeviceAddress),
	})
	return vkrt.Memory(made.handle), vkrt.Result(made.result)
}

func (d *native) free(m vkrt.Memory) { C.ag_free(&d.device, C.uint64_t(m)) }

func (d *native) mapMemory(m vkrt.Memory, size uint64) ([]byte, vkrt.Result) {
	if size > math.MaxInt {
		return nil, vkrt.ErrorMemoryMapFailed // more than a slice can be of
	}
	mapped := C.ag_map(&d.device, C.uint64_t(m))
	if mapped.result != 0 {
		return nil, vkrt.Result(mapped.result)
	}
	return unsafe.Slice((*byte)(mapped.address), size), vkrt.Success
}

func (d *native) unmap(m vkrt.Memory) { C.ag_unmap(&d.device, C.uint64_t(m)) }

func (d *native) flush(m vkrt.Memory, offset, size uint64) vkrt.Result {
	return vkrt.Result(C.ag_flush(&d.device, C.uint64_t(m), C.uint64_t(offset), C.uint64_t(size)))
}

func (d *native) invalidate(m vkrt.Memory, offset, size uint64) vkrt.Result {
	return vkrt.Result(C.ag_invalidate(&d.device, C.uint64_t(m), C.uint64_t(offset), C.uint64_t(size)))
}

func (d *native) budget(heap uint32) (budget, usage uint64) {
	b := C.ag_heap_budget(&d.device, C.uint32_t(heap))
	return uint64(b.budget), uint64(b.usage)
}

func (d *native) createBuffer(info vkrt.BufferInfo) (vkrt.Buffer, vkrt.Result) {
	made := C.ag_create_buffer(&d.device, C.uint64_t(info.Size), C.uint32_t(info.Usage), C.uint32_t(info.Flags), C.uint32_t(info.Families))
	return vkrt.Buffer(made.handle), vkrt.Result(made.result)
}

func (d *native) destroyBuffer(b vkrt.Buffer) { C.ag_destroy_buffer(&d.device, C.uint64_t(b)) }

func (d *native) bufferRequirements(b vkrt.Buffer) vkrt.Requirements {
	return requirements(C.ag_buffer_requirements(&d.device, C.uint64_t(b)))
}

func (d *native) bindBuffer(b vkrt.Buffer, m vkrt.Memory, offset uint64) vkrt.Result {
	return vkrt.Result(C.ag_bind_buffer(&d.device, C.uint64_t(b), C.uint64_t(m), C.uint64_t(offset)))
}

func (d *native) bufferAddress(b vkrt.Buffer) uint64 {
	return uint64(C.ag_buffer_address(&d.device, C.uint64_t(b)))
}

func (d *native) createImage(info vkrt.ImageInfo) (vkrt.Image, vkrt.Result) {
	i := info.WithDefaults()
	made := C.ag_create_image(&d.device, C.ag_image{
		_type:    C.uint32_t(i.Type),
		format:   C.uint32_t(i.Format),
		width:    C.uint32_t(i.Width),
		height:   C.uint32_t(i.Height),
		depth:    C.uint32_t(i.Depth),
		mips:     C.uint32_t(i.Mips),
		layers:   C.uint32_t(i.Layers),
		samples:  C.uint32_t(i.Samples),
		tiling:   C.uint32_t(i.Tiling),
		usage:    C.uint32_t(i.Usage),
		flags:    C.uint32_t(i.Flags),
		families: C.uint32_t(i.Families),
		layout:   C.uint32_t(i.Layout),
	})
	return vkrt.Image(made.handle), vkrt.Result(made.result)
}

func (d *native) destroyImage(i vkrt.Image) { C.ag_destroy_image(&d.device, C.uint64_t(i)) }

func (d *native) imageRequirements(i vkrt.Image) vkrt.Requirements {
	return requirements(C.ag_image_requirements(&d.device, C.uint64_t(i)))
}

func (d *native) bindImage(i vkrt.Image, m vkrt.Memory, offset uint64) vkrt.Result {
	return vkrt.Result(C.ag_bind_image(&d.device, C.uint64_t(i), C.uint64_t(m), C.uint64_t(offset)))
}

func requirements(r C.ag_requirements) vkrt.Requirements {
	return vkrt.Requirements{
		Size:              uint64(r.size),
		Alignment:         uint64(r.alignment),
		TypeBits:          uint32(r.types),
		PrefersDedicated:  r.prefers != 0,
		RequiresDedicated: r.requires != 0,
	}
}
