package glue

import "github.com/dave/jennifer/jen"

// recovery declares the Allocator's Recover.
func (w *writer) recovery(f *jen.File) {
	comment(f, "Recover lets the arenas be used again that a panic left poisoned, if every table in them is sound: "+
		"slots, pools, block numbers and figures agree. An arena that is not stays poisoned.",
		w.errorsOf("Recover", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("Recover").Params().Id("Failure").BlockFunc(func(g *jen.Group) {
		g.Id("failure").Op(":=").Id("Failure").Values()
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				g.If(jen.Id("failed").Op(":=").Add(in(a, "heal")).Call(), jen.Id("failed").Dot("Failed").Call()).Block(
					jen.Id("failure").Op("=").Id("failed"))
			}
		})
		g.Return(jen.Id("failure"))
	})
}

// soundness declares what Recover does in an arena.
func (w *writer) soundness(f *jen.File, a *arena) {
	comment(f, "heal clears the mark of a panic if the arena's tables are sound.")
	f.Add(a.method("heal").Params().Id("Failure").Block(
		own("mutex").Dot("Lock").Call(),
		jen.Defer().Add(own("mutex")).Dot("Unlock").Call(),
		jen.Switch().Block(
			jen.Case(own("poisoned").Op("&&").Add(own("broken")).Call().Op("!=").Lit("")).Block(jen.Return(a.fails("SynchronizationPoisoned"))),
			jen.Case(own("closed")).Block(jen.Return(fails("Closed")))),
		own("poisoned").Op("=").False(),
		jen.Return(jen.Id("Failure").Values())))

	comment(f, "broken returns a law that the arena's tables break, or \"\". It costs time and memory in proportion to them.")
	f.Add(a.method("broken").Params().Params(jen.Id("law").String()).BlockFunc(func(g *jen.Group) {
		unless := func(call *jen.Statement) {
			g.If(jen.Id("law").Op("=").Add(call), jen.Id("law").Op("!=").Lit("")).Block(jen.Return(jen.Id("law")))
		}
		unless(own("slots").Dot("Broken").Call())
		unless(own("blocks").Dot("Broken").Call())
		if a.CustomPools > 0 {
			unless(own("customs").Dot("Broken").Call())
		}
		at, lost := jen.Id(a.pools[0].id), jen.False()
		if w.tellsPools(a) {
			at, lost = jen.Id("slot").Dot("Pool"), jen.Id("slot").Dot("Pool").Op(">=").Lit(len(a.pools))
		}
		live := jen.Id("live").Index(at).Add(w.listOf(a))
		if w.vulkan() {
			lost.Op("||").Int().Call(jen.Id("slot").Dot("Rank")).Op(">=").Add(w.types(a))
		}
		w.customLost(a, lost)
		g.Var().Id("live").Index(jen.Lit(len(a.pools))).Add(w.lists(a)).Index().Uint32()
		count := w.customCount(g, a)
		g.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).BlockFunc(func(g *jen.Group) {
			w.tagsOfVacant(g)
			g.If(own("slots").Dot("IsLive").Call(jen.Id("i"))).Block(
				jen.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")),
				jen.If(lost).Block(jen.Return(jen.Lit("a slot names a pool"))),
				count,
				jen.Add(live).Op("=").Append(live, jen.Id("slot").Dot("Region")))
		})
		w.customCounted(g, a)
		for _, p := range a.pools {
			if p.custom {
				w.customBroken(g, a, p)
				continue
			}
			if w.vulkan() {
				g.For(jen.Id("rank").Op(":=").Range().Add(own(p.field))).Block(
					jen.If(jen.Id("law").Op("=").Add(own(p.field)).Index(jen.Id("rank")).Dot("Broken").Call(jen.Id("live").Index(jen.Id(p.id)).Index(jen.Id("rank"))),
						jen.Id("law").Op("!=").Lit("")).Block(jen.Return(jen.Id("law"))))
				continue
			}
			list := jen.Id("live").Index(jen.Id(p.id))
			if a.CustomPools > 0 {
				list.Index(jen.Lit(0))
			}
			unless(own(p.field).Dot("Broken").Call(list))
		}
		unless(own("misowned").Call())
		g.Return(own("miscounted").Call())
	}))
	comment(f, "misowned returns a law about whose the blocks are that is broken, or \"\".")
	f.Add(a.method("misowned").Params().Params(jen.Id("law").String()).BlockFunc(func(g *jen.Group) { w.ownership(g, a) }))
	w.figures(f, a)
}

