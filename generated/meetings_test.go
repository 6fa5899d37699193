package generated

import (
	"reflect"
	"testing"

	"github.com/allocgen/allocgen/generated/pinned"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// meetings is the ways to meet a condition that do not come with flags or blocks
// of pools.
var meetings = []meeting{
	{condition: "NoCompatibleMemoryType", target: "vulkan", ends: true,
		prepare: func(t *testing.T, s *subject) {
			profile := smallDevice()
			profile.Types[0].Flags, profile.Types[1].Flags = 0, vkrt.HostVisible|vkrt.HostCoherent
			s.on(t, fake.New(profile, fake.Options{}))
		}, act: alloc(1, 1), want: "NoCompatibleMemoryType Arena={arena}"},
	{condition: "NoCompatibleMemoryType", target: "vulkan", want: "NoCompatibleMemoryType Arena={arena}",
		act: allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 0b100})},
	{condition: "InvalidProperties", target: "vulkan", want: "InvalidProperties Detail=there is no device",
		act: func(s *subject) string {
			_, failure := newOf(packageOf(s.target, s.arena), nil)
			return failure
		}},
	{condition: "InvalidProperties", target: "vulkan", want: "InvalidProperties Detail=the device is not the one that the spec pins",
		act: func(s *subject) string {
			_, failure := pinned.New(s.device.Device())
			return describe(reflect.ValueOf(failure))
		}},
	{condition: "InvalidProperties", kinds: "slices", target: "vulkan",
		act:  opening(func(p *vkrt.Profile) { p.Heaps[0].Size, p.Heaps[1].Size = 4095, 4095 }),
		want: "InvalidProperties Arena={arena} Detail=a page or block is larger than its heap, or than the device allocates at once"},
	{condition: "InvalidProperties", kinds: "slices", target: "vulkan",
		act:  opening(func(p *vkrt.Profile) { p.Limits.MaxMemoryAllocationSize = 4095 }),
		want: "InvalidProperties Arena={arena} Detail=a page or block is larger than its heap, or than the device allocates at once"},
	{condition: "InvalidProperties", kinds: "slices", target: "vulkan", act: opening(incoherent(512)),
		want: "InvalidProperties Arena={arena} Detail=the atom of memory that is not coherent is larger than Vulkan allows"},
	{condition: "InvalidProperties", target: "vulkan", act: opening(incoherent(256)), want: ""},

	{condition: "InvalidRequest", act: alloc(0, 1), want: "InvalidRequest Arena={arena} Detail=the size is 0"},
	{condition: "InvalidRequest", act: alloc(1, 0), want: "InvalidRequest Arena={arena} Detail=the alignment is 0"},
	{condition: "InvalidRequest", act: alloc(1, 1<<31), want: "InvalidRequest Arena={arena} Detail=the alignment is above 1 GiB"},
	{condition: "InvalidRequest", act: alloc(1, 48), want: "InvalidRequest Arena={arena} Detail=the alignment is not a power of two"},
	{condition: "InvalidRequest", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: binding(101),
		want: "InvalidRequest Arena={arena} Detail=the resource is larger than the region"},
	{condition: "InvalidRequest", target: "vulkan", prepare: seen(0b10, 256), mend: clearing, act: binding(1),
		want: "InvalidRequest Arena={arena} Detail=the resource cannot be in memory of the region's type"},
	{condition: "InvalidRequest", target: "vulkan", kinds: "slices ranges frames", prepare: seen(0b11, 512), mend: clearing, act: binding(1),
		want: "InvalidRequest Arena={arena} Detail=the region's offset is not aligned as the resource requires"},
	{condition: "InvalidRequest", target: "vulkan", act: making("CreateBuffer", vkrt.BufferInfo{Usage: 1}), want: "InvalidRequest Arena={arena} Detail=the size is 0"},
	{condition: "InvalidRequest", target: "vulkan", act: allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, Buffer: 1, Image: 2}),
		want: "InvalidRequest Arena={arena} Detail=both a buffer and an image are given"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("CopyIn", uint64(100), []byte{1}), want: "InvalidRange Arena={arena}"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("CopyOut", uint64(101), []byte{}), want: "InvalidRange Arena={arena}"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("Flush", uint64(1), ^uint64(0)), want: "InvalidRange Arena={arena}"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("Invalidate", ^uint64(0), uint64(1)), want: "InvalidRange Arena={arena}"},
	{condition: "AlreadyMapped", target: "vulkan", prepare: mapping(fake.Free), mend: clearing, act: with("Map"), want: "AlreadyMapped Arena={arena}"},
	{condition: "NotMapped", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: with("Unmap"), want: "NotMapped Arena={arena}"},
	{condition: "NotMapped", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: with("Bytes"), want: "NotMapped Arena={arena}"},
	{condition: "NotMapped", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: with("Flush", uint64(0), uint64(1)), want: "NotMapped Arena={arena}"},
	{condition: "NotHostVisible", target: "vulkan", prepare: region, mend: clearing, act: with("Map"), want: "NotHostVisible Arena={arena}"},
	{condition: "NotHostVisible", target: "vulkan", prepare: region, mend: clearing, act: with("CopyOut", uint64(0), []byte{0}), want: "NotHostVisible Arena={arena}"},
	{condition: "NotHostVisible", target: "vulkan", prepare: region, mend: clearing, act: with("Invalidate", uint64(0), uint64(0)), want: "NotHostVisible Arena={arena}"},
	{condition: "UnknownAllocation", act: func(s *subject) string { return s.free(s.forge(0)) }, want: "UnknownAllocation Arena={arena}"},
	{condition: "WrongAllocator",
		act: func(s *subject) string {
			handle, _ := s.alloc(1, 1)
			defer s.free(handle)
			return s.free(s.forge(number(handle) ^ 1<<63))
		}, want: "WrongAllocator Arena={arena}"},
	{condition: "SerialExhausted", ends: true,
		prepare: func(t *testing.T, s *subject) {
			for range 3 * 2 {
				s.free(s.must(t, 1))
			}
		}, act: alloc(1, 1), want: "SerialExhausted Arena={arena}"},
	{condition: "SynchronizationPoisoned", prepare: poison, act: alloc(1, 1), mend: recovering,
		want: "SynchronizationPoisoned Arena={arena}"},
	{condition: "SynchronizationPoisoned", prepare: poison, act: closing, mend: recovering,
		want: "SynchronizationPoisoned Arena={arena}"},
	{condition: "HostAllocationFailed", prepare: regions(3, 1), act: alloc(1, 1), mend: clearing,
		want: "HostAllocationFailed Arena={arena}"},

	{condition: "AllocationLimit", target: "vulkan",
		prepare: func(t *testing.T, s *subject) {
			for range 4 {
				s.device.Device().Allocate(1, 0)
			}
		},
		act:  alloc(1, 1),
		mend: func(t *testing.T, s *subject) { s.device.Device().Free(s.device.Live()[0].Memory, 1, 0) },
		want: "AllocationLimit Arena={arena} MemoryType=0 Pool=pool Result=VK_ERROR_TOO_MANY_OBJECTS"},
	{condition: "AllocationTooLarge", kinds: "slices", act: alloc(4097, 1), want: "AllocationTooLarge Arena={arena} Limit=4096 Requested=4097"},
	{condition: "AllocationTooLarge", kinds: "pages", act: alloc(16<<10+1, 1), want: "AllocationTooLarge Arena={arena} Limit=16384 Requested=16385"},
	{condition: "AllocationTooLarge", kinds: "blocks", target: "vulkan", act: alloc(16<<10+1, 1), want: "AllocationTooLarge Arena={arena} Limit=16384 Requested=16385"},
	{condition: "AllocationTooLarge", kinds: "blocks ranges frames", target: "host", act: alloc(1<<63, 1),
		want: "AllocationTooLarge Arena={arena} Limit=3689348814741910272 Requested=9223372036854775808"},
	{condition: "AllocationTooLarge", kinds: "slices pages blocks ranges frames", act: alloc(1<<64-1, 1<<30), want: "AllocationTooLarge Arena={arena} Limit={limit} Requested=18446744073709551615"},
	{condition: "PoolCapacityExceeded", kinds: "slices", prepare: regions(2, 4096), act: alloc(1, 1), mend: clearing,
		want: "PoolCapacityExceeded Arena={arena} Capacity=8192 InUse=8192 Pool=pool Size=1"},

	{condition: "UnsupportedCapability", kinds: "slices pages", target: "vulkan",
		act:  allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, RequiresDedicated: true}),
		want: "UnsupportedCapability Arena={arena} Detail=the request needs memory of its own, and no pool can give it that"},
	{condition: "UnsupportedCapability", kinds: "slices", target: "vulkan",
		act:  allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, Kind: vkrt.Optimal}),
		want: "UnsupportedCapability Arena={arena} Detail=only pools of buffers accept an image of this size"},

	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("BindBuffer", vkrt.Buffer(0)), want: "WrongResource Arena={arena}"},
	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("BindImage", vkrt.Image(1), vkrt.Optimal), want: "WrongResource Arena={arena}"},
	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("DestroyBuffer", vkrt.Buffer(1)), want: "WrongResource Arena={arena}"},
	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("DestroyImage", vkrt.Image(0)), want: "WrongResource Arena={arena}"},

	{condition: "LiveAllocations", prepare: regions(2, 1), act: closing, mend: clearing, want: "LiveAllocations Count=2"},
	{condition: "Closed", prepare: func(_ *testing.T, s *subject) { closing(s) }, act: alloc(1, 1), ends: true, want: "Closed"},
	{condition: "Closed", prepare: func(_ *testing.T, s *subject) { closing(s) }, act: closing, ends: true, want: "Closed"},
	{condition: "Call", target: "vulkan", prepare: failing(vkrt.ErrorOutOfDeviceMemory), act: alloc(1, 1), mend: failing(vkrt.Success),
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: failing(vkrt.ErrorOutOfHostMemory), act: alloc(1, 1), mend: failing(vkrt.Success),
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: failing(vkrt.ErrorDeviceLost), act: alloc(1, 1), mend: failing(vkrt.Success),
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=0 Pool=pool Result=VK_ERROR_DEVICE_LOST"},
	{condition: "Call", target: "vulkan", prepare: mapping(fake.Flush), mend: clearing, act: with("Flush", uint64(0), uint64(1)),
		want: "Call Arena={arena} Call=vkFlushMappedMemoryRanges MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: mapping(fake.Flush), mend: clearing, act: with("CopyIn", uint64(0), []byte{1}),
		want: "Call Arena={arena} Call=vkFlushMappedMemoryRanges MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: mapping(fake.Invalidate), mend: clearing, act: with("CopyOut", uint64(0), []byte{1}),
		want: "Call Arena={arena} Call=vkInvalidateMappedMemoryRanges MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", mend: clearing, act: with("CopyOut", uint64(0), []byte{1}),
		prepare: func(t *testing.T, s *subject) {
			seen(0b11, 256)(t, s)
			s.device.FailNth(fake.Map, 1, vkrt.ErrorMemoryMapFailed)
		}, want: "Call Arena={arena} Call=vkMapMemory MemoryType=0 Pool=pool Result=VK_ERROR_MEMORY_MAP_FAILED"},
	{condition: "Call", target: "vulkan", mend: clearing, act: binding(100),
		prepare: func(t *testing.T, s *subject) {
			seen(0b11, 256)(t, s)
			s.device.FailNth(fake.BindBuffer, 1, vkrt.ErrorOutOfDeviceMemory)
		}, want: "Call Arena={arena} Call=vkBindBufferMemory MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", target: "vulkan", act: making("CreateBuffer", vkrt.BufferInfo{Size: 10, Usage: 1}),
		prepare: func(_ *testing.T, s *subject) { s.device.FailAll(fake.BindBuffer, vkrt.ErrorOutOfDeviceMemory) },
		want:    "Call Arena={arena} Call=vkBindBufferMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", target: "vulkan", act: making("CreateBuffer", vkrt.BufferInfo{Size: 10, Usage: 1}),
		prepare: func(_ *testing.T, s *subject) { s.device.FailNth(fake.BindBuffer, 1, vkrt.ErrorUnknown) },
		want:    "Call Arena={arena} Call=vkBindBufferMemory MemoryType=0 Pool=pool Result=VK_ERROR_UNKNOWN"},
	{condition: "Call", target: "vulkan", act: making("CreateImage", vkrt.ImageInfo{Width: 1, Usage: 1}),
		prepare: func(_ *testing.T, s *subject) { s.device.FailNth(fake.CreateImage, 1, vkrt.ErrorOutOfHostMemory) },
		want:    "Call Arena={arena} Call=vkCreateImage Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", act: alloc(1, 1),
		prepare: func(_ *testing.T, s *subject) { // no heap has room for another byte of ours
			s.device.Occupy(0, 64<<10)
			s.device.Occupy(1, 64<<10)
		},
		mend: func(_ *testing.T, s *subject) { s.device.Occupy(1, 0) },
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},

	{condition: "Output", act: writing(noFile), want: "Output Detail=there is no file"},
	{condition: "Output", act: writing(closedFile), want: "Output Detail=the file is closed"},
	{condition: "Output", act: writing(lateFile), want: "Output Detail=the file's deadline has passed"},
	{condition: "Output", act: writing(fullFile), want: "Output Detail=there is no space left for it Errno=28"},
	{condition: "Output", act: writing(unreadPipe), want: "Output Detail=nothing reads the pipe any more Errno=32"},
	{condition: "Output", act: writing(readOnlyFile), want: "Output Detail=the system refused it Errno=9"},
}
