package glue

import "github.com/dave/jennifer/jen"

// allocation declares Alloc: the checks in their order, the routing over the
// pools that accept, and for each pool the reservation.
func (w *writer) allocation(f *jen.File, a *arena) {
	doc := "Alloc reserves size bytes, above 0, at a multiple of align bytes, a power of two up to 1 GiB."
	if len(a.pools) > 1 {
		doc += " The first pool that accepts the size serves it; a pool at its cap passes it on to the next."
	}
	comment(f, doc, w.errorsOf("Alloc", a.Name))
	f.Add(a.method("Alloc").Params(jen.Id("size"), jen.Id("align").Uint64()).Params(jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.guarded(g, a, []string{"handle"},
				jen.List(jen.Id("handle").Dot(a.lower), jen.Id("failure")).Op("=").Add(own("alloc")).Call(jen.Id("size"), jen.Id("align")))
		}))

	comment(f, "alloc is Alloc under the lock.")
	f.Add(a.method("alloc").Params(jen.Id("size"), jen.Id("align").Uint64()).Params(jen.Id("handle").Uint64(), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.admission(g, a)
			w.routing(g, a)
		}))
	for _, p := range a.pools {
		w.reservation(f, a, p)
	}
	if a.expires() {
		w.expiry(f, a)
	}
}

// admission refuses what no pool is asked for.
func (w *writer) admission(g *jen.Group, a *arena) {
	refuse := func(failure jen.Code) jen.Code { return jen.Return(jen.Lit(0), failure) }
	g.If(own("closed")).Block(refuse(fails("Closed")))
	g.If(jen.Id("detail").Op(":=").Id("faultIn").Call(jen.Id("size"), jen.Id("align")), jen.Id("detail").Op("!=").Lit(0)).
		Block(refuse(a.fails("InvalidRequest", jen.Id("detail").Op(":").Id("detail"))))
	refused, limit := jen.Null(), make([]jen.Code, len(a.pools))
	for i, p := range a.pools {
		if i > 0 {
			refused.Op("&&")
		}
		refused.Op("!").Id(p.prefix + "Accepts").Call(jen.Id("size"))
		limit[i] = jen.Id(p.prefix + "Limit").Call()
	}
	largest := limit[0]
	if len(limit) > 1 {
		largest = jen.Id("max").Call(limit...)
	}
	g.If(refused).Block(refuse(a.fails("AllocationTooLarge", jen.Id("a").Op(":").Id("size"), jen.Id("b").Op(":").Add(largest))))
	g.If(jen.Op("!").Add(own("slots")).Dot("HasRoom").Call()).Block(
		jen.If(own("slots").Dot("IsExhausted").Call()).Block(refuse(a.fails("SerialExhausted"))),
		refuse(a.fails("HostAllocationFailed")))
}

// routing asks the pools that accept the size in turn, until one doesn't
// refuse for want of capacity.
func (w *writer) routing(g *jen.Group, a *arena) {
	refusal := false // an earlier pool may have refused what this one doesn't accept
	for i, p := range a.pools {
		reserve := own(p.lower+"Reserve").Call(jen.Id("size"), jen.Id("align"))
		last := i == len(a.pools)-1
		if last && !refusal {
			g.Return(reserve)
			return
		}
		attempt := jen.Return(reserve)
		if p.capped() {
			attempt = jen.If(
				jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(reserve),
				jen.Id("failure").Dot("condition").Op("!=").Id(constant("PoolCapacityExceeded")),
			).Block(jen.Return(jen.Id("handle"), jen.Id("failure")))
		}
		g.If(jen.Id(p.prefix + "Accepts").Call(jen.Id("size"))).Block(attempt)
		refusal = refusal || p.capped()
	}
	g.Return(jen.Lit(0), jen.Id("failure"))
}

