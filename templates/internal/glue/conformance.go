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
	comment(f, test+" runs the arena "+a.Name+" against the reference model.")
	f.Func().Id(test).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Id("t").Dot("Parallel").Call(),
		jen.Qual(proptests, "Run").Call(jen.Id("t"), jen.Id(a.lower+"Subject").Call()))
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
		g.If(jen.Parens(jen.Id("f").Dot("condition").Op("==").Id(constant("InvalidRequest"))).Op("!=").
			Parens(jen.Id("f").Dot("Detail").Call().Op("!=").Lit(0))).Block(
			jen.Panic(jen.Lit("a detail is missing or too much: ").Op("+").Id("f").Dot("String").Call()))
		g.Switch(jen.Id("f").Dot("condition")).Block(
			jen.Case(jen.Id(constant("Closed")), jen.Id(constant("LiveAllocations"))).Block(jen.Id("arena").Op("=").Lit("")))
		g.If(jen.Id("f").Dot("Arena").Call().Op("!=").Id("arena")).Block(
			jen.Panic(jen.Lit("a failure names another arena: ").Op("+").Id("f").Dot("String").Call()))
		names := jen.Dict{}
		for _, c := range w.occurring() {
			names[jen.Id(constant(c.Name))] = jen.Lit(c.Name)
		}
		g.Id("names").Op(":=").Map(jen.Id("condition")).String().Values(names)
		said := jen.Dict{
			jen.Id("Condition"): jen.Id("names").Index(jen.Id("f").Dot("condition")),
			jen.Id("A"):         jen.Id("f").Dot("a"),
			jen.Id("B"):         jen.Id("f").Dot("b"),
		}
		if w.occurs("PoolCapacityExceeded") {
			said[jen.Id("Pool")] = jen.Id("f").Dot("Pool").Call()
		}
		g.Return(jen.Qual(proptests, "Failure").Values(said))
	})
}

