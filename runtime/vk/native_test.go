//go:build cgo

package vk

import (
	"bytes"
	"math"
	"sync"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	vulkan "github.com/vulkan-go/vulkan"
)

// typeOf returns the best memory type among those allowed that has flags.
func typeOf(t testing.TB, d *vkrt.Device, allowed uint32, flags vkrt.MemoryFlags) uint32 {
	t.Helper()
	candidates := vkrt.Choose(d.Types(), allowed, flags, 0, 0)
	if candidates.Len() == 0 {
		t.Fatalf("no memory type of %#b is %v", allowed, flags)
	}
	return candidates.At(0)
}

func allocate(t testing.TB, d *vkrt.Device, info vkrt.AllocateInfo) vkrt.Memory {
	t.Helper()
	m, o := d.AllocateWith(info)
	if !o.OK() || m == 0 {
		t.Fatalf("%+v: memory %d, %v", info, m, o)
	}
	return m
}

func succeed(t testing.TB, what string, r vkrt.Result) {
	t.Helper()
	if r != vkrt.Success {
		t.Fatalf("%s: %v", what, r)
	}
}

// TestMappedMemoryKeepsItsBytes for every type that can be mapped.
func TestMappedMemoryKeepsItsBytes(t *testing.T) {
	d := open(t, Options{}).Runtime
	const size = 1 << 16
	tried := 0
	for typ, properties := range d.Types() {
		if properties.Flags&vkrt.HostVisible == 0 || vkrt.Choose(d.Types()[:typ+1], 1<<typ, 0, 0, 0).Len() == 0 {
			continue // not mappable, or a type for special devices only
		}
		tried++
		m := allocate(t, d, vkrt.AllocateInfo{Size: size, Type: uint32(typ)})
		b, r := d.Map(m, size)
		succeed(t, "map", r)
		if len(b) != size || cap(b) != size {
			t.Errorf("type %d: %d bytes, capacity %d", typ, len(b), cap(b))
		}
		for i := range b {
			b[i] = byte(i*7 + typ)
		}
		want := bytes.Clone(b)
		atom := d.Limits().NonCoherentAtomSize
		succeed(t, "flush of all", d.Flush(m, 0, size))
		succeed(t, "flush of the end", d.Flush(m, size-atom, atom))
		d.Unmap(m)
		b, r = d.Map(m, size)
		succeed(t, "second map", r)
		succeed(t, "invalidation", d.Invalidate(m, atom, size-atom))
		if !bytes.Equal(b, want) {
			t.Errorf("type %d: the bytes changed", typ)
		}
		d.Free(m, size, uint32(typ)) // while it is mapped
	}
	if tried == 0 {
		t.Error("no memory type can be mapped")
	}
	if _, r := (&native{}).mapMemory(1, math.MaxInt+1); r != vkrt.ErrorMemoryMapFailed {
		t.Errorf("a map of 2^63 bytes: %v", r)
	}
}

// TestBuffersShareMemory: two in one allocation, one in its own.
func TestBuffersShareMemory(t *testing.T) {
	c := open(t, Options{})
	d := c.Runtime
	const usage = 0x20 | 0x1 // storage, transfer source
	var buffers [3]vkrt.Buffer
	var needs [3]vkrt.Requirements
	for i := range buffers {
		b, r := d.CreateBuffer(vkrt.BufferInfo{Size: 1000 + uint64(i), Usage: usage, Families: 1 << c.QueueFamily})
		succeed(t, "create", r)
		defer d.DestroyBuffer(b)
		buffers[i], needs[i] = b, d.BufferRequirements(b)
		n := needs[i]
		if n.Buffer != b || n.Kind != vkrt.Linear || n.Size < 1000 || n.Alignment == 0 || n.TypeBits == 0 {
			t.Errorf("requirements %+v", n)
		}
	}
	second := (needs[0].Size + needs[1].Alignment - 1) / needs[1].Alignment * needs[1].Alignment
	shared := vkrt.AllocateInfo{Size: second + needs[1].Size, Type: typeOf(t, d, needs[0].TypeBits, 0), Priority: 0.25}
	m := allocate(t, d, shared)
	defer d.Free(m, shared.Size, shared.Type)
	succeed(t, "bind", d.BindBuffer(buffers[0], m, 0))
	succeed(t, "bind", d.BindBuffer(buffers[1], m, second))
	own := vkrt.AllocateInfo{Size: needs[2].Size, Type: typeOf(t, d, needs[2].TypeBits, 0), Dedicated: needs[2].Dedicated()}
	m = allocate(t, d, own)
	defer d.Free(m, own.Size, own.Type)
	succeed(t, "bind", d.BindBuffer(buffers[2], m, 0))
	if d.AllocationCount() != 2 {
		t.Errorf("%d allocations", d.AllocationCount())
	}
}

