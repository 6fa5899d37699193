package tensorcache_test

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/allocgen/allocgen/generated/tensorcache"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const mib = 1 << 20

// gpu is a device with memory of its own, a window of it that the host sees,
// and memory of the host's that is cached but not coherent.
func gpu(local, window, host uint64) vkrt.Profile {
	limits := vkrt.GuaranteedLimits()
	limits.NonCoherentAtomSize = 128
	return vkrt.Profile{
		Name: "gpu",
		Heaps: []vkrt.Heap{
			{Size: local, Flags: vkrt.HeapDeviceLocal}, {Size: window, Flags: vkrt.HeapDeviceLocal}, {Size: host}},
		Types: []vkrt.Type{
			{Flags: vkrt.DeviceLocal},
			{Flags: vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCoherent, Heap: 1},
			{Flags: vkrt.HostVisible | vkrt.HostCached, Heap: 2},
		},
		Limits: limits,
	}
}

// on returns an allocator on a fake of the profile. At the end of the test
// nothing may be live on the device, once the allocator is closed.
func on(t *testing.T, profile vkrt.Profile) (*tensorcache.Allocator, *fake.Fake) {
	t.Helper()
	device := fake.New(profile, fake.Options{})
	allocator := served[*tensorcache.Allocator](t)(tensorcache.New(device.Device()))
	devicetest.Ends(t, device, allocator.Device.Clear, allocator.Staging.Clear, allocator.Scratch.Clear, allocator.Close)
	return allocator, device
}

// served is the result of a call that must not fail.
func served[R any](t *testing.T) func(R, tensorcache.Failure) R {
	return devicetest.Served[R, tensorcache.Failure](t)
}

// allocates returns the sizes and types of the native allocations so far.
func allocates(device *fake.Fake) (list [][2]uint64) {
	for _, c := range device.Calls() {
		if c.Kind == fake.Allocate {
			list = append(list, [2]uint64{c.Size, uint64(c.Type)})
		}
	}
	return list
}

func TestNextTypeServesWhereTheBestIsFull(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, 64*mib, 64*mib))
	a := &allocator.Device
	for range 3 {
		h := served[tensorcache.DeviceHandle](t)(a.Alloc(30*mib, 1))
		memory, typ := served[vkrt.Memory](t)(a.Memory(h)), served[uint32](t)(a.MemoryType(h))
		if live := device.Live(); live[len(live)-1].Memory != memory || live[len(live)-1].Type != typ {
			t.Errorf("the region is in memory %d of type %d, the device has %v", memory, typ, live)
		}
	}
	// Average pages of 32 MiB: two fill the first heap, the third goes to the window.
	want := [][2]uint64{{32 * mib, 0}, {32*mib - 42240, 0}, {32 * mib, 1}}
	got := allocates(device)
	if len(got) != len(want) || got[0] != want[0] || got[2] != want[2] {
		t.Errorf("native allocations {size, type} %v, want about %v", got, want)
	}
	// A strict arena stays with the best type.
	if _, failure := allocator.Scratch.Alloc(mib, 1); failure.Code() != tensorcache.OutOfMemory || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("the strict arena: %v", failure)
	}
}

func TestExtentsAreWholeAtoms(t *testing.T) {
	allocator, _ := on(t, gpu(64*mib, 64*mib, 64*mib))
	a := &allocator.Staging // alignment 64, atom 128
	first := served[tensorcache.StagingHandle](t)(a.Alloc(10, 1))
	second := served[tensorcache.StagingHandle](t)(a.Alloc(10, 1))
	if typ := served[uint32](t)(a.MemoryType(first)); typ != 2 {
		t.Errorf("memory type %d, want the cached one, 2", typ)
	}
	if offset := served[uint64](t)(a.Offset(second)); offset != 128 {
		t.Errorf("offset %d, want that of the next atom, 128", offset)
	}
	if usage := served[tensorcache.StagingStats](t)(a.Stats()).Frames; usage.BytesPadding != 2*118 {
		t.Errorf("%d bytes of padding, want 236", usage.BytesPadding)
	}
}

