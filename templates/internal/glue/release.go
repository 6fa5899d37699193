package glue

import "github.com/dave/jennifer/jen"

// release declares Free, Clear and Reclaim and what they share.
func (w *writer) release(f *jen.File, a *arena) {
	free := "Free ends a live region."
	if w.vulkan() && a.Buffers == 0 {
		free += " A resource that is bound to it is the caller's to destroy, before: DestroyBuffer and DestroyImage do both."
	}
	if a.guards() {
		free += " One with a damaged guard stays as it is; Clear ends it all the same."
	}
	if w.handsBack(a) {
		free += " One of another stream is handed back without that stream's lock: its handle is stale at once, and its room free when its stream next allocates."
	}
	comment(f, free, w.errorsOf("Free", a.Name))
	f.Add(a.method("Free").Params(jen.Id("handle").Id(a.handle)).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.free(g, a)
	}))

	cleared := "Clear ends every live region" + w.ofStream() + ". Their blocks stay, idle."
	if a.anyPool((*pool).HasOwnStorage) {
		cleared = "Clear ends every live region" + w.ofStream() + ". What happens to their blocks is what Free does."
	}
	comment(f, cleared, w.errorsOf("Clear", a.Name))
	f.Add(a.method("Clear").Params().Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(w.drained(a), jen.For(jen.Id("i").Op(":=").Add(own("slots")).Dot("Len").Call(), jen.Id("i").Op(">").Lit(0), jen.Id("i").Op("--")).Block(
			jen.If(w.endsAll(a, jen.Id("i").Op("-").Lit(1))).Block(
				own("release").Call(jen.Id("i").Op("-").Lit(1)))), w.noted("Clear", jen.Lit(0))))
	}))

	comment(f, "Reclaim returns every idle block"+w.ofStream()+" and says how many bytes that gave back.", w.errorsOf("Reclaim", a.Name))
	f.Add(a.method("Reclaim").Params().Params(jen.Id("bytes").Uint64(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, []string{"bytes"}, a.onOpen(w.drained(a), jen.Id("bytes").Op("=").Add(own("reclaim")).Call(), w.noted("Reclaim", jen.Lit(0))))
	}))

	comment(f, "missing says why a handle names no live region. Once the arena is closed, none does.")
	f.Add(a.method("missing").Params(jen.Id("handle").Uint64()).Id("Failure").Block(
		jen.Switch().Block(
			jen.Case(own("closed")).Block(jen.Return(fails("Closed"))),
			jen.Case(jen.Id("handle").Op("!=").Lit(0).Op("&&").Add(own("slots")).Dot("IsForeign").Call(jen.Id("handle"))).
				Block(jen.Return(a.fails("WrongAllocator"))),
		),
		jen.Return(a.fails("UnknownAllocation")),
	))

	w.endings(f, a)

	comment(f, "reclaim is Reclaim on an open arena.")
	f.Add(a.method("reclaim").Params().Params(jen.Id("bytes").Uint64()).BlockFunc(func(g *jen.Group) {
		for _, p := range a.pools {
			g.Add(w.drain(p, "PopIdle", jen.Id("bytes").Op("+=")))
		}
		g.Return(jen.Id("bytes"))
	}))

	w.drops(f, a)
}

// free adds the body of Free.
func (w *writer) free(g *jen.Group, a *arena) {
	missing := jen.Else().Block(a.missing())
	switch {
	case a.guards():
		w.guardedLive(g, a, nil, w.ending(a)...)
		return
	case w.handsBack(a):
		missing = jen.Else().If(jen.Op("!").Add(own("handBack")).Call(jen.Id("handle").Dot(a.lower))).Block(a.missing())
	}
	if w.takesAtOnce() {
		w.guarded(g, a, nil, jen.If(jen.List(jen.Id("slot"), jen.Id("ok")).Op(":=").Add(own("slots")).Dot("Take").Call(jen.Id("handle").Dot(a.lower)), jen.Id("ok")).Block(
			own("end").Call(jen.Id("slot")), w.notedFree(a)).Add(missing))
		return
	}
	w.guarded(g, a, nil, a.ifLive("i").Block(w.ending(a)...).Add(missing))
}

