package glue

import "github.com/dave/jennifer/jen"

// lists is the bounds of the lists of live regions that an arena's tables are
// held against, beside those by pool: one for each instance of a pool.
func (w *writer) lists(a *arena) *jen.Statement {
	pools := jen.Lit(1).Op("+").Id(a.lower + "MaxCustom")
	switch {
	case w.vulkan() && a.CustomPools > 0:
		return jen.Index(jen.Parens(pools).Op("*").Add(rt("MaxTypes")))
	case w.vulkan():
		return jen.Index(rt("MaxTypes"))
	case a.CustomPools > 0:
		return jen.Index(pools)
	}
	return jen.Null()
}

// listOf selects that of the slot at hand.
func (w *writer) listOf(a *arena) *jen.Statement {
	custom, rank := jen.Id("slot").Dot("Custom"), jen.Id("slot").Dot("Rank")
	switch {
	case w.vulkan() && a.CustomPools > 0:
		return jen.Index(own("instance").Call(custom, jen.Int().Call(rank)))
	case w.vulkan():
		return jen.Index(rank)
	case a.CustomPools > 0:
		return jen.Index(custom)
	}
	return jen.Null()
}

// customLost adds to the cases in which the slot at hand names no pool that it
// names a custom pool that isn't alive, or like another one.
func (w *writer) customLost(a *arena, lost *jen.Statement) {
	if a.CustomPools > 0 {
		lost.Op("||").Op("!").Add(own("isLike")).Call(jen.Id("slot").Dot("Custom"), jen.Id("slot").Dot("Pool"))
	}
}

// customCount adds a recount of each custom pool's regions, and returns how it
// counts the slot at hand.
func (w *writer) customCount(g *jen.Group, a *arena) jen.Code {
	if a.CustomPools == 0 {
		return jen.Null()
	}
	g.Var().Id("regions").Index(jen.Lit(1).Op("+").Id(a.lower + "MaxCustom")).Uint32()
	return jen.Id("regions").Index(jen.Id("slot").Dot("Custom")).Op("++")
}

// customCounted adds the comparison.
func (w *writer) customCounted(g *jen.Group, a *arena) {
	if a.CustomPools > 0 {
		g.If(jen.Id("regions").Op("!=").Add(own("live"))).Block(jen.Return(jen.Lit("the regions of every custom pool are counted")))
	}
}

// customBroken adds the checks of a pool's instances and of those of the custom
// pools like it that are alive.
func (w *writer) customBroken(g *jen.Group, a *arena, p *pool) {
	instance, list := w.instanceOf(p, jen.Id("custom"), jen.Id("rank")), jen.Id("live").Index(jen.Id(p.id)).Index(jen.Id("custom"))
	if w.vulkan() {
		list = jen.Id("live").Index(jen.Id(p.id)).Index(own("instance").Call(jen.Id("custom"), jen.Id("rank")))
	}
	check := jen.If(jen.Id("law").Op("=").Add(instance).Dot("Broken").Call(list), jen.Id("law").Op("!=").Lit("")).Block(jen.Return(jen.Id("law")))
	if w.vulkan() {
		check = jen.For(jen.Id("rank").Op(":=").Range().Add(w.types(a))).Block(check)
	}
	g.For(jen.Id("custom").Op(":=").Range().Uint8().Call(jen.Lit(1).Op("+").Id(a.lower+"MaxCustom"))).Block(
		jen.If(jen.Op("!").Add(own("isLike")).Call(jen.Id("custom"), jen.Id(p.id))).Block(jen.Continue()),
		check)
}