// subject declares what the suite is told about an arena and how it calls it.
func (w *writer) subject(f *jen.File, a *arena) {
	comment(f, a.lower+"Subject is the arena "+a.Name+" as the suite sees it.")
	f.Func().Id(a.lower+"Subject").Params().Qual(proptests, "Subject").Block(
		jen.Return(jen.Qual(proptests, "Subject").Values(jen.Dict{
			jen.Id("Declaration"): w.declaration(a),
			jen.Id("New"):         jen.Id(a.lower + "Instance"),
		})))
	outcome := func(failure jen.Code) *jen.Statement { return jen.Id("outcome").Call(failure, jen.Lit(a.Name)) }
	handle := jen.Id(a.handle).Values(jen.Id("handle"))
	suite := func(name string) *jen.Statement { return jen.Qual(proptests, name) }
	comment(f, a.lower+"Instance is a fresh allocator, seen through the arena "+a.Name+".")
	f.Func().Id(a.lower + "Instance").Params().Add(suite("Instance")).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("allocator"), jen.Id("failure")).Op(":=").Id("New").Call()
		g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Panic(jen.Id("failure").Dot("String").Call()))
		g.Id("arena").Op(":=").Op("&").Id("allocator").Dot(a.camel)
		g.Var().Id("reclaims").Qual("sync/atomic", "Uint32").Comment("every other one is the Allocator's")
		call := func(method string, args ...jen.Code) *jen.Statement {
			return jen.Id("arena").Dot(method).Call(args...)
		}
		g.Return(suite("Instance").Values(jen.Dict{
			jen.Id("Alloc"): jen.Func().Params(jen.Id("size"), jen.Id("align").Uint64()).Params(jen.Uint64(), suite("Failure")).Block(
				jen.List(jen.Id("h"), jen.Id("f")).Op(":=").Add(call("Alloc", jen.Id("size"), jen.Id("align"))),
				jen.Return(jen.Id("h").Dot(a.lower), outcome(jen.Id("f")))),
			jen.Id("Free"): jen.Func().Params(jen.Id("handle").Uint64()).Add(suite("Failure")).Block(
				jen.Return(outcome(call("Free", handle)))),
			jen.Id("Locate"): jen.Func().Params(jen.Id("handle").Uint64()).Params(jen.Id("r").Add(suite("Region")), jen.Id("_").Add(suite("Failure"))).Block(
				jen.Id("h").Op(":=").Add(handle),
				jen.Var().Id("f").Index(jen.Lit(3)).Id("Failure"),
				jen.List(jen.Id("r").Dot("Block"), jen.Id("f").Index(jen.Lit(0))).Op("=").Add(call("Block", jen.Id("h"))),
				jen.List(jen.Id("r").Dot("Offset"), jen.Id("f").Index(jen.Lit(1))).Op("=").Add(call("Offset", jen.Id("h"))),
				jen.List(jen.Id("r").Dot("Size"), jen.Id("f").Index(jen.Lit(2))).Op("=").Add(call("Size", jen.Id("h"))),
				jen.If(jen.Id("f").Index(jen.Lit(0)).Op("!=").Id("f").Index(jen.Lit(1)).Op("||").Id("f").Index(jen.Lit(0)).Op("!=").Id("f").Index(jen.Lit(2))).Block(
					jen.Panic(jen.Lit("Block, Offset and Size disagree on a handle"))),
				jen.Return(jen.Id("r"), outcome(jen.Id("f").Index(jen.Lit(0))))),
			jen.Id("BlockSize"): jen.Func().Params(jen.Id("block").Uint32()).Uint64().Block(
				jen.List(jen.Id("bytes"), jen.Id("_")).Op(":=").Add(call("BlockSize", jen.Id("block"))),
				jen.Return(jen.Id("bytes"))),
			jen.Id("Reclaim"): jen.Func().Params().Params(jen.Uint64(), suite("Failure")).Block(
				jen.If(jen.Id("reclaims").Dot("Add").Call(jen.Lit(1)).Op("%").Lit(2).Op("==").Lit(0)).Block(
					jen.List(jen.Id("bytes"), jen.Id("f")).Op(":=").Id("allocator").Dot("Reclaim").Call(),
					jen.Return(jen.Id("bytes"), outcome(jen.Id("f")))),
				jen.List(jen.Id("bytes"), jen.Id("f")).Op(":=").Add(call("Reclaim")),
				jen.Return(jen.Id("bytes"), outcome(jen.Id("f")))),
			jen.Id("Clear"): jen.Func().Params().Add(suite("Failure")).Block(jen.Return(outcome(call("Clear")))),
			jen.Id("Usage"): jen.Func().Params().Params(jen.Index().Add(suite("Usage")), suite("Failure")).Block(
				jen.List(jen.Id("all"), jen.Id("f")).Op(":=").Id("allocator").Dot("Stats").Call(),
				jen.If(jen.Id("f").Dot("Failed").Call()).Block(jen.Return(jen.Nil(), outcome(jen.Id("f")))),
				jen.Id("s").Op(":=").Id("all").Dot(a.camel),
				jen.Id("pools").Op(":=").Index().Add(suite("Usage")).ValuesFunc(func(g *jen.Group) {
					for _, p := range a.pools {
						g.Add(suite("Usage")).Call(jen.Id("s").Dot(p.camel))
					}
				}),
				jen.If(jen.Id("total").Op(":=").Id("Usage").Call(suite("Sum").Call(jen.Id("pools"))),
					jen.Id("s").Dot("Total").Op("!=").Id("total").Op("||").Id("all").Dot("Total").Op("!=").Id("total")).Block(
					jen.Panic(jen.Lit("a total is not the sum of the pools"))),
				jen.Return(jen.Id("pools"), outcome(jen.Id("f")))),
			jen.Id("Peaks"): jen.Func().Params().Params(jen.Index().Add(suite("Peak")), suite("Failure")).Block(
				jen.List(jen.Id("p"), jen.Id("f")).Op(":=").Id("allocator").Dot("Peaks").Call(),
				jen.Return(jen.Index().Add(suite("Peak")).ValuesFunc(func(g *jen.Group) {
					for _, p := range a.pools {
						peak := jen.Id("p").Dot(a.camel).Dot(p.camel)
						g.Values(jen.Dict{
							jen.Id("Usage"):          jen.Add(suite("Usage")).Call(jen.Add(peak).Dot("Usage")),
							jen.Id("LargestRequest"): jen.Add(peak).Dot("LargestRequest"),
						})
					}
				}), outcome(jen.Id("f")))),
			jen.Id("Close"): jen.Func().Params().Add(suite("Failure")).Block(
				jen.Return(outcome(jen.Id("allocator").Dot("Close").Call()))),
		}))
	})
}

// declaration is the literal of what the spec promised.
func (w *writer) declaration(a *arena) jen.Code {
	return jen.Qual(proptests, "Declaration").Values(jen.Dict{
		jen.Id("Package"):     jen.Lit(w.plan.Package),
		jen.Id("Arena"):       jen.Lit(a.Name),
		jen.Id("Alignment"):   jen.Lit(int(a.Alignment)),
		jen.Id("Concurrent"):  jen.Lit(w.locks()),
		jen.Id("MaxLive"):     jen.Lit(int(a.MaxLive)),
		jen.Id("Generations"): jen.Lit(int(a.Generations)),
		jen.Id("MaxReserved"): jen.Id(a.lower + "MaxReserved"),
		jen.Id("Pools"): jen.Index().Qual(proptests, "Pool").ValuesFunc(func(g *jen.Group) {
			for _, p := range a.pools {
				fields := jen.Dict{jen.Id("Name"): jen.Lit(p.Name), jen.Id("Kind"): jen.Lit(string(p.Kind))}
				for _, q := range p.Params {
					value := jen.Id(literal(q.Value))
					if q.Key == "growth" {
						value = jen.Lit(p.Word(q.Key))
					}
					fields[jen.Id(spec.Camel(q.Key))] = value
				}
				g.Values(fields)
			}
		}),
	})
}
