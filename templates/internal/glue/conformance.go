package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

const proptests = module + "proptests"

// conformance declares the test that runs an arena against the reference
// model.
func (w *writer) conformance(f *jen.File, a *arena) {
	f.ImportName(proptests, "proptests")
	test := "Test" + a.camel + "Conformance"
	comment(f, test+" runs the arena "+a.Name+" against the reference model. That its calls leave no garbage can be told only while no other test runs.")
	f.Func().Id(test).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Qual(proptests, "Garbage").Call(jen.Id("t"), jen.Id(a.lower+"Subject").Call()),
		jen.Id("t").Dot("Parallel").Call(),
		jen.Qual(proptests, "Run").Call(jen.Id("t"), jen.Id(a.lower+"Subject").Call()))
	fuzz := "Fuzz" + a.camel + "Conformance"
	comment(f, fuzz+" is for go test -fuzz, which looks for calls in which the arena "+a.Name+" and the model differ.")
	f.Func().Id(fuzz).Params(jen.Id("f").Op("*").Qual("testing", "F")).Block(
		jen.Qual(proptests, "Fuzz").Call(jen.Id("f"), jen.Id(a.lower+"Subject").Call()))
	w.subject(f, a)
}

// outcome declares how the suite reads a Failure, and what every Failure must
// be beside what the model predicts.
func (w *writer) outcome(f *jen.File) {
	f.ImportName(proptests, "proptests")
	comment(f, "outcome is a Failure as the model knows it. It panics where what the Failure says of itself does not agree.")
	f.Func().Id("outcome").Params(jen.Id("f").Id("Failure"), jen.Id("arena").String()).Qual(proptests, "Failure").BlockFunc(func(g *jen.Group) {
		is := jen.Qual("errors", "Is").Call(jen.Id("f").Dot("Err").Call(), jen.Id("f").Dot("Code").Call())
		g.If(jen.Op("!").Id("f").Dot("Failed").Call()).Block(
			jen.If(jen.Id("f").Op("!=").Parens(jen.Id("Failure").Values()).Op("||").Id("f").Dot("Err").Call().Op("!=").Nil()).Block(
				jen.Panic(jen.Lit("success is an error: ").Op("+").Id("f").Dot("String").Call())),
			jen.Return(jen.Qual(proptests, "Failure").Values()))
		g.If(jen.Id("f").Dot("Code").Call().Op("==").Lit(0).Op("||").Op("!").Add(is)).Block(
			jen.Panic(jen.Lit("a failure is no error of the set: ").Op("+").Id("f").Dot("String").Call()))
		detailed := jen.Id("f").Dot("condition").Op("==").Id(constant("InvalidRequest"))
		if w.occurs("UnsupportedCapability") {
			detailed.Op("||").Id("f").Dot("condition").Op("==").Id(constant("UnsupportedCapability"))
		}
		g.If(jen.Parens(detailed).Op("!=").
			Parens(jen.Id("f").Dot("Detail").Call().Op("!=").Lit(0))).Block(
			jen.Panic(jen.Lit("a detail is missing or too much: ").Op("+").Id("f").Dot("String").Call()))
		g.Switch(jen.Id("f").Dot("condition")).Block(
			jen.Case(jen.Id(constant("Closed")), jen.Id(constant("LiveAllocations"))).Block(jen.Id("arena").Op("=").Lit("")))
		g.If(jen.Id("f").Dot("Arena").Call().Op("!=").Id("arena")).Block(
			jen.Panic(jen.Lit("a failure names another arena: ").Op("+").Id("f").Dot("String").Call()))
		said := jen.Dict{
			jen.Id("A"): jen.Id("f").Dot("a"),
			jen.Id("B"): jen.Id("f").Dot("b"),
		}
		said[jen.Id("Pool")] = jen.Id("f").Dot("Pool").Call()
		if w.vulkan() {
			said[jen.Id("Result")] = jen.Id("f").Dot("Result").Call()
			said[jen.Id("Type")] = jen.Int().Call(jen.Id("f").Dot("memoryType"))
		}
		g.Id("said").Op(":=").Add(suite("Failure")).Values(said)
		if w.vulkan() {
			g.If(jen.Id("f").Dot("condition").Op("==").Id(constant("Call"))).Block(
				jen.Id("said").Dot("A").Op("=").Lit(0), // which call it was
				jen.If(jen.Op("!").Qual("errors", "Is").Call(jen.Id("f").Dot("Err").Call(), jen.Id("f").Dot("Result").Call()).Op("||").Id("f").Dot("Call").Call().Op("==").Lit("")).Block(
					jen.Panic(jen.Lit("a failed call does not say which, or how: ").Op("+").Id("f").Dot("String").Call())))
		}
		g.Id("said").Dot("Condition").Op("=").Id("f").Dot("condition").Dot("name").Call()
		g.Return(jen.Id("said"))
	})
	if w.plan.DryRun {
		w.holding(f)
	}
	comment(f, "name is the built-in name of a condition.")
	f.Func().Params(jen.Id("c").Id("condition")).Id("name").Params().String().Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(g *jen.Group) {
			for _, c := range w.occurring() {
				g.Case(jen.Id(constant(c.Name))).Block(jen.Return(jen.Lit(c.Name)))
			}
		}),
		jen.Return(jen.Lit("")))
}

