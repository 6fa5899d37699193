package glue

import "github.com/dave/jennifer/jen"

// suiteUsage is what a pool holds, as the suite sees it.
func (w *writer) suiteUsage(usage *jen.Statement) *jen.Statement {
	if w.plan.DryRun {
		return jen.Id("holding").Call(usage)
	}
	return suite("Usage").Call(usage)
}

// holding declares that conversion, where there are dry runs.
func (w *writer) holding(f *jen.File) {
	comment(f, "holding is a Usage but for what has no memory, which the suite asks for by itself.")
	f.Func().Id("holding").Params(jen.Id("u").Id("Usage")).Add(suite("Usage")).Block(
		jen.Return(suite("Usage").ValuesFunc(func(g *jen.Group) {
			for _, field := range figures {
				g.Line().Id(field.name).Op(":").Id("u").Dot(field.name)
			}
			g.Line()
		})))
}

// probeDryRun declares how the suite begins and ends dry runs, and asks what has
// no memory.
func (w *writer) probeDryRun(f *jen.File, a *arena, probe string) {
	on := func(name string) *jen.Statement { return jen.Func().Params(jen.Id("p").Op("*").Id(probe)).Id(name) }
	outcome := func(failure jen.Code) jen.Code { return jen.Id("outcome").Call(failure, jen.Lit(a.Name)) }
	f.Line().Add(on("dryRun").Params(jen.Id("on").Bool()).Add(suite("Failure")).Block(
		jen.Return(outcome(jen.Id("p").Dot("allocator").Dot("DryRun").Call(jen.Id("on")))))).Line()
	f.Add(on("unmapped").Params().Params(jen.Id("pools").Index().Add(suite("Unmapped")), jen.Id("_").Add(suite("Failure"))).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("now"), jen.Id("f")).Op(":=").Id("p").Dot("arena").Dot("Stats").Call()
		g.List(jen.Id("most"), jen.Id("again")).Op(":=").Id("p").Dot("arena").Dot("peaks").Call()
		g.If(jen.Id("f").Op("!=").Id("again")).Block(jen.Panic(jen.Lit("Stats and Peaks disagree on whether they can be had")))
		for _, p := range a.pools {
			g.Id("pools").Op("=").Append(jen.Id("pools"), suite("Unmapped").Values(jen.Dict{
				jen.Id("Now"): jen.Id("now").Dot(p.camel).Dot("BytesUnmapped"), jen.Id("Most"): jen.Id("most").Dot(p.camel).Dot("BytesUnmapped")}))
		}
		g.Return(jen.Id("pools"), outcome(jen.Id("f")))
	}))
}
