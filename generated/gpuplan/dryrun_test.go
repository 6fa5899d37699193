package gpuplan_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/gpuplan"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const kib, mib = 1 << 10, 1 << 20

const storageBuffer = 0x20 // VK_BUFFER_USAGE_STORAGE_BUFFER_BIT

// gpu is a device with memory of its own, and memory of the host's that is
// cached but not coherent.
func gpu() vkrt.Profile {
	limits := vkrt.GuaranteedLimits()
	limits.NonCoherentAtomSize = 128
	return vkrt.Profile{
		Name:   "gpu",
		Heaps:  []vkrt.Heap{{Size: 256 * mib, Flags: vkrt.HeapDeviceLocal}, {Size: 64 * mib}},
		Types:  []vkrt.Type{{Flags: vkrt.DeviceLocal}, {Flags: vkrt.HostVisible | vkrt.HostCached, Heap: 1}},
		Limits: limits,
	}
}

// on returns an allocator on a device, in a dry run. At the end of the test
// nothing may be live there, once the allocator is closed.
func on(t *testing.T) (*gpuplan.Allocator, *fake.Fake) {
	t.Helper()
	device := fake.New(gpu(), fake.Options{})
	a := served[*gpuplan.Allocator](t)(gpuplan.New(device.Device()))
	devicetest.Ends(t, device, a.Tensors.Clear, a.Upload.Clear, a.Readback.Clear, a.Buffers.Clear, a.Scene.Clear, a.Close)
	must(t, a.DryRun(true))
	device.ForgetCalls()
	return a, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, gpuplan.Failure) R {
	return devicetest.Served[R, gpuplan.Failure](t)
}

func must(t *testing.T, failure gpuplan.Failure) {
	t.Helper()
	if failure.Failed() {
		t.Fatal(failure)
	}
}

// allocates counts the native allocations since they were last forgotten.
func allocates(device *fake.Fake) (n int) {
	for _, c := range device.Calls() {
		if c.Kind == fake.Allocate {
			n++
		}
	}
	return n
}

// TestFirstUses: each method that needs a region's memory makes that of its block,
// once, and no region moves.
func TestFirstUses(t *testing.T) {
	uses := map[string]func(*testing.T, *gpuplan.Allocator, *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure){
		"Memory": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Tensors.Alloc(1000, 256)
			return f, func() gpuplan.Failure { _, f := a.Tensors.Memory(h); return f }
		},
		"Map": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Readback.Alloc(200*kib, 256)
			return f, func() gpuplan.Failure { _, f := a.Readback.Map(h); return f }
		},
		"CopyIn": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Readback.Alloc(200*kib, 256)
			return f, func() gpuplan.Failure { return a.Readback.CopyIn(h, 0, []byte{1}) }
		},
		"CopyOut of persistent maps": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Upload.Alloc(1000, 256)
			return f, func() gpuplan.Failure { return a.Upload.CopyOut(h, 0, make([]byte, 4)) }
		},
		"Bytes": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Upload.Alloc(1000, 256)
			return f, func() gpuplan.Failure { _, f := a.Upload.Bytes(h); return f }
		},
		"Flush": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Upload.Alloc(1000, 256)
			return f, func() gpuplan.Failure { return a.Upload.Flush(h, 0, 100) }
		},
		"Invalidate": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Upload.Alloc(1000, 256)
			return f, func() gpuplan.Failure { return a.Upload.Invalidate(h, 0, 100) }
		},
		"Buffer": func(t *testing.T, a *gpuplan.Allocator, _ *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			h, f := a.Buffers.Alloc(1000, 256)
			return f, func() gpuplan.Failure { _, f := a.Buffers.Buffer(h); return f }
		},
		"BindBuffer": func(t *testing.T, a *gpuplan.Allocator, device *fake.Fake) (gpuplan.Failure, func() gpuplan.Failure) {
			buffer, result := device.Device().CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: storageBuffer})
			if result != vkrt.Success {
				t.Fatal(result)
			}
			t.Cleanup(func() { device.Device().DestroyBuffer(buffer) })
			h, f := a.Scene.Alloc(200*kib, 256)
			return f, func() gpuplan.Failure { return a.Scene.BindBuffer(h, buffer) }
		},
	}
	for name, prepare := range uses {
		t.Run(name, func(t *testing.T) {
			a, device := on(t)
			failure, use := prepare(t, a, device)
			must(t, failure)
			isFirstUse(t, a, device, use)
		})
	}
}

