package policies_test

import (
	"slices"
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A block is halved after each refusal, on one type after the other; only when
// every size is refused on all of them the request gets memory of its own.
func TestAllTypesBeforeOwnMemory(t *testing.T) {
	a, device := on(t, heaps(1024*mib, 1024*mib))
	device.RefuseAbove(mib-1, vkrt.ErrorOutOfDeviceMemory)
	served[policies.AdaptiveHandle](t)(a.Adaptive.Alloc(1000, 1))
	var want []string
	for typ := range uint32(2) {
		for _, block := range []uint64{8 * mib, 4 * mib, 2 * mib, mib} {
			want = append(want, refused(block, typ))
		}
	}
	called(t, device, append(want, allocated(1008, 0, 1))...)
}

// No block is tried that the request would not fit in.
func TestHalvesHoldTheRequest(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	device.RefuseAbove(3*mib+mib/2, vkrt.ErrorOutOfDeviceMemory)
	served[policies.AdaptiveHandle](t)(a.Adaptive.Alloc(3*mib, 1))
	called(t, device, refused(8*mib, 0), refused(4*mib, 0), allocated(3*mib, 0, 1))
}

// A refusal that is not about memory ends the ladder.
func TestDeviceLostEndsTheLadder(t *testing.T) {
	a, device := on(t, heaps(1024*mib, 1024*mib))
	device.FailNth(fake.Allocate, 2, vkrt.ErrorDeviceLost)
	device.RefuseAbove(4*mib, vkrt.ErrorOutOfDeviceMemory)
	_, failure := a.Adaptive.Alloc(1000, 1)
	if failure.Code() != policies.Call || failure.Result() != vkrt.ErrorDeviceLost {
		t.Errorf("%+v", failure)
	}
	called(t, device, refused(8*mib, 0), "allocate 4194304 of type 0: "+vkrt.ErrorDeviceLost.String())
}

// At max_blocks a request gets memory of its own.
func TestShrinkingAtItsCap(t *testing.T) {
	a, device := on(t, heaps(1024*mib))
	ok := served[policies.ShrinkingHandle](t)
	for range 4 {
		ok(a.Shrinking.Alloc(4*mib, 1)) // half a block is not large
	}
	called(t, device, allocated(8*mib, 0, 1), allocated(8*mib, 0, 2))
	ok(a.Shrinking.Alloc(1000, 1))
	called(t, device, allocated(1024, 0, 3))
	failed[policies.ShrinkingHandle](t, policies.OutOfSpace)(a.Shrinking.AllocWith(1000, 1, policies.NeverAllocate))
	called(t, device)
}

// Where no large block fits beside other programs, small images go into ever
// smaller ones, on every memory type, and not each into memory of its own.
func TestSmallImagesShareBlocks(t *testing.T) {
	const images, size = 50_000, 256
	a, device := on(t, heaps(64*mib, 64*mib))
	device.Occupy(0, (64-made-7)*mib)
	image := needs(size)
	image.Kind = vkrt.Optimal
	for range images {
		served[policies.AdaptiveHandle](t)(a.Adaptive.AllocFor(image, 0))
	}
	var got []fake.Memory
	for _, m := range device.Live()[made:] {
		got = append(got, fake.Memory{Size: m.Size, Type: m.Type})
	}
	if want := []fake.Memory{{Size: 4 * mib}, {Size: 2 * mib}, {Size: mib}, {Size: 8 * mib, Type: 1}}; !slices.Equal(got, want) {
		t.Errorf("the images are in %v", got)
	}
}

// A linear resource and an image of optimal tiling share no page of the device's
// granularity: not where one follows the other, and not in a hole between
// images that begins and ends within their pages.
func TestContentsKeepApart(t *testing.T) {
	profile := heaps(1024 * mib)
	profile.Limits.BufferImageGranularity = 4 * kib
	image := func(size uint64) vkrt.Requirements {
		r := needs(size)
		r.Kind = vkrt.Optimal
		return r
	}
	a, _ := on(t, profile)
	alloc := func(r vkrt.Requirements) (h policies.AdaptiveHandle, offset uint64) {
		h = served[policies.AdaptiveHandle](t)(a.Adaptive.AllocFor(r, 0))
		return h, served[uint64](t)(a.Adaptive.Offset(h))
	}
	alloc(image(4000))
	hole, at := alloc(image(3600))
	alloc(image(592)) // up to 8192
	if a.Adaptive.Free(hole); at != 4000 {
		t.Fatalf("the second image is at %d", at)
	}
	if _, at := alloc(needs(400)); at < 8192 {
		t.Errorf("the buffer is at %d, on a page with an image", at)
	}
	if _, at := alloc(image(400)); at != 4000 {
		t.Errorf("the image is at %d, and there is room among images", at)
	}

	line := func(r vkrt.Requirements) uint64 {
		h := served[policies.AdaptiveLineHandle](t)(a.AdaptiveLine.AllocFor(r, 0))
		return served[uint64](t)(a.AdaptiveLine.Offset(h))
	}
	if at := [3]uint64{line(image(400)), line(needs(400)), line(needs(400))}; at != [3]uint64{0, 4096, 4496} {
		t.Errorf("in a line, image and buffers are at %d", at)
	}
}
