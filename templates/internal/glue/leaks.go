package glue

import "github.com/dave/jennifer/jen"

// leaks declares the report of what is live: AppendLeaks, WriteLeaks and what
// they gather.
func (w *writer) leaks(f *jen.File) {
	comment(f, "leak is what a report says of a live region.")
	f.Type().Id("leak").StructFunc(func(g *jen.Group) {
		g.Id("place").String().Comment("the arena and the pool")
		g.Id("size").Uint64().Comment("bytes, as requested")
		g.Id("handle").Uint64()
		g.Id("block").Uint32()
		g.Id("offset").Uint64().Comment("bytes")
		if w.streams() {
			g.Id("stream").Uint32()
		}
		if w.vulkan() {
			g.Id("memoryType").Uint32()
		}
		if w.plan.Names {
			g.Id("name").String()
		}
		if w.plan.CallSites {
			g.Id("site").Uintptr()
		}
	})
	comment(f, "leaks is how much is live, and the largest of it.")
	f.Type().Id("leaks").Struct(
		jen.Id("count").Uint64(),
		jen.Id("bytes").Uint64().Comment("as requested"),
		jen.Id("largest").Id("largestList"),
		jen.Id("kept").Index(jen.Id("largestCount")).Id("leak").Comment("by their numbers in largest"))
	w.callSite(f)
	w.appendLeaks(f)
	w.leaksText(f)
	w.leakText(f)
}

