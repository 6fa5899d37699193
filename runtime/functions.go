package vkrt

import "fmt"

// Functions are the functions of a device. They may be called from any
// goroutine, several at a time, as far as Vulkan allows it: not two at a time
// for the same memory, buffer or image.
type Functions struct {
	// AllocateMemory is vkAllocateMemory.
	AllocateMemory func(info AllocateInfo) (Memory, Result)
	// FreeMemory is vkFreeMemory. It unmaps mapped memory.
	FreeMemory func(m Memory)
	// MapMemory maps the whole of memory that was allocated with this size.
	// The bytes are valid until UnmapMemory or FreeMemory.
	MapMemory func(m Memory, size uint64) ([]byte, Result)
	// UnmapMemory is vkUnmapMemory.
	UnmapMemory func(m Memory)
	// FlushMemory makes the host's writes to a range of mapped memory visible
	// to the device. The range is cut at multiples of NonCoherentAtomSize, or
	// ends where the memory ends.
	FlushMemory func(m Memory, offset, size uint64) Result
	// InvalidateMemory makes the device's writes visible to the host; the
	// range is as for FlushMemory.
	InvalidateMemory func(m Memory, offset, size uint64) Result
	// MemoryBudget returns the bytes of a heap that the program may use and
	// does use, by VK_EXT_memory_budget. It is there if the profile says so.
	MemoryBudget func(heap uint32) (budget, usage uint64)

	// CreateBuffer is vkCreateBuffer.
	CreateBuffer func(info BufferInfo) (Buffer, Result)
	// DestroyBuffer is vkDestroyBuffer.
	DestroyBuffer func(b Buffer)
	// BufferRequirements is vkGetBufferMemoryRequirements2. The Device adds
	// kind and resource.
	BufferRequirements func(b Buffer) Requirements
	// BindBuffer is vkBindBufferMemory.
	BindBuffer func(b Buffer, m Memory, offset uint64) Result
	// BufferAddress is vkGetBufferDeviceAddress. It is nil where the feature
	// bufferDeviceAddress is not enabled.
	BufferAddress func(b Buffer) uint64

	// CreateImage is vkCreateImage.
	CreateImage func(info ImageInfo) (Image, Result)
	// DestroyImage is vkDestroyImage.
	DestroyImage func(i Image)
	// ImageRequirements is vkGetImageMemoryRequirements2. The Device adds kind
	// and resource.
	ImageRequirements func(i Image) Requirements
	// BindImage is vkBindImageMemory.
	BindImage func(i Image, m Memory, offset uint64) Result
}

// AllocateInfo says what memory to allocate.
type AllocateInfo struct {
	Size      uint64 // bytes, at least 1
	Type      uint32 // index of the memory type
	Dedicated Dedicated
	// Priority, up to 1, says what the driver should keep in device memory
	// when that is short: the higher the longer. 0 is Vulkan's default, 0.5.
	// It is a hint, unheard where the feature memoryPriority is not enabled.
	Priority float32
	// DeviceAddress allows buffers with an address in the memory.
	DeviceAddress bool
	// WithinBudget refuses what is above the Headroom of the heap, before the
	// driver is asked.
	WithinBudget bool
}

// Dedicated names the one resource that memory is for: a buffer, an image, or,
// as zero, none.
type Dedicated struct {
	Buffer Buffer
	Image  Image
}

// missing returns an error for every function that a device with this profile
// needs and does not have.
func (f *Functions) missing(p *Profile) (errs []error) {
	for _, function := range []struct {
		name   string
		absent bool
	}{
		{"AllocateMemory", f.AllocateMemory == nil},
		{"FreeMemory", f.FreeMemory == nil},
		{"MapMemory", f.MapMemory == nil},
		{"UnmapMemory", f.UnmapMemory == nil},
		{"FlushMemory", f.FlushMemory == nil},
		{"InvalidateMemory", f.InvalidateMemory == nil},
		{"MemoryBudget", p.MemoryBudget && f.MemoryBudget == nil},
		{"CreateBuffer", f.CreateBuffer == nil},
		{"DestroyBuffer", f.DestroyBuffer == nil},
		{"BufferRequirements", f.BufferRequirements == nil},
		{"BindBuffer", f.BindBuffer == nil},
		{"CreateImage", f.CreateImage == nil},
		{"DestroyImage", f.DestroyImage == nil},
		{"ImageRequirements", f.ImageRequirements == nil},
		{"BindImage", f.BindImage == nil},
	} {
		if function.absent {
			errs = append(errs, fmt.Errorf("the device has no function %s", function.name))
		}
	}
	return errs
}
