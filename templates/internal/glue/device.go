package glue

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/spec"
)

const runtime = module + "runtime"

// rt names something of the runtime.
func rt(name string) *jen.Statement { return jen.Qual(runtime, name) }

// vulkan reports whether blocks are memory of a device.
func (w *writer) vulkan() bool { return w.plan.Target == spec.Vulkan }

// pinned reports whether the device is known.
func (w *writer) pinned() bool { return w.plan.Device != nil }

// atom reports whether extents of an arena may have to be rounded to more than
// its alignment.
func (w *writer) atom(a *arena) bool {
	return a.Atom(w.plan.Target, w.plan.Device) > a.Alignment
}

// incoherent reports whether an arena's memory may be of a type that the host
// sees and that is not coherent.
func (w *writer) incoherent(a *arena) bool { return a.Atom(w.plan.Target, w.plan.Device) > 1 }

// deviceFields declares what an arena knows of its device.
func (w *writer) deviceFields(g *jen.Group, a *arena) {
	g.Id("allocator").Op("*").Id("Allocator")
	g.Id("device").Op("*").Add(rt("Device"))
	if len(w.deferring(a)) > 0 {
		g.Id("dry").Bool().Comment("new blocks get no memory")
	}
	if a.Buffers != 0 {
		g.Id("fits").Uint32().Comment("bits of the memory types that its buffers can be in")
	}
	if w.pinned() {
		return
	}
	g.Id("types").Add(rt("Candidates")).Comment("that can serve the arena, best first")
	g.Id("allowed").Uint32().Comment("their bits")
	g.Id("ceiling").Uint64().Comment("bytes, of the largest region that the device has room for")
	if w.atom(a) {
		g.Id("granules").Index(rt("MaxTypes")).Uint64().Comment("bytes, by rank of the type: what extents are rounded to")
	}
}

// deviceConstants declares what is known of a pinned device.
func (w *writer) deviceConstants(f *jen.File, a *arena) {
	types := a.Candidates(w.plan.Device)
	granule, allowed := uint64(a.Alignment), uint32(0)
	var indices, granules []jen.Code
	for _, typ := range types {
		own := a.Alignment
		if spec.IsIncoherent(w.plan.Device.Types[typ].Flags) {
			own = max(own, w.plan.Device.Limits.NonCoherentAtomSize)
		}
		granule = max(granule, own)
		indices, granules = append(indices, jen.Lit(int(typ))), append(granules, jen.Lit(int(own)))
		allowed |= 1 << typ
	}
	ceiling := w.plan.Device.Limits.MaxMemoryAllocationSize &^ (granule - 1)
	if a.Buffers != 0 {
		ceiling = min(ceiling, w.plan.Device.Limits.MaxBufferSize&^(granule-1))
	}
	f.Const().Defs(
		jen.Id(a.lower+"Types").Op("=").Lit(len(types)).Comment("memory types that can serve the arena"),
		jen.Id(a.lower+"Allowed").Uint32().Op("=").Id(bitsLiteral(allowed)).Comment("their bits"),
		jen.Id(a.lower+"Ceiling").Op("=").Id(literal(ceiling)).Comment("bytes, of the largest region that the device has room for"))
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, flag := range []vkrt.MemoryFlags{vkrt.HostVisible, vkrt.HostCoherent} {
			g.Id(a.lower + pinnedRanks[flag]).Op("=").Id(bitsLiteral(w.ranksWith(a, flag))).Comment("bits of the ranks whose types are " + flag.String())
		}
	})
	comment(f, a.lower+"Type returns the memory type of a rank, the best first.")
	f.Func().Id(a.lower + "Type").Params(jen.Id("rank").Int()).Uint32().Block(
		jen.Return(jen.Index(jen.Id(a.lower + "Types")).Uint32().Values(indices...).Index(jen.Id("rank"))))
	if w.atom(a) {
		comment(f, a.lower+"Granule returns what extents are rounded to in memory of a rank, in bytes.")
		f.Func().Id(a.lower + "Granule").Params(jen.Id("rank").Int()).Uint64().Block(
			jen.Return(jen.Index(jen.Id(a.lower + "Types")).Uint64().Values(granules...).Index(jen.Id("rank"))))
	}
}

// pinnedRanks names, for a property, the constant of the ranks that have it.
var pinnedRanks = map[vkrt.MemoryFlags]string{vkrt.HostVisible: "Visible", vkrt.HostCoherent: "Coherent"}

// ranksWith returns the bits of the ranks of a pinned device's types that have
// a property.
func (w *writer) ranksWith(a *arena, flag vkrt.MemoryFlags) (ranks uint32) {
	for rank, typ := range a.Candidates(w.plan.Device) {
		if w.plan.Device.Types[typ].Flags&flag != 0 {
			ranks |= 1 << rank
		}
	}
	return ranks
}

// The numbers of an arena's device, constants where it is pinned.

func (w *writer) types(a *arena) *jen.Statement {
	if w.pinned() {
		return jen.Id(a.lower + "Types")
	}
	return own("types").Dot("Len").Call()
}

func (w *writer) typeAt(a *arena, rank jen.Code) *jen.Statement {
	if w.pinned() {
		return jen.Id(a.lower + "Type").Call(rank)
	}
	return own("types").Dot("At").Call(rank)
}

func (w *writer) allowed(a *arena) *jen.Statement {
	if w.pinned() {
		return jen.Id(a.lower + "Allowed")
	}
	return own("allowed")
}

func (w *writer) ceiling(a *arena) *jen.Statement {
	if w.pinned() {
		return jen.Id(a.lower + "Ceiling")
	}
	return own("ceiling")
}

func (w *writer) granule(a *arena) *jen.Statement {
	switch {
	case !w.vulkan() || !w.atom(a):
		return jen.Id(a.lower + "Alignment")
	case w.pinned():
		return jen.Id(a.lower + "Granule").Call(jen.Id("rank"))
	}
	return own("granules").Index(jen.Id("rank"))
}

// bitsLiteral writes a set of memory types.
func bitsLiteral(bits uint32) string { return "0b" + strconv.FormatUint(uint64(bits), 2) }