// What is idle anywhere in the allocator is returned when the device is out of
// memory, and the request is made once more.
func TestIdleMemoryOfOtherArenasHelps(t *testing.T) {
	allocator, device := on(t, gpu(33*mib, mib, 64*mib))
	idle := served[tensorcache.ScratchHandle](t)(allocator.Scratch.Alloc(mib, 1))
	allocator.Scratch.Free(idle)
	device.ForgetCalls()
	served[tensorcache.DeviceHandle](t)(allocator.Device.Alloc(20*mib, 1))
	devicetest.Called(t, device, "free memory 1", devicetest.Allocated(32*mib, 0, 2)) // the account refused before
	// Nothing is idle now: there is no second try.
	_, failure := allocator.Device.Alloc(1000, 1)
	if failure.Code() != tensorcache.OutOfMemory || !errors.Is(failure.Err(), vkrt.ErrorOutOfDeviceMemory) || !errors.Is(failure.Err(), tensorcache.OutOfMemory) {
		t.Errorf("with nothing idle: %v", failure)
	}
	if calls := device.Calls(); len(calls) != 0 {
		t.Errorf("no heap has 2 MiB left, and the driver is asked: %v", calls)
	}
}

// A lost device ends the search at once: no other type, no other pool, no
// second try.
func TestLostDevice(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, 64*mib, 64*mib))
	idle := served[tensorcache.DeviceHandle](t)(allocator.Device.Alloc(mib, 1))
	allocator.Device.Free(idle)
	device.ForgetCalls()
	device.FailNth(fake.Allocate, 1, vkrt.ErrorDeviceLost)
	_, failure := allocator.Device.Alloc(1000, 1)
	if failure.Code() != tensorcache.DeviceLost || failure.Pool() != "small" || len(device.Calls()) != 1 {
		t.Errorf("%v after %v", failure, device.Calls())
	}
	if text := failure.String(); text != "arena device: pool small: vkAllocateMemory failed with VK_ERROR_DEVICE_LOST in memory type 0" {
		t.Error(text)
	}
}

// The refusal of the full pool is what is reported, with what the device said
// of the pool behind it.
func TestCapacityIsReportedWhenTheDeviceIsOutOfMemory(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, mib, 64*mib))
	for range 8 * 4 {
		served[tensorcache.StagingHandle](t)(allocator.Staging.Alloc(mib/4, 1))
	}
	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	_, failure := allocator.Staging.Alloc(mib/4, 1)
	device.FailAll(fake.Allocate, vkrt.Success)
	if failure.Pool() != "frames" || failure.Capacity() != 8*mib || failure.InUse() != 8*mib || failure.Size() != mib/4 || failure.Result() != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("%+v", failure)
	}
	served[tensorcache.StagingHandle](t)(allocator.Staging.Alloc(mib/4, 1)) // by the next pool
}

// The device's limit on memory objects is never overstepped.
func TestAllocationLimit(t *testing.T) {
	allocator, device := on(t, gpu(1<<40, 1<<40, 1<<40))
	a := &allocator.Device
	for range 4096 {
		served[tensorcache.DeviceHandle](t)(a.Alloc(65*mib, 1)) // a block each
	}
	_, failure := a.Alloc(65*mib, 1)
	if failure.Code() != tensorcache.TooMany || failure.Result() != vkrt.ErrorTooManyObjects || failure.Pool() != "weights" {
		t.Errorf("allocation 4097: %v", failure)
	}
	if n := len(allocates(device)); n != 4096 {
		t.Errorf("the driver was called %d times", n)
	}
}