// suite names something of the conformance suite.
func suite(name string) *jen.Statement { return jen.Qual(proptests, name) }

// subject declares what the suite is told about an arena and how it calls it:
// through the methods of a probe.
func (w *writer) subject(f *jen.File, a *arena) {
	probe := a.lower + "Probe"
	comment(f, a.lower+"Subject is the arena "+a.Name+" as the suite sees it.")
	f.Func().Id(a.lower + "Subject").Params().Add(suite("Subject")).Block(
		jen.Return(suite("Subject").Values(jen.Dict{
			jen.Id("Declaration"): w.declaration(a),
			jen.Id(map[bool]string{false: "New", true: "NewOn"}[w.vulkan()]): jen.Id(a.lower + "Instance"),
		})))
	comment(f, probe+" is an allocator, seen through the arena "+a.Name+".")
	f.Type().Id(probe).Struct(
		jen.Id("allocator").Op("*").Id("Allocator"),
		jen.Id("arena").Op("*").Id(a.typ),
		jen.Id("turns").Qual("sync/atomic", "Uint32"))
	comment(f, "turn reports whether the Allocator is to be asked for once, not the arena.")
	f.Func().Params(jen.Id("p").Op("*").Id(probe)).Id("turn").Params().Bool().Block(
		jen.Return(jen.Id("p").Dot("turns").Dot("Add").Call(jen.Lit(1)).Op("%").Lit(16).Op("==").Lit(0)))
	comment(f, a.lower+"Instance is a fresh allocator.")
	parameters, arguments, bindings := jen.Null(), []jen.Code(nil), []string{"Alloc", "Free", "Locate", "BlockSize", "Reclaim", "Clear", "Usage", "Peaks", "Close"}
	if w.vulkan() {
		parameters, arguments = jen.Id("device").Op("*").Add(rt("Device")), []jen.Code{jen.Id("device")}
		bindings = append(bindings, "Memory")
	}
	if len(w.deferring(a)) > 0 {
		bindings = append(bindings, "DryRun", "Unmapped")
	}
	if w.records() {
		bindings = append(bindings, "Record")
	}
	results := suite("Instance")
	if w.vulkan() {
		results = jen.Params(suite("Instance"), jen.Bool())
	}
	f.Func().Id(a.lower + "Instance").Params(parameters).Add(results).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("allocator"), jen.Id("failure")).Op(":=").Id("New").Call(append(arguments, w.testCapacities()...)...)
		if w.vulkan() {
			unfit := jen.Id("failure").Dot("condition").Op("==").Id(constant("InvalidProperties"))
			if w.furnishes() {
				unfit.Op("||").Id("failure").Dot("condition").Op("==").Id(constant("Call")).Op("||").Id("failure").Dot("condition").Op("==").Id(constant("AllocationLimit"))
			}
			g.If(unfit).Block(jen.Return(suite("Instance").Values(), jen.False()))
		}
		g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Panic(jen.Id("failure").Dot("String").Call()))
		bound := jen.Dict{}
		for _, name := range bindings {
			bound[jen.Id(name)] = jen.Id("p").Dot(constant(name))
		}
		if w.vulkan() {
			bound[jen.Id("Mapping")] = jen.Id("p").Dot("mapping").Call()
		}
		if w.streams() {
			w.streamInstances(g, a, probe, bound)
			return
		}
		g.Id("p").Op(":=").Op("&").Id(probe).Values(jen.Dict{
			jen.Id("allocator"): jen.Id("allocator"), jen.Id("arena"): jen.Op("&").Id("allocator").Dot(a.camel)})
		if w.vulkan() {
			g.Return(suite("Instance").Values(bound), jen.True())
			return
		}
		g.Return(suite("Instance").Values(bound))
	})
	w.probeCalls(f, a, probe)
	if w.vulkan() {
		w.probeMapping(f, a, probe)
	}
	if len(w.deferring(a)) > 0 {
		w.probeDryRun(f, a, probe)
	}
	w.probeFigures(f, a, probe)
}

