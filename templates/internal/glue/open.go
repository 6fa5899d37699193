package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

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
