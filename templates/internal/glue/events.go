package glue

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// events declares what an arena tells of its last calls, and when it does so by
// itself.
func (w *writer) events(f *jen.File, a *arena) {
	text, file := jen.Id("text").Index().Byte(), jen.Id("file").Op("*").Qual("os", "File")
	comment(f, "AppendEvents appends to text the last calls of the arena"+w.ofStream()+", up to "+strconv.FormatUint(uint64(w.plan.LastEvents), 10)+" of those that Record writes, as it writes them; why a request failed, in a comment behind it; "+
		"and in comments every block, with its regions and what is free between them. It is for a look at how memory ran out, and it reads back as a recording of those calls.",
		w.errorsOf("AppendEvents", a.Name))
	f.Add(a.method("AppendEvents").Params(text.Clone()).Params(jen.Id("events").Index().Byte(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Id("events").Op("=").Id("text")
		w.guarded(g, a, []string{"events"}, a.onOpen(jen.Id("events").Op("=").Add(own("appendEvents")).Call(jen.Id("text"))))
	}))
	comment(f, "WriteEvents writes what AppendEvents appends to a file, such as os.Stderr. Whatever becomes of it, the arena stays as it is.", w.errorsOf("WriteEvents", a.Name))
	f.Add(a.method("WriteEvents").Params(file.Clone()).Id("Failure").Block(
		jen.List(jen.Id("text"), jen.Id("failure")).Op(":=").Add(own("AppendEvents")).Call(jen.Nil()),
		jen.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure"))),
		jen.Return(jen.Id("writeReport").Call(jen.Id("file"), jen.Id("text")))))
	comment(f, "DumpOnFailure has the arena"+w.ofStream()+" write what AppendEvents appends to a file, once, when a request first fails because memory or handles have run out: "+
		"with "+w.outOfMemory()+". Called again it does so for the next one; with nil it does no more. A request does not fail for the sake of the file: what kept the text from it, the next DumpOnFailure says. Where DumpOnFailure fails, it asks for nothing.",
		w.errorsOf("DumpOnFailure", a.Name))
	f.Add(a.method("DumpOnFailure").Params(file).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(
			jen.Id("failure").Op("=").Add(own("alarm")).Dot("failure"),
			own("alarm").Op("=").Id("sink").Values(),
			jen.If(jen.Op("!").Id("failure").Dot("Failed").Call().Op("&&").Id("file").Op("!=").Nil()).Block(
				jen.If(jen.Id("failure").Op("=").Id("writeReport").Call(jen.Id("file"), jen.Nil()), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
					own("alarm").Dot("file").Op("=").Id("file")))))
	}))
	comment(f, "raiseAlarm does what DumpOnFailure has asked for.")
	f.Add(a.method("raiseAlarm").Params().Block(
		jen.If(own("alarm").Dot("file").Op("==").Nil()).Block(jen.Return()),
		own("alarm").Dot("text").Op("=").Add(own("appendEvents")).Call(jen.Nil()),
		own("alarm").Dot("flush").Call(),
		jen.List(own("alarm").Dot("file"), own("alarm").Dot("text")).Op("=").List(jen.Nil(), jen.Nil())))
	w.eventsText(f, a)
	w.layoutText(f, a)
}

