package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// A dump is of all that there is: the glue gathers it into a Layout, arena by
// arena, and the template writes it.

// dumpParams are the values of the parameters of its template.
func (w *writer) dumpParams() map[string]string {
	value := map[bool]string{false: "0", true: "1"}
	return map[string]string{
		"names": value[w.plan.Names], "streams": value[w.streams()], "customs": value[len(w.withCustom()) > 0],
	}
}

// dump declares AppendJSON and WriteJSON.
func (w *writer) dump(f *jen.File) {
	name := "\"arena/pool\""
	if w.streams() {
		name += " with its stream behind it"
	}
	comment(f, "AppendJSON appends to text what the memory of the allocator looks like, in the JSON of Vulkan Memory Allocator's detailed map, for programs that read that. "+
		"Every pool that has blocks is a custom pool there, called "+name+"; CustomData is the handle of a region, and Size its extent, with its padding. "+
		"Each arena is seen at one moment, one after the other. It takes time in proportion to the blocks, and to n log n for n regions.",
		w.errorsOf("AppendJSON", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("AppendJSON").Params(jen.Id("text").Index().Byte()).
		Params(jen.Index().Byte(), jen.Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Var().Id("all").Id("dumpLayout")
		device := w.dumpMemory(g)
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				arguments := []jen.Code{jen.Op("&").Id("all")}
				if w.streams() {
					arguments = append(arguments, jen.Uint32().Call(jen.Id("i")))
				}
				g.If(jen.Id("failure").Op(":=").Add(in(a, "dump")).Call(arguments...), jen.Id("failure").Dot("Failed").Call()).
					Block(jen.Return(jen.Id("text"), jen.Id("failure")))
			}
		})
		g.Return(jen.Id("all").Dot("Append").Call(jen.Id("text"), jen.Lit(w.plan.Package), device), jen.Id("Failure").Values())
	})
	comment(f, "WriteJSON writes what AppendJSON says to a file, as WriteLeaks does.", w.errorsOf("WriteJSON", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("WriteJSON").Params(jen.Id("file").Op("*").Qual("os", "File")).Id("Failure").Block(
		jen.List(jen.Id("text"), jen.Id("failure")).Op(":=").Id("a").Dot("AppendJSON").Call(jen.Nil()),
		jen.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure"))),
		jen.Return(jen.Id("writeReport").Call(jen.Id("file"), jen.Id("text"))))
}

// dumpMemory adds the heaps and memory types, and returns the device's name. On
// the host there is one of each.
func (w *writer) dumpMemory(g *jen.Group) (device jen.Code) {
	add := func(what string, arguments ...jen.Code) jen.Code {
		return jen.Id("all").Dot(what).Call(arguments...)
	}
	if !w.vulkan() {
		g.Add(add("Heap", jen.Lit(0), jen.Lit(0), jen.Lit(0)))
		g.Add(add("Type", jen.Lit(0), jen.Lit(0)))
		return jen.Lit("host")
	}
	first := jen.Id("a").Dot(w.arenas[0].camel)
	if w.streams() {
		first = jen.Id("a").Dot("streams").Index(jen.Lit(0)).Dot(w.arenas[0].camel)
	}
	g.Id("device").Op(":=").Add(first).Dot("device")
	g.For(jen.List(jen.Id("i"), jen.Id("heap")).Op(":=").Range().Id("device").Dot("Heaps").Call()).Block(
		add("Heap", jen.Id("heap").Dot("Size"), jen.Id("device").Dot("OwnBytes").Call(jen.Uint32().Call(jen.Id("i"))), jen.Uint32().Call(jen.Id("heap").Dot("Flags"))))
	g.For(jen.List(jen.Id("_"), jen.Id("typ")).Op(":=").Range().Id("device").Dot("Types").Call()).Block(
		add("Type", jen.Id("typ").Dot("Heap"), jen.Uint32().Call(jen.Id("typ").Dot("Flags"))))
	return jen.Id("device").Dot("Profile").Call().Dot("Name")
}

// arenaDump declares an arena's part of a dump.
func (w *writer) arenaDump(f *jen.File, a *arena) {
	parameters := []jen.Code{jen.Id("all").Op("*").Id("dumpLayout")}
	if w.streams() {
		parameters = append(parameters, jen.Id("stream").Uint32())
	}
	comment(f, "dump adds the blocks and the live regions of the arena to all.")
	f.Add(a.method("dump").Params(parameters...).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		body := []jen.Code{jen.Id("all").Dot("Arena").Call(own("blocks").Dot("Len").Call())}
		for _, p := range a.pools {
			body = append(body, w.dumpPool(a, p))
		}
		body = append(body, jen.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).Block(
			jen.If(own("slots").Dot("IsLive").Call(jen.Id("i"))).Block(
				jen.Id("all").Dot("Region").Call(own("placeOf").Call(jen.Id("i")), own("detailsOf").Call(jen.Id("i"))))))
		w.guarded(g, a, nil, a.onOpen(body...))
	}))
	w.places(f, a)
	comment(f, "detailsOf returns what there is to say of the region of live slot i, but for where it lies.")
	f.Add(a.method("detailsOf").Params(jen.Id("i").Uint32()).Params(jen.Id("r").Id("dumpRegion")).BlockFunc(func(g *jen.Group) {
		set := func(field string, value jen.Code) jen.Code { return jen.Id("r").Dot(field).Op("=").Add(value) }
		owned := a.filter(func(p *pool) bool { return p.IsBlocks() && p.HasOwnStorage() })
		if len(owned) > 0 || w.vulkan() && a.Buffers == 0 {
			g.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i"))
		}
		g.Add(set("Handle", own("slots").Dot("Handle").Call(jen.Id("i"))))
		w.dumpKind(g, a)
		if w.plan.Names {
			g.Add(set("Name", own("names").Dot("Of").Call(jen.Id("i"))))
		}
		g.Add(a.inPools(owned, func(p *pool) jen.Code {
			return set("Own", jen.Id(p.prefix+"IsSeparate").Call(jen.Id("slot").Dot("Region")))
		}))
		g.Return(jen.Id("r"))
	}))
}

