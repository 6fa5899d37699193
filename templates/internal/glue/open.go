package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// openOn declares how an arena gets to know its device: its memory types, and
// whether its pages and atoms are of a size that the arena can work with.
func (w *writer) openOn(f *jen.File, a *arena) {
	comment(f, "open makes the arena ready for a device and the given owner of its handles"+w.inStream()+".")
	parameters, _ := w.openSignature()
	open := a.method("open").Params(parameters...)
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
		w.initSlots(g, a)
		for _, p := range a.pools {
			if !w.pinned() {
				instances := []jen.Code{jen.Index().Id(p.prefix + "Pool"), w.instanceCount(a, p)}
				if w.streams() { // no cache line of it is another stream's
					instances = append(instances, w.instanceCount(a, p).Op("+").Lit(4))
				}
				g.Add(own(p.field)).Op("=").Make(instances...)
			}
			if p.custom {
				g.Add(own(p.lower + "Open")).Call(jen.Lit(0))
				continue
			}
			g.For(jen.Id("rank").Op(":=").Range().Add(own(p.field))).BlockFunc(func(g *jen.Group) { w.initPool(g, a, p, own(p.field).Index(jen.Id("rank"))) })
		}
		if w.refuses(a) {
			g.Return(jen.Id("Failure").Values())
		}
	}))
}

// initPool adds how the instance of a pool for the memory type of a rank is made
// ready.
func (w *writer) initPool(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	regions := jen.Lit(min(int(a.MaxLive), provision)).Op(">>").Id("rank")
	if !p.IsBlocks() {
		g.Add(instance).Dot("Init").Call(regions)
		w.apart(g, instance)
		return
	}
	least := jen.Lit(0)
	if p.leastBlocks() != 0 {
		g.Id("least").Op(":=").Uint32().Call(jen.Lit(0))
		g.If(jen.Id("rank").Op("==").Lit(0)).Block(jen.Id("least").Op("=").Lit(int(p.leastBlocks())))
		least = jen.Id("least")
	}
	heap, granularity := w.heapOf(a), jen.Lit(0)
	if p.Word("contents") == "mixed" {
		device := jen.Id("device")
		if p.custom {
			device = own("device")
		}
		granularity = device.Dot("Limits").Call().Dot("BufferImageGranularity")
	}
	g.Add(instance).Dot("Init").Call(regions, w.granuleOf(a, p), granularity, heap, w.ceiling(a), least)
	w.apart(g, instance)
}

// heapOf is the size of the heap of the memory type of a rank.
func (w *writer) heapOf(a *arena) *jen.Statement {
	return own("device").Dot("Heaps").Call().Index(own("device").Dot("Types").Call().Index(w.typeAt(a, jen.Id("rank"))).Dot("Heap")).Dot("Size")
}

// refuses reports whether there are devices that the arena cannot work with.
func (w *writer) refuses(a *arena) bool {
	return a.Buffers != 0 || !w.pinned() && (w.incoherent(a) || a.hasPages() || a.anyPool((*pool).isBest))
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
			jen.Return(a.fails("InvalidProperties", is("detail", jen.Id("AtomSizeTooLarge")))))
	}
	largest := jen.Id("device").Dot("Limits").Call().Dot("MaxMemoryAllocationSize")
	if a.Buffers != 0 {
		largest = jen.Min(largest, jen.Id("device").Dot("Limits").Call().Dot("MaxBufferSize"))
	}
	g.Add(own("ceiling")).Op("=").Add(largest).Op("&^").Parens(granule.Clone().Op("-").Lit(1))
	best := jen.Id("device").Dot("Heaps").Call().Index(jen.Id("device").Dot("Types").Call().Index(own("types").Dot("At").Call(jen.Lit(0))).Dot("Heap")).Dot("Size")
	w.openPages(g, a, a.filter(func(p *pool) bool { return p.hasPages(a) }), jen.Id("heap"))
	w.openPages(g, a, a.filter((*pool).isBest), best)
}

// openPages refuses a device with a heap in which a page of some pool has no
// room.
func (w *writer) openPages(g *jen.Group, a *arena, pools []*pool, heap *jen.Statement) {
	var pages []jen.Code
	for _, p := range pools {
		pages = append(pages, p.page())
	}
	if len(pages) == 0 {
		return
	}
	page := jen.Add(pages[0])
	if len(pages) > 1 {
		page = jen.Max(pages...)
	}
	g.If(own("allowed").Op("!=").Lit(0).Op("&&").Add(page).Op(">").Min(heap, own("ceiling"))).Block(
		jen.Return(a.fails("InvalidProperties", is("detail", jen.Id("BlockAboveHeap")))))
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

// hasPages reports whether the pool has pages of one size, of any memory type.
func (p *pool) hasPages(a *arena) bool {
	return p.Kind == spec.SlicedPages && p.Capacity() >= a.Alignment || p.Policy() == spec.Pooled
}

// isBest reports whether the pool has blocks of one size from the start, which
// are of the best memory type.
func (p *pool) isBest() bool {
	return p.fixedBlocks() != 0 && p.Uint("block_size") != 0 || p.Policy() == spec.Pooled && p.leastBlocks() != 0
}

// page is the size of those.
func (p *pool) page() jen.Code {
	if p.IsBlocks() {
		return jen.Id(p.prefix + "BlockBytes")
	}
	return jen.Id(p.prefix + "PageBytes")
}

func (a *arena) hasPages() bool {
	return a.anyPool(func(p *pool) bool { return p.hasPages(a) })
}