// appendLeaks declares the methods of the Allocator.
func (w *writer) appendLeaks(f *jen.File) {
	comment(f, "AppendLeaks appends to text a report of what is live: how many regions and bytes, the ten largest, "+
		"one a line, equal ones in the order of arenas and slots, and how many more there are. "+
		"Each arena is seen at one moment, one after the other. It takes time in proportion to the most regions that were ever live at once.",
		w.errorsOf("AppendLeaks", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("AppendLeaks").Params(jen.Id("text").Index().Byte()).
		Params(jen.Index().Byte(), jen.Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Var().Id("all").Id("leaks")
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				g.If(jen.Id("failure").Op(":=").Add(in(a, "leaks")).Call(jen.Op("&").Id("all")), jen.Id("failure").Dot("Failed").Call()).
					Block(jen.Return(jen.Id("text"), jen.Id("failure")))
			}
		})
		g.Return(jen.Id("all").Dot("append").Call(jen.Id("text")), jen.Id("Failure").Values())
	})
	comment(f, "WriteLeaks writes the report of AppendLeaks to a file, such as os.Stderr. Whatever becomes of it, the allocator stays as it is. "+
		"Where nothing reads standard output or standard error any more, Go ends the program.",
		w.errorsOf("WriteLeaks", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("WriteLeaks").Params(jen.Id("file").Op("*").Qual("os", "File")).Id("Failure").Block(
		jen.List(jen.Id("text"), jen.Id("failure")).Op(":=").Id("a").Dot("AppendLeaks").Call(jen.Nil()),
		jen.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure"))),
		jen.Return(jen.Id("writeReport").Call(jen.Id("file"), jen.Id("text"))))
}

// leaksText declares how a report reads.
func (w *writer) leaksText(f *jen.File) {
	list, kept := jen.Id("l").Dot("largest"), jen.Id("l").Dot("kept")
	comment(f, "append appends the report.")
	f.Func().Params(jen.Id("l").Op("*").Id("leaks")).Id("append").Params(jen.Id("text").Index().Byte()).Index().Byte().Block(
		addName(jen.Lit(w.plan.Package+": regions still live: ")),
		addCount(jen.Id("l").Dot("count")),
		addName(jen.Lit(", of ")),
		addBytes(jen.Id("l").Dot("bytes")),
		addByte('\n'),
		jen.For(jen.Id("rank").Op(":=").Range().Add(list).Dot("Len").Call()).Block(
			jen.Id("text").Op("=").Add(kept).Index(jen.Add(list).Dot("At").Call(jen.Id("rank"))).Dot("append").Call(jen.Id("text"))),
		jen.If(jen.Id("more").Op(":=").Id("l").Dot("count").Op("-").Uint64().Call(jen.Add(list).Dot("Len").Call()), jen.Id("more").Op("!=").Lit(0)).Block(
			addName(jen.Lit("  and ")),
			addCount(jen.Id("more")),
			addName(jen.Lit(" more\n"))),
		jen.Return(jen.Id("text")))
}

// leakText declares how a report speaks of a region. A name is quoted, so that
// it stays on its line.
func (w *writer) leakText(f *jen.File) {
	of := func(field string) *jen.Statement { return jen.Id("l").Dot(field) }
	comment(f, "append appends the region's line of a report.")
	f.Func().Params(jen.Id("l").Op("*").Id("leak")).Id("append").Params(jen.Id("text").Index().Byte()).Index().Byte().BlockFunc(func(g *jen.Group) {
		g.Add(addName(jen.Lit("  ")))
		g.Add(addBytes(of("size")))
		g.Add(addName(jen.Lit(" in ")))
		g.Add(addName(of("place")))
		if w.streams() {
			g.Add(addName(jen.Lit(", stream ")))
			g.Add(addCount(jen.Uint64().Call(of("stream"))))
		}
		g.Add(addName(jen.Lit(", block ")))
		g.Add(addCount(jen.Uint64().Call(of("block"))))
		g.Add(addName(jen.Lit(", offset ")))
		g.Add(addCount(of("offset")))
		if w.vulkan() {
			g.Add(addName(jen.Lit(", memory type ")))
			g.Add(addCount(jen.Uint64().Call(of("memoryType"))))
		}
		g.Add(addName(jen.Lit(", handle 0x")))
		g.Id("text").Op("=").Qual("strconv", "AppendUint").Call(jen.Id("text"), of("handle"), jen.Lit(16))
		if w.plan.Names {
			g.If(of("name").Op("!=").Lit("")).Block(
				addName(jen.Lit(", named ")),
				jen.Id("text").Op("=").Qual("strconv", "AppendQuote").Call(jen.Id("text"), of("name")))
		}
		if w.plan.CallSites {
			g.If(jen.Id("site").Op(":=").Id("callsitesResolve").Call(of("site")), jen.Id("site").Dot("Line").Op("!=").Lit(0)).Block(
				addName(jen.Lit(", from ")),
				addName(jen.Id("site").Dot("Function")),
				addName(jen.Lit(" at ")),
				addName(jen.Id("site").Dot("File")),
				addByte(':'),
				addCount(jen.Uint64().Call(jen.Id("site").Dot("Line"))))
		}
		g.Return(jen.Append(jen.Id("text"), jen.LitRune('\n')))
	})
}

func addByte(b rune) jen.Code {
	return jen.Id("text").Op("=").Append(jen.Id("text"), jen.LitRune(b))
}

// arenaLeaks declares an arena's part of a report.
func (w *writer) arenaLeaks(f *jen.File, a *arena) {
	live := "IsLive"
	if w.handsBack(a) {
		live = "IsHeld"
	}
	comment(f, "leaks adds the live regions of the arena to all.")
	f.Add(a.method("leaks").Params(jen.Id("all").Op("*").Id("leaks")).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(jen.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).Block(
			jen.If(jen.Op("!").Add(own("slots")).Dot(live).Call(jen.Id("i"))).Block(jen.Continue()),
			jen.Id("size").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")).Dot("Size"),
			jen.Id("all").Dot("count").Op("++"),
			jen.Id("all").Dot("bytes").Op("+=").Id("size"),
			jen.If(jen.List(jen.Id("number"), jen.Id("ok")).Op(":=").Id("all").Dot("largest").Dot("Add").Call(jen.Id("size")), jen.Id("ok")).Block(
				jen.Id("all").Dot("kept").Index(jen.Id("number")).Op("=").Add(own("leak")).Call(jen.Id("i"))))))
	}))
	comment(f, "leak says what there is to know of the region of live slot i.")
	f.Add(a.method("leak").Params(jen.Id("i").Uint32()).Params(jen.Id("l").Id("leak")).BlockFunc(func(g *jen.Group) {
		g.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i"))
		set := func(field string, value jen.Code) { g.Id("l").Dot(field).Op("=").Add(value) }
		set("size", jen.Id("slot").Dot("Size"))
		set("handle", own("slots").Dot("Handle").Call(jen.Id("i")))
		if w.streams() {
			set("stream", own("slots").Dot("Stream").Call(jen.Id("l").Dot("handle")))
		}
		if w.vulkan() {
			set("memoryType", w.typeAt(a, jen.Int().Call(jen.Id("slot").Dot("Rank"))))
		}
		for _, t := range w.tags() {
			set(map[string]string{"names": "name", "sites": "site"}[t.field], own(t.field).Dot("Of").Call(jen.Id("i")))
		}
		g.Add(a.byPool(func(p *pool) jen.Code {
			at := func(what string) *jen.Statement {
				return jen.Add(w.instance(p)).Dot(what).Call(jen.Id("slot").Dot("Region"))
			}
			return jen.Id("l").Dot("place").Op("=").Lit(a.Name + "/" + p.Name).Line().
				Id("l").Dot("block").Op("=").Add(at("Block")).Line().
				Id("l").Dot("offset").Op("=").Add(at("Offset"))
		}))
		g.Return(jen.Id("l"))
	}))
}