// places declares where the regions of an arena lie.
func (w *writer) places(f *jen.File, a *arena) {
	place := func(field string) *jen.Statement { return jen.Id("r").Dot(field) }
	comment(f, "placeOf returns where the region of live slot i lies.")
	f.Add(a.method("placeOf").Params(jen.Id("i").Uint32()).Params(jen.Id("r").Id("layoutRegion")).BlockFunc(func(g *jen.Group) {
		g.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i"))
		if w.remembers() {
			g.List(place("Number"), place("Size")).Op("=").List(jen.Id("i"), jen.Id("slot").Dot("Size"))
		}
		g.Add(a.byPool(func(p *pool) jen.Code {
			at := func(what string) *jen.Statement {
				return jen.Add(w.instance(p)).Dot(what).Call(jen.Id("slot").Dot("Region"))
			}
			return jen.List(place("Block"), place("Offset"), place("Extent")).Op("=").List(at("Block"), at("Offset"), at("Extent"))
		}))
		g.Return(jen.Id("r"))
	}))
}

// dumpPool adds the blocks of every instance of a pool. That each has its number
// alone is what Claim reports, and holds.
func (w *writer) dumpPool(a *arena, p *pool) jen.Code {
	is := []jen.Code{jen.Id("Place").Op(":").Lit(a.Name + "/" + p.Name)}
	if w.streams() {
		is = append(is, jen.Id("Stream").Op(":").Id("stream"))
	}
	if p.custom {
		is = append(is, jen.Id("Custom").Op(":").Uint32().Call(jen.Id("custom")))
	}
	if w.vulkan() {
		is = append(is, jen.Id("MemoryType").Op(":").Add(w.typeAt(a, jen.Id("rank"))))
	}
	if p.Kind == spec.SlicedPages || p.uint("block_size", 0) != 0 {
		is = append(is, jen.Id("Preferred").Op(":").Add(p.page()))
	}
	if a.Buffers != 0 {
		is = append(is, jen.Id("Usage").Op(":").Lit(int(a.Buffers)))
	}
	instance := w.instanceOf(p, jen.Id("custom"), jen.Id("rank"))
	body := jen.Add(instance).Dot("Claim").Call(jen.Id("all").Dot("Pool").Call(jen.Id("dumpPool").Values(is...))).Line().
		Id("all").Dot("Blocks").Call()
	if w.vulkan() {
		body = jen.For(jen.Id("rank").Op(":=").Range().Add(w.types(a))).Block(body)
	}
	if p.custom {
		body = jen.For(jen.Id("custom").Op(":=").Range().Uint8().Call(jen.Lit(1).Op("+").Id(a.lower + "MaxCustom"))).Block(body)
	}
	return body
}

// dumpKind adds what the region of the slot at hand is for.
func (w *writer) dumpKind(g *jen.Group, a *arena) {
	is := func(kind string) jen.Code { return jen.Id("r").Dot("Kind").Op("=").Id("dump" + kind) }
	if !w.vulkan() {
		return
	}
	if a.Buffers != 0 {
		g.Add(is("Buffer"))
		return
	}
	g.Switch().Block(
		jen.Case(jen.Id("slot").Dot("Optimal")).Block(is("ImageOptimal")),
		jen.Case(jen.Id("slot").Dot("Image")).Block(is("ImageLinear")),
		jen.Case(jen.Id("slot").Dot("Resource").Op("!=").Lit(0)).Block(is("Buffer")))
}
