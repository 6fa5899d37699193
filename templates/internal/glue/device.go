package glue

import (
	"math/bits"
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
	comment(f, a.lower+"Type returns the memory type of a rank, the best first.")
	f.Func().Id(a.lower + "Type").Params(jen.Id("rank").Int()).Uint32().Block(
		jen.Return(jen.Index(jen.Id(a.lower + "Types")).Uint32().Values(indices...).Index(jen.Id("rank"))))
	if w.atom(a) {
		comment(f, a.lower+"Granule returns what extents are rounded to in memory of a rank, in bytes.")
		f.Func().Id(a.lower + "Granule").Params(jen.Id("rank").Int()).Uint64().Block(
			jen.Return(jen.Index(jen.Id(a.lower + "Types")).Uint64().Values(granules...).Index(jen.Id("rank"))))
	}
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

// openOn declares how an arena gets to know its device: its memory types, and
// whether its pages and atoms are of a size that the arena can work with.
func (w *writer) openOn(f *jen.File, a *arena) {
	comment(f, "open makes the arena ready for a device and the given owner of its handles.")
	open := a.method("open").Params(jen.Id("allocator").Op("*").Id("Allocator"), jen.Id("device").Op("*").Add(rt("Device")), jen.Id("owner").Uint64())
	if w.refuses(a) {
		open.Id("Failure")
	}
	f.Add(open.BlockFunc(func(g *jen.Group) {
		g.List(own("allocator"), own("device")).Op("=").List(jen.Id("allocator"), jen.Id("device"))
		if a.Buffers != 0 {
			w.probe(g, a)
		}
		if !w.pinned() {
			w.openTypes(g, a)
		}
		g.Add(own("slots").Dot("Init").Call(jen.Id("owner")))
		for _, p := range a.pools {
			if !w.pinned() {
				g.Add(own(p.field)).Op("=").Make(jen.Index().Id(p.prefix+"Pool"), own("types").Dot("Len").Call())
			}
			g.For(jen.Id("rank").Op(":=").Range().Add(own(p.field))).Block(
				own(p.field).Index(jen.Id("rank")).Dot("Init").Call(jen.Lit(min(int(a.MaxLive), provision)).Op(">>").Id("rank")))
		}
		if w.refuses(a) {
			g.Return(jen.Id("Failure").Values())
		}
	}))
}

// refuses reports whether there are devices that the arena cannot work with.
func (w *writer) refuses(a *arena) bool {
	return a.Buffers != 0 || !w.pinned() && (w.incoherent(a) || a.hasPages())
}

// openTypes chooses the memory types of a device met only at run time.
func (w *writer) openTypes(g *jen.Group, a *arena) {
	g.Add(own("types")).Op("=").Add(rt("Choose")).Call(jen.Id("device").Dot("Types").Call(), jen.Op("^").Uint32().Call(jen.Lit(0)),
		flags(a.Memory.Require), flags(a.Memory.Prefer), flags(a.Memory.Avoid))
	granule := jen.Id(a.lower + "Alignment")
	if w.incoherent(a) {
		g.Id("granule").Op(":=").Uint64().Call(jen.Id(a.lower + "Alignment"))
		granule = jen.Id("granule")
	}
	if a.hasPages() {
		g.Var().Id("heap").Uint64().Comment("bytes, of the largest that has such memory")
	}
	g.For(jen.Id("rank").Op(":=").Range().Add(own("types").Dot("Len").Call())).BlockFunc(func(g *jen.Group) {
		g.Id("index").Op(":=").Add(own("types").Dot("At").Call(jen.Id("rank")))
		g.Add(own("allowed")).Op("|=").Lit(1).Op("<<").Id("index")
		if w.incoherent(a) || a.hasPages() {
			g.Id("typ").Op(":=").Id("device").Dot("Types").Call().Index(jen.Id("index"))
		}
		if a.hasPages() {
			g.Id("heap").Op("=").Max(jen.Id("heap"), jen.Id("device").Dot("Heaps").Call().Index(jen.Id("typ").Dot("Heap")).Dot("Size"))
		}
		w.openAtom(g, a)
	})
	if w.incoherent(a) {
		g.If(jen.Id("granule").Op(">").Max(jen.Id(a.lower+"Alignment"), jen.Lit(256))).Block(
			jen.Return(a.fails("InvalidProperties", jen.Id("detail").Op(":").Id("AtomSizeTooLarge"))))
	}
	largest := jen.Id("device").Dot("Limits").Call().Dot("MaxMemoryAllocationSize")
	if a.Buffers != 0 {
		largest = jen.Min(largest, jen.Id("device").Dot("Limits").Call().Dot("MaxBufferSize"))
	}
	g.Add(own("ceiling")).Op("=").Add(largest).Op("&^").Parens(granule.Clone().Op("-").Lit(1))
	var pages []jen.Code
	for _, p := range a.pools {
		if p.hasPages(a) {
			pages = append(pages, jen.Id(p.prefix+"PageBytes"))
		}
	}
	if a.hasPages() {
		page := jen.Add(pages[0])
		if len(pages) > 1 {
			page = jen.Max(pages...)
		}
		g.If(own("allowed").Op("!=").Lit(0).Op("&&").Add(page).Op(">").Min(jen.Id("heap"), own("ceiling"))).Block(
			jen.Return(a.fails("InvalidProperties", jen.Id("detail").Op(":").Id("BlockAboveHeap"))))
	}
}

// openAtom adds how the largest granule of the types is found, and where they
// differ that of each.
func (w *writer) openAtom(g *jen.Group, a *arena) {
	incoherent := jen.Id("typ").Dot("Flags").Op("&").Parens(rt("HostVisible").Op("|").Add(rt("HostCoherent"))).Op("==").Add(rt("HostVisible"))
	rounded := jen.Max(jen.Id(a.lower+"Alignment"), jen.Id("device").Dot("Limits").Call().Dot("NonCoherentAtomSize"))
	switch {
	case w.atom(a):
		of := own("granules").Index(jen.Id("rank"))
		g.Add(of).Op("=").Id(a.lower + "Alignment")
		g.If(incoherent).Block(jen.Add(of).Op("=").Add(rounded))
		g.Id("granule").Op("=").Max(jen.Id("granule"), of)
	case w.incoherent(a):
		g.If(incoherent).Block(jen.Id("granule").Op("=").Add(rounded))
	}
}

// hasPages reports whether the pool has pages of one size.
func (p *pool) hasPages(a *arena) bool {
	return p.Kind == spec.SlicedPages && p.Capacity() >= a.Alignment
}

func (a *arena) hasPages() bool {
	for _, p := range a.pools {
		if p.hasPages(a) {
			return true
		}
	}
	return false
}

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

// create declares how a block is made.
func (w *writer) create(f *jen.File, a *arena) {
	doc := "create makes a block in memory of the type of a rank"
	parameters := []jen.Code{jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("bytes").Uint64()}
	allocate := own("device").Dot("Allocate").Call(jen.Id("bytes"), w.typeAt(a, jen.Id("rank")))
	if a.Buffers != 0 {
		w.createBuffer(f, a)
		return
	}
	if a.dedicates() {
		doc += ", for one resource or for any"
		parameters = append(parameters, jen.Id("resource").Add(rt("Dedicated")))
		allocate = own("device").Dot("AllocateDedicated").Call(jen.Id("bytes"), w.typeAt(a, jen.Id("rank")), jen.Id("resource"))
	}
	if a.persistent() {
		doc += ", and maps it"
	}
	comment(f, doc+".")
	f.Add(a.method("create").Params(parameters...).Params(jen.Id("block").Uint32(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("memory"), jen.Id("outcome")).Op(":=").Add(allocate)
		g.If(jen.Op("!").Id("outcome").Dot("OK").Call()).Block(
			jen.Return(jen.Lit(0), own("refused").Call(jen.Id("pool"), jen.Id("rank"), jen.Id("outcome"))))
		if a.persistent() {
			g.List(jen.Id("mapped"), jen.Id("result")).Op(":=").Add(own("device")).Dot("Map").Call(jen.Id("memory"), jen.Id("bytes"))
			g.If(jen.Id("result").Op("!=").Add(rt("Success"))).Block(
				own("device").Dot("Free").Call(jen.Id("memory"), jen.Id("bytes"), w.typeAt(a, jen.Id("rank"))),
				jen.Return(jen.Lit(0), own("called").Call(jen.Id("callMap"), jen.Id("pool"), jen.Id("rank"), jen.Id("result"))))
		}
		g.Id("block").Op("=").Add(own("blocks")).Dot("Add").Call(jen.Id("bytes"))
		g.Add(own("blocks")).Dot("Attach").Call(jen.Id("block"), jen.Uint64().Call(jen.Id("memory")), jen.Uint8().Call(jen.Id("rank")))
		if a.persistent() {
			g.Add(own("maps")).Dot("Enter").Call(jen.Id("block"), jen.Id("mapped"))
		}
		g.Return(jen.Id("block"), jen.Id("Failure").Values())
	}))
}

