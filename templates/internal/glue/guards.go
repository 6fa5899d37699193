package glue

import "github.com/dave/jennifer/jen"

// guards reports whether regions of the pool have guard words behind them.
func (p *pool) guards() bool { return p.uint("margin", 0) != 0 }

// guards reports whether some pool of the arena does.
func (a *arena) guards() bool { return a.anyPool((*pool).guards) }

// guards reports whether some pool of any arena does.
func (w *writer) guards() bool { return w.anyPool((*pool).guards) }

// guard adds how the guard behind a region that was just placed is set.
func (w *writer) guard(g *jen.Group, p *pool, instance *jen.Statement) {
	if p.guards() {
		g.Id("guardsSet").Call(own("guardOf").Call(
			jen.Add(instance).Dot("Block").Call(jen.Id("region")), jen.Add(instance).Dot("Offset").Call(jen.Id("region")).Op("+").Add(w.size()), jen.Id(p.prefix+"GuardBytes")))
	}
}

// guardCalls declares how an arena looks at its guards.
func (w *writer) guardCalls(f *jen.File, a *arena) {
	comment(f, "guardOf returns the bytes of a guard that begins somewhere in a block, which is mapped.")
	f.Add(a.method("guardOf").Params(jen.Id("block").Uint32(), jen.Id("at").Uint64(), jen.Id("bytes").Uint64()).Index().Byte().Block(
		jen.Return(own("maps").Dot("Bytes").Call(jen.Id("block")).Index(jen.Id("at").Op(":").Id("at").Op("+").Id("bytes")))))

	comment(f, "damage says whether the guard behind the region of live slot i is whole.")
	f.Add(a.method("damage").Params(jen.Id("i").Uint32()).Id("Failure").BlockFunc(func(g *jen.Group) {
		g.Id("slot").Op(":=").Add(own("slots")).Dot("Edit").Call(jen.Id("i"))
		g.Var().Id("margin").Uint64()
		g.Switch(jen.Id("slot").Dot("Pool")).BlockFunc(func(g *jen.Group) {
			for _, p := range a.filter((*pool).guards) {
				g.Case(jen.Id(p.id)).Block(jen.If(jen.Op("!").Id(p.prefix + "IsSeparate").Call(jen.Id("slot").Dot("Region"))).Block(
					jen.Id("margin").Op("=").Id(p.prefix + "GuardBytes")))
			}
		})
		g.If(jen.Id("margin").Op("==").Lit(0)).Block(jen.Return(jen.Id("Failure").Values()))
		g.Id("end").Op(":=").Add(own("offsetOf")).Call(jen.Id("slot")).Op("+").Id("slot").Dot("Size")
		g.If(jen.Id("at").Op(":=").Id("guardsDamage").Call(own("guardOf").Call(own("blockOf").Call(jen.Id("slot")), jen.Id("end"), jen.Id("margin"))), jen.Id("at").Op(">=").Lit(0)).Block(
			jen.Return(a.fails("CorruptionDetected", is("a", jen.Add(own("slots")).Dot("Handle").Call(jen.Id("i"))), is("b", jen.Id("end").Op("+").Uint64().Call(jen.Id("at"))))))
		g.Return(jen.Id("Failure").Values())
	}))

	comment(f, "checkCorruption is the arena's part of the Allocator's CheckCorruption.")
	f.Add(a.method("checkCorruption").Params().Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(
			jen.For(jen.Id("i").Op(":=").Uint32().Call(jen.Lit(0)), jen.Id("i").Op("<").Add(own("slots")).Dot("Len").Call().Op("&&").Op("!").Id("failure").Dot("Failed").Call(), jen.Id("i").Op("++")).Block(
				jen.If(own("slots").Dot("IsLive").Call(jen.Id("i"))).Block(jen.Id("failure").Op("=").Add(own("damage")).Call(jen.Id("i"))))))
	}))
}

// checkCorruption declares the Allocator's CheckCorruption.
func (w *writer) checkCorruption(f *jen.File) {
	comment(f, "CheckCorruption looks at the guard words behind every live region and says where the first are that something has written over.", w.errorsOf("CheckCorruption", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("CheckCorruption").Params().Id("Failure").BlockFunc(func(g *jen.Group) {
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				if a.guards() {
					g.If(jen.Id("failure").Op(":=").Add(in(a, "checkCorruption")).Call(), jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure")))
				}
			}
		})
		g.Return(jen.Id("Failure").Values())
	})
}

// ending is the end of live region i by its handle, after what comes before: a
// region with a damaged guard stays as it is, and so does one for which what comes
// before panics.
func (w *writer) ending(a *arena, before ...jen.Code) []jen.Code {
	end := append(before, w.claiming(a, []jen.Code{own("release").Call(jen.Id("i")), w.noted("Free", jen.Id("i"))})...)
	if !a.guards() {
		return end
	}
	return []jen.Code{jen.If(jen.Id("failure").Op("=").Add(own("damage")).Call(jen.Id("i")), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(end...)}
}
