package glue

import "github.com/dave/jennifer/jen"

// In a dry run a block is a number and a size. The first use of a region in it
// gives it memory, and so does a placement when the run is over.

// defers reports whether a dry run leaves the blocks of a pool without memory.
func (w *writer) defers(a *arena, p *pool) bool { return w.plan.Defers(p.Pool, a.Alignment) }

// deferring is the pools of an arena of which that is so.
func (w *writer) deferring(a *arena) []*pool {
	return a.filter(func(p *pool) bool { return w.defers(a, p) })
}

// dryRun declares the Allocator's DryRun.
func (w *writer) dryRun(f *jen.File) {
	comment(f, "DryRun begins a dry run, or ends one. In a dry run what has no room is placed in blocks without memory, of the sizes that they would have. "+
		"The first use of a region's memory makes that of its block, and so does, once the run is over, the next region that is placed there; no offset changes. Stats tells how much is still to be made, and Peaks what it took.", w.errorsOf("DryRun", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("DryRun").Params(jen.Id("on").Bool()).Id("Failure").BlockFunc(func(g *jen.Group) {
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				if len(w.deferring(a)) > 0 {
					g.If(jen.Id("failure").Op(":=").Add(in(a, "dryRun")).Call(jen.Id("on")), jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure")))
				}
			}
		})
		g.Return(jen.Id("Failure").Values())
	})
}

// deferral declares what an arena does about blocks without memory.
func (w *writer) deferral(f *jen.File, a *arena) {
	comment(f, "dryRun is the arena's part of the Allocator's DryRun.")
	f.Add(a.method("dryRun").Params(jen.Id("on").Bool()).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(own("dry").Op("=").Id("on"), w.noting(own("noteDryRun").Call())))
	}))

	comment(f, "meterOf returns the meter of a pool whose blocks can be without memory.")
	f.Add(a.method("meterOf").Params(jen.Id("pool").Uint8()).Params(jen.Id("meter").Op("*").Id("meterMeter")).BlockFunc(func(g *jen.Group) {
		pools := w.deferring(a)
		if len(pools) == 1 {
			g.Return(jen.Op("&").Add(own(pools[0].meter)))
			return
		}
		g.Switch(jen.Id("pool")).BlockFunc(func(g *jen.Group) {
			for _, p := range pools {
				g.Case(jen.Id(p.id)).Block(jen.Id("meter").Op("=").Op("&").Add(own(p.meter)))
			}
		})
		g.Return(jen.Id("meter"))
	}))

	comment(f, "owes reports whether a block that a region was placed in is to get its memory now.")
	f.Add(a.method("owes").Params(jen.Id("block").Uint32()).Bool().Block(
		jen.Return(jen.Op("!").Add(own("dry")).Op("&&").Add(own("memoryOf")).Call(jen.Id("block")).Op("==").Lit(0))))

	comment(f, "materialise gives a block of a pool its memory, of the type of a rank, unless it has some. The tables come last, so that a panic of the driver leaves them sound.")
	f.Add(a.method("materialise").Params(jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("block").Uint32()).Id("Failure").BlockFunc(func(g *jen.Group) {
		g.If(own("memoryOf").Call(jen.Id("block")).Op("!=").Lit(0)).Block(jen.Return(jen.Id("Failure").Values()))
		g.Id("bytes").Op(":=").Add(own("blocks")).Dot("Size").Call(jen.Id("block"))
		refuse := func(failure jen.Code) jen.Code { return jen.Return(failure) }
		if a.Buffers != 0 {
			w.nativeBuffer(g, a, refuse)
		} else {
			w.nativeMemory(g, a, rt("Dedicated").Values(), refuse, nil)
		}
		w.attachNative(g, a)
		g.Add(own("meterOf")).Call(jen.Id("pool")).Dot("Settle").Call(jen.Id("bytes"))
		g.Return(jen.Id("Failure").Values())
	}))
}

// deferBlock adds the end of create in a dry run, but for blocks that cannot be
// without memory: those of other pools, those for one resource, and those that a
// resource is bound to at once.
func (w *writer) deferBlock(g *jen.Group, a *arena) {
	pools := w.deferring(a)
	if len(pools) == 0 {
		return
	}
	dry := own("dry")
	if a.Buffers == 0 {
		dry.Op("&&").Op("!").Id("r").Dot("bind")
	}
	if a.dedicates() {
		dry.Op("&&").Id("resource").Op("==").Parens(rt("Dedicated").Values())
	}
	if len(pools) < len(a.pools) {
		dry.Op("&&").Add(anyOf(pools, func(p *pool) *jen.Statement { return jen.Id("pool").Op("==").Id(p.id) }))
	}
	g.If(dry).Block(
		jen.Id("block").Op("=").Add(own("blocks")).Dot("Add").Call(jen.Id("bytes")),
		own("blocks").Dot("Attach").Call(jen.Id("block"), jen.Lit(0), jen.Uint8().Call(jen.Id("rank"))),
		own("meterOf").Call(jen.Id("pool")).Dot("Defer").Call(jen.Id("bytes")),
		jen.Return(jen.Id("block"), jen.Id("Failure").Values()))
}

