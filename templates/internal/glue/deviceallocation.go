package glue

import (
	"github.com/dave/jennifer/jen"
)

// allocFor declares AllocFor. No lock is held while the arenas are searched for
// idle blocks.
func (w *writer) allocFor(f *jen.File, a *arena) {
	comment(f, "AllocFor is AllocWith for what a resource needs: memory of a type that will do, and of its own where the driver requires or prefers that. "+
		"A region for an optimal image never lies in a block with buffers, unless the pool is for both.", w.errorsOf("AllocFor", a.Name))
	f.Add(a.method("AllocFor").Params(jen.Id("needs").Add(rt("Requirements")), jen.Id("flags").Id("Flags")).Params(jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.serve(g, jen.Op("&").Id("request").Values(jen.Id("needs").Op(":").Id("needs"), jen.Id("flags").Op(":").Id("flags")))
		}))
	attempt := jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own("attempt")).Call(append([]jen.Code{jen.Id("r")}, w.siteTaken()...)...)
	comment(f, "serve makes one attempt at a request, and where the device is out of memory one more with what was idle.")
	f.Add(w.requesting(a, "serve", jen.Id(a.handle), w.site()...).Block(
		attempt,
		jen.If(jen.Id("failure").Dot("isStarved").Call().Op("&&").Add(own("allocator")).Dot("reclaimIdle").Call()).Block(attempt),
		w.notedStarved(),
		jen.Return(jen.Id("handle"), jen.Id("failure"))))
}

// serve adds the body of a method whose caller it is that a region remembers.
func (w *writer) serve(g *jen.Group, request jen.Code) {
	arguments := []jen.Code{request}
	if w.plan.CallSites {
		arguments = append(arguments, jen.Id("callsitesCaller").Call())
	}
	g.Return(own("serve").Call(arguments...))
}

// requestType declares what the arenas are asked for.
func (w *writer) requestType(f *jen.File) {
	comment(f, "request is what a region must satisfy, what else is asked for, and whether the resource is bound to it at once.")
	f.Type().Id("request").StructFunc(func(g *jen.Group) {
		g.Id("needs").Add(rt("Requirements"))
		g.Id("flags").Id("Flags")
		g.Id("bind").Bool()
		if w.occurs("UnknownPool") {
			g.Id("custom").Uint8().Comment("the number of the custom pool that is asked, 0 for the declared ones")
		}
	})
	comment(f, "resource returns the buffer or image that the request is for, 0 for any.")
	f.Func().Params(jen.Id("r").Op("*").Id("request")).Id("resource").Params().Uint64().Block(
		jen.Return(jen.Uint64().Call(needs("Buffer")).Op("|").Uint64().Call(needs("Image"))))
}

// needs selects what the request at hand needs.
func needs(name string) *jen.Statement { return jen.Id("r").Dot("needs").Dot(name) }

// bindPlaced adds how the resource of a request is bound to what was placed for
// it in a block that there was already, and how that block gets the memory that it
// may be without. Meanwhile nothing is placed, so that a
// panic of the driver leaves the tables sound; again finds the same place.
func (w *writer) bindPlaced(placed *jen.Statement, a *arena, p *pool, instance *jen.Statement, again jen.Code) {
	failed := jen.Id("failure").Dot("Failed").Call()
	give := jen.Return(jen.Lit(0), jen.Id("failure"))
	block, offset := jen.Add(instance).Dot("Block").Call(jen.Id("region")), jen.Add(instance).Dot("Offset").Call(jen.Id("region"))
	materialise := jen.If(jen.Id("failure").Op("=").Add(own("materialise")).Call(jen.Id(p.id), jen.Id("rank"), jen.Id("block")), failed.Clone()).Block(give)
	never := jen.If(w.asks("NeverAllocate").Op("&&").Add(own("owes")).Call(jen.Id("block"))).Block(jen.Return(jen.Lit(0), w.noSpace(a, p)))
	unplace := jen.Add(instance).Dot("Unplace").Call(jen.Id("region"))
	bind := jen.If(jen.Id("failure").Op("=").Add(own("bindTo")).Call(jen.Id("r"), own("memoryOf").Call(jen.Id("block")), jen.Id("offset"), jen.Id(p.id), jen.Id("rank")), failed.Clone()).Block(give)
	switch binds := a.Buffers == 0; {
	case binds && w.defers(a, p):
		placed.Else().If(jen.Id("block").Op(":=").Add(block), jen.Id("r").Dot("bind").Op("||").Add(own("owes")).Call(jen.Id("block"))).Block(
			jen.Id("offset").Op(":=").Add(offset), unplace, never, materialise, bind, again)
	case binds:
		placed.Else().If(jen.Id("r").Dot("bind")).Block(
			jen.List(jen.Id("block"), jen.Id("offset")).Op(":=").List(block, offset), unplace, bind, again)
	case w.defers(a, p):
		placed.Else().If(jen.Id("block").Op(":=").Add(block), own("owes").Call(jen.Id("block"))).Block(unplace, never, materialise, again)
	}
}