// streamInstances adds how the arena is seen in each stream: in the last one by
// the suite, and in the others where that has use for them.
func (w *writer) streamInstances(g *jen.Group, a *arena, probe string, bound jen.Dict) {
	g.Var().Id("streams").Index().Add(suite("Instance"))
	g.For(jen.Id("i").Op(":=").Range().Id("streamCount")).Block(
		jen.Id("p").Op(":=").Op("&").Id(probe).Values(jen.Dict{
			jen.Id("allocator"): jen.Id("allocator"), jen.Id("arena"): jen.Op("&").Id("allocator").Dot("Stream").Call(jen.Id("i")).Dot(a.camel)}),
		jen.Id("streams").Op("=").Append(jen.Id("streams"), suite("Instance").Values(bound)))
	last := jen.Id("streams").Index(jen.Id("streamCount").Op("-").Lit(1))
	g.Id("in").Op(":=").Add(last)
	g.Id("in").Dot("Others").Op("=").Id("streams").Index(jen.Op(":").Id("streamCount").Op("-").Lit(1))
	if w.vulkan() {
		g.Return(jen.Id("in"), jen.True())
		return
	}
	g.Return(jen.Id("in"))
}

// probeCalls declares the probe's methods for what works on regions.
func (w *writer) probeCalls(f *jen.File, a *arena, probe string) {
	on := func(name string) *jen.Statement { return jen.Func().Params(jen.Id("p").Op("*").Id(probe)).Id(name) }
	arena, failure := jen.Id("p").Dot("arena"), suite("Failure")
	outcome := func(failure jen.Code) *jen.Statement { return jen.Id("outcome").Call(failure, jen.Lit(a.Name)) }
	named := jen.Id(a.handle).Values(jen.Id("handle"))
	f.Line().Add(on("alloc").Params(jen.List(jen.Id("size"), jen.Id("align")).Uint64(), jen.Id("flags").Add(suite("Flags"))).Params(jen.Uint64(), failure).BlockFunc(func(g *jen.Group) {
		g.Var().Id("h").Id(a.handle)
		g.Var().Id("f").Id("Failure")
		take := jen.List(jen.Id("h"), jen.Id("f")).Op("=").Add(arena)
		cases := []jen.Code{jen.Case(jen.Id("flags").Op("==").Lit(0)).Block(take.Clone().Dot("Alloc").Call(jen.Id("size"), jen.Id("align")))}
		if w.vulkan() {
			cases = append(cases, jen.Case(jen.Id("flags").Op("&").Add(suite("Optimal")).Op("!=").Lit(0)).Block(
				take.Clone().Dot("AllocFor").Call(rt("Requirements").Values(jen.Dict{
					jen.Id("Size"): jen.Id("size"), jen.Id("Alignment"): jen.Id("align"), jen.Id("TypeBits"): jen.Op("^").Uint32().Call(jen.Lit(0)), jen.Id("Kind"): rt("Optimal")}),
					jen.Id("Flags").Call(jen.Id("flags").Op("&^").Add(suite("Optimal"))))))
		}
		cases = append(cases, jen.Default().Block(take.Clone().Dot("AllocWith").Call(jen.Id("size"), jen.Id("align"), jen.Id("Flags").Call(jen.Id("flags")))))
		g.Switch().Block(cases...)
		g.Return(jen.Id("h").Dot(a.lower), outcome(jen.Id("f")))
	})).Line()
	f.Add(on("free").Params(jen.Id("handle").Uint64()).Add(failure).Block(
		jen.Return(outcome(jen.Add(arena).Dot("Free").Call(named))))).Line()
	f.Add(on("locate").Params(jen.Id("handle").Uint64()).Params(jen.Id("r").Add(suite("Region")), jen.Id("_").Add(failure)).BlockFunc(func(g *jen.Group) {
		g.Var().Id("f").Index(jen.Lit(3)).Id("Failure")
		for i, query := range []string{"Block", "Offset", "Size"} {
			g.List(jen.Id("r").Dot(query), jen.Id("f").Index(jen.Lit(i))).Op("=").Add(arena).Dot(query).Call(named)
		}
		first := jen.Id("f").Index(jen.Lit(0))
		g.If(jen.Add(first).Op("!=").Id("f").Index(jen.Lit(1)).Op("||").Add(first).Op("!=").Id("f").Index(jen.Lit(2))).Block(
			jen.Panic(jen.Lit("Block, Offset and Size disagree on a handle")))
		g.Return(jen.Id("r"), outcome(first))
	})).Line()
	if w.vulkan() {
		disagree := jen.Id("f").Op("!=").Id("again")
		if len(w.deferring(a)) > 0 { // there may be no memory to be had
			disagree = jen.Id("again").Dot("Failed").Call().Op("&&").Add(disagree)
		}
		f.Add(on("memory").Params(jen.Id("handle").Uint64()).Params(jen.Id("memory").Add(rt("Memory")), jen.Id("typ").Uint32(), jen.Id("_").Add(failure)).Block(
			jen.List(jen.Id("memory"), jen.Id("f")).Op(":=").Add(arena).Dot("Memory").Call(named),
			jen.List(jen.Id("typ"), jen.Id("again")).Op(":=").Add(arena).Dot("MemoryType").Call(named),
			jen.If(disagree).Block(jen.Panic(jen.Lit("Memory and MemoryType disagree on a handle"))),
			jen.Return(jen.Id("memory"), jen.Id("typ"), outcome(jen.Id("f"))))).Line()
	}
	f.Add(on("blockSize").Params(jen.Id("block").Uint32()).Uint64().Block(
		jen.List(jen.Id("bytes"), jen.Id("_")).Op(":=").Add(arena).Dot("BlockSize").Call(jen.Id("block")),
		jen.Return(jen.Id("bytes")))).Line()
	f.Add(on("reclaim").Params().Params(jen.Id("bytes").Uint64(), jen.Id("_").Add(failure)).Block(
		jen.Var().Id("f").Id("Failure"),
		jen.If(jen.Id("p").Dot("turn").Call()).Block(
			jen.List(jen.Id("bytes"), jen.Id("f")).Op("=").Id("p").Dot("allocator").Dot("Reclaim").Call(),
		).Else().Block(
			jen.List(jen.Id("bytes"), jen.Id("f")).Op("=").Add(arena).Dot("Reclaim").Call(),
		),
		jen.Return(jen.Id("bytes"), outcome(jen.Id("f"))))).Line()
	f.Add(on("clear").Params().Add(failure).Block(jen.Return(outcome(jen.Add(arena).Dot("Clear").Call())))).Line()
	if w.records() {
		f.Add(on("record").Params(jen.Id("file").Op("*").Qual("os", "File")).Add(failure).Block(jen.Return(outcome(jen.Add(arena).Dot("Record").Call(jen.Id("file")))))).Line()
	}
	f.Add(on("close").Params().Add(failure).Block(jen.Return(outcome(jen.Id("p").Dot("allocator").Dot("Close").Call()))))
}

