package usages_test

import (
	"slices"
	"testing"

	"github.com/allocgen/allocgen/generated/usages"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A map of memory that the host does not see is refused each time alike, and
// leaves nothing mapped.
func TestMapOfWhatTheHostDoesNotSee(t *testing.T) {
	a, device := on(t, "nvidia_h200")
	for _, size := range []uint64{1000, 3 * mib} { // a slice, a block of its own
		h := served[usages.DeviceHandle](t)(a.Device.Alloc(size, 1))
		device.ForgetCalls()
		for range 10 {
			if bytes, failure := a.Device.Map(h); failure.Code() != usages.NotHostVisible || bytes != nil {
				t.Errorf("%d bytes, %v", len(bytes), failure)
			}
		}
		called(t, device)
		if failure := a.Device.Unmap(h); failure.Code() != usages.NotMapped {
			t.Errorf("Unmap: %v", failure)
		}
	}
	if slices.ContainsFunc(device.Live(), func(m fake.Memory) bool { return m.Mapped }) {
		t.Errorf("mapped: %v", device.Live())
	}
}

// Blocks for which host_visible is only preferred fill the small heap that the
// host sees, and no more; the rest goes to plain device memory, without a call
// that the heap has no room for.
func TestUnifiedBeyondTheWindow(t *testing.T) {
	a, device := on(t, "nvidia_rtx_3060_ti_linux") // type 10 in heap 2 of 246 MiB, type 7 in heap 0
	const block = 64 * mib
	var handles []usages.UnifiedHandle
	var want []string
	for i, typ := range []uint32{10, 10, 10, 7, 7, 7, 7, 7} {
		h := served[usages.UnifiedHandle](t)(a.Unified.Alloc(block, 1))
		if got := served[uint32](t)(a.Unified.MemoryType(h)); got != typ {
			t.Errorf("block %d is of type %d, want %d", i, got, typ)
		}
		if own := device.Device().OwnBytes(2); own != uint64(min(i+1, 3))*block {
			t.Errorf("after block %d the heap holds %d of 246 MiB", i, own/mib)
		}
		handles = append(handles, h)
		want = append(want, allocated(block, typ, i+1))
	}
	called(t, device, want...)
	// What is freed there serves again, without a call.
	a.Unified.Free(handles[1])
	h := served[usages.UnifiedHandle](t)(a.Unified.Alloc(block, 1))
	if got := served[uint32](t)(a.Unified.MemoryType(h)); got != 10 {
		t.Errorf("type %d, and type 10 has room again", got)
	}
	called(t, device)
}

// On a device of one memory type that is not host_cached, every usage that is
// not about special memory is served by it.
func TestOneTypeServesEveryUsage(t *testing.T) {
	a, device := on(t, "broadcom_v3d_7_1")
	needs := resource(1000, 0)
	var failures [6]usages.Failure
	_, failures[0] = a.Device.AllocFor(needs, 0)
	_, failures[1] = a.Unified.AllocFor(needs, 0)
	_, failures[2] = a.Window.AllocFor(needs, 0)
	_, failures[3] = a.Upload.AllocFor(needs, 0)
	_, failures[4] = a.Readback.AllocFor(needs, 0)
	_, failures[5] = a.Flushed.AllocFor(needs, 0)
	if live := device.Live(); len(live) != 6 || slices.ContainsFunc(failures[:], usages.Failure.Failed) {
		t.Errorf("%v, and the device has %v", failures, live)
	}
	if _, failure := a.Markers.AllocFor(needs, 0); failure.Code() != usages.NoCompatibleMemoryType {
		t.Errorf("markers: %v", failure)
	}
	if _, failure := a.Transient.AllocFor(needs, 0); failure.Code() != usages.NoCompatibleMemoryType {
		t.Errorf("transient: %v", failure)
	}
}
