//go:build cgo

package main

import (
	_ "embed"
	"unsafe"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	"github.com/allocgen/allocgen/runtime/vk"
	vulkan "github.com/vulkan-go/vulkan"
)

//go:generate glslangValidator -V -g -o multiply.spv multiply.comp
//go:embed multiply.spv
var multiplySPIRV []byte

// The shader's constants.
const (
	operands = 3 // x, y and their product
	tile     = 8 // a workgroup makes tile x tile values
)

// A kernel is the shader, ready to run.
type kernel struct {
	set      vulkan.DescriptorSet // its operands
	layout   vulkan.PipelineLayout
	pipeline vulkan.Pipeline
}

func newKernel(d *gpu.Device) (k kernel, err error) {
	set, err := newSetLayout(d)
	if err != nil {
		return kernel{}, err
	}
	if k.set, err = newSet(d, set); err != nil {
		return kernel{}, err
	}
	if k.layout, err = newLayout(d, set); err != nil {
		return kernel{}, err
	}
	k.pipeline, err = newPipeline(d, k.layout)
	return k, err
}

// run multiplies the matrices of n rows in the first two buffers into the third.
func (k kernel) run(d *gpu.Device, buffers [operands]matrixBuffer, n uint32) error {
	writes := make([]vulkan.WriteDescriptorSet, operands)
	for i, b := range buffers {
		writes[i] = vulkan.WriteDescriptorSet{
			SType:           vulkan.StructureTypeWriteDescriptorSet,
			DstSet:          k.set,
			DstBinding:      uint32(i),
			DescriptorCount: 1,
			DescriptorType:  vulkan.DescriptorTypeStorageBuffer,
			PBufferInfo:     []vulkan.DescriptorBufferInfo{{Buffer: vk.Buffer(b.Buffer), Range: vulkan.DeviceSize(b.size)}},
		}
	}
	vulkan.UpdateDescriptorSets(d.Device, operands, writes, 0, nil)
	return d.Run(func(commands vulkan.CommandBuffer) {
		gpu.Barrier(commands, gpu.TransferWrite, gpu.ShaderRead)
		vulkan.CmdBindPipeline(commands, vulkan.PipelineBindPointCompute, k.pipeline)
		vulkan.CmdBindDescriptorSets(commands, vulkan.PipelineBindPointCompute, k.layout, 0, 1, []vulkan.DescriptorSet{k.set}, 0, nil)
		vulkan.CmdPushConstants(commands, k.layout, vulkan.ShaderStageFlags(vulkan.ShaderStageComputeBit), 0, 4, unsafe.Pointer(&n))
		vulkan.CmdDispatch(commands, n/tile, n/tile, 1)
	})
}

// newSetLayout says that the operands are storage buffers.
func newSetLayout(d *gpu.Device) (vulkan.DescriptorSetLayout, error) {
	bindings := make([]vulkan.DescriptorSetLayoutBinding, operands)
	for i := range bindings {
		bindings[i] = vulkan.DescriptorSetLayoutBinding{
			Binding:         uint32(i),
			DescriptorType:  vulkan.DescriptorTypeStorageBuffer,
			DescriptorCount: 1,
			StageFlags:      vulkan.ShaderStageFlags(vulkan.ShaderStageComputeBit),
		}
	}
	info := vulkan.DescriptorSetLayoutCreateInfo{
		SType:        vulkan.StructureTypeDescriptorSetLayoutCreateInfo,
		BindingCount: operands,
		PBindings:    bindings,
	}
	defer info.Free()
	var layout vulkan.DescriptorSetLayout
	if err := gpu.Check("vkCreateDescriptorSetLayout", vulkan.CreateDescriptorSetLayout(d.Device, &info, nil, &layout)); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyDescriptorSetLayout(d.Device, layout, nil) })
	return layout, nil
}

// newSet makes a pool for one set, and the set.
func newSet(d *gpu.Device, layout vulkan.DescriptorSetLayout) (vulkan.DescriptorSet, error) {
	info := vulkan.DescriptorPoolCreateInfo{
		SType:         vulkan.StructureTypeDescriptorPoolCreateInfo,
		MaxSets:       1,
		PoolSizeCount: 1,
		PPoolSizes:    []vulkan.DescriptorPoolSize{{Type: vulkan.DescriptorTypeStorageBuffer, DescriptorCount: operands}},
	}
	defer info.Free()
	var pool vulkan.DescriptorPool
	if err := gpu.Check("vkCreateDescriptorPool", vulkan.CreateDescriptorPool(d.Device, &info, nil, &pool)); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyDescriptorPool(d.Device, pool, nil) })
	allocate := vulkan.DescriptorSetAllocateInfo{
		SType:              vulkan.StructureTypeDescriptorSetAllocateInfo,
		DescriptorPool:     pool,
		DescriptorSetCount: 1,
		PSetLayouts:        []vulkan.DescriptorSetLayout{layout},
	}
	defer allocate.Free()
	var set vulkan.DescriptorSet
	result := vulkan.AllocateDescriptorSets(d.Device, &allocate, &set)
	return set, gpu.Check("vkAllocateDescriptorSets", result)
}

// newLayout says that the shader takes one set and the number of rows.
func newLayout(d *gpu.Device, set vulkan.DescriptorSetLayout) (vulkan.PipelineLayout, error) {
	info := vulkan.PipelineLayoutCreateInfo{
		SType:                  vulkan.StructureTypePipelineLayoutCreateInfo,
		SetLayoutCount:         1,
		PSetLayouts:            []vulkan.DescriptorSetLayout{set},
		PushConstantRangeCount: 1,
		PPushConstantRanges: []vulkan.PushConstantRange{{
			StageFlags: vulkan.ShaderStageFlags(vulkan.ShaderStageComputeBit),
			Size:       4,
		}},
	}
	defer info.Free()
	var layout vulkan.PipelineLayout
	if err := gpu.Check("vkCreatePipelineLayout", vulkan.CreatePipelineLayout(d.Device, &info, nil, &layout)); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyPipelineLayout(d.Device, layout, nil) })
	return layout, nil
}

func newPipeline(d *gpu.Device, layout vulkan.PipelineLayout) (vulkan.Pipeline, error) {
	shader, err := d.Shader(multiplySPIRV)
	if err != nil {
		return nil, err
	}
	infos := []vulkan.ComputePipelineCreateInfo{{
		SType:  vulkan.StructureTypeComputePipelineCreateInfo,
		Layout: layout,
		Stage: vulkan.PipelineShaderStageCreateInfo{
			SType:  vulkan.StructureTypePipelineShaderStageCreateInfo,
			Stage:  vulkan.ShaderStageComputeBit,
			Module: shader,
			PName:  "main\x00",
		},
	}}
	pipelines := make([]vulkan.Pipeline, 1)
	result := vulkan.CreateComputePipelines(d.Device, vulkan.NullPipelineCache, 1, infos, nil, pipelines)
	if err := gpu.Check("vkCreateComputePipelines", result); err != nil {
		return nil, err
	}
	d.Own(func() { vulkan.DestroyPipeline(d.Device, pipelines[0], nil) })
	return pipelines[0], nil
}