// probeMapping declares how the suite gets at the bytes of regions.
func (w *writer) probeMapping(f *jen.File, a *arena, probe string) {
	handle, failure := jen.Id("handle").Uint64(), suite("Failure")
	bytes, span := jen.Id("bytes").Index().Byte(), jen.List(jen.Id("offset"), jen.Id("size")).Uint64()
	call := func(method string, arguments ...jen.Code) *jen.Statement {
		return jen.Id("p").Dot("arena").Dot(method).Call(append([]jen.Code{jen.Id(a.handle).Values(jen.Id("handle"))}, arguments...)...)
	}
	outcome := func(failure jen.Code) jen.Code { return jen.Return(jen.Id("outcome").Call(failure, jen.Lit(a.Name))) }
	bound := jen.Dict{}
	for _, name := range []string{"Map", "Bytes"} {
		bound[jen.Id(name)] = jen.Func().Params(handle).Params(jen.Index().Byte(), failure).Block(
			jen.List(jen.Id("bytes"), jen.Id("f")).Op(":=").Add(call(name)),
			jen.Return(jen.Id("bytes"), jen.Id("outcome").Call(jen.Id("f"), jen.Lit(a.Name))))
	}
	bound[jen.Id("Unmap")] = jen.Func().Params(handle).Add(failure).Block(outcome(call("Unmap")))
	for _, name := range []string{"Flush", "Invalidate"} {
		bound[jen.Id(name)] = jen.Func().Params(jen.List(jen.Id("handle"), span)).Add(failure).Block(
			outcome(call(name, jen.Id("offset"), jen.Id("size"))))
	}
	for _, name := range []string{"CopyIn", "CopyOut"} {
		bound[jen.Id(name)] = jen.Func().Params(jen.List(jen.Id("handle"), jen.Id("offset")).Uint64(), bytes).Add(failure).Block(
			outcome(call(name, jen.Id("offset"), jen.Id("bytes"))))
	}
	f.Line()
	comment(f, "mapping is how the host gets at the bytes of the arena's regions.")
	f.Func().Params(jen.Id("p").Op("*").Id(probe)).Id("mapping").Params().Add(suite("Mapping")).Block(
		jen.Return(suite("Mapping").Values(bound)))
}