// native declares how blocks come from the device and go back to it.
func (w *writer) native(f *jen.File, a *arena) {
	w.create(f, a)

	comment(f, "destroy returns the memory of a block that no pool has. The device comes last, so that a panic there leaves the tables sound.")
	f.Add(a.method("destroy").Params(jen.Id("block").Uint32()).Block(
		jen.List(jen.Id("memory"), jen.Id("rank")).Op(":=").Add(own("blocks")).Dot("Native").Call(jen.Id("block")),
		jen.Id("bytes").Op(":=").Add(own("blocks")).Dot("Drop").Call(jen.Id("block")),
		own("maps").Dot("Forget").Call(jen.Id("block")),
		w.destroyBuffer(a),
		own("device").Dot("Free").Call(rt("Memory").Call(jen.Id("memory")), jen.Id("bytes"), w.typeAt(a, jen.Int().Call(jen.Id("rank"))))))

	comment(f, "refused is the failure of a request for which the device made no block.")
	place := func() []jen.Code {
		return []jen.Code{jen.Id("pool").Op(":").Id("pool").Op("+").Lit(1),
			jen.Id("memoryType").Op(":").Uint8().Call(w.typeAt(a, jen.Id("rank"))).Op("+").Lit(1), jen.Id("result").Op(":").Id("outcome").Dot("Result").Call()}
	}
	f.Add(a.method("refused").Params(jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("outcome").Add(rt("Outcome"))).Id("Failure").Block(
		jen.If(jen.Id("outcome").Dot("Reason").Call().Op("==").Add(rt("Limit"))).Block(
			jen.Return(a.fails("AllocationLimit", place()...))),
		jen.Return(a.fails("Call", append(place(), jen.Id("a").Op(":").Id("callAllocate"))...))))

	comment(f, "Memory returns the device memory that a live region lies in. It stays the arena's.", w.errorsOf("Memory", a.Name))
	w.ofNative(f, a, "Memory", "memory", rt("Memory"), jen.List(jen.Id("native"), jen.Id("_")), rt("Memory").Call(jen.Id("native")))
	comment(f, "MemoryType returns the index of the memory type of a live region.", w.errorsOf("MemoryType", a.Name))
	w.ofNative(f, a, "MemoryType", "index", jen.Uint32(), jen.List(jen.Id("_"), jen.Id("rank")), w.typeAt(a, jen.Int().Call(jen.Id("rank"))))
}

// ofNative declares a method that asks for the native memory of a live
// region's block.
func (w *writer) ofNative(f *jen.File, a *arena, name, result string, typ, parts, answer *jen.Statement) {
	f.Add(a.method(name).Params(jen.Id("handle").Id(a.handle)).Params(jen.Id(result).Add(typ), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.guarded(g, a, []string{result}, a.onLive(
				jen.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")),
				jen.Var().Id("block").Uint32(),
				a.byPool(func(p *pool) jen.Code {
					return jen.Id("block").Op("=").Add(w.instance(p)).Dot("Block").Call(jen.Id("slot").Dot("Region"))
				}),
				parts.Op(":=").Add(own("blocks")).Dot("Native").Call(jen.Id("block")),
				jen.Id(result).Op("=").Add(answer))...)
		}))
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

// bitsLiteral writes a set of memory types.
func bitsLiteral(bits uint32) string { return "0b" + strconv.FormatUint(uint64(bits), 2) }
