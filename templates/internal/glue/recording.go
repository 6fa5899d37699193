package glue

import (
	"strconv"

	"github.com/dave/jennifer/jen"
)

// sinkType declares where lines go that an arena writes. It tells of a failure
// when it is asked next, so that no call fails for the sake of a file.
func (w *writer) sinkType(f *jen.File) {
	s := func(name string) *jen.Statement { return jen.Id("s").Dot(name) }
	method := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id("s").Op("*").Id("sink")).Id(name)
	}
	if w.records() {
		f.Comment("How many bytes of a recording an arena keeps before it writes them.")
		f.Const().Id("sinkBytes").Op("=").Lit(64).Op("<<").Lit(10)
	}
	comment(f, "sink is a file that an arena writes to, up to the first time that it can't.")
	f.Type().Id("sink").Struct(
		jen.Id("file").Op("*").Qual("os", "File").Comment("nil where nothing is written"),
		jen.Id("text").Index().Byte().Comment("not yet written"),
		jen.Id("failure").Id("Failure").Comment("that ended it, until it is told"))
	comment(f, "flush writes the text. What keeps it from the file ends the sink.")
	f.Add(method("flush").Params().Block(
		jen.If(s("file").Op("!=").Nil()).Block(
			s("failure").Op("=").Id("writeReport").Call(s("file"), s("text"))),
		jen.If(s("failure").Dot("Failed").Call()).Block(
			s("file").Op("=").Nil()),
		s("text").Op("=").Add(s("text")).Index(jen.Empty(), jen.Lit(0))))
	if !w.records() {
		return
	}
	comment(f, "add adds the line of a call.")
	f.Add(method("add").Params(jen.Id("c").Op("*").Id("callsCall")).Block(
		s("text").Op("=").Id("c").Dot("Append").Call(s("text")),
		s("spill").Call()))
	if w.plan.Names {
		comment(f, "name adds the line of a name.")
		f.Add(method("name").Params(jen.Id("number").Uint32(), jen.Id("name").String()).Block(
			s("text").Op("=").Id("callsAppendName").Call(s("text"), jen.Id("number"), jen.Id("name")),
			s("spill").Call()))
	}
	comment(f, "spill writes the text before there is no room for the longest line.")
	f.Add(method("spill").Params().Block(
		jen.If(jen.Len(s("text")).Op(">").Id("sinkBytes").Op("-").Id("callsLongestLine")).Block(
			s("flush").Call())))
}

// record declares Record and its parts.
func (w *writer) record(f *jen.File, a *arena) {
	what := "Record has the arena" + w.ofStream() + " write its calls to a file from now on, in the language of package trace, until it is called again or the allocator closed; nil ends that. " +
		"What is live comes first, with the arena's alignment and " + map[bool]string{false: "without flags", true: "no flags but dedicated and optimal"}[w.vulkan() && a.Buffers == 0] + ", so that a recording is whole by itself; a region is named by its slot, whose number another has after it. " +
		"A request is written whether or not it is served" + map[bool]string{false: ", but not on which memory types"}[!w.vulkan()] +
		"; what else is refused, such as Free of a stale handle, is not, as it changes nothing."
	if len(w.deferring(a)) > 0 {
		what += " In a dry run, and where blocks are left without memory by one, what is live begins as if in one. The first use of a region's memory is written too."
	}
	if w.handsBack(a) {
		what += " A region that another stream ends is written when its own has the room back."
	}
	if a.CustomPools > 0 {
		what += " A request to a custom pool is written as one to the arena."
	}
	comment(f, what, "Lines are kept until there are nearly 64 KiB of them, and written in the arena's lock. A call whose lines cannot be written does not fail: it ends the recording, which the next Record says, or Close. "+
		"Where Record fails, nothing is recorded.", w.errorsOf("Record", a.Name))
	file := jen.Id("file").Op("*").Qual("os", "File")
	f.Add(a.method("Record").Params(file.Clone()).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(w.drained(a),
			jen.If(jen.Id("failure").Op("=").Add(own("stopRecording")).Call(), jen.Op("!").Id("failure").Dot("Failed").Call().Op("&&").Id("file").Op("!=").Nil()).Block(
				jen.Id("failure").Op("=").Add(own("startRecording")).Call(jen.Id("file")))))
	}))

	recording := own("recording")
	comment(f, "stopRecording ends the recording, if there is one, and says what kept it from its file.")
	f.Add(a.method("stopRecording").Params().Params(jen.Id("failure").Id("Failure")).Block(
		jen.Id("failure").Op("=").Add(recording).Dot("failure"),
		jen.If(jen.Add(recording).Dot("file").Op("!=").Nil()).Block(
			jen.Id("failure").Op("=").Id("writeReport").Call(jen.Add(recording).Dot("file"), jen.Add(recording).Dot("text"))),
		jen.Add(recording).Op("=").Id("sink").Values(),
		jen.Return(jen.Id("failure"))))

	comment(f, "startRecording begins a recording with what is live, and writes that, so that a file that will not do is known at once.")
	f.Add(a.method("startRecording").Params(file).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Id("text").Op(":=").Append(jen.Make(jen.Index().Byte(), jen.Lit(0), jen.Id("sinkBytes")), jen.Lit("# allocgen "+w.plan.Package+"/"+a.Name+"\n# plan ").Op("+").Id("PlanHash").Op("+").Lit("\n").Op("..."))
		if capacity := a.capacityOf(); capacity != nil {
			g.Add(addName(jen.Lit("# capacity ")))
			g.Add(addCount(capacity))
			g.Add(addByte('\n'))
		}
		g.Add(recording).Op("=").Id("sink").Values(jen.Id("file").Op(":").Id("file"), jen.Id("text").Op(":").Id("text"))
		live := jen.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).Block(
			jen.If(own("slots").Dot("IsLive").Call(jen.Id("i"))).Block(own("recordLive").Call(jen.Id("i"))))
		if len(w.deferring(a)) > 0 {
			g.Id("dry").Op(":=").Add(w.recordedDry(a))
			g.If(jen.Id("dry")).Block(recorded("DryRun", jen.Lit(1)))
			g.Add(live)
			g.If(jen.Id("dry")).Block(own("recordUses").Call())
		} else {
			g.Add(live)
		}
		g.Add(recording).Dot("flush").Call()
		g.If(jen.Id("failure").Op("=").Add(recording).Dot("failure"), jen.Id("failure").Dot("Failed").Call()).Block(
			jen.Add(recording).Op("=").Id("sink").Values())
		g.Return(jen.Id("failure"))
	}))
	w.recordLive(f, a)
}

