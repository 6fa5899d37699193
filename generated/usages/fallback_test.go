package usages_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/usages"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// integrated is a device on which six types can serve readback and flushed,
// tried in this order.
const integrated = "amd_radeon_graphics_windows"

var order = []uint32{3, 11, 1, 9, 2, 10}

var allocated, refused = devicetest.Allocated, devicetest.Refused

// asked are requests that need a block, one a pool kind.
var asked = []struct {
	kind  string
	block uint64 // bytes
	alloc func(a *usages.Allocator) (typ uint32, failure usages.Failure)
}{
	{"sliced_pages", 4 * mib, func(a *usages.Allocator) (uint32, usages.Failure) { return readback(a, 1000) }},
	{"exclusive_pages", 2 * mib, func(a *usages.Allocator) (uint32, usages.Failure) { return readback(a, 2*mib) }},
	{"direct", 3 * mib, func(a *usages.Allocator) (uint32, usages.Failure) {
		h, failure := a.Flushed.Alloc(3*mib, 1)
		if failure.Failed() {
			return 0, failure
		}
		return a.Flushed.MemoryType(h)
	}},
}

func readback(a *usages.Allocator, size uint64) (typ uint32, failure usages.Failure) {
	h, failure := a.Readback.Alloc(size, 1)
	if failure.Failed() {
		return 0, failure
	}
	return a.Readback.MemoryType(h)
}

// Where the driver is out of memory of a type, each of the next ones is asked
// once, in order, until one has some.
func TestNextTypeIsAskedWhenTheDriverRefuses(t *testing.T) {
	for _, request := range asked {
		for _, result := range []vkrt.Result{vkrt.ErrorOutOfDeviceMemory, vkrt.ErrorOutOfHostMemory} {
			for refusals := range len(order) {
				a, device := on(t, integrated)
				var want []string
				for i := range refusals {
					device.FailNth(fake.Allocate, uint64(i)+1, result)
					want = append(want, refused(request.block, order[i], result))
				}
				want = append(want, allocated(request.block, order[refusals], 1))
				if typ := served[uint32](t)(request.alloc(a)); typ != order[refusals] {
					t.Errorf("%s: type %d, want %d", request.kind, typ, order[refusals])
				}
				called(t, device, want...)
			}
		}
	}
}

// Where all types are refused, what is idle anywhere is returned, all of it,
// and each type asked once more; with nothing idle there is no second round.
func TestEveryTypeRefused(t *testing.T) {
	for _, request := range asked {
		a, device := on(t, integrated)
		device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
		var round []string
		for _, typ := range order {
			round = append(round, refused(request.block, typ, vkrt.ErrorOutOfDeviceMemory))
		}
		_, failure := request.alloc(a)
		if typ, ok := failure.MemoryType(); failure.Code() != usages.Call || !ok || typ != order[5] || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
			t.Errorf("%s: %+v", request.kind, failure)
		}
		called(t, device, round...)

		device.FailAll(fake.Allocate, vkrt.Success)
		a.Unified.Free(served[usages.UnifiedHandle](t)(a.Unified.Alloc(1, 1)))
		device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
		device.ForgetCalls()
		if _, failure := request.alloc(a); failure.Code() != usages.Call {
			t.Errorf("%s: %+v", request.kind, failure)
		}
		called(t, device, append(append(append([]string{}, round...), "free memory 1"), round...)...)
		device.FailAll(fake.Allocate, vkrt.Success)
	}
}

// What memory of another type would not mend ends the search at the first.
func TestOtherRefusalsEndTheSearch(t *testing.T) {
	for _, request := range asked {
		for _, result := range []vkrt.Result{vkrt.ErrorDeviceLost, vkrt.ErrorUnknown, vkrt.ErrorFeatureNotPresent} {
			a, device := on(t, integrated)
			device.FailNth(fake.Allocate, 1, result)
			if _, failure := request.alloc(a); failure.Code() != usages.Call || failure.Result() != result {
				t.Errorf("%s: %+v", request.kind, failure)
			}
			called(t, device, refused(request.block, order[0], result))
		}
	}
}

// A strict arena asks for the best type alone: of those that a resource can be
// in.
func TestStrict(t *testing.T) {
	a, device := on(t, "intel_uhd_620_linux") // types 0 and 1 are as good, of two heaps
	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	_, failure := a.Window.Alloc(1000, 1)
	if typ, ok := failure.MemoryType(); failure.Code() != usages.Call || !ok || typ != 0 {
		t.Errorf("%+v", failure)
	}
	called(t, device, refused(4*mib, 0, vkrt.ErrorOutOfDeviceMemory))
	a.Unified.Alloc(1000, 1) // is not strict
	called(t, device, refused(4*mib, 0, vkrt.ErrorOutOfDeviceMemory), refused(4*mib, 1, vkrt.ErrorOutOfDeviceMemory))
	device.FailAll(fake.Allocate, vkrt.Success)
	h := served[usages.WindowHandle](t)(a.Window.AllocFor(resource(1000, 1), 0))
	if typ := served[uint32](t)(a.Window.MemoryType(h)); typ != 1 {
		t.Errorf("type %d, and only 1 will do", typ)
	}
}

