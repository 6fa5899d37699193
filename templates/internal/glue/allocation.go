package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// allocation declares Alloc: the checks in their order, the routing over the
// pools that accept, and for each pool the reservation.
func (w *writer) allocation(f *jen.File, a *arena) {
	doc := "Alloc reserves size bytes, above 0, at a multiple of align bytes, a power of two up to 1 GiB."
	if len(a.pools) > 1 {
		doc += " The first pool that accepts the size serves it; a pool at its cap passes it on to the next."
	}
	if w.vulkan() {
		doc += " Where the device is out of memory, the idle blocks of every arena are returned, and if there were any it is asked once more."
	}
	if w.plan.CallSites {
		doc += " The region remembers the caller: see CallSite."
	}
	guarded := func(g *jen.Group) {
		w.guarded(g, a, []string{"handle"}, append([]jen.Code{
			jen.List(jen.Id("handle").Dot(a.lower), jen.Id("failure")).Op("=").Add(own("alloc")).Call(w.request()...)},
			w.keepSite(a)...)...)
	}
	comment(f, doc, w.errorsOf("Alloc", a.Name))
	f.Add(a.method("Alloc").Params(jen.Id("size"), jen.Id("align").Uint64()).Params(jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			if w.vulkan() {
				w.serve(g, jen.Op("&").Id("request").Values(jen.Id("needs").Op(":").Add(rt("Requirements")).Values(
					jen.Id("Size").Op(":").Id("size"), jen.Id("Alignment").Op(":").Id("align"), jen.Id("TypeBits").Op(":").Op("^").Uint32().Call(jen.Lit(0)))))
			} else {
				g.Add(w.siteHere())
				guarded(g)
			}
		}))
	if w.vulkan() {
		w.allocFor(f, a)
		comment(f, "attempt is serve with what memory there is.")
		f.Add(w.requesting(a, "attempt", jen.Id(a.handle), w.site()...).BlockFunc(guarded))
	}

	comment(f, "alloc is one attempt under the lock.")
	f.Add(w.requesting(a, "alloc", jen.Uint64()).BlockFunc(func(g *jen.Group) {
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

// requesting opens a method that takes a request, and perhaps more, and returns
// a handle.
func (w *writer) requesting(a *arena, name string, handle *jen.Statement, more ...jen.Code) *jen.Statement {
	of := []jen.Code{jen.Id("size"), jen.Id("align").Uint64()}
	if w.vulkan() {
		of = []jen.Code{jen.Id("r").Op("*").Id("request")}
	}
	return a.method(name).Params(append(of, more...)...).Params(jen.Id("handle").Add(handle), jen.Id("failure").Id("Failure"))
}

// request is a request as it is handed on, size and align what it asks for.

func (w *writer) request() []jen.Code {
	if w.vulkan() {
		return []jen.Code{jen.Id("r")}
	}
	return []jen.Code{jen.Id("size"), jen.Id("align")}
}

func (w *writer) size() *jen.Statement {
	if w.vulkan() {
		return needs("Size")
	}
	return jen.Id("size")
}

func (w *writer) align() *jen.Statement {
	if w.vulkan() {
		return needs("Alignment")
	}
	return jen.Id("align")
}

// admission refuses what no pool is asked for.
func (w *writer) admission(g *jen.Group, a *arena) {
	refuse := func(failure jen.Code) jen.Code { return jen.Return(jen.Lit(0), failure) }
	g.If(own("closed")).Block(refuse(fails("Closed")))
	g.If(jen.Id("detail").Op(":=").Id("faultIn").Call(w.size(), w.align()), jen.Id("detail").Op("!=").Lit(0)).
		Block(refuse(a.fails("InvalidRequest", jen.Id("detail").Op(":").Id("detail"))))
	if w.vulkan() {
		g.If(needs("Buffer").Op("!=").Lit(0).Op("&&").Add(needs("Image")).Op("!=").Lit(0)).Block(
			refuse(a.fails("InvalidRequest", jen.Id("detail").Op(":").Id("ResourceIsTwo"))))
		w.capability(g, a)
		if a.Buffers != 0 {
			g.Add(needs("TypeBits")).Op("&=").Add(own("fits"))
		}
		g.If(w.allowed(a).Op("&").Add(needs("TypeBits")).Op("==").Lit(0)).Block(refuse(a.fails("NoCompatibleMemoryType")))
	}
	refused, limit := jen.Null(), make([]jen.Code, len(a.pools))
	for i, p := range a.pools {
		if i > 0 {
			refused.Op("&&")
		}
		refused.Op("!").Add(w.accepts(p))
		limit[i] = jen.Id(p.prefix + "Limit").Call()
	}
	largest := limit[0]
	if len(limit) > 1 {
		largest = jen.Id("max").Call(limit...)
	}
	if w.vulkan() {
		refused.Op("||").Add(w.size()).Op(">").Add(w.ceiling(a))
		largest = jen.Id("min").Call(largest, w.ceiling(a))
	}
	g.If(refused).Block(refuse(a.fails("AllocationTooLarge", jen.Id("a").Op(":").Add(w.size()), jen.Id("b").Op(":").Add(largest))))
	g.If(jen.Op("!").Add(own("slots")).Dot("HasRoom").Call()).Block(
		jen.If(own("slots").Dot("IsExhausted").Call()).Block(refuse(a.fails("SerialExhausted"))),
		refuse(a.fails("HostAllocationFailed")))
}

// routing asks the pools that accept the size in turn, until one doesn't
// refuse for want of capacity.
func (w *writer) routing(g *jen.Group, a *arena) {
	if w.vulkan() && a.dedicates() {
		w.dedication(g, a)
	}
	refusal := false // an earlier pool may have refused what this one doesn't accept
	for i, p := range a.pools {
		reserve := own(p.lower + "Reserve").Call(w.request()...)
		last := i == len(a.pools)-1
		if last && !refusal {
			g.Return(reserve)
			return
		}
		if w.vulkan() && p.capped() && !refusal {
			g.Var().Id("full").Id("Failure").Comment("the last refusal for want of capacity")
		}
		accepts := w.accepts(p)
		if w.vulkan() && p.Kind == spec.SlicedPages && a.hasOwnBlocks() {
			accepts.Op("&&").Add(needs("Kind")).Op("!=").Add(rt("Optimal"))
		}
		g.If(accepts).Block(w.attempt(p, reserve, refusal)...)
		refusal = refusal || p.capped()
	}
	if w.vulkan() {
		g.Return(jen.Lit(0), jen.Id("full"))
		return
	}
	g.Return(jen.Lit(0), jen.Id("failure"))
}

// attempt returns what reserve gives, but for a refusal for want of capacity.
// On vulkan an earlier one of those is what is reported of a search that ends
// because the device is out of memory.
func (w *writer) attempt(p *pool, reserve jen.Code, refusal bool) []jen.Code {
	outcome := jen.Return(jen.Id("handle"), jen.Id("failure"))
	if w.vulkan() && refusal {
		outcome = jen.Return(jen.Id("handle"), jen.Id("failure").Dot("after").Call(jen.Id("full")))
	}
	reserved := jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(reserve)
	switch {
	case !p.capped() && !(w.vulkan() && refusal):
		return []jen.Code{jen.Return(reserve)}
	case !p.capped():
		return []jen.Code{reserved, outcome}
	}
	statements := []jen.Code{jen.If(reserved, jen.Id("failure").Dot("condition").Op("!=").Id(constant("PoolCapacityExceeded"))).Block(outcome)}
	if w.vulkan() {
		statements = append(statements, jen.Id("full").Op("=").Id("failure"))
	}
	return statements
}

// accepts is whether a pool accepts the size of the request.
func (w *writer) accepts(p *pool) *jen.Statement {
	return jen.Id(p.prefix + "Accepts").Call(w.size())
}

// reservation declares a pool's own part of Alloc.
func (w *writer) reservation(f *jen.File, a *arena, p *pool) {
	name := p.lower + "Reserve"
	if !w.vulkan() {
		comment(f, name+" serves an accepted request from the pool "+p.Name+".")
		f.Add(w.requesting(a, name, jen.Uint64()).BlockFunc(func(g *jen.Group) { w.reserve(g, a, p, own(p.field)) }))
		return
	}
	w.overTypes(f, a, p, name, "serves an accepted request from the pool "+p.Name)
	comment(f, name+"In serves an accepted request from the pool "+p.Name+" in memory of the type of a rank.")
	f.Add(w.inType(a, name).BlockFunc(func(g *jen.Group) {
		g.Id("pool").Op(":=").Op("&").Add(own(p.field)).Index(jen.Id("rank"))
		w.reserve(g, a, p, jen.Id("pool"))
	}))
	if p.yields() {
		w.yielding(f, a, p)
	}
	if p == a.whole() && a.dedicates() {
		w.dedicated(f, a, p)
	}
}

// reserve places a request in an instance of a pool.
func (w *writer) reserve(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	place := jen.Add(instance).Dot("Place").Call(jen.Id("extent"), w.align())
	w.extent(g, a)
	g.List(jen.Id("region"), jen.Id("need")).Op(":=").Add(place)
	placed := g.If(jen.Id("region").Op("==").Lit(0)).BlockFunc(func(g *jen.Group) {
		w.growth(g, a, p, instance)
		g.List(jen.Id("region"), jen.Id("_")).Op("=").Add(place)
	})
	if w.vulkan() && a.Buffers == 0 {
		w.bindPlaced(placed, p, instance, place)
	}
	g.Add(own(p.meter)).Dot("Serve").Call(w.size(), jen.Add(instance).Dot("Extent").Call(jen.Id("region")))
	if p.averages() {
		g.Add(instance).Dot("Served").Call(w.size())
	}
	g.Id("handle").Op("=").Add(own("slots")).Dot("Issue").Call(w.slotOf(a, p))
	if a.expires() {
		g.Add(own("returnDue")).Call()
	}
	g.Return(jen.Id("handle"), jen.Id("Failure").Values())
}

// extent adds how many bytes of a block the request takes.
func (w *writer) extent(g *jen.Group, a *arena) {
	granule, name := w.granule(a), "alignment"
	if w.vulkan() && w.atom(a) {
		g.Id("granule").Op(":=").Add(granule)
		granule, name = jen.Id("granule"), "granule"
	}
	g.Comment("An accepted size is at most the largest multiple of the " + name + ".")
	g.Id("extent").Op(":=").Parens(w.size().Op("+").Add(granule).Op("-").Lit(1)).Op("&^").Parens(jen.Add(granule).Op("-").Lit(1))
}

// growth gives the pool the block it needs, or says why it can't have one.
func (w *writer) growth(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	if p.capped() {
		g.If(own(p.meter).Dot("Now").Dot("NumberBlocks").Op("==").Id(p.prefix + "MaxPages")).Block(jen.Return(jen.Lit(0),
			a.fails("PoolCapacityExceeded", jen.Id("pool").Op(":").Id(p.id).Op("+").Lit(1),
				jen.Id("a").Op(":").Add(w.size()), jen.Id("b").Op(":").Add(own(p.meter)).Dot("Now").Dot("BytesInUse"))))
	}
	if p.averages() && w.vulkan() {
		w.averagePage(g, a)
	}
	if p.yields() && w.vulkan() {
		g.Add(own(p.lower + "Yield")).Call(jen.Id("need"))
	} else if p.yields() {
		g.Add(w.yield(p, own(p.field)))
	}
	if w.vulkan() {
		w.creation(g, a, p, jen.Id("need"), rt("Dedicated").Values())
		g.Add(instance).Dot("Commit").Call(jen.Id("block"), jen.Id("need"))
		g.Add(own(p.meter)).Dot("Grow").Call(jen.Id("need"))
		return
	}
	left := jen.Id(a.lower + "MaxReserved").Op("-").Add(own("reserved"))
	g.If(jen.Id("left").Op(":=").Add(left), jen.Id("need").Op(">").Id("left")).Block(jen.Return(jen.Lit(0),
		a.fails("AllocationTooLarge",
			jen.Id("a").Op(":").Id("size"), jen.Id("b").Op(":").Id("left").Op("&^").Parens(jen.Id(a.lower+"Alignment").Op("-").Lit(1)))))
	g.Add(instance).Dot("Commit").Call(own("blocks").Dot("Add").Call(jen.Id("need")), jen.Id("need"))
	g.Add(own(p.meter)).Dot("Grow").Call(jen.Id("need"))
	g.Add(own("reserved")).Op("+=").Id("need")
}

// yield is a loop that returns idle blocks of an instance as long as another
// block would take the pool above its watermark.
func (w *writer) yield(p *pool, instance *jen.Statement) jen.Code {
	reserved, mark := own(p.meter).Dot("Now").Dot("BytesReserved"), jen.Id(p.prefix+"Watermark")
	return jen.For(jen.Add(reserved).Op(">").Add(mark).Op("||").Id("need").Op(">").Add(mark).Op("-").Add(reserved)).Block(
		jen.List(jen.Id("block"), jen.Id("ok")).Op(":=").Add(instance).Dot("PopIdle").Call(),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Break()),
		own(p.lower+"Drop").Call(jen.Id("block")))
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
			g.Add(w.eachInstance(p, func(instance *jen.Statement) []jen.Code { return []jen.Code{jen.Add(instance).Dot("Tick").Call()} }))
			g.Add(w.drain(p, "PopDue", jen.Null()))
		}
	}))
}