// recordLive declares how a recording says of a region that it is there.
func (w *writer) recordLive(f *jen.File, a *arena) {
	recording, slot := own("recording"), jen.Id("slot")
	comment(f, "recordLive records the region of live slot i as a request that is served.")
	f.Add(a.method("recordLive").Params(jen.Id("i").Uint32()).BlockFunc(func(g *jen.Group) {
		g.Add(slot).Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i"))
		g.Id("c").Op(":=").Id("callsCall").Values(jen.Dict{
			jen.Id("Kind"): jen.Id("callsAlloc"), jen.Id("Number"): jen.Id("i"),
			jen.Id("Size"): slot.Clone().Dot("Size"), jen.Id("Align"): jen.Id(a.lower + "Alignment")})
		if w.vulkan() && a.Buffers == 0 {
			g.If(slot.Clone().Dot("Optimal")).Block(jen.Id("c").Dot("Flags").Op("|=").Id("callsOptimal"))
		}
		if w.vulkan() && a.dedicates() {
			g.If(slot.Clone().Dot("Dedicated")).Block(jen.Id("c").Dot("Flags").Op("|=").Uint8().Call(jen.Id("Dedicated")))
		}
		g.Add(recording).Dot("add").Call(jen.Op("&").Id("c"))
		if w.plan.Names {
			g.If(jen.Id("name").Op(":=").Add(own("names")).Dot("Of").Call(jen.Id("i")), jen.Id("name").Op("!=").Lit("")).Block(
				jen.Add(recording).Dot("name").Call(jen.Id("i"), jen.Id("name")))
		}
	}))
}

// capacityOf is how many bytes the blocks of an arena have that cannot have more,
// nil for others.
func (a *arena) capacityOf() jen.Code {
	if a.CustomPools > 0 {
		return nil
	}
	known, asked := uint64(0), []jen.Code(nil)
	for _, p := range a.pools {
		switch {
		case p.capped():
			page := p.Uint("page_size")
			if p.Capacity() < page {
				page = p.Capacity() &^ (a.Alignment - 1)
			}
			if page > 0 {
				known += p.Capacity() / page * page
			}
		case p.isSized():
			asked = append(asked, own(p.meter).Dot("Now").Dot("BytesReserved"))
		case p.furnishes() && p.uint("blocks", 0) > 0:
			known += p.Uint("blocks") * p.Uint("block_size")
		default:
			return nil
		}
	}
	if known > 0 || asked == nil {
		asked = append(asked, jen.Id(strconv.FormatUint(known, 10)))
	}
	return joined("+", asked...)
}

// recordingsEnd adds how Close ends what arenas record.
func (w *writer) recordingsEnd(g *jen.Group) {
	if !w.records() {
		return
	}
	w.inEach(g, func(_ *arena, in part) jen.Code {
		return jen.If(jen.Id("failure").Op(":=").Add(in("stopRecording")).Call(), jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure")))
	})
}
