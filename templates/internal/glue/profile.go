package glue

import (
	"math/bits"

	"github.com/dave/jennifer/jen"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// The runtime's names of properties, in the order of their bits.
var (
	memoryFlagNames = []string{"DeviceLocal", "HostVisible", "HostCoherent", "HostCached", "LazilyAllocated", "Protected",
		"DeviceCoherentAMD", "DeviceUncachedAMD", "RDMACapableNV"}
	heapFlagNames = []string{"HeapDeviceLocal", "HeapMultiInstance"}
)

// flags writes a set of memory properties.
func flags(set vkrt.MemoryFlags) *jen.Statement { return flagSet(uint32(set), memoryFlagNames) }

// heapFlags writes a set of properties of heaps.
func heapFlags(set vkrt.HeapFlags) *jen.Statement { return flagSet(uint32(set), heapFlagNames) }

func flagSet(set uint32, names []string) *jen.Statement {
	if set == 0 {
		return jen.Lit(0)
	}
	all := rt(names[bits.TrailingZeros32(set)])
	for set &= set - 1; set != 0; set &= set - 1 {
		all.Op("|").Add(rt(names[bits.TrailingZeros32(set)]))
	}
	return all
}

// profile declares the pinned device.
func (w *writer) profile(f *jen.File) {
	d := w.plan.Device
	comment(f, "pinned is "+d.Name+" as the spec's profile has it: what the constants of this package are of.")
	f.Func().Id("pinned").Params().Add(rt("Profile")).Block(jen.Return(rt("Profile").Values(jen.Dict{
		jen.Id("Heaps"): jen.Index().Add(rt("Heap")).ValuesFunc(func(g *jen.Group) {
			for _, h := range d.Heaps {
				g.Line().Values(jen.Id("Size").Op(":").Id(literal(h.Size)), jen.Id("Flags").Op(":").Add(heapFlags(h.Flags)))
			}
			g.Line()
		}),
		jen.Id("Types"): jen.Index().Add(rt("Type")).ValuesFunc(func(g *jen.Group) {
			for _, t := range d.Types {
				g.Line().Values(jen.Id("Heap").Op(":").Lit(int(t.Heap)), jen.Id("Flags").Op(":").Add(flags(t.Flags)))
			}
			g.Line()
		}),
		jen.Id("Limits"): w.limits(d.Limits),
	})))
}

func (w *writer) limits(l vkrt.Limits) jen.Code {
	return rt("Limits").Values(jen.Dict{
		jen.Id("MaxMemoryAllocationCount"):         jen.Lit(int(l.MaxMemoryAllocationCount)),
		jen.Id("MaxMemoryAllocationSize"):          jen.Id(literal(l.MaxMemoryAllocationSize)),
		jen.Id("BufferImageGranularity"):           jen.Id(literal(l.BufferImageGranularity)),
		jen.Id("NonCoherentAtomSize"):              jen.Id(literal(l.NonCoherentAtomSize)),
		jen.Id("MinMemoryMapAlignment"):            jen.Id(literal(l.MinMemoryMapAlignment)),
		jen.Id("MaxBufferSize"):                    jen.Id(literal(l.MaxBufferSize)),
		jen.Id("MinStorageBufferOffsetAlignment"):  jen.Id(literal(l.MinStorageBufferOffsetAlignment)),
		jen.Id("MinUniformBufferOffsetAlignment"):  jen.Id(literal(l.MinUniformBufferOffsetAlignment)),
		jen.Id("OptimalBufferCopyOffsetAlignment"): jen.Id(literal(l.OptimalBufferCopyOffsetAlignment)),
	})
}
