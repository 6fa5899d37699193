package vkrt

// A ResourceKind says how the bytes of a resource lie in memory: two neighbours
// of different kinds keep BufferImageGranularity apart.
type ResourceKind uint8

// The kinds of resource.
const (
	Linear  ResourceKind = iota // a buffer, or an image of linear tiling
	Optimal                     // an image of any other tiling
)

// Requirements are what a buffer or an image asks of its memory. Requirements
// without a resource are those of any resource of their kind.
type Requirements struct {
	Size              uint64 // bytes, at least 1
	Alignment         uint64 // bytes, of the offset: a power of two
	TypeBits          uint32 // bit i: memory of type i will do
	PrefersDedicated  bool   // memory of its own may serve the resource better
	RequiresDedicated bool   // nothing but memory of its own will do
	Kind              ResourceKind
	Buffer            Buffer // the resource: one of the two, or none
	Image             Image
}

// Dedicated returns what to allocate the resource's own memory with.
func (r Requirements) Dedicated() Dedicated { return Dedicated{r.Buffer, r.Image} }

// BufferInfo says what buffer to create, in Vulkan's numbers.
type BufferInfo struct {
	Size  uint64 // bytes, at least 1
	Usage uint32 // VkBufferUsageFlags, at least one
	Flags uint32 // VkBufferCreateFlags
	// Families has bit i for each queue family i that owns the buffer together
	// with others. With fewer than two bits one family owns it at a time
	// (VK_SHARING_MODE_EXCLUSIVE).
	Families uint32
}

// ShaderDeviceAddress is the usage of a buffer that has an address. It needs
// memory allocated with DeviceAddress.
const ShaderDeviceAddress = 0x20000 // VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT

// ImageInfo says what image to create, in Vulkan's numbers. Of Height, Depth,
// Mips, Layers and Samples, 0 means 1.
type ImageInfo struct {
	Type                 uint32 // VkImageType: Image1D, Image2D, Image3D
	Format               uint32 // VkFormat
	Width, Height, Depth uint32 // texels
	Mips                 uint32
	Layers               uint32
	Samples              uint32 // a power of two
	Tiling               uint32 // VkImageTiling: TilingOptimal, TilingLinear
	Usage                uint32 // VkImageUsageFlags, at least one
	Flags                uint32 // VkImageCreateFlags
	Families             uint32 // as for a buffer
	Layout               uint32 // VkImageLayout at first: 0 undefined, 8 preinitialized
}

// Numbers of VkImageType and VkImageTiling.
const (
	Image1D = 0
	Image2D = 1
	Image3D = 2

	TilingOptimal = 0
	TilingLinear  = 1
)

// Kind returns the kind of resource that the image is.
func (i ImageInfo) Kind() ResourceKind {
	if i.Tiling == TilingLinear {
		return Linear
	}
	return Optimal
}

// WithDefaults returns the info with 1 for each count that is 0.
func (i ImageInfo) WithDefaults() ImageInfo {
	for _, count := range []*uint32{&i.Height, &i.Depth, &i.Mips, &i.Layers, &i.Samples} {
		*count = max(*count, 1)
	}
	return i
}

// CreateBuffer is vkCreateBuffer. The buffer has no memory until BindBuffer.
func (d *Device) CreateBuffer(info BufferInfo) (Buffer, Result) { return d.call.CreateBuffer(info) }

// DestroyBuffer is vkDestroyBuffer. Its memory stays allocated.
func (d *Device) DestroyBuffer(b Buffer) { d.call.DestroyBuffer(b) }

// BufferRequirements returns what a buffer asks of its memory.
func (d *Device) BufferRequirements(b Buffer) Requirements {
	r := d.call.BufferRequirements(b)
	r.Kind, r.Buffer, r.Image = Linear, b, 0
	return r
}

// BindBuffer gives a buffer its memory, once and for all: from offset, a
// multiple of the alignment required, the size required. A failure leaves it
// without memory.
func (d *Device) BindBuffer(b Buffer, m Memory, offset uint64) Result {
	return d.call.BindBuffer(b, m, offset)
}

// HasBufferAddress reports whether buffers can have an address: whether the
// feature bufferDeviceAddress is enabled.
func (d *Device) HasBufferAddress() bool { return d.call.BufferAddress != nil }

// BufferAddress returns the address, for shaders, of a buffer that was made
// with the usage ShaderDeviceAddress and bound. It panics where
// HasBufferAddress is false.
func (d *Device) BufferAddress(b Buffer) uint64 { return d.call.BufferAddress(b) }

// CreateImage is vkCreateImage. The image has no memory until BindImage.
func (d *Device) CreateImage(info ImageInfo) (Image, Result) { return d.call.CreateImage(info) }

// DestroyImage is vkDestroyImage. Its memory stays allocated.
func (d *Device) DestroyImage(i Image) { d.call.DestroyImage(i) }

// ImageRequirements returns what an image of a kind, which Vulkan does not
// tell, asks of its memory.
func (d *Device) ImageRequirements(i Image, kind ResourceKind) Requirements {
	r := d.call.ImageRequirements(i)
	r.Kind, r.Buffer, r.Image = kind, 0, i
	return r
}

// BindImage gives an image its memory, as BindBuffer does.
func (d *Device) BindImage(i Image, m Memory, offset uint64) Result {
	return d.call.BindImage(i, m, offset)
}
