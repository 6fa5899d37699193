//go:build cgo

package main

import (
	_ "embed"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	vulkan "github.com/vulkan-go/vulkan"
)

//go:generate glslangValidator -V -g -o triangle.vert.spv triangle.vert
//go:generate glslangValidator -V -g -o triangle.frag.spv triangle.frag
var (
	//go:embed triangle.vert.spv
	vertexSPIRV []byte
	//go:embed triangle.frag.spv
	fragmentSPIRV []byte
)

// vertexSize is the size of a point in a buffer, in bytes.
const vertexSize = 8

// newPipeline makes the pipeline that draws triangles in a pass.
func newPipeline(d *gpu.Device, pass vulkan.RenderPass) (vulkan.Pipeline, error) {
	stages, err := newStages(d)
	if err != nil {
		return nil, err
	}
	layout, err := newLayout(d)
	if err != nil {
		return nil, err
	}
	infos := []vulkan.GraphicsPipelineCreateInfo{{
		SType:             vulkan.StructureTypeGraphicsPipelineCreateInfo,
		StageCount:        uint32(len(stages)),
		PStages:           stages,
		PVertexInputState: vertexInput(),
		PInputAssemblyState: &vulkan.PipelineInputAssemblyStateCreateInfo{
			SType:    vulkan.StructureTypePipelineInputAssemblyStateCreateInfo,
			Topology: vulkan.PrimitiveTopologyTriangleList,
		},
		PViewportState: viewport(),
		PRasterizationState: &vulkan.PipelineRasterizationStateCreateInfo{
			SType:       vulkan.StructureTypePipelineRasterizationStateCreateInfo,
			PolygonMode: vulkan.PolygonModeFill,
			LineWidth:   1,
		},
		PMultisampleState: &vulkan.PipelineMultisampleStateCreateInfo{
			SType:                vulkan.StructureTypePipelineMultisampleStateCreateInfo,
			RasterizationSamples: vulkan.SampleCount1Bit,
		},
		PColorBlendState: &vulkan.PipelineColorBlendStateCreateInfo{
			SType:           vulkan.StructureTypePipelineColorBlendStateCreateInfo,
			AttachmentCount: 1,
			PAttachments:    []vulkan.PipelineColorBlendAttachmentState{{ColorWriteMask: allChannels}},
		},
		Layout:     layout,
		RenderPass: pass,
	}}
	pipelines := make([]vulkan.Pipeline, 1)
	result := vulkan.CreateGraphicsPipelines(d.Device, vulkan.NullPipelineCache, 1, infos, nil, pipelines)
	if err := gpu.Check("vkCreateGraphicsPipelines", result); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyPipeline(d.Device, pipelines[0], nil) })
	return pipelines[0], nil
}

const allChannels = vulkan.ColorComponentFlags(
	vulkan.ColorComponentRBit | vulkan.ColorComponentGBit | vulkan.ColorComponentBBit | vulkan.ColorComponentABit)

func newStages(d *gpu.Device) ([]vulkan.PipelineShaderStageCreateInfo, error) {
	vertex, err := d.Shader(vertexSPIRV)
	if err != nil {
		return nil, err
	}
	fragment, err := d.Shader(fragmentSPIRV)
	if err != nil {
		return nil, err
	}
	return []vulkan.PipelineShaderStageCreateInfo{{
		SType:  vulkan.StructureTypePipelineShaderStageCreateInfo,
		Stage:  vulkan.ShaderStageVertexBit,
		Module: vertex,
		PName:  "main\x00",
	}, {
		SType:  vulkan.StructureTypePipelineShaderStageCreateInfo,
		Stage:  vulkan.ShaderStageFragmentBit,
		Module: fragment,
		PName:  "main\x00",
	}}, nil
}

// newLayout says that the shaders take nothing but vertices.
func newLayout(d *gpu.Device) (vulkan.PipelineLayout, error) {
	info := vulkan.PipelineLayoutCreateInfo{SType: vulkan.StructureTypePipelineLayoutCreateInfo}
	defer info.Free()
	var layout vulkan.PipelineLayout
	if err := gpu.Check("vkCreatePipelineLayout", vulkan.CreatePipelineLayout(d.Device, &info, nil, &layout)); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyPipelineLayout(d.Device, layout, nil) })
	return layout, nil
}

// vertexInput says that a vertex is a point.
func vertexInput() *vulkan.PipelineVertexInputStateCreateInfo {
	return &vulkan.PipelineVertexInputStateCreateInfo{
		SType:                           vulkan.StructureTypePipelineVertexInputStateCreateInfo,
		VertexBindingDescriptionCount:   1,
		PVertexBindingDescriptions:      []vulkan.VertexInputBindingDescription{{Stride: vertexSize}},
		VertexAttributeDescriptionCount: 1,
		PVertexAttributeDescriptions:    []vulkan.VertexInputAttributeDescription{{Format: vulkan.FormatR32g32Sfloat}},
	}
}

// viewport says that all of the picture is drawn.
func viewport() *vulkan.PipelineViewportStateCreateInfo {
	return &vulkan.PipelineViewportStateCreateInfo{
		SType:         vulkan.StructureTypePipelineViewportStateCreateInfo,
		ViewportCount: 1,
		PViewports:    []vulkan.Viewport{{Width: side, Height: side, MaxDepth: 1}},
		ScissorCount:  1,
		PScissors:     []vulkan.Rect2D{{Extent: vulkan.Extent2D{Width: side, Height: side}}},
	}
}