// A page serves resources that can be in its type, and no others.
func TestPagesOfTwoTypes(t *testing.T) {
	a, device := on(t, "nvidia_rtx_2050_rebar") // device: types 1, 2, 5
	for _, c := range []struct {
		types []uint32
		want  uint32
		calls []string
	}{
		{[]uint32{1}, 1, []string{allocated(8*mib, 1, 1)}},
		{[]uint32{2}, 2, []string{allocated(8*mib, 2, 2)}},
		{[]uint32{0, 1, 2, 3, 4, 5}, 1, nil},
		{[]uint32{5, 2}, 2, nil},
		{[]uint32{5, 3}, 5, []string{allocated(8*mib, 5, 3)}},
	} {
		h := served[usages.DeviceHandle](t)(a.Device.AllocFor(resource(1000, c.types...), 0))
		if typ := served[uint32](t)(a.Device.MemoryType(h)); typ != c.want {
			t.Errorf("of types %v: %d, want %d", c.types, typ, c.want)
		}
		called(t, device, c.calls...)
	}
}

// The cap of a pool holds for its memory of all types together.
func TestCapSpansTypes(t *testing.T) {
	a, device := on(t, integrated) // markers: types 5, 13, 6, 7, 14, 15; at most four pages
	const page = 64 << 10
	device.FailNth(fake.Allocate, 2, vkrt.ErrorOutOfDeviceMemory)
	for range 3 {
		served[usages.MarkersHandle](t)(a.Markers.Alloc(page, 1))
	}
	served[usages.MarkersHandle](t)(a.Markers.AllocFor(resource(page, 14), 0))
	called(t, device, allocated(page, 5, 1), refused(page, 5, vkrt.ErrorOutOfDeviceMemory), allocated(page, 13, 2),
		allocated(page, 5, 3), allocated(page, 14, 4))
	for _, types := range [][]uint32{{5}, {13}, {14}, {7}, {5, 6, 7, 13, 14, 15}} {
		_, failure := a.Markers.AllocFor(resource(1, types...), 0)
		if failure.Code() != usages.PoolCapacityExceeded || failure.Capacity() != 4*page || failure.InUse() != 4*page {
			t.Errorf("types %v: %+v", types, failure)
		}
	}
	called(t, device)
}

// The watermark of a direct pool holds for its memory of all types together.
func TestWatermarkSpansTypes(t *testing.T) {
	a, device := on(t, "nvidia_rtx_2050_rebar") // device: types 1, 2, 5; blocks go idle above 256 MiB
	served[usages.DeviceHandle](t)(a.Device.AllocFor(resource(100*mib, 1), 0))
	idle := served[usages.DeviceHandle](t)(a.Device.AllocFor(resource(100*mib, 2), 0))
	a.Device.Free(idle)
	device.ForgetCalls()
	served[usages.DeviceHandle](t)(a.Device.AllocFor(resource(56*mib, 1), 0))
	called(t, device, allocated(56*mib, 1, 3)) // 256 MiB
	served[usages.DeviceHandle](t)(a.Device.AllocFor(resource(mib*5/2, 1), 0))
	called(t, device, "free memory 2", allocated(mib*5/2, 1, 4))
}

// TestNoHeapIsOvercommitted asks every device for blocks until there are no
// more: the types are used up in turn, no heap holds more than it has, and none
// that could serve has room for another block.
func TestNoHeapIsOvercommitted(t *testing.T) {
	const block = 128 * mib
	for name, profile := range profiles.All() {
		a, device := on(t, name)
		var used []uint32 // types, in the order of their first use
		for {
			h, failure := a.Unified.Alloc(block, 1)
			if failure.Failed() {
				if failure.Code() != usages.Call || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
					t.Errorf("%s: %+v", name, failure)
				}
				break
			}
			if typ := served[uint32](t)(a.Unified.MemoryType(h)); len(used) == 0 || used[len(used)-1] != typ {
				used = append(used, typ)
			}
		}
		if len(used) > 2 {
			t.Errorf("%s: types %v in turn, and there are two heaps at most", name, used)
		}
		var held [vkrt.MaxHeaps]uint64
		for _, m := range device.Live() {
			held[profile.Types[m.Type].Heap] += m.Size
		}
		for i, heap := range profile.Heaps {
			own := heap.Flags&vkrt.HeapDeviceLocal != 0
			if held[i] > heap.Size || own && heap.Size-held[i] >= block || !own && held[i] > 0 {
				t.Errorf("%s: %d of the %d bytes of heap %d, which is %v", name, held[i], heap.Size, i, heap.Flags)
			}
		}
		for _, c := range device.Calls() {
			if c.Kind == fake.Allocate && c.Result != vkrt.Success {
				t.Errorf("%s: %v, for which the heap has no room", name, c)
			}
		}
	}
}