// inType opens a method that serves a request in memory of the type of a rank.
func (w *writer) inType(a *arena, name string) *jen.Statement {
	return a.method(name+"In").Params(jen.Id("rank").Int(), jen.Id("r").Op("*").Id("request")).
		Params(jen.Id("handle").Uint64(), jen.Id("failure").Id("Failure"))
}

// overTypes declares a method that tries the memory types in turn, or where the
// arena is strict only the best.
func (w *writer) overTypes(f *jen.File, a *arena, p *pool, name, does string, last jen.Code) {
	doc := ", in memory of the best type that has room, or of which the device has some left."
	if a.Strict {
		doc = ", in memory of the best type."
	}
	comment(f, name+" "+does+doc)
	ranks := own(p.field) // which a compiler sees the length of
	if p.custom {
		ranks = w.types(a)
	}
	f.Add(w.requesting(a, name, jen.Uint64()).Block(
		jen.For(jen.Id("rank").Op(":=").Range().Add(ranks)).BlockFunc(func(g *jen.Group) {
			g.If(needs("TypeBits").Op(">>").Add(w.typeAt(a, jen.Id("rank"))).Op("&").Lit(1).Op("==").Lit(0)).Block(jen.Continue())
			in := own(name+"In").Call(jen.Id("rank"), jen.Id("r"))
			g.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(in)
			if a.Strict {
				g.Break()
				return
			}
			g.If(jen.Op("!").Id("failure").Dot("isOfType").Call()).Block(jen.Break())
		}),
		last,
		jen.Return(jen.Id("handle"), jen.Id("failure"))))
}

// creation adds the making of a block, for a resource or for any, or returns.
func (w *writer) creation(g *jen.Group, a *arena, p *pool, bytes, resource jen.Code) {
	g.List(jen.Id("block"), jen.Id("failure")).Op(":=").Add(own("create")).Call(w.createArguments(a, p, w.asked(), jen.Id("rank"), bytes, resource)...)
	g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Lit(0), jen.Id("failure")))
}

// createArguments are those of create for a pool: request is, on host, only the
// size that is asked for.
func (w *writer) createArguments(a *arena, p *pool, request, rank, bytes, resource jen.Code) []jen.Code {
	switch {
	case !w.vulkan():
		return []jen.Code{request, bytes}
	case a.Buffers != 0:
		return []jen.Code{jen.Id(p.id), rank, bytes}
	case a.dedicates():
		return []jen.Code{request, jen.Id(p.id), rank, bytes, resource}
	}
	return []jen.Code{request, jen.Id(p.id), rank, bytes}
}

// asked is the request at hand as createArguments want it.
func (w *writer) asked() *jen.Statement {
	if w.vulkan() {
		return jen.Id("r")
	}
	return jen.Id("size")
}

// yielding declares what keeps a pool to its watermark.
func (w *writer) yielding(f *jen.File, a *arena, p *pool) {
	comment(f, p.lower+"Yield returns idle blocks of the pool "+p.Name+" as long as one of need bytes more would take it above its watermark.")
	reserved, mark := own(p.meter).Dot("Now").Dot("BytesReserved"), jen.Id(p.prefix+"Watermark")
	f.Add(a.method(p.lower + "Yield").Params(jen.Id("need").Uint64()).Block(w.eachInstance(p, func(instance *jen.Statement) []jen.Code {
		return []jen.Code{jen.For(jen.Add(reserved).Op(">").Add(mark).Op("||").Id("need").Op(">").Add(mark).Op("-").Add(reserved)).Block(
			jen.List(jen.Id("block"), jen.Id("ok")).Op(":=").Add(instance).Dot("PopIdle").Call(),
			jen.If(jen.Op("!").Id("ok")).Block(jen.Break()),
			own(p.lower+"Drop").Call(jen.Id("block")))}
	})))
}

// averagePage adds how large a page is that is to be as large as requests are on
// average.
func (w *writer) averagePage(g *jen.Group, a *arena) {
	granule := w.granule(a)
	if w.atom(a) {
		granule = jen.Id("granule")
	}
	mask := jen.Parens(granule.Clone().Op("-").Lit(1))
	g.Comment("An average page is whole granules, and no larger than the device or its heap allows.")
	g.Id("heap").Op(":=").Add(w.heapOf(a))
	g.Id("need").Op("=").Max(jen.Id("extent"), jen.Min(
		jen.Parens(jen.Id("need").Op("+").Add(granule).Op("-").Lit(1)).Op("&^").Add(mask), w.ceiling(a), jen.Id("heap").Op("&^").Add(mask)))
}
