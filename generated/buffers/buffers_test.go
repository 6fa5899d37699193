package buffers_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/buffers"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

func h200(t *testing.T) vkrt.Profile {
	p, ok := profiles.ByName("nvidia_h200")
	if !ok {
		t.Fatal("no profile nvidia_h200")
	}
	return p
}

// Regions of one page are parts of one buffer, and blocks go with their buffers.
func TestRegionsArePartsOfBuffers(t *testing.T) {
	device := fake.New(h200(t), fake.Options{})
	allocator, failure := buffers.New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	a := &allocator.Storage
	one, _ := a.Alloc(1000, 1)
	two, _ := a.Alloc(1000, 1)
	whole, _ := a.Alloc(1<<20, 1)
	first, _ := a.Buffer(one)
	second, _ := a.Buffer(two)
	third, failure := a.Buffer(whole)
	offset, _ := a.Offset(two)
	if failure.Failed() || first == 0 || first != second || third == first || offset != 1024 {
		t.Errorf("buffers %d, %d and %d, offset %d (%v)", first, second, third, offset, failure)
	}
	for _, r := range device.Resources() {
		if memory, _ := a.Memory(one); r.Buffer == first && (r.Memory != memory || r.Size != 256<<10) {
			t.Errorf("the buffer is %+v, the region is in memory %d", r, memory)
		}
	}
	if _, failure := a.AllocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 0b10, Kind: vkrt.Optimal}, 0); failure.Code() != buffers.UnsupportedCapability {
		t.Errorf("an image in a buffer: %v", failure)
	}
	upload, _ := allocator.Upload.Alloc(100, 1)
	bytes, failure := allocator.Upload.Bytes(upload)
	if failure.Failed() || len(bytes) != 100 {
		t.Errorf("%d bytes, %v", len(bytes), failure)
	}
	a.Clear()
	allocator.Upload.Clear()
	if failure := allocator.Close(); failure.Failed() || len(device.Live()) != 0 || len(device.Resources()) != 0 || device.Faults() != nil {
		t.Errorf("%v, live %v, buffers %v, faults %v", failure, device.Live(), device.Resources(), device.Faults())
	}
}

// Only memory that its buffers can be in serves an arena.
func TestBuffersChooseTheirMemory(t *testing.T) {
	needs := func(bits uint32, alignment uint64) fake.Options {
		return fake.Options{BufferRequirements: func(info vkrt.BufferInfo) vkrt.Requirements {
			return vkrt.Requirements{Size: (info.Size + alignment - 1) / alignment * alignment, Alignment: alignment, TypeBits: bits}
		}}
	}
	device := fake.New(h200(t), needs(0b10000, 256))
	allocator, _ := buffers.New(device.Device())
	h, failure := allocator.Storage.Alloc(1, 1)
	if typ, _ := allocator.Storage.MemoryType(h); failure.Failed() || typ != 4 {
		t.Errorf("memory type %d (%v), and buffers can only be in 4", typ, failure)
	}
	none, _ := buffers.New(fake.New(h200(t), needs(0b1, 256)).Device())
	if _, failure := none.Storage.Alloc(1, 1); failure.Code() != buffers.NoCompatibleMemoryType {
		t.Errorf("buffers in no memory of the arena: %v", failure)
	}
	if _, failure := buffers.New(fake.New(h200(t), needs(0b11111, 512)).Device()); failure.Detail() != buffers.BufferAlignmentTooLarge {
		t.Errorf("buffers at multiples of 512: %v", failure)
	}
}

// What fails while a block is made leaves nothing behind.
func TestFailedBlocksAreUndone(t *testing.T) {
	for _, kind := range []fake.Kind{fake.CreateBuffer, fake.Allocate, fake.BindBuffer, fake.Map} {
		device := fake.New(h200(t), fake.Options{})
		allocator, _ := buffers.New(device.Device())
		device.FailAll(kind, vkrt.ErrorOutOfHostMemory)
		_, failure := allocator.Upload.Alloc(100, 1)
		if failure.Code() != buffers.Call || failure.Result() != vkrt.ErrorOutOfHostMemory || len(device.Live()) != 0 || len(device.Resources()) != 0 || device.Faults() != nil {
			t.Errorf("%v fails with %v, live %v, buffers %v, faults %v", kind, failure, device.Live(), device.Resources(), device.Faults())
		}
		device.FailAll(kind, vkrt.Success)
		if _, failure := allocator.Upload.Alloc(100, 1); failure.Failed() {
			t.Errorf("after %v: %v", kind, failure)
		}
	}
}

// Blocks are made as the driver wants buffers, or refused before one is bound
// wrongly.
func TestBlocksAsBuffersNeedThem(t *testing.T) {
	device := fake.New(h200(t), fake.Options{BufferRequirements: func(info vkrt.BufferInfo) vkrt.Requirements {
		return vkrt.Requirements{Size: info.Size, Alignment: 256, TypeBits: 0b11111, RequiresDedicated: true}
	}})
	allocator, _ := buffers.New(device.Device())
	if _, failure := allocator.Storage.Alloc(1, 1); failure.Failed() || device.Faults() != nil {
		t.Errorf("%v, faults %v", failure, device.Faults())
	}
	device = fake.New(h200(t), fake.Options{BufferRequirements: func(info vkrt.BufferInfo) vkrt.Requirements {
		return vkrt.Requirements{Size: info.Size + 4096, Alignment: 256, TypeBits: 0b11111}
	}})
	allocator, _ = buffers.New(device.Device())
	if _, failure := allocator.Storage.Alloc(1, 1); failure.Detail() != buffers.BufferNeedsMore || len(device.Resources()) != 0 || device.Faults() != nil {
		t.Errorf("%v, buffers %v, faults %v", failure, device.Resources(), device.Faults())
	}
}