// endsAll is whether Clear ends the region of slot i: one that another stream
// ends at the same time is ended.
func (w *writer) endsAll(a *arena, i *jen.Statement) *jen.Statement {
	ends := own("slots").Dot("IsLive").Call(i)
	if w.handsBack(a) {
		ends.Op("&&").Add(own("slots")).Dot("Claim").Call(i.Clone())
	}
	return ends
}

// takesAtOnce reports whether a region ends without more to be done than its
// slot knows, so that the slot is looked at only once.
func (w *writer) takesAtOnce() bool {
	return !w.vulkan() && !w.plan.Names && !w.plan.CallSites
}

// endings declares how regions end.
func (w *writer) endings(f *jen.File, a *arena) {
	comment(f, "release ends the region of live slot i.")
	if w.takesAtOnce() {
		f.Add(a.method("release").Params(jen.Id("i").Uint32()).Block(
			jen.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")),
			own("slots").Dot("Vacate").Call(jen.Id("i")),
			own("end").Call(jen.Id("slot"))))
		comment(f, "end gives a region back to its pool, whose slot stands for it no more.")
		f.Add(a.method("end").Params(jen.Id("slot").Id(a.slots + "Slot")).Block(w.givingBack(a, jen.Id("slot").Dot("Region"))))
		return
	}
	f.Add(a.method("release").Params(jen.Id("i").Uint32()).BlockFunc(func(g *jen.Group) {
		g.Id("slot").Op(":=").Add(own("slots")).Dot("Edit").Call(jen.Id("i"))
		w.forgetTags(g)
		if w.vulkan() && !a.persistent() {
			g.If(jen.Id("slot").Dot("Mapped")).Block(own("leave").Call(jen.Id("slot")))
		}
		g.Id("region").Op(":=").Id("slot").Dot("Region").Comment("which the slot forgets")
		g.Add(own("slots")).Dot("Vacate").Call(jen.Id("i"))
		g.Add(w.givingBack(a, jen.Id("region")))
	}))
}

// givingBack gives the region of a slot that was vacated back to its pool.
func (w *writer) givingBack(a *arena, region *jen.Statement) jen.Code {
	back := a.byPool(func(p *pool) jen.Code {
		statements, instance := jen.Null(), w.instance(p)
		if w.vulkan() {
			statements, instance = jen.Id("pool").Op(":=").Op("&").Add(instance).Line(), jen.Id("pool")
		}
		end := jen.Add(instance).Dot("Free").Call(region.Clone())
		if p.HasOwnStorage() {
			end = jen.If(jen.List(jen.Id("block"), jen.Id("gone")).Op(":=").Add(end), jen.Id("gone")).Block(own(p.lower + "Drop").Call(jen.Id("block")))
		}
		return statements.Add(own(p.meter)).Dot("Release").Call(jen.Id("slot").Dot("Size"), jen.Add(instance).Dot("Extent").Call(region.Clone())).Line().
			Add(end)
	})
	if a.CustomPools == 0 {
		return back
	}
	return own("live").Index(jen.Id("slot").Dot("Custom")).Op("--").Line().Add(back)
}

// drops declares how each pool's blocks go.
func (w *writer) drops(f *jen.File, a *arena) {
	for _, p := range a.pools {
		comment(f, p.lower+"Drop gives back a block that the pool "+p.Name+" no longer has.")
		if w.vulkan() {
			f.Add(a.method(p.lower+"Drop").Params(jen.Id("block").Uint32()).Params(jen.Id("bytes").Uint64()).Block(
				jen.Id("bytes").Op("=").Add(own("blocks")).Dot("Size").Call(jen.Id("block")),
				own(p.meter).Dot("Shrink").Call(jen.Id("bytes")),
				w.settled(a, p),
				own("destroy").Call(jen.Id("block")),
				jen.Return(jen.Id("bytes"))))
			continue
		}
		f.Add(a.method(p.lower+"Drop").Params(jen.Id("block").Uint32()).Params(jen.Id("bytes").Uint64()).Block(
			jen.Id("bytes").Op("=").Add(own("blocks")).Dot("Drop").Call(jen.Id("block")),
			own(p.meter).Dot("Shrink").Call(jen.Id("bytes")),
			own("reserved").Op("-=").Id("bytes"),
			jen.Return(jen.Id("bytes"))))
	}
}