// isFirstUse checks that a use makes the only memory that there then is, and that
// one that gets none leaves things as they were.
func isFirstUse(t *testing.T, a *gpuplan.Allocator, device *fake.Fake, use func() gpuplan.Failure) {
	t.Helper()
	if n := allocates(device); n != 0 {
		t.Fatalf("%d native allocations before the first use", n)
	}
	stats := served[gpuplan.Stats](t)(a.Stats())
	if stats.Total.BytesUnmapped == 0 {
		t.Error("nothing is without memory")
	}
	device.FailNth(fake.Allocate, 1, vkrt.ErrorOutOfDeviceMemory)
	if f := use(); f.Result() != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("without memory the first use says %v", f)
	}
	must(t, use())
	if n := allocates(device); n != 2 {
		t.Errorf("%d native allocations by two tries at the first use", n)
	}
	stats = served[gpuplan.Stats](t)(a.Stats())
	if stats.Total.BytesUnmapped != 0 || stats.Total.BytesReserved == 0 {
		t.Errorf("%d of %d bytes are still without memory", stats.Total.BytesUnmapped, stats.Total.BytesReserved)
	}
}

// TestCreateBufferUsesAtOnce: there is nothing to wait for where a resource is
// bound.
func TestCreateBufferUsesAtOnce(t *testing.T) {
	a, device := on(t)
	first := served[gpuplan.TensorsHandle](t)(a.Tensors.Alloc(1000, 256))
	buffer, h, failure := a.Tensors.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: storageBuffer})
	must(t, failure)
	if n := allocates(device); n != 1 {
		t.Errorf("%d native allocations", n)
	}
	if one, two := served[uint32](t)(a.Tensors.Block(first)), served[uint32](t)(a.Tensors.Block(h)); one != two {
		t.Errorf("the buffer is in block %d, and there is room in %d", two, one)
	}
	must(t, a.Tensors.DestroyBuffer(h, buffer))
}

// TestExclusivePagesAreEager: a page is one region's, so there is nothing to plan.
func TestExclusivePagesAreEager(t *testing.T) {
	a, device := on(t)
	served[gpuplan.UploadHandle](t)(a.Upload.Alloc(1*mib, 256))
	if n := allocates(device); n != 1 {
		t.Errorf("%d native allocations", n)
	}
}

// TestPlacementAfterTheRun: once it is over, what is placed in a block without
// memory makes that, unless the caller allows none.
func TestPlacementAfterTheRun(t *testing.T) {
	a, device := on(t)
	served[gpuplan.TensorsHandle](t)(a.Tensors.Alloc(1000, 256))
	must(t, a.DryRun(false))
	if _, f := a.Tensors.AllocWith(1000, 256, gpuplan.NeverAllocate); f.Code() != gpuplan.OutOfSpace {
		t.Errorf("without leave to allocate: %v", f)
	}
	if n := allocates(device); n != 0 {
		t.Fatalf("%d native allocations before", n)
	}
	h := served[gpuplan.TensorsHandle](t)(a.Tensors.Alloc(1000, 256))
	if n := allocates(device); n != 1 {
		t.Errorf("%d native allocations", n)
	}
	if block, offset := served[uint32](t)(a.Tensors.Block(h)), served[uint64](t)(a.Tensors.Offset(h)); block != 0 || offset != 1024 {
		t.Errorf("block %d, offset %d", block, offset)
	}
}

// TestBlocksWithoutMemoryGo: what never had memory gives none back.
func TestBlocksWithoutMemoryGo(t *testing.T) {
	a, device := on(t)
	served[gpuplan.TensorsHandle](t)(a.Tensors.Alloc(1000, 256))
	must(t, a.Tensors.Clear())
	if bytes := served[uint64](t)(a.Tensors.Reclaim()); bytes != 64*kib {
		t.Errorf("%d bytes were given back", bytes)
	}
	if stats := served[gpuplan.Stats](t)(a.Stats()); stats.Total.BytesUnmapped != 0 || stats.Tensors.Total.BytesReserved != 0 {
		t.Errorf("%+v is left", stats.Tensors.Total)
	}
	if calls := device.Calls(); len(calls) != 0 {
		t.Errorf("the driver was called: %v", calls)
	}
	if peaks := served[gpuplan.Peaks](t)(a.Peaks()); peaks.Tensors.Small.BytesUnmapped != 64*kib || peaks.Tensors.Small.LargestRequest != 1000 {
		t.Errorf("peaks %+v", peaks.Tensors.Small)
	}
}

func TestDryRunOfAClosedAllocator(t *testing.T) {
	device := fake.New(gpu(), fake.Options{})
	a := served[*gpuplan.Allocator](t)(gpuplan.New(device.Device()))
	must(t, a.Close())
	if f := a.DryRun(true); f.Code() != gpuplan.Closed {
		t.Errorf("%v", f)
	}
}
