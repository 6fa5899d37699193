package generated

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/allocgen/allocgen/generated/hostfixed"
	"github.com/allocgen/allocgen/proptests"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// Requests of a byte for which the driver requires memory of its own, and for an
// optimal image.
var (
	required = vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 0b11, RequiresDedicated: true}
	optimal  = vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 0b11, Kind: vkrt.Optimal}
)

// overrun is a preparation: something has written behind the region kept.
func overrun(t *testing.T, s *subject) {
	region(t, s)
	s.writeBehind(t, 5)
}

// bound is a preparation: a resource made by a method is bound to the region
// kept, and something has written behind that.
func bound(method string, info any) func(*testing.T, *subject) {
	return func(t *testing.T, s *subject) {
		results, failure := call(s.of, method, info)
		if failure != "" {
			t.Fatal(failure)
		}
		s.resource, s.kept = results[0].Interface(), results[1].Interface()
		s.writeBehind(t, 0)
	}
}

// writeBehind changes a byte at a distance from the end of the region kept.
func (s *subject) writeBehind(t *testing.T, distance int) {
	t.Helper()
	results, failure := call(s.of, "Bytes", s.kept)
	if failure != "" {
		t.Fatal(failure)
	}
	bytes := results[0].Bytes()
	*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(bytes)), len(bytes)+distance)) ^= 1
}

// ending is an act: a method that destroys what is bound to the region kept.
func ending(method string) func(*subject) string {
	return func(s *subject) string { return with(method, s.resource)(s) }
}

// checking is an act: CheckCorruption.
func checking(s *subject) string {
	_, failure := call(s.allocator, "CheckCorruption")
	return failure
}

// starting is an act: New on a device whose n-th call of a kind fails.
func starting(kind fake.Kind, n uint64, result vkrt.Result) func(*subject) string {
	return func(s *subject) string {
		device := fake.New(smallDevice(), fake.Options{})
		device.FailNth(kind, n, result)
		return s.anew(device)
	}
}

// sized is an act: New with blocks of sizes that the caller says.
func sized(heap, ring uint64) func(*subject) string {
	return func(*subject) string {
		_, failure := hostfixed.New(heap, ring)
		return describe(reflect.ValueOf(failure))
	}
}

const (
	everywhere = "slices pages blocks ranges frames heap ring"
	full       = "OutOfSpace Arena={arena} Pool=pool"
	tooLarge   = "a page or block is larger than its heap, or than the device allocates at once"
	noOwn      = "UnsupportedCapability Arena={arena} Detail=the request needs memory of its own, and no pool can give it that"
	notUpper   = "UnsupportedCapability Arena={arena} Detail=no pool that is filled from the top accepts the request"
)