// reservation declares a pool's own part of Alloc.
func (w *writer) reservation(f *jen.File, a *arena, p *pool) {
	place := own(p.field).Dot("Place").Call(jen.Id("extent"), jen.Id("align"))
	comment(f, p.lower+"Reserve serves an accepted request from the pool "+p.Name+".")
	f.Add(a.method(p.lower+"Reserve").Params(jen.Id("size"), jen.Id("align").Uint64()).Params(jen.Id("handle").Uint64(), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			g.Comment("An accepted size is at most the largest multiple of the alignment.")
			g.Id("extent").Op(":=").Parens(jen.Id("size").Op("+").Id(a.lower + "Alignment").Op("-").Lit(1)).
				Op("&^").Parens(jen.Id(a.lower + "Alignment").Op("-").Lit(1))
			g.List(jen.Id("region"), jen.Id("need")).Op(":=").Add(place)
			g.If(jen.Id("region").Op("==").Lit(0)).BlockFunc(func(g *jen.Group) {
				w.growth(g, a, p)
				g.List(jen.Id("region"), jen.Id("_")).Op("=").Add(place)
			})
			g.Add(own(p.meter)).Dot("Serve").Call(jen.Id("size"), own(p.field).Dot("Extent").Call(jen.Id("region")))
			if p.averages() {
				g.Add(own(p.field)).Dot("Served").Call(jen.Id("size"))
			}
			g.Id("handle").Op("=").Add(own("slots")).Dot("Issue").Call(jen.Id(p.id), jen.Id("region"), jen.Id("size"))
			if a.expires() {
				g.Add(own("returnDue")).Call()
			}
			g.Return(jen.Id("handle"), jen.Id("Failure").Values())
		}))
}

// growth gives the pool the block it needs, or says why it can't have one.
func (w *writer) growth(g *jen.Group, a *arena, p *pool) {
	if p.capped() {
		g.If(own(p.meter).Dot("Now").Dot("NumberBlocks").Op("==").Id(p.prefix + "MaxPages")).Block(jen.Return(jen.Lit(0),
			a.fails("PoolCapacityExceeded", jen.Id("pool").Op(":").Id(p.id).Op("+").Lit(1),
				jen.Id("a").Op(":").Id("size"), jen.Id("b").Op(":").Add(own(p.meter)).Dot("Now").Dot("BytesInUse"))))
	}
	if p.yields() {
		reserved, mark := own(p.meter).Dot("Now").Dot("BytesReserved"), jen.Id(p.prefix+"Watermark")
		g.For(jen.Add(reserved).Op(">").Add(mark).Op("||").Id("need").Op(">").Add(mark).Op("-").Add(reserved)).Block(
			jen.List(jen.Id("block"), jen.Id("ok")).Op(":=").Add(own(p.field)).Dot("PopIdle").Call(),
			jen.If(jen.Op("!").Id("ok")).Block(jen.Break()),
			own(p.lower+"Drop").Call(jen.Id("block")))
	}
	left := jen.Id(a.lower + "MaxReserved").Op("-").Add(own("reserved"))
	g.If(jen.Id("left").Op(":=").Add(left), jen.Id("need").Op(">").Id("left")).Block(jen.Return(jen.Lit(0),
		a.fails("AllocationTooLarge",
			jen.Id("a").Op(":").Id("size"), jen.Id("b").Op(":").Id("left").Op("&^").Parens(jen.Id(a.lower+"Alignment").Op("-").Lit(1)))))
	g.Add(own(p.field)).Dot("Commit").Call(own("blocks").Dot("Add").Call(jen.Id("need")), jen.Id("need"))
	g.Add(own(p.meter)).Dot("Grow").Call(jen.Id("need"))
	g.Add(own("reserved")).Op("+=").Id("need")
}

// expiry declares what follows every success where idle blocks are returned
// in time.
func (w *writer) expiry(f *jen.File, a *arena) {
	comment(f, "returnDue counts a successful reservation and returns the blocks that have been "+
		"idle for as many as their pool's dealloc_period.")
	f.Add(a.method("returnDue").Params().BlockFunc(func(g *jen.Group) {
		for _, p := range a.pools {
			if !p.expires() {
				continue
			}
			g.Add(own(p.field)).Dot("Tick").Call()
			g.Add(a.drain(p, "PopDue", jen.Null()))
		}
	}))
}

// drain is a loop that drops every block that pop names; each one's size goes
// to sink.
func (a *arena) drain(p *pool, pop string, sink *jen.Statement) jen.Code {
	next := func(op string) *jen.Statement {
		return jen.List(jen.Id("block"), jen.Id("ok")).Op(op).Add(own(p.field)).Dot(pop).Call()
	}
	return jen.For(next(":="), jen.Id("ok"), next("=")).Block(
		jen.Add(sink).Add(own(p.lower + "Drop")).Call(jen.Id("block")))
}