// used is statements that use the memory of the region of the slot at hand, which
// are run only if its block has some or gets some.
func (w *writer) used(a *arena, statements ...jen.Code) []jen.Code {
	if len(w.deferring(a)) == 0 {
		return statements
	}
	return []jen.Code{jen.If(jen.Id("failure").Op("=").Add(w.ofSlot()), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(statements...)}
}

// ofSlot is the call that gives the block of the slot at hand its memory.
func (w *writer) ofSlot() *jen.Statement {
	return own("materialise").Call(jen.Id("slot").Dot("Pool"), jen.Int().Call(jen.Id("slot").Dot("Rank")), own("blockOf").Call(jen.Id("slot")))
}

// unlessDeferred is where destroy ends for a block without memory.
func (w *writer) unlessDeferred(a *arena) jen.Code {
	if len(w.deferring(a)) == 0 {
		return jen.Null()
	}
	return jen.If(jen.Id("memory").Op("==").Lit(0)).Block(jen.Return())
}

// orMissing is what returns the failure to give the block of the slot at hand its
// memory.
func (w *writer) orMissing(a *arena) jen.Code {
	if len(w.deferring(a)) == 0 {
		return jen.Null()
	}
	return jen.If(jen.Id("failure").Op(":=").Add(w.ofSlot()), jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure")))
}

// settled is how a block without memory leaves the figures of its pool.
func (w *writer) settled(a *arena, p *pool) jen.Code {
	if !w.defers(a, p) {
		return jen.Null()
	}
	return jen.If(own("memoryOf").Call(jen.Id("block")).Op("==").Lit(0)).Block(own(p.meter).Dot("Settle").Call(jen.Id("bytes")))
}

// notedUse is the statements of a method of an arena, with the note that they used
// the memory of the region of slot i first, if they do.
func (w *writer) notedUse(a *arena, method string, statements []jen.Code) []jen.Code {
	if !w.notes() || !w.plan.MayUseFirst(a.Arena, method) {
		return statements
	}
	lacks := own("lacks").Call(jen.Id("slot"))
	noted := jen.If(jen.Id("lacking").Op("&&").Op("!").Add(lacks.Clone())).Block(w.noted("Use", jen.Id("i")))
	return append(append([]jen.Code{jen.Id("lacking").Op(":=").Add(lacks)}, statements...), noted)
}

// noteDryRuns declares how an arena notes dry runs, and tells a recording of blocks
// without memory.
func (w *writer) noteDryRuns(f *jen.File, a *arena) {
	comment(f, "lacks reports whether the block of a region has no memory.")
	f.Add(a.method("lacks").Params(jen.Id("slot").Op("*").Id(a.slots + "Slot")).Bool().Block(
		jen.Return(own("memoryOf").Call(own("blockOf").Call(jen.Id("slot"))).Op("==").Lit(0))))
	comment(f, "noteDryRun notes that a dry run began, or that it ended.")
	f.Add(a.method("noteDryRun").Params().Block(
		jen.Id("on").Op(":=").Uint32().Call(jen.Lit(0)),
		jen.If(own("dry")).Block(jen.Id("on").Op("=").Lit(1)),
		own("note").Call(jen.Id("callsDryRun"), jen.Id("on"))))
	if !w.records() {
		return
	}
	comment(f, "recordUses records which of the regions that were recorded, as if in a dry run, have memory, and that the run is over if it is.")
	f.Add(a.method("recordUses").Params().Block(
		jen.For(jen.Id("i").Op(":=").Range().Add(own("slots")).Dot("Len").Call()).Block(
			jen.If(own("slots").Dot("IsLive").Call(jen.Id("i")).Op("&&").Op("!").Add(own("lacks")).Call(own("slots").Dot("Edit").Call(jen.Id("i")))).Block(recorded("Use", jen.Id("i")))),
		jen.If(jen.Op("!").Add(own("dry"))).Block(recorded("DryRun", jen.Lit(0)))))
}

// recorded records a call about the region of a number, or about none.
func recorded(kind string, number jen.Code) jen.Code {
	return own("recording").Dot("add").Call(jen.Op("&").Id("callsCall").Values(jen.Id("Kind").Op(":").Id("calls"+kind), jen.Id("Number").Op(":").Add(number)))
}

// recordedDry is whether a recording that begins is to begin with a dry run: in
// one, or where regions are without memory.
func (w *writer) recordedDry(a *arena) *jen.Statement {
	dry := own("dry")
	for _, p := range w.deferring(a) {
		dry.Op("||").Add(own(p.meter)).Dot("Unmapped").Op("!=").Lit(0)
	}
	return dry
}