// blockMeetings is the ways that come with flags or blocks of pools.
var blockMeetings = []meeting{
	{condition: "InvalidRequest", kinds: everywhere, act: allocWith(1, 1<<6), want: "InvalidRequest Arena={arena} Detail=a flag is given that the package does not have"},
	{condition: "InvalidRequest", kinds: everywhere, act: allocWith(1, proptests.MinTime), want: "InvalidRequest Arena={arena} Detail=a flag is given that the package does not have"},
	{condition: "InvalidRequest", kinds: everywhere, act: allocWith(1, proptests.Dedicated|proptests.NeverAllocate),
		want: "InvalidRequest Arena={arena} Detail=flags are given that exclude each other"},
	{condition: "InvalidRequest", act: allocWith(1, proptests.MinMemory|proptests.MinOffset),
		want: "InvalidRequest Arena={arena} Detail=flags are given that exclude each other"},
	{condition: "InvalidRequest", kinds: everywhere, act: allocWith(0, 1<<6), want: "InvalidRequest Arena={arena} Detail=the size is 0"},

	{condition: "OutOfSpace", act: allocWith(1, proptests.NeverAllocate), want: full},
	{condition: "OutOfSpace", kinds: "ranges", prepare: regions(2, 8<<10), act: alloc(1, 1), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "ranges", prepare: regions(2, 8<<10), act: allocWith(1, proptests.MinOffset), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "frames", prepare: regions(1, 12<<10), act: alloc(1, 1), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "frames", prepare: regions(1, 12<<10), act: allocWith(1, proptests.Upper), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "ranges frames", act: allocWith(16<<10, proptests.NeverAllocate), want: full},
	{condition: "OutOfSpace", kinds: "heap", prepare: regions(2, 1792), act: alloc(513, 1), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "heap", prepare: regions(2, 1792), act: allocWith(513, proptests.NeverAllocate), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "ring", prepare: regions(2, 1024), act: alloc(513, 1), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "ring", prepare: regions(2, 1024), act: allocWith(513, proptests.Upper), mend: clearing, want: full},
	{condition: "OutOfSpace", kinds: "blocks ranges frames", target: "vulkan", act: allocFor(required, proptests.NeverAllocate), want: "OutOfSpace Arena={arena}"},
	{condition: "OutOfSpace", kinds: "ranges frames", target: "vulkan", act: allocFor(optimal, proptests.NeverAllocate), want: full},
	{condition: "PoolCapacityExceeded", kinds: "slices", prepare: regions(2, 4096), act: allocWith(1, proptests.NeverAllocate), mend: clearing,
		want: "PoolCapacityExceeded Arena={arena} Capacity=8192 InUse=8192 Pool=pool Size=1"},

	{condition: "UnsupportedCapability", kinds: "slices pages blocks ranges", act: allocWith(1, proptests.Upper), want: notUpper},
	{condition: "UnsupportedCapability", kinds: "frames", target: "vulkan", act: allocFor(optimal, proptests.Upper), want: notUpper},
	{condition: "UnsupportedCapability", kinds: "heap", act: allocWith(1, proptests.Upper), want: notUpper},
	{condition: "UnsupportedCapability", kinds: "slices pages blocks frames", act: allocWith(1, proptests.MinOffset),
		want: "UnsupportedCapability Arena={arena} Detail=no pool of the arena offers the strategy"},
	{condition: "UnsupportedCapability", kinds: "slices pages heap ring", act: allocWith(1, proptests.Dedicated), want: noOwn},
	{condition: "UnsupportedCapability", kinds: "heap ring", target: "vulkan", act: allocFor(required), want: noOwn},
	{condition: "UnsupportedCapability", kinds: "heap", target: "vulkan", act: allocFor(optimal),
		want: "UnsupportedCapability Arena={arena} Detail=only pools of buffers accept an image of this size"},
	{condition: "UnsupportedCapability", kinds: "ring", target: "vulkan", act: alloc(1025, 1),
		want: "UnsupportedCapability Arena={arena} Detail=only pools of images accept a buffer of this size"},
	{condition: "AllocationTooLarge", kinds: "slices pages", act: allocWith(1<<40, proptests.Upper), want: "AllocationTooLarge Arena={arena} Limit={limit} Requested=1099511627776"},
	{condition: "AllocationTooLarge", kinds: "slices pages", act: allocWith(1<<40, proptests.Dedicated), want: "AllocationTooLarge Arena={arena} Limit={limit} Requested=1099511627776"},

	{condition: "CorruptionDetected", kinds: "heap", target: "vulkan", prepare: overrun, mend: clearing, act: with("Free"),
		want: "CorruptionDetected Allocation={kept} Arena={arena} Offset=104"},
	{condition: "CorruptionDetected", kinds: "heap", target: "vulkan", prepare: overrun, mend: clearing, act: checking,
		want: "CorruptionDetected Allocation={kept} Arena={arena} Offset=104"},
	{condition: "CorruptionDetected", kinds: "heap", target: "vulkan", mend: clearing, act: ending("DestroyBuffer"),
		prepare: bound("CreateBuffer", vkrt.BufferInfo{Size: 512, Usage: 1}), want: "CorruptionDetected Allocation={kept} Arena={arena} Offset=512"},
	{condition: "CorruptionDetected", kinds: "heap", target: "vulkan", mend: clearing, act: ending("DestroyImage"),
		prepare: bound("CreateImage", vkrt.ImageInfo{Format: 37, Width: 64, Tiling: vkrt.TilingLinear, Usage: 1}), want: "CorruptionDetected Allocation={kept} Arena={arena} Offset=256"},

	{condition: "Call", kinds: "heap", target: "vulkan", act: starting(fake.Allocate, 1, vkrt.ErrorOutOfDeviceMemory),
		want: "Call Arena=heap Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", kinds: "heap", target: "vulkan", act: starting(fake.Map, 1, vkrt.ErrorMemoryMapFailed),
		want: "Call Arena=heap Call=vkMapMemory MemoryType=1 Pool=pool Result=VK_ERROR_MEMORY_MAP_FAILED"},
	{condition: "Call", kinds: "ring", target: "vulkan", act: starting(fake.Allocate, 2, vkrt.ErrorOutOfHostMemory),
		want: "Call Arena=ring Call=vkAllocateMemory MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", kinds: "ring", target: "vulkan", act: starting(fake.Allocate, 3, vkrt.ErrorDeviceLost),
		want: "Call Arena=ring Call=vkAllocateMemory MemoryType=0 Pool=images Result=VK_ERROR_DEVICE_LOST"},
	{condition: "AllocationLimit", kinds: "heap", target: "vulkan", act: opening(func(p *vkrt.Profile) { p.Limits.MaxMemoryAllocationCount = 0 }),
		want: "AllocationLimit Arena={arena} MemoryType=1 Pool=pool Result=VK_ERROR_TOO_MANY_OBJECTS"},
	{condition: "AllocationLimit", kinds: "ring", target: "vulkan", act: opening(func(p *vkrt.Profile) { p.Limits.MaxMemoryAllocationCount = 2 }),
		want: "AllocationLimit Arena={arena} MemoryType=0 Pool=images Result=VK_ERROR_TOO_MANY_OBJECTS"},
	{condition: "InvalidProperties", kinds: "ranges", target: "vulkan", act: opening(func(p *vkrt.Profile) { p.Heaps[0].Size, p.Heaps[1].Size = 8191, 8191 }),
		want: "InvalidProperties Arena={arena} Detail=" + tooLarge},
	{condition: "InvalidProperties", kinds: "frames", target: "vulkan", act: opening(func(p *vkrt.Profile) { p.Limits.MaxMemoryAllocationSize = 12<<10 - 1 }),
		want: "InvalidProperties Arena={arena} Detail=" + tooLarge},
	{condition: "InvalidProperties", kinds: "heap", target: "vulkan", act: opening(func(p *vkrt.Profile) { p.Heaps[1].Size = 4095 }),
		want: "InvalidProperties Arena={arena} Detail=" + tooLarge},
	{condition: "InvalidProperties", kinds: "ring", target: "vulkan", act: opening(func(p *vkrt.Profile) { p.Heaps[0].Size = 4095 }),
		want: "InvalidProperties Arena={arena} Detail=" + tooLarge},
	{condition: "AllocationTooLarge", kinds: "heap", target: "host", act: sized(1<<57+1, 0),
		want: "AllocationTooLarge Arena=heap Limit=144115188075855872 Requested=144115188075855873"},
	{condition: "AllocationTooLarge", kinds: "ring", target: "host", act: sized(1<<57, 1<<58),
		want: "AllocationTooLarge Arena=ring Limit=144115188075855872 Requested=288230376151711744"},
}