func TestImages(t *testing.T) {
	d := open(t, Options{}).Runtime
	const rgba8, transfers, sampled = 37, 0x3, 0x4
	for name, info := range map[string]vkrt.ImageInfo{
		"2D":          {Type: vkrt.Image2D, Format: rgba8, Width: 100, Height: 60, Usage: transfers},
		"mips, array": {Type: vkrt.Image2D, Format: rgba8, Width: 64, Height: 64, Mips: 7, Layers: 6, Usage: sampled, Flags: 0x10},
		"3D":          {Type: vkrt.Image3D, Format: rgba8, Width: 16, Height: 8, Depth: 4, Usage: transfers},
		"samples":     {Type: vkrt.Image2D, Format: rgba8, Width: 64, Height: 64, Samples: 4, Usage: 0x10},
		"linear":      {Type: vkrt.Image2D, Format: rgba8, Width: 100, Height: 60, Tiling: vkrt.TilingLinear, Usage: transfers, Layout: 8},
	} {
		t.Run(name, func(t *testing.T) {
			image, r := d.CreateImage(info)
			succeed(t, "create", r)
			defer d.DestroyImage(image)
			n := d.ImageRequirements(image, info.Kind())
			if n.Image != image || n.Size < 4*uint64(info.Width) || n.Alignment == 0 || n.TypeBits == 0 || (n.Kind == vkrt.Linear) != (name == "linear") {
				t.Errorf("requirements %+v", n)
			}
			for _, own := range []vkrt.Dedicated{{}, n.Dedicated()} {
				again, r := d.CreateImage(info)
				succeed(t, "create", r)
				if own.Image != 0 {
					own.Image = again
				} else if n.RequiresDedicated {
					d.DestroyImage(again)
					continue
				}
				a := vkrt.AllocateInfo{Size: n.Size, Type: typeOf(t, d, n.TypeBits, 0), Dedicated: own}
				m := allocate(t, d, a)
				succeed(t, "bind", d.BindImage(again, m, 0))
				d.DestroyImage(again)
				d.Free(m, a.Size, a.Type)
			}
		})
	}
}

// TestBudget: what the driver says is of the heap's order, and an allocation
// shows in the headroom.
func TestBudget(t *testing.T) {
	d := open(t, Options{}).Runtime
	if !d.Profile().MemoryBudget {
		t.Log("without VK_EXT_memory_budget headroom is an estimate")
	}
	typ := typeOf(t, d, ^uint32(0), vkrt.HostVisible)
	heap := d.Types()[typ].Heap
	before := d.Headroom(heap)
	if before == 0 || before > d.Heaps()[heap].Size {
		t.Errorf("headroom %d of %d bytes", before, d.Heaps()[heap].Size)
	}
	m := allocate(t, d, vkrt.AllocateInfo{Size: 1 << 20, Type: typ})
	if after := d.Headroom(heap); after > d.Heaps()[heap].Size-1<<20 {
		t.Errorf("headroom %d with 1 MiB in use, %d before", after, before)
	}
	d.Free(m, 1<<20, typ)
}

func TestBufferAddresses(t *testing.T) {
	d := open(t, Options{}).Runtime
	if !d.HasBufferAddress() {
		t.Skip("the device has no buffer addresses")
	}
	b, r := d.CreateBuffer(vkrt.BufferInfo{Size: 4096, Usage: 0x20 | vkrt.ShaderDeviceAddress})
	succeed(t, "create", r)
	defer d.DestroyBuffer(b)
	n := d.BufferRequirements(b)
	a := vkrt.AllocateInfo{Size: n.Size, Type: typeOf(t, d, n.TypeBits, 0), Priority: 1, DeviceAddress: true, Dedicated: n.Dedicated()}
	m := allocate(t, d, a)
	defer d.Free(m, a.Size, a.Type)
	succeed(t, "bind", d.BindBuffer(b, m, 0))
	if address := d.BufferAddress(b); address == 0 || address%4 != 0 {
		t.Errorf("address %#x", address)
	}
}

// TestDevicesAreCalledFromManyGoroutines, each with memory of its own.
func TestDevicesAreCalledFromManyGoroutines(t *testing.T) {
	d := open(t, Options{}).Runtime
	typ := typeOf(t, d, ^uint32(0), vkrt.HostVisible)
	var workers sync.WaitGroup
	for worker := range 4 {
		workers.Go(func() {
			for i := range 50 {
				size := uint64(4096 * (1 + i%5))
				m, o := d.Allocate(size, typ)
				if !o.OK() {
					t.Error(o)
					return
				}
				b, r := d.Map(m, size)
				if r != vkrt.Success {
					t.Error(r)
					return
				}
				b[0], b[size-1] = byte(worker), byte(i)
				d.Flush(m, 0, size)
				d.Headroom(d.Types()[typ].Heap)
				if buffer, r := d.CreateBuffer(vkrt.BufferInfo{Size: size, Usage: 0x20}); r == vkrt.Success {
					d.BufferRequirements(buffer)
					d.DestroyBuffer(buffer)
				}
				if b[0] != byte(worker) || b[size-1] != byte(i) {
					t.Error("two memories share bytes")
				}
				d.Free(m, size, typ)
			}
		})
	}
	workers.Wait()
	if d.AllocationCount() != 0 {
		t.Errorf("%d allocations", d.AllocationCount())
	}
}

// TestVulkanGoKnowsTheHandles: what vkrt makes vulkan-go can use.
func TestVulkanGoKnowsTheHandles(t *testing.T) {
	c := open(t, Options{})
	d := c.Runtime
	b, r := d.CreateBuffer(vkrt.BufferInfo{Size: 500, Usage: 0x20})
	succeed(t, "create", r)
	var read vulkan.MemoryRequirements
	vulkan.GetBufferMemoryRequirements(c.Device, Buffer(b), &read)
	read.Deref()
	read.Free()
	want := d.BufferRequirements(b)
	want.PrefersDedicated, want.RequiresDedicated, want.Buffer = false, false, 0
	if got := FromRequirements(read, vkrt.Linear); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	typ := typeOf(t, d, want.TypeBits, 0)
	m := allocate(t, d, vkrt.AllocateInfo{Size: want.Size, Type: typ})
	if r := FromResult(vulkan.BindBufferMemory(c.Device, Buffer(b), DeviceMemory(m), 0)); r != vkrt.Success {
		t.Error(r)
	}
	vulkan.DestroyBuffer(c.Device, Buffer(b), nil)
	d.Free(m, want.Size, typ)
}
