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
	comment(f, free, w.errorsOf("Free", a.Name))
	f.Add(a.method("Free").Params(jen.Id("handle").Id(a.handle)).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		if w.takesAtOnce() {
			w.guarded(g, a, nil, jen.If(jen.List(jen.Id("slot"), jen.Id("ok")).Op(":=").Add(own("slots")).Dot("Take").Call(jen.Id("handle").Dot(a.lower)), jen.Id("ok")).Block(
				own("end").Call(jen.Id("slot"))).Else().Block(a.missing()))
			return
		}
		w.guarded(g, a, nil, a.onLive(w.ending(a)...)...)
	}))

	cleared := "Clear ends every live region. Their blocks stay, idle."
	if a.anyPool((*pool).HasOwnStorage) {
		cleared = "Clear ends every live region. What happens to their blocks is what Free does."
	}
	comment(f, cleared, w.errorsOf("Clear", a.Name))
	f.Add(a.method("Clear").Params().Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onOpen(jen.For(jen.Id("i").Op(":=").Add(own("slots")).Dot("Len").Call(), jen.Id("i").Op(">").Lit(0), jen.Id("i").Op("--")).Block(
			jen.If(own("slots").Dot("IsLive").Call(jen.Id("i").Op("-").Lit(1))).Block(
				own("release").Call(jen.Id("i").Op("-").Lit(1))))))
	}))

	comment(f, "Reclaim returns every idle block and says how many bytes that gave back.", w.errorsOf("Reclaim", a.Name))
	f.Add(a.method("Reclaim").Params().Params(jen.Id("bytes").Uint64(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, []string{"bytes"}, a.onOpen(jen.Id("bytes").Op("=").Add(own("reclaim")).Call()))
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
			jen.List(jen.Id("slot"), jen.Id("_")).Op(":=").Add(own("slots")).Dot("Take").Call(own("slots").Dot("Handle").Call(jen.Id("i"))),
			own("end").Call(jen.Id("slot"))))
		comment(f, "end gives a region back to its pool, whose slot stands for it no more.")
		f.Add(a.method("end").Params(jen.Id("slot").Id(a.slots + "Slot")).Block(w.givingBack(a)))
		return
	}
	f.Add(a.method("release").Params(jen.Id("i").Uint32()).BlockFunc(func(g *jen.Group) {
		g.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i"))
		w.forgetTags(g)
		if w.vulkan() && !a.persistent() {
			g.If(jen.Id("slot").Dot("Mapped")).Block(own("leave").Call(jen.Op("&").Id("slot")))
		}
		g.Add(own("slots")).Dot("Vacate").Call(jen.Id("i"))
		g.Add(w.givingBack(a))
	}))
}

// givingBack gives the region of a slot that was vacated back to its pool.
func (w *writer) givingBack(a *arena) jen.Code {
	back := a.byPool(func(p *pool) jen.Code {
		region := jen.Id("slot").Dot("Region")
		end := w.instance(p).Dot("Free").Call(region)
		if p.HasOwnStorage() {
			end = jen.If(jen.List(jen.Id("block"), jen.Id("gone")).Op(":=").Add(end), jen.Id("gone")).Block(own(p.lower + "Drop").Call(jen.Id("block")))
		}
		return jen.Add(own(p.meter)).Dot("Release").Call(jen.Id("slot").Dot("Size"), w.instance(p).Dot("Extent").Call(region)).Line().
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