// ownership adds the check that every block is one pool's.
func (w *writer) ownership(g *jen.Group, a *arena) {
	law := jen.Return(jen.Lit("every block is of one pool, and has its size"))
	g.Id("sizes").Op(":=").Make(jen.Index().Uint64(), own("blocks").Dot("Len").Call())
	for _, p := range a.pools {
		g.Add(w.eachInstance(p, func(instance *jen.Statement) []jen.Code {
			return []jen.Code{jen.If(jen.Op("!").Add(instance).Dot("Claim").Call(jen.Id("sizes"))).Block(law.Clone())}
		}))
	}
	g.If(jen.Op("!").Add(own("blocks")).Dot("Are").Call(jen.Id("sizes"))).Block(law.Clone())
	g.Return(jen.Lit(""))
}

// figures declares how Recover counts an arena's figures again.
func (w *writer) figures(f *jen.File, a *arena) {
	comment(f, "miscounted returns which figure differs from a recount, or \"\". The tables must be sound.")
	f.Add(a.method("miscounted").Params().Params(jen.Id("law").String()).BlockFunc(func(g *jen.Group) {
		g.Var().Id("count").Index(jen.Lit(len(a.pools))).Id("meterMeter")
		g.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).Block(
			jen.If(jen.Op("!").Add(own("slots")).Dot("IsLive").Call(jen.Id("i"))).Block(jen.Continue()),
			jen.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")),
			a.byPool(func(p *pool) jen.Code {
				return jen.Id("count").Index(jen.Id(p.id)).Dot("Serve").Call(jen.Id("slot").Dot("Size"),
					w.instance(p).Dot("Extent").Call(jen.Id("slot").Dot("Region")))
			}))
		if w.vulkan() {
			w.recount(g, a)
			return
		}
		reserved := jen.Lit(0)
		for _, p := range a.pools {
			now := own(p.meter).Dot("Now")
			counted := jen.Id("count").Index(jen.Id(p.id)).Dot("Now")
			if p.custom {
				w.countPages(g, p, counted)
			} else {
				g.List(jen.Add(counted).Dot("NumberBlocks"), jen.Add(counted).Dot("BytesReserved")).Op("=").
					List(own(p.field).Dot("Pages").Call())
			}
			g.If(jen.Add(now).Op("!=").Add(counted)).Block(jen.Return(jen.Lit("the figures of pool " + p.Name + " are exact")))
			reserved = jen.Add(reserved).Op("+").Add(now).Dot("BytesReserved")
		}
		g.If(own("reserved").Op("!=").Add(reserved)).Block(jen.Return(jen.Lit("the bytes reserved are exact")))
		g.Return(jen.Lit(""))
	}))
}

// recount compares the blocks of each pool's instances with its figures.
func (w *writer) recount(g *jen.Group, a *arena) {
	for _, p := range a.pools {
		counted := jen.Id("count").Index(jen.Id(p.id)).Dot("Now")
		w.countPages(g, p, counted)
		g.If(own(p.meter).Dot("Now").Op("!=").Add(counted)).Block(jen.Return(jen.Lit("the figures of pool " + p.Name + " are exact")))
	}
	g.Return(jen.Lit(""))
}

// countPages adds up the blocks of a pool's instances.
func (w *writer) countPages(g *jen.Group, p *pool, counted *jen.Statement) {
	g.Add(w.eachInstance(p, func(instance *jen.Statement) []jen.Code {
		return []jen.Code{
			jen.List(jen.Id("blocks"), jen.Id("bytes")).Op(":=").Add(instance).Dot("Pages").Call(),
			jen.Add(counted).Dot("NumberBlocks").Op("+=").Id("blocks"),
			jen.Add(counted).Dot("BytesReserved").Op("+=").Id("bytes"),
		}
	}))
}
