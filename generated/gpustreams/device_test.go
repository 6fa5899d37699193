package gpustreams_test

import (
	"testing"
	"unsafe"

	"github.com/allocgen/allocgen/generated/gpustreams"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const kib = 1 << 10

// on returns an allocator on a fake of a device with a heap of its own, of so
// many bytes, and one of the host, whose memory is coherent.
func on(t *testing.T, heap uint64) (*gpustreams.Allocator, *fake.Fake) {
	t.Helper()
	device := fake.New(vkrt.Profile{
		Name:   "two heaps",
		Heaps:  []vkrt.Heap{{Size: heap, Flags: vkrt.HeapDeviceLocal}, {Size: 8 << 20}},
		Types:  []vkrt.Type{{Flags: vkrt.DeviceLocal}, {Heap: 1, Flags: vkrt.HostVisible | vkrt.HostCoherent}},
		Limits: vkrt.GuaranteedLimits(),
	}, fake.Options{})
	a := must[*gpustreams.Allocator](t)(gpustreams.New(device.Device()))
	devicetest.Called(t, device, // a fixed block for each stream, mapped
		devicetest.Allocated(256*kib, 1, 1), "map memory 1 size 262144", devicetest.Allocated(256*kib, 1, 2), "map memory 2 size 262144")
	var ends []func() gpustreams.Failure
	for i := range 2 {
		s := a.Stream(i)
		ends = append(ends, s.Device.Clear, s.Upload.Clear, s.Readback.Clear)
	}
	devicetest.Ends(t, device, append(ends, a.Close)...)
	return a, device
}

// must is the result of a call that must not fail.
func must[R any](t *testing.T) func(R, gpustreams.Failure) R {
	return devicetest.Served[R, gpustreams.Failure](t)
}

// TestIdleMemoryOfAllStreams: what lies idle in one stream is returned when the
// device has no memory for another, handed back or not.
func TestIdleMemoryOfAllStreams(t *testing.T) {
	a, device := on(t, 1<<20)
	one, other := &a.Stream(0).Device, &a.Stream(1).Device
	h := must[gpustreams.DeviceHandle](t)(one.Alloc(900*kib, 256))
	devicetest.Called(t, device, devicetest.Allocated(900*kib, 0, 3))
	small := must[gpustreams.DeviceHandle](t)(one.Alloc(1, 256))
	devicetest.Called(t, device, devicetest.Allocated(64*kib, 0, 4))
	if failure := other.Free(small); failure.Failed() {
		t.Fatal(failure)
	}
	if failure := other.Free(h); failure.Failed() {
		t.Fatal(failure)
	}
	devicetest.Called(t, device) // both wait for their own stream
	must[gpustreams.DeviceHandle](t)(other.Alloc(1000*kib, 256))
	if in := must[gpustreams.DeviceStats](t)(one.Stats()); in.Total != (gpustreams.Usage{}) {
		t.Errorf("%+v is left in the stream that gave way", in.Total)
	}
}

// TestMapsEndWithTheirStream: a mapped region that another stream frees is
// unmapped when its own stream takes it back.
func TestMapsEndWithTheirStream(t *testing.T) {
	a, device := on(t, 1<<20)
	own, other := &a.Stream(0).Readback, &a.Stream(1).Readback
	h := must[gpustreams.ReadbackHandle](t)(own.Alloc(4096, 256))
	bytes := must[[]byte](t)(other.Map(h))
	bytes[0] = 7
	if read := must[[]byte](t)(own.Bytes(h)); read[0] != 7 {
		t.Error("two streams see other bytes of a region")
	}
	device.ForgetCalls()
	if failure := other.Free(h); failure.Failed() {
		t.Fatal(failure)
	}
	devicetest.Called(t, device)
	if _, failure := own.Bytes(h); failure.Code() != gpustreams.UnknownAllocation {
		t.Errorf("Bytes of a region that was handed back: %v", failure)
	}
	must[uint64](t)(own.Reclaim())
	devicetest.Called(t, device, "unmap memory 3", "free memory 3")
}

// TestGuardsAreSeenAtOnce: a region with a guard behind it is freed by its own
// stream, whoever asks, so that damage is told to who frees.
func TestGuardsAreSeenAtOnce(t *testing.T) {
	a, _ := on(t, 1<<20)
	own, other := &a.Stream(1).Upload, &a.Stream(0).Upload
	whole := must[gpustreams.UploadHandle](t)(own.Alloc(100, 256))
	hurt := must[gpustreams.UploadHandle](t)(own.Alloc(100, 256))
	bytes := must[[]byte](t)(own.Bytes(hurt))
	if failure := other.Free(whole); failure.Failed() {
		t.Error(failure)
	}
	if in := must[gpustreams.UploadStats](t)(own.Stats()); in.Total.NumberAllocs != 1 {
		t.Errorf("%d regions in use after one of two was freed", in.Total.NumberAllocs)
	}
	if failure := a.CheckCorruption(); failure.Failed() {
		t.Error(failure)
	}
	unsafe.Slice(&bytes[0], 101)[100] ^= 1
	if failure := a.CheckCorruption(); failure.Code() != gpustreams.CorruptionDetected {
		t.Errorf("CheckCorruption: %v", failure)
	}
	if failure := other.Free(hurt); failure.Code() != gpustreams.CorruptionDetected {
		t.Errorf("Free: %v", failure)
	}
}

// TestBuffersOfAnotherStream: a buffer made in one stream is destroyed in another.
func TestBuffersOfAnotherStream(t *testing.T) {
	a, _ := on(t, 1<<20)
	buffer, h, failure := a.Stream(0).Device.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	if failure.Failed() {
		t.Fatal(failure)
	}
	if failure := a.Stream(1).Device.DestroyBuffer(h, buffer); failure.Failed() {
		t.Error(failure)
	}
	if failure := a.Stream(1).Device.DestroyBuffer(h, buffer); failure.Code() != gpustreams.UnknownAllocation {
		t.Errorf("destroyed twice: %v", failure)
	}
}

// TestDestroyingPanics: a driver that panics as it destroys a buffer leaves the
// region as it was, to be tried again.
func TestDestroyingPanics(t *testing.T) {
	a, device := on(t, 1<<20)
	own := &a.Stream(0).Device
	buffer, h, failure := own.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	if failure.Failed() {
		t.Fatal(failure)
	}
	device.PanicOn(fake.DestroyBuffer, 1, "driver")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		a.Stream(1).Device.DestroyBuffer(h, buffer)
	}()
	if failure := a.Recover(); failure.Failed() {
		t.Fatal(failure)
	}
	if failure := a.Stream(1).Device.DestroyBuffer(h, buffer); failure.Failed() {
		t.Error(failure)
	}
}