// TestManyGoroutinesOutOfMemory: arenas starve and return what is idle in each
// other, under the race detector, without a deadlock; nothing is lost.
func TestManyGoroutinesOutOfMemory(t *testing.T) {
	allocator, device := on(t, gpu(48*mib, 8*mib, 24*mib))
	rounds := 2000
	if testing.Short() {
		rounds = 500
	}
	var workers sync.WaitGroup
	for seed := range uint64(6) {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(seed, 1))
			for range rounds {
				switch size := 1 + r.Uint64N(12*mib); seed % 3 {
				case 0:
					if h, failure := allocator.Device.Alloc(size, 1); !failure.Failed() {
						allocator.Device.Free(h)
					}
				case 1:
					if h, failure := allocator.Staging.Alloc(size, 1); !failure.Failed() {
						allocator.Staging.Free(h)
					}
				default:
					if h, failure := allocator.Scratch.Alloc(size, 1); !failure.Failed() {
						allocator.Scratch.Free(h)
					}
				}
				if r.Uint64N(16) == 0 {
					device.FailNth(fake.Allocate, 1, vkrt.ErrorOutOfDeviceMemory)
				}
			}
		})
	}
	workers.Wait()
	for device.Pending() > 0 {
		allocator.Reclaim()
		allocator.Scratch.Alloc(mib, 1)
	}
	if stats := served[tensorcache.Stats](t)(allocator.Stats()); stats.Device.Total.NumberAllocs+stats.Staging.Total.NumberAllocs != 0 {
		t.Errorf("%+v", stats)
	}
}

// A resource that wants memory of its own gets it, allocated for the resource
// and returned with the region; one that only prefers it shares where the
// device has none.
func TestDedicatedMemory(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, mib, 64*mib))
	a := &allocator.Device
	buffer, _ := device.Device().CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	defer device.Device().DestroyBuffer(buffer)
	needs := device.Device().BufferRequirements(buffer)
	needs.RequiresDedicated = true
	device.ForgetCalls()
	h := served[tensorcache.DeviceHandle](t)(a.AllocFor(needs, 0))
	if calls := device.Calls(); len(calls) != 1 || calls[0].Size != needs.Size || calls[0].Dedicated != (vkrt.Dedicated{Buffer: buffer}) {
		t.Errorf("native calls %v", calls)
	}
	if usage := served[tensorcache.DeviceStats](t)(a.Stats()).Weights; usage != (tensorcache.Usage{BytesReserved: needs.Size, BytesInUse: needs.Size, NumberAllocs: 1, NumberBlocks: 1}) {
		t.Errorf("%+v", usage)
	}
	if failure := a.Free(h); failure.Failed() || len(device.Live()) != 0 {
		t.Errorf("freed with %v, and the device holds %v", failure, device.Live())
	}
	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	if _, failure := a.AllocFor(needs, 0); failure.Code() != tensorcache.OutOfMemory || failure.Pool() != "weights" {
		t.Errorf("required: %v", failure)
	}
	device.FailAll(fake.Allocate, vkrt.Success)
	served[tensorcache.DeviceHandle](t)(a.Alloc(500, 1)) // opens a page
	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	needs.RequiresDedicated, needs.PrefersDedicated = false, true
	h = served[tensorcache.DeviceHandle](t)(a.AllocFor(needs, 0))
	if offset := served[uint64](t)(a.Offset(h)); offset != 512 {
		t.Errorf("preferred, and shared at offset %d, want 512", offset)
	}
	device.FailAll(fake.Allocate, vkrt.Success)
}

// An image is never a slice beside buffers, and a resource only in memory of a
// type that will do for it.
func TestRegionsForResources(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, 64*mib, 64*mib))
	a := &allocator.Device
	image := served[tensorcache.DeviceHandle](t)(a.AllocFor(vkrt.Requirements{Size: 1000, Alignment: 256, TypeBits: 0b01, Kind: vkrt.Optimal}, 0))
	buffer := served[tensorcache.DeviceHandle](t)(a.AllocFor(vkrt.Requirements{Size: 1000, Alignment: 256, TypeBits: 0b10}, 0))
	if typ := served[uint32](t)(a.MemoryType(buffer)); typ != 1 {
		t.Errorf("the buffer is in memory of type %d, and only 1 will do", typ)
	}
	stats := served[tensorcache.DeviceStats](t)(a.Stats())
	if stats.Activations.NumberAllocs != 1 || stats.Small.NumberAllocs != 1 || len(device.Live()) != 2 {
		t.Errorf("%+v", stats)
	}
	a.Free(image)
}