// probeFigures declares the probe's methods for statistics. Totals must be the
// sums.
func (w *writer) probeFigures(f *jen.File, a *arena, probe string) {
	on := func(name string) *jen.Statement { return jen.Func().Params(jen.Id("p").Op("*").Id(probe)).Id(name) }
	outcome := jen.Id("outcome").Call(jen.Id("f"), jen.Lit(a.Name))
	apart := w.streams() && w.furnishes() // other streams hold blocks, too
	ask := func(all string, typ string, own string, agree ...jen.Code) []jen.Code {
		turn := append([]jen.Code{
			jen.Var().Id("all").Id(typ),
			jen.List(jen.Id("all"), jen.Id("f")).Op("=").Id("p").Dot("allocator").Dot(all).Call(),
		}, agree...)
		if !apart {
			turn = append(turn, jen.Id("in").Op("=").Id("all").Dot(a.camel))
		}
		statements := []jen.Code{jen.List(jen.Id("in"), jen.Id("f")).Op(":=").Id("p").Dot("arena").Dot(own).Call()}
		if !apart || len(agree) > 0 {
			statements = append(statements, jen.If(jen.Id("p").Dot("turn").Call()).Block(turn...))
		}
		return append(statements, jen.If(jen.Id("f").Dot("Failed").Call()).Block(jen.Return(jen.Nil(), outcome)))
	}
	f.Line().Add(on("usage").Params().Params(jen.Id("pools").Index().Add(suite("Usage")), jen.Id("_").Add(suite("Failure"))).BlockFunc(func(g *jen.Group) {
		agree := []jen.Code{jen.Var().Id("arenas").Id("Usage")}
		for _, other := range w.arenas {
			agree = append(agree, jen.Id("arenas").Dot("add").Call(jen.Id("all").Dot(other.camel).Dot("Total")))
		}
		agree = append(agree, jen.If(jen.Id("all").Dot("Total").Op("!=").Id("arenas")).Block(
			jen.Panic(jen.Lit("the total of the allocator is not the sum of the arenas"))))
		for _, s := range ask("Stats", "Stats", "Stats", agree...) {
			g.Add(s)
		}
		for _, p := range a.pools {
			g.Id("pools").Op("=").Append(jen.Id("pools"), w.suiteUsage(jen.Id("in").Dot(p.camel)))
		}
		total, sum := jen.Id("in").Dot("Total"), jen.Id("Usage").Call(suite("Sum").Call(jen.Id("pools")))
		if w.plan.DryRun {
			total, sum = w.suiteUsage(total), suite("Sum").Call(jen.Id("pools"))
		}
		g.If(jen.Id("total").Op(":=").Add(sum), total.Op("!=").Id("total")).Block(
			jen.Panic(jen.Lit("a total is not the sum of the pools")))
		g.Return(jen.Id("pools"), outcome)
	})).Line()
	f.Add(on("peaks").Params().Params(jen.Id("pools").Index().Add(suite("Peak")), jen.Id("_").Add(suite("Failure"))).BlockFunc(func(g *jen.Group) {
		for _, s := range ask("Peaks", "Peaks", "peaks") {
			g.Add(s)
		}
		for _, p := range a.pools {
			peak := jen.Id("in").Dot(p.camel)
			g.Id("pools").Op("=").Append(jen.Id("pools"), suite("Peak").Values(
				jen.Id("Usage").Op(":").Add(w.suiteUsage(jen.Add(peak).Dot("Usage"))),
				jen.Id("LargestRequest").Op(":").Add(peak).Dot("LargestRequest")))
		}
		g.Return(jen.Id("pools"), outcome)
	}))
}