// outOfMemory names the failures that are of memory or handles that ran out, as
// the package's errors have it.
func (w *writer) outOfMemory() string {
	names := []string{}
	for _, c := range w.occurring() {
		switch c.Name {
		case "HostAllocationFailed", "AllocationLimit", "OutOfSpace", "PoolCapacityExceeded":
			names = append(names, c.Name)
		case "Call":
			names = append(names, "a Call that says so")
		}
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return strings.Join(names, "")
}

// eventsText declares how the calls that an arena remembers read.
func (w *writer) eventsText(f *jen.File, a *arena) {
	events := own("events")
	comment(f, "appendEvents is AppendEvents in the lock.")
	f.Add(a.method("appendEvents").Params(jen.Id("text").Index().Byte()).Index().Byte().Block(
		addName(jen.Lit("# allocgen "+w.plan.Package+"/"+a.Name+"\n# calls ")),
		addCount(jen.Add(events).Dot("Count").Call()),
		addName(jen.Lit(", the last of which are here: ")),
		addCount(jen.Add(events).Dot("Len").Call()),
		addByte('\n'),
		jen.For(jen.Id("rank").Op(":=").Range().Add(events).Dot("Len").Call()).Block(
			jen.Id("c").Op(":=").Add(events).Dot("At").Call(jen.Id("rank")),
			jen.Id("text").Op("=").Id("c").Dot("Append").Call(jen.Id("text")),
			jen.If(jen.Id("c").Dot("Code").Op("!=").Lit(0)).Block(
				addName(jen.Lit("#\tfailed: ")),
				addName(jen.Id("Code").Call(jen.Id("c").Dot("Code")).Dot("String").Call()),
				addByte('\n'))),
		jen.Return(own("appendLayout").Call(jen.Id("text")))))
}

// layoutText declares how the blocks of an arena read.
func (w *writer) layoutText(f *jen.File, a *arena) {
	region := func(field string) *jen.Statement { return jen.Id("r").Dot(field) }
	comment(f, "appendLayout appends every block, with its regions and what is free between them.")
	f.Add(a.method("appendLayout").Params(jen.Id("text").Index().Byte()).Index().Byte().Block(
		jen.Id("regions").Op(":=").Add(own("layout")).Call(),
		jen.Id("next").Op(":=").Lit(0),
		jen.For(jen.Id("block").Op(":=").Range().Uint32().Call(own("blocks").Dot("Len").Call())).Block(
			jen.Id("size").Op(":=").Add(own("blocks")).Dot("Size").Call(jen.Id("block")),
			jen.If(jen.Id("size").Op("==").Lit(0)).Block(jen.Continue()),
			addName(jen.Lit("#\tblock ")),
			addCount(jen.Uint64().Call(jen.Id("block"))),
			addName(jen.Lit(": ")),
			addBytes(jen.Id("size")),
			addByte('\n'),
			jen.Id("end").Op(":=").Uint64().Call(jen.Lit(0)),
			jen.For(jen.Empty(), jen.Id("next").Op("<").Id("regions").Dot("Len").Call().Op("&&").Id("regions").Dot("At").Call(jen.Id("next")).Dot("Block").Op("==").Id("block"), jen.Id("next").Op("++")).Block(
				jen.Id("r").Op(":=").Id("regions").Dot("At").Call(jen.Id("next")),
				jen.Id("text").Op("=").Id("appendFree").Call(jen.Id("text"), jen.Id("end"), region("Offset")),
				jen.Id("text").Op("=").Add(own("appendRegion")).Call(jen.Id("text"), jen.Op("&").Id("r")),
				jen.Id("end").Op("=").Add(region("Offset")).Op("+").Add(region("Extent"))),
			jen.Id("text").Op("=").Id("appendFree").Call(jen.Id("text"), jen.Id("end"), jen.Id("size"))),
		jen.Return(jen.Id("text"))))

	comment(f, "appendRegion appends a region of a block.")
	f.Add(a.method("appendRegion").Params(jen.Id("text").Index().Byte(), jen.Id("r").Op("*").Id("layoutRegion")).Index().Byte().BlockFunc(func(g *jen.Group) {
		g.Add(addName(jen.Lit("#\t\tregion ")))
		g.Add(addCount(jen.Uint64().Call(region("Number"))))
		g.Add(addName(jen.Lit(" at ")))
		g.Add(addCount(region("Offset")))
		g.Add(addName(jen.Lit(", of ")))
		g.Add(addBytes(region("Size")))
		g.Add(addName(jen.Lit(", takes ")))
		g.Add(addCount(region("Extent")))
		if w.plan.Names {
			g.If(jen.Id("name").Op(":=").Add(own("names")).Dot("Of").Call(region("Number")), jen.Id("name").Op("!=").Lit("")).Block(
				addName(jen.Lit(", named ")),
				jen.Id("text").Op("=").Qual("strconv", "AppendQuote").Call(jen.Id("text"), jen.Id("name")))
		}
		g.Return(jen.Append(jen.Id("text"), jen.LitRune('\n')))
	}))

	comment(f, "layout returns the live regions in the order in which they lie in their blocks.")
	f.Add(a.method("layout").Params().Params(jen.Id("regions").Id("layoutList")).Block(
		jen.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).Block(
			jen.If(own("slots").Dot("IsLive").Call(jen.Id("i"))).Block(
				jen.Id("regions").Dot("Add").Call(own("placeOf").Call(jen.Id("i"))))),
		jen.Id("regions").Dot("Sort").Call(),
		jen.Return(jen.Id("regions"))))
}

// alarms declares what all arenas need to tell where memory runs out.
func (w *writer) alarms(f *jen.File) {
	comment(f, "appendFree appends what is free in a block from an offset up to another, if anything is.")
	f.Func().Id("appendFree").Params(jen.Id("text").Index().Byte(), jen.List(jen.Id("from"), jen.Id("to")).Uint64()).Index().Byte().Block(
		jen.If(jen.Id("from").Op(">=").Id("to")).Block(jen.Return(jen.Id("text"))),
		addName(jen.Lit("#\t\tfree at ")),
		addCount(jen.Id("from")),
		addName(jen.Lit(", ")),
		addBytes(jen.Id("to").Op("-").Id("from")),
		jen.Return(jen.Append(jen.Id("text"), jen.LitRune('\n'))))

	comment(f, "isOutOfMemory reports whether there was no memory, or no handle, for what was asked.")
	f.Func().Params(jen.Id("f").Id("Failure")).Id("isOutOfMemory").Params().Bool().BlockFunc(func(g *jen.Group) {
		g.Switch(jen.Id("f").Dot("condition")).BlockFunc(func(g *jen.Group) {
			var ran []jen.Code
			for _, name := range []string{"HostAllocationFailed", "AllocationLimit", "OutOfSpace", "PoolCapacityExceeded"} {
				if w.occurs(name) {
					ran = append(ran, jen.Id(constant(name)))
				}
			}
			g.Case(ran...).Block(jen.Return(jen.True()))
			if w.vulkan() && w.occurs("Call") {
				g.Case(jen.Id(constant("Call"))).Block(jen.Return(jen.Id("f").Dot("isStarved").Call()))
			}
		})
		g.Return(jen.False())
	})
}
