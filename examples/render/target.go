//go:build cgo

package main

import (
	"image"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	"github.com/allocgen/allocgen/examples/render/scenemem"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

// format has a byte each for red, green, blue and alpha, as image.NRGBA has.
const format = vulkan.FormatR8g8b8a8Unorm

// A target is an image to draw into. The pass clears it and leaves it ready to
// be copied.
type target struct {
	image       vkrt.Image
	handle      scenemem.ImagesHandle
	view        vulkan.ImageView
	pass        vulkan.RenderPass
	framebuffer vulkan.Framebuffer
}

// newTarget makes a target of side x side pixels. The image is tiled as suits
// the device, in memory of its own if the driver wants that.
func newTarget(d *gpu.Device, a *scenemem.Allocator) (t target, err error) {
	made, handle, failure := a.Images.CreateImage(vkrt.ImageInfo{
		Type:   vkrt.Image2D,
		Format: uint32(format),
		Width:  side,
		Height: side,
		Tiling: vkrt.TilingOptimal,
		Usage:  uint32(vulkan.ImageUsageColorAttachmentBit | vulkan.ImageUsageTransferSrcBit),
	})
	if failure.Failed() {
		return target{}, failure.Err()
	}
	t = target{image: made, handle: handle}
	defer func() {
		if err != nil {
			t.destroy(d, a)
		}
	}()
	if t.view, err = newView(d, made); err != nil {
		return t, err
	}
	if t.pass, err = newPass(d); err != nil {
		return t, err
	}
	t.framebuffer, err = newFramebuffer(d, t.pass, t.view)
	return t, err
}

// destroy also destroys what there is of a target that could not be made.
func (t target) destroy(d *gpu.Device, a *scenemem.Allocator) {
	vulkan.DestroyFramebuffer(d.Device, t.framebuffer, nil)
	vulkan.DestroyRenderPass(d.Device, t.pass, nil)
	vulkan.DestroyImageView(d.Device, t.view, nil)
	a.Images.DestroyImage(t.handle, t.image)
}

// read returns what was drawn.
func (t target) read(d *gpu.Device, a *scenemem.Allocator) (*image.NRGBA, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, side, side))
	buffer, handle, failure := a.Readback.CreateBuffer(vkrt.BufferInfo{
		Size: uint64(len(picture.Pix)), Usage: uint32(vulkan.BufferUsageTransferDstBit),
	})
	if failure.Failed() {
		return nil, failure.Err()
	}
	defer a.Readback.DestroyBuffer(handle, buffer)
	err := d.Run(func(commands vulkan.CommandBuffer) {
		regions := []vulkan.BufferImageCopy{{
			ImageSubresource: vulkan.ImageSubresourceLayers{
				AspectMask: vulkan.ImageAspectFlags(vulkan.ImageAspectColorBit), LayerCount: 1,
			},
			ImageExtent: vulkan.Extent3D{Width: side, Height: side, Depth: 1},
		}}
		vulkan.CmdCopyImageToBuffer(commands, vk.Image(t.image), vulkan.ImageLayoutTransferSrcOptimal, vk.Buffer(buffer), 1, regions)
		gpu.Barrier(commands, gpu.TransferWrite, gpu.HostRead)
	})
	if err != nil {
		return nil, err
	}
	return picture, a.Readback.CopyOut(handle, 0, picture.Pix).Err()
}

func newView(d *gpu.Device, made vkrt.Image) (vulkan.ImageView, error) {
	info := vulkan.ImageViewCreateInfo{
		SType:    vulkan.StructureTypeImageViewCreateInfo,
		Image:    vk.Image(made),
		ViewType: vulkan.ImageViewType2d,
		Format:   format,
		SubresourceRange: vulkan.ImageSubresourceRange{
			AspectMask: vulkan.ImageAspectFlags(vulkan.ImageAspectColorBit), LevelCount: 1, LayerCount: 1,
		},
	}
	defer info.Free()
	var view vulkan.ImageView
	result := vulkan.CreateImageView(d.Device, &info, nil, &view)
	return view, gpu.Check("vkCreateImageView", result)
}

func newPass(d *gpu.Device) (vulkan.RenderPass, error) {
	info := vulkan.RenderPassCreateInfo{
		SType:           vulkan.StructureTypeRenderPassCreateInfo,
		AttachmentCount: 1,
		PAttachments: []vulkan.AttachmentDescription{{
			Format:         format,
			Samples:        vulkan.SampleCount1Bit,
			LoadOp:         vulkan.AttachmentLoadOpClear,
			StoreOp:        vulkan.AttachmentStoreOpStore,
			StencilLoadOp:  vulkan.AttachmentLoadOpDontCare,
			StencilStoreOp: vulkan.AttachmentStoreOpDontCare,
			InitialLayout:  vulkan.ImageLayoutUndefined,
			FinalLayout:    vulkan.ImageLayoutTransferSrcOptimal,
		}},
		SubpassCount: 1,
		PSubpasses: []vulkan.SubpassDescription{{
			PipelineBindPoint:    vulkan.PipelineBindPointGraphics,
			ColorAttachmentCount: 1,
			PColorAttachments:    []vulkan.AttachmentReference{{Layout: vulkan.ImageLayoutColorAttachmentOptimal}},
		}},
		DependencyCount: 1,
		PDependencies: []vulkan.SubpassDependency{{ // the copy comes after the drawing
			DstSubpass:    vulkan.SubpassExternal,
			SrcStageMask:  vulkan.PipelineStageFlags(vulkan.PipelineStageColorAttachmentOutputBit),
			SrcAccessMask: vulkan.AccessFlags(vulkan.AccessColorAttachmentWriteBit),
			DstStageMask:  vulkan.PipelineStageFlags(vulkan.PipelineStageTransferBit),
			DstAccessMask: vulkan.AccessFlags(vulkan.AccessTransferReadBit),
		}},
	}
	defer info.Free()
	var pass vulkan.RenderPass
	result := vulkan.CreateRenderPass(d.Device, &info, nil, &pass)
	return pass, gpu.Check("vkCreateRenderPass", result)
}

func newFramebuffer(d *gpu.Device, pass vulkan.RenderPass, view vulkan.ImageView) (vulkan.Framebuffer, error) {
	info := vulkan.FramebufferCreateInfo{
		SType:           vulkan.StructureTypeFramebufferCreateInfo,
		RenderPass:      pass,
		AttachmentCount: 1,
		PAttachments:    []vulkan.ImageView{view},
		Width:           side,
		Height:          side,
		Layers:          1,
	}
	defer info.Free()
	var framebuffer vulkan.Framebuffer
	result := vulkan.CreateFramebuffer(d.Device, &info, nil, &framebuffer)
	return framebuffer, gpu.Check("vkCreateFramebuffer", result)
}