// testCapacity is the size in the tests of blocks that the spec gives none, in
// bytes.
const testCapacity = 1 << 20

// declared is the value of a key of a pool in the declaration.
func (w *writer) declared(p *pool, q spec.Param) *jen.Statement {
	switch q.Key {
	case "growth", "policy", "contents":
		return jen.Lit(p.Word(q.Key))
	case "within_budget":
		return jen.Lit(q.Value != 0)
	case "block_size":
		if p.Policy() == spec.Fixed && q.Value == 0 {
			return jen.Id(literal(testCapacity))
		}
	}
	return jen.Id(literal(q.Value))
}

// declaredPool is the fields of a pool in the declaration. How a strategy of the
// user's own wants its blocks tried, it says itself.
func (w *writer) declaredPool(p *pool) jen.Dict {
	fields, kind := jen.Dict{jen.Id("Name"): jen.Lit(p.Name)}, string(p.Kind)
	s := w.plan.Strategy(p.Kind)
	if s != nil {
		kind = "strategy"
		fields[jen.Id("Appends")] = jen.Id(p.prefix + "Appends")
		fields[jen.Id("EmptiestFirst")] = jen.Id(p.prefix + "EmptiestFirst").Call(jen.Lit(0))
	}
	fields[jen.Id("Kind")] = jen.Lit(kind)
	if policy := p.Policy(); (p.Kind == spec.TLSF || s != nil) && policy != spec.Fixed && policy != spec.Separate && p.Uint("max_blocks") == 0 {
		fields[jen.Id("BlockLimit")] = jen.Id(p.prefix + "BlockLimit")
	}
	for _, q := range p.Params {
		if s == nil || !s.HasKey(q.Key) {
			fields[jen.Id(spec.Camel(q.Key))] = w.declared(p, q)
		}
	}
	return fields
}

// declaration is the literal of what the spec promised.
func (w *writer) declaration(a *arena) jen.Code {
	declared := jen.Dict{
		jen.Id("Package"):     jen.Lit(w.plan.Package),
		jen.Id("Arena"):       jen.Lit(a.Name),
		jen.Id("Alignment"):   jen.Lit(int(a.Alignment)),
		jen.Id("Concurrent"):  jen.Lit(w.locks()),
		jen.Id("Streams"):     jen.Lit(int(w.plan.Streams)),
		jen.Id("MaxLive"):     jen.Lit(int(a.MaxLive)),
		jen.Id("Generations"): jen.Lit(int(a.Generations)),
		jen.Id("Flags"):       jen.Lit(int(w.flagBits())),
		jen.Id("Pools"): jen.Index().Qual(proptests, "Pool").ValuesFunc(func(g *jen.Group) {
			for _, p := range a.pools {
				declared := w.declaredPool(p)
				if w.defers(a, p) {
					declared[jen.Id("Defers")] = jen.True()
				}
				g.Values(declared)
			}
		}),
	}
	if w.records() {
		declared[jen.Id("Trace")] = jen.True()
	}
	switch {
	case !w.vulkan():
		declared[jen.Id("MaxReserved")] = jen.Id(a.lower + "MaxReserved")
	case w.pinned():
		declared[jen.Id("Pinned")] = jen.Func().Params().Op("*").Add(rt("Profile")).Block(
			jen.Id("p").Op(":=").Id("pinned").Call(), jen.Return(jen.Op("&").Id("p"))).Call()
		fallthrough
	default:
		declared[jen.Id("Memory")] = jen.Op("&").Add(suite("Memory")).Values(jen.Dict{
			jen.Id("Require"): flags(a.Memory.Require), jen.Id("Prefer"): flags(a.Memory.Prefer),
			jen.Id("Avoid"): flags(a.Memory.Avoid), jen.Id("Strict"): jen.Lit(a.Strict), jen.Id("Persistent"): jen.Lit(a.persistent()), jen.Id("Buffers"): jen.Lit(a.Buffers != 0)})
	}
	return jen.Qual(proptests, "Declaration").Values(declared)
}
