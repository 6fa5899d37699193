package engine_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/engine"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// On a device that refuses more than 20 MiB at once, a small request ends in a
// block of 16 MiB, and so do those after it.
func TestBlocksShrink(t *testing.T) {
	a, device := on(t, discrete(4096*mib))
	device.RefuseAbove(20*mib, vkrt.ErrorOutOfDeviceMemory)
	for range 16 {
		served[engine.DeviceHandle](t)(a.Device.Alloc(mib, 1))
	}
	called(t, device, refused(256*mib, 0), refused(128*mib, 0), refused(64*mib, 0), refused(32*mib, 0), allocated(16*mib, 0, 2))
}

// Below the smallest block there is memory of its own, and only after every
// type was asked for every size.
func TestEveryTypeIsAskedForBlocks(t *testing.T) {
	a, device := on(t, discrete(4096*mib, 4096*mib))
	device.RefuseAbove(10*mib, vkrt.ErrorOutOfDeviceMemory)
	served[engine.DeviceHandle](t)(a.Device.Alloc(mib, 1))
	var want []string
	for typ := range uint32(2) {
		for block := uint64(256 * mib); block >= 16*mib; block /= 2 {
			want = append(want, refused(block, typ))
		}
	}
	called(t, device, append(want, allocated(mib, 0, 2))...)
}

// More than half a block gets memory of its own first. Where that fails it
// takes what room there is, and no block is made for it.
func TestLargeRequests(t *testing.T) {
	a, device := on(t, discrete(4096*mib))
	ok := served[engine.DeviceHandle](t)
	ok(a.Device.Alloc(128*mib, 1)) // half a block
	called(t, device, allocated(256*mib, 0, 2))
	large := ok(a.Device.Alloc(128*mib+1, 1))
	called(t, device, allocated(128*mib+256, 0, 3))
	a.Device.Free(large)
	called(t, device, "free memory 3")

	second := ok(a.Device.Alloc(100*mib, 1))
	ok(a.Device.Alloc(100*mib, 1)) // makes the second block
	a.Device.Free(second)
	called(t, device, allocated(256*mib, 0, 4))
	device.RefuseAbove(100*mib, vkrt.ErrorOutOfDeviceMemory)
	if block := served[uint32](t)(a.Device.Block(ok(a.Device.Alloc(150*mib, 1)))); block != 1 {
		t.Errorf("block %d, and only 1 has room", block)
	}
	called(t, device, refused(150*mib, 0))
	if _, failure := a.Device.Alloc(150*mib, 1); failure.Code() != engine.Call {
		t.Error(failure)
	}
	called(t, device, refused(150*mib, 0))
	if _, failure := a.Device.AllocWith(150*mib, 1, engine.NeverAllocate); failure.Code() != engine.OutOfSpace {
		t.Error(failure)
	}
	called(t, device)
}

// A heap that holds no block of 256 MiB gets smaller ones from the start.
func TestSmallHeap(t *testing.T) {
	for _, c := range []struct{ heap, block uint64 }{
		{250 * mib, 128 * mib}, {256*mib - 1, 128 * mib}, {256 * mib, 256 * mib}, {40 * mib, 32 * mib}, {16 * mib, 16 * mib},
	} {
		a, device := on(t, discrete(c.heap))
		served[engine.DeviceHandle](t)(a.Device.Alloc(1000, 1))
		called(t, device, allocated(c.block, 0, 2))
	}
	// With less than the smallest block, each region is on its own.
	a, device := on(t, discrete(15*mib))
	served[engine.DeviceHandle](t)(a.Device.Alloc(1000, 1))
	called(t, device, allocated(1024, 0, 2))
}

// A buffer and an image share a block, each on pages of its own.
func TestResources(t *testing.T) {
	profile := discrete(4096 * mib)
	profile.Limits.BufferImageGranularity = 64 << 10
	a, device := on(t, profile)
	buffer, b, failure := a.Device.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 0x20})
	if failure.Failed() {
		t.Fatal(failure)
	}
	image, i, failure := a.Device.CreateImage(vkrt.ImageInfo{Type: vkrt.Image2D, Width: 64, Height: 64, Format: 37, Usage: 4})
	if failure.Failed() {
		t.Fatal(failure)
	}
	if m, n := served[vkrt.Memory](t)(a.Device.Memory(b)), served[vkrt.Memory](t)(a.Device.Memory(i)); m != n {
		t.Errorf("the buffer is in memory %d, the image in %d", m, n)
	}
	at, behind := served[uint64](t)(a.Device.Offset(b)), served[uint64](t)(a.Device.Offset(i))
	if at/(64<<10) == behind/(64<<10) {
		t.Errorf("the buffer is at %d and the image at %d, on one page", at, behind)
	}
	for _, failure := range []engine.Failure{a.Device.DestroyBuffer(b, buffer), a.Device.DestroyImage(i, image)} {
		if failure.Failed() {
			t.Error(failure)
		}
	}
	if len(device.Resources()) > 0 {
		t.Errorf("left are %v", device.Resources())
	}
}
