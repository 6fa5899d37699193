package fake

import (
	"fmt"
	"math/bits"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Usages of buffers, as Vulkan numbers them, that have an alignment.
const (
	uniform = 0x10 // VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
	storage = 0x20 // VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
)

// What an image asks for where the options do not say.
const (
	texel          = 4   // bytes
	imageAlignment = 256 // below many a BufferImageGranularity
)

const maxDimension = 1 << 15 // texels

func (f *Fake) createBuffer(info vkrt.BufferInfo) (vkrt.Buffer, vkrt.Result) {
	r := resource{address: info.Usage&vkrt.ShaderDeviceAddress != 0}
	breach := f.bufferBreach(info)
	switch {
	case breach != "":
	case f.options.BufferRequirements != nil:
		r.Requirements = f.options.BufferRequirements(info)
	default:
		r.Requirements = f.plainBuffer(info)
	}
	r.Kind = vkrt.Linear
	c := f.create(Call{Kind: CreateBuffer, BufferInfo: info}, breach, &r)
	return c.Buffer, c.Result
}

func (f *Fake) createImage(info vkrt.ImageInfo) (vkrt.Image, vkrt.Result) {
	var r resource
	info = info.WithDefaults()
	breach := imageBreach(info)
	switch {
	case breach != "":
	case f.options.ImageRequirements != nil:
		r.Requirements = f.options.ImageRequirements(info)
	default:
		r.Requirements = f.plainImage(info)
	}
	r.Kind = info.Kind()
	c := f.create(Call{Kind: CreateImage, ImageInfo: info}, breach, &r)
	return c.Image, c.Result
}

// create is a call that makes a resource exist, unless it is planned to fail or
// a breach makes it a fault.
func (f *Fake) create(c Call, breach string, r *resource) Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch c.Result = f.planned(c); {
	case c.Result != vkrt.Success:
	case breach != "":
		c.Result = vkrt.ErrorUnknown
		f.fault(c, breach)
	default:
		f.created++
		if c.Kind == CreateBuffer {
			c.Buffer = vkrt.Buffer(f.created)
		} else {
			c.Image = vkrt.Image(f.created)
		}
		r.handle, r.Buffer, r.Image = f.created, c.Buffer, c.Image
		f.existing[r.handle] = r
	}
	f.record(c)
	return c
}

// bufferBreach returns why the creation of a buffer is a fault, or "".
func (f *Fake) bufferBreach(info vkrt.BufferInfo) string {
	switch limit := f.profile.Limits.MaxBufferSize; {
	case info.Size == 0:
		return "a size of 0"
	case info.Size > limit:
		return fmt.Sprintf("above max_buffer_size, %d", limit)
	case info.Usage == 0:
		return "no usage"
	case info.Usage&vkrt.ShaderDeviceAddress != 0 && !f.options.BufferAddress:
		return "the feature bufferDeviceAddress is not enabled"
	}
	return ""
}

// imageBreach returns why the creation of an image is a fault, or "".
func imageBreach(i vkrt.ImageInfo) string {
	largest := max(i.Width, i.Height, i.Depth)
	switch {
	case i.Type > vkrt.Image3D:
		return "there is no such type of image"
	case i.Format == 0:
		return "no format"
	case i.Usage == 0:
		return "no usage"
	case i.Width == 0:
		return "a width of 0"
	case largest > maxDimension || i.Layers > maxDimension:
		return fmt.Sprintf("larger than %d", maxDimension)
	case i.Type == vkrt.Image1D && i.Height > 1, i.Type < vkrt.Image3D && i.Depth > 1:
		return "more dimensions than the type has"
	case i.Type == vkrt.Image3D && i.Layers > 1:
		return "layers of a 3D image"
	case i.Mips > uint32(bits.Len32(largest)):
		return fmt.Sprintf("more mips than %d texels have", largest)
	case i.Samples&(i.Samples-1) != 0 || i.Samples > 64:
		return "not a power of two up to 64 of samples"
	case i.Samples > 1 && (i.Mips > 1 || i.Kind() == vkrt.Linear || i.Type != vkrt.Image2D):
		return "samples of an image that has mips, linear tiling or not 2 dimensions"
	}
	return ""
}

func (f *Fake) plainBuffer(info vkrt.BufferInfo) vkrt.Requirements {
	alignment := uint64(16)
	if info.Usage&uniform != 0 {
		alignment = max(alignment, f.profile.Limits.MinUniformBufferOffsetAlignment)
	}
	if info.Usage&storage != 0 {
		alignment = max(alignment, f.profile.Limits.MinStorageBufferOffsetAlignment)
	}
	return vkrt.Requirements{Size: roundUp(info.Size, alignment), Alignment: alignment, TypeBits: f.plainTypes()}
}

func (f *Fake) plainImage(i vkrt.ImageInfo) vkrt.Requirements {
	texels := uint64(0)
	for mip := range i.Mips {
		texels += uint64(max(i.Width>>mip, 1)) * uint64(max(i.Height>>mip, 1)) * uint64(max(i.Depth>>mip, 1))
	}
	size := texels * uint64(i.Layers) * uint64(i.Samples) * texel
	return vkrt.Requirements{Size: roundUp(size, imageAlignment), Alignment: imageAlignment, TypeBits: f.plainTypes()}
}

// plainTypes returns the bits of the memory types for resources that are
// neither transient nor protected.
func (f *Fake) plainTypes() (set uint32) {
	for i, t := range f.profile.Types {
		if t.Flags&(vkrt.LazilyAllocated|vkrt.Protected) == 0 {
			set |= 1 << i
		}
	}
	return set
}

// roundUp returns n rounded up to a power of two; neither is near 2^64.
func roundUp(n, power uint64) uint64 { return (n + power - 1) &^ (power - 1) }