// A driver that panics while Close returns what is idle leaves arenas that
// Recover heals, and a Close to be called again.
func TestPanicInClose(t *testing.T) {
	device := fake.New(gpu(64*mib, 64*mib, 64*mib), fake.Options{})
	allocator, _ := tensorcache.New(device.Device())
	allocator.Device.Free(served[tensorcache.DeviceHandle](t)(allocator.Device.Alloc(1, 1)))
	allocator.Staging.Free(served[tensorcache.StagingHandle](t)(allocator.Staging.Alloc(1, 1)))
	device.PanicOn(fake.Free, 2, "the driver crashed")
	func() {
		defer func() { recover() }()
		allocator.Close()
		t.Error("Close did not panic")
	}()
	if _, failure := allocator.Staging.Alloc(1, 1); failure.Code() != tensorcache.Poisoned {
		t.Errorf("after the panic: %v", failure)
	}
	if failure := allocator.Recover(); failure.Failed() {
		t.Error(failure)
	}
	if failure := allocator.Close(); failure.Failed() || len(device.Live()) != 1 {
		t.Errorf("closed with %v, and the device has %v: all but what it crashed on is to be returned", failure, device.Live())
	}
}

// Whatever a caller takes for a kind of resource, a region is served or refused.
func TestUnknownKindsAreNoImages(t *testing.T) {
	allocator, _ := on(t, gpu(64*mib, 64*mib, 64*mib))
	h := served[tensorcache.DeviceHandle](t)(allocator.Device.AllocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, Kind: 9}, 0))
	if h == (tensorcache.DeviceHandle{}) {
		t.Error("the zero handle was given")
	}
}

// A buffer comes with its memory, and goes with it.
func TestBuffersAndImages(t *testing.T) {
	allocator, device := on(t, gpu(64*mib, 64*mib, 64*mib))
	a := &allocator.Staging
	buffer, h, failure := a.CreateBuffer(vkrt.BufferInfo{Size: 1000, Usage: 1})
	if failure.Failed() {
		t.Fatal(failure)
	}
	if at := device.Resources(); len(at) != 1 || at[0].Buffer != buffer || at[0].Memory != served[vkrt.Memory](t)(a.Memory(h)) || at[0].Offset != served[uint64](t)(a.Offset(h)) {
		t.Errorf("the device has %v", at)
	}
	if failure := a.CopyIn(h, 10, []byte("hello")); failure.Failed() {
		t.Error(failure)
	}
	bytes := served[[]byte](t)(a.Map(h))
	if uint64(len(bytes)) != served[uint64](t)(a.Size(h)) || string(bytes[10:15]) != "hello" {
		t.Errorf("%d bytes, %q", len(bytes), bytes[10:15])
	}
	copy(bytes[990:], "0123456789")
	a.Flush(h, 990, 10)
	var out [10]byte
	if failure := a.CopyOut(h, 990, out[:]); failure.Failed() || string(out[:]) != "0123456789" {
		t.Errorf("%q, %v", out, failure)
	}
	if failure := a.DestroyImage(h, vkrt.Image(buffer)); failure.Code() != tensorcache.BadCall {
		t.Errorf("a buffer taken for an image: %v", failure)
	}
	if failure := a.DestroyBuffer(h, buffer); failure.Failed() || len(device.Resources()) != 0 {
		t.Errorf("%v, and the device has %v", failure, device.Resources())
	}
	image, of, failure := allocator.Device.CreateImage(vkrt.ImageInfo{Type: vkrt.Image2D, Format: 37, Width: 64, Height: 64, Usage: 1})
	if failure.Failed() {
		t.Fatal(failure)
	}
	if failure := allocator.Device.BindBuffer(of, 99); failure.Code() != tensorcache.BadCall {
		t.Errorf("a buffer bound to an image's region: %v", failure)
	}
	if failure := allocator.Device.DestroyImage(of, image); failure.Failed() {
		t.Error(failure)
	}
	// Flushes are of whole atoms: from 0 to 128 and from 896 to the end of the region's last atom.
	for _, c := range device.Calls() {
		if c.Kind == fake.Flush && (c.Offset%128 != 0 || c.Size%128 != 0) {
			t.Errorf("%v", c)
		}
	}
}
