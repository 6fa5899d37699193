package tensorcache_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/tensorcache"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A driver that panics while it binds leaves arenas that Recover heals, and the
// same place for the next resource.
func TestPanicWhileBinding(t *testing.T) {
	for name, before := range map[string]int{"on a new page": 0, "on an old page": 1} {
		device := fake.New(gpu(64*mib, 64*mib, 64*mib), fake.Options{})
		allocator, _ := tensorcache.New(device.Device())
		a := &allocator.Device
		for range before {
			a.Alloc(100, 1)
		}
		stats, _ := a.Stats()
		device.PanicOn(fake.BindBuffer, 1, "the driver crashed")
		func() {
			defer func() { recover() }()
			a.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
			t.Errorf("%s: no panic", name)
		}()
		if failure := allocator.Recover(); failure.Failed() {
			t.Errorf("%s: %v", name, failure)
		}
		if after, failure := a.Stats(); failure.Failed() || after != stats {
			t.Errorf("%s: %+v (%v), want %+v", name, after, failure, stats)
		}
		_, h, failure := a.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
		if offset, _ := a.Offset(h); failure.Failed() || offset != uint64(before)*256 {
			t.Errorf("%s: afterwards at offset %d (%v)", name, offset, failure)
		}
	}
}

// What can be refused without the driver is refused before a resource is made.
func TestResourcesRefusedBeforeTheDriver(t *testing.T) {
	profile := gpu(1<<40, 64*mib, 64*mib)
	profile.Limits.MaxMemoryAllocationSize = 1 << 36
	allocator, device := on(t, profile)
	a := &allocator.Device
	if _, _, failure := a.CreateBuffer(vkrt.BufferInfo{Size: 1<<30 + 1, Usage: 1}); failure.Code() != tensorcache.TooLarge || failure.Limit() != 1<<30 {
		t.Errorf("above maxBufferSize: %v", failure)
	}
	for range 1000 {
		served[tensorcache.StagingHandle](t)(allocator.Staging.Alloc(1, 1))
	}
	device.ForgetCalls()
	if _, _, failure := allocator.Staging.CreateBuffer(vkrt.BufferInfo{Size: 1, Usage: 1}); failure.Code() != tensorcache.TooMany {
		t.Errorf("with every slot taken: %v", failure)
	}
	if calls := device.Calls(); len(calls) != 0 {
		t.Errorf("the driver was called: %v", calls)
	}
}

// A driver without memory for a resource is asked again once idle memory was
// returned.
func TestIdleMemoryHelpsToMakeAResource(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, 64*mib, 64*mib))
	allocator.Scratch.Free(served[tensorcache.ScratchHandle](t)(allocator.Scratch.Alloc(1, 1)))
	device.FailNth(fake.CreateBuffer, 1, vkrt.ErrorOutOfDeviceMemory)
	buffer, h, failure := allocator.Device.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	if failure.Failed() || len(device.Live()) != 1 {
		t.Errorf("%v, and the device holds %v", failure, device.Live())
	}
	allocator.Device.DestroyBuffer(h, buffer)
}

// Only memory that was reserved for it serves a resource that needs its own.
func TestOwnMemoryIsReservedForItsResource(t *testing.T) {
	device := fake.New(gpu(64*mib, 64*mib, 64*mib), fake.Options{BufferRequirements: func(info vkrt.BufferInfo) vkrt.Requirements {
		return vkrt.Requirements{Size: info.Size, Alignment: 256, TypeBits: 0b111, RequiresDedicated: true}
	}})
	allocator, _ := tensorcache.New(device.Device())
	a := &allocator.Device
	buffer, _ := device.Device().CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	needs := device.Device().BufferRequirements(buffer)
	shared := served[tensorcache.DeviceHandle](t)(a.Alloc(1000, 256))
	if failure := a.BindBuffer(shared, buffer); failure.Detail() != tensorcache.ResourceNeedsOwnMemory {
		t.Errorf("bound to shared memory: %v", failure)
	}
	own := served[tensorcache.DeviceHandle](t)(a.AllocFor(needs, 0))
	other, _ := device.Device().CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	if failure := a.BindBuffer(own, other); failure.Code() != tensorcache.BadCall {
		t.Errorf("another buffer than the memory is for: %v", failure)
	}
	if failure := a.BindBuffer(own, buffer); failure.Failed() {
		t.Error(failure)
	}
	if failure := a.DestroyBuffer(own, buffer); failure.Failed() || device.Faults() != nil {
		t.Errorf("%v, faults %v", failure, device.Faults())
	}
}

// Where buffers can have addresses, all memory can give them.
func TestBuffersWithAddresses(t *testing.T) {
	device := fake.New(gpu(64*mib, 64*mib, 64*mib), fake.Options{BufferAddress: true})
	allocator, _ := tensorcache.New(device.Device())
	buffer, h, failure := allocator.Device.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 0x20 | vkrt.ShaderDeviceAddress})
	if failure.Failed() || device.Device().BufferAddress(buffer) == 0 {
		t.Errorf("%v, address %#x", failure, device.Device().BufferAddress(buffer))
	}
	allocator.Device.DestroyBuffer(h, buffer)
	if device.Faults() != nil {
		t.Error(device.Faults())
	}
}
