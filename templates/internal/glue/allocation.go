package glue

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// allocation declares Alloc: the checks in their order, the routing over the
// pools that accept, and for each pool the reservation.
func (w *writer) allocation(f *jen.File, a *arena) {
	doc := "Alloc reserves size bytes, above 0, at a multiple of align bytes, a power of two up to 1 GiB."
	if len(a.pools) > 1 {
		doc += " The first pool that accepts the size serves it; one without room passes it on to the next."
	}
	if w.vulkan() {
		doc += " Where the device is out of memory, the idle blocks of every arena are returned, and if there were any it is asked once more."
	}
	if w.plan.CallSites {
		doc += " The region remembers the caller: see CallSite."
	}
	w.entry(f, a, "Alloc", doc, jen.Lit(0))
	w.entry(f, a, "AllocWith", "AllocWith is Alloc with flags.", jen.Id("flags"))
	if w.vulkan() {
		w.allocFor(f, a)
		comment(f, "attempt is serve with what memory there is.")
		f.Add(w.requesting(a, "attempt", jen.Id(a.handle), w.site()...).BlockFunc(func(g *jen.Group) { w.locked(g, a, []jen.Code{jen.Id("r")}) }))
	}

	attempt := "alloc is one attempt"
	if w.locks() {
		attempt += " under the lock"
	}
	comment(f, attempt+".")
	f.Add(w.requesting(a, "alloc", jen.Uint64()).BlockFunc(func(g *jen.Group) {
		w.admission(g, a)
		if w.vulkan() && len(a.pools) > 1 {
			g.Return(own("route").Call(w.request(a.pools[0])...))
			return
		}
		w.routing(g, a)
	}))
	if w.vulkan() && len(a.pools) > 1 {
		comment(f, "route asks the pools for what was admitted.")
		f.Add(w.requesting(a, "route", jen.Uint64()).BlockFunc(func(g *jen.Group) { w.routing(g, a) }))
	}
	if !w.vulkan() {
		w.number(f, a)
	}
	for _, p := range a.pools {
		w.reservation(f, a, p)
	}
	if a.expires() {
		w.expiry(f, a)
	}
}

// entry declares Alloc or AllocWith.
func (w *writer) entry(f *jen.File, a *arena, name, doc string, flags *jen.Statement) {
	parameters := []jen.Code{jen.List(jen.Id("size"), jen.Id("align")).Uint64()}
	if name == "AllocWith" {
		parameters = append(parameters, jen.Id("flags").Id("Flags"))
	}
	comment(f, doc, w.errorsOf(name, a.Name))
	f.Add(a.method(name).Params(parameters...).Params(jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			if !w.vulkan() {
				g.Add(w.siteHere())
				w.locked(g, a, []jen.Code{jen.Id("size"), jen.Id("align"), flags})
				return
			}
			request := []jen.Code{jen.Id("needs").Op(":").Add(rt("Requirements")).Values(
				jen.Id("Size").Op(":").Id("size"), jen.Id("Alignment").Op(":").Id("align"), jen.Id("TypeBits").Op(":").Op("^").Uint32().Call(jen.Lit(0)))}
			if name == "AllocWith" {
				request = append(request, jen.Id("flags").Op(":").Add(flags))
			}
			w.serve(g, jen.Op("&").Id("request").Values(request...))
		}))
}

// locked adds the attempt at a request in the arena's lock.
func (w *writer) locked(g *jen.Group, a *arena, request []jen.Code) {
	w.guarded(g, a, []string{"handle"}, slices.Concat([]jen.Code{
		jen.List(jen.Id("handle").Dot(a.lower), jen.Id("failure")).Op("=").Add(own("alloc")).Call(request...)},
		w.keepSite(a), w.notedRequest(a, request...))...)
}

// requesting opens a method that takes a request, and perhaps more, and returns
// a handle.
func (w *writer) requesting(a *arena, name string, handle *jen.Statement, more ...jen.Code) *jen.Statement {
	return a.method(name).Params(append(w.requestParameters(), more...)...).Params(jen.Id("handle").Add(handle), jen.Id("failure").Id("Failure"))
}

// requestingOf opens a method that has a pool serve a request.
func (w *writer) requestingOf(a *arena, p *pool, name string) *jen.Statement {
	if w.vulkan() || !p.custom {
		return w.requesting(a, name, jen.Uint64())
	}
	return a.method(name).Params(append([]jen.Code{jen.Id("custom").Uint8()}, w.requestParameters()...)...).Params(jen.Id("handle").Uint64(), jen.Id("failure").Id("Failure"))
}

// request is a request as it is handed on by a pool, requestFor as it is by the
// arena, and requestParameters as it is taken; size and align are what it asks
// for.

func (w *writer) request(p *pool) []jen.Code { return w.requestTo(p, w.customOf()) }

func (w *writer) requestFor(a *arena, p *pool) []jen.Code {
	if a.alone {
		return w.request(p)
	}
	return w.requestTo(p, jen.Lit(0))
}

func (w *writer) requestTo(p *pool, custom jen.Code) []jen.Code {
	switch {
	case w.vulkan():
		return []jen.Code{jen.Id("r")}
	case p.custom:
		return []jen.Code{custom, jen.Id("size"), jen.Id("align"), jen.Id("flags")}
	}
	return []jen.Code{jen.Id("size"), jen.Id("align"), jen.Id("flags")}
}

func (w *writer) requestParameters() []jen.Code {
	if w.vulkan() {
		return []jen.Code{jen.Id("r").Op("*").Id("request")}
	}
	return []jen.Code{jen.List(jen.Id("size"), jen.Id("align")).Uint64(), jen.Id("flags").Id("Flags")}
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
	if !a.alone { // no custom pool is left of a closed arena
		g.If(own("closed")).Block(refuse(fails("Closed")))
	}
	g.Add(w.drained(a))
	g.If(jen.Id("detail").Op(":=").Id("faultIn").Call(w.size(), w.align()), jen.Id("detail").Op("!=").Lit(0)).
		Block(refuse(a.fails("InvalidRequest", is("detail", jen.Id("detail")))))
	if w.vulkan() {
		g.If(needs("Buffer").Op("!=").Lit(0).Op("&&").Add(needs("Image")).Op("!=").Lit(0)).Block(
			refuse(a.fails("InvalidRequest", is("detail", jen.Id("ResourceIsTwo")))))
	}
	fault := jen.If(jen.Id("detail").Op(":=").Add(w.flags()).Dot("fault").Call(), jen.Id("detail").Op("!=").Lit(0)).
		Block(refuse(a.fails("InvalidRequest", is("detail", jen.Id("detail")))))
	if w.vulkan() {
		g.Add(fault)
		w.capability(g, a)
	} else {
		g.If(jen.Id("flags").Op("!=").Lit(0)).BlockFunc(func(g *jen.Group) {
			g.Add(fault)
			w.capability(g, a)
		})
	}
	if w.vulkan() {
		if a.Buffers != 0 {
			g.Add(needs("TypeBits")).Op("&=").Add(own("fits"))
		}
		g.If(w.allowed(a).Op("&").Add(needs("TypeBits")).Op("==").Lit(0)).Block(refuse(a.fails("NoCompatibleMemoryType")))
	}
	w.tooLargeForAny(g, a)
	g.If(jen.Op("!").Add(own("slots")).Dot("HasRoom").Call()).Block(
		jen.If(own("slots").Dot("IsExhausted").Call()).Block(refuse(a.fails("SerialExhausted"))),
		refuse(a.fails("HostAllocationFailed")))
}

// tooLargeForAny refuses what is larger than any pool accepts, or on vulkan the
// device allocates at once.
func (w *writer) tooLargeForAny(g *jen.Group, a *arena) {
	refused, limits := make([]jen.Code, len(a.pools)), make([]jen.Code, len(a.pools))
	for i, p := range a.pools {
		refused[i] = jen.Op("!").Add(w.accepts(a, p))
		limits[i] = jen.Id(p.prefix + "Limit").Call()
		if ceiling := w.coarseCeiling(a, p); ceiling != nil {
			limits[i] = jen.Id("min").Call(limits[i], ceiling)
		}
	}
	tooLarge, largest := joined("&&", refused...), limits[0]
	if len(limits) > 1 {
		largest = jen.Id("max").Call(limits...)
	}
	if w.vulkan() {
		tooLarge.Op("||").Add(w.size()).Op(">").Add(w.ceiling(a))
		largest = jen.Id("min").Call(largest, w.ceiling(a))
	}
	g.If(tooLarge).Block(jen.Return(jen.Lit(0), a.fails("AllocationTooLarge", is("a", jen.Add(w.size())), is("b", jen.Add(largest)))))
}

// coarseCeiling is the size of the largest region that a pool whose granule is
// above the arena's alignment has room for on the device, nil for others.
func (w *writer) coarseCeiling(a *arena, p *pool) *jen.Statement {
	if !w.vulkan() || p.Granule(a.Alignment) <= a.Alignment {
		return nil
	}
	return w.ceiling(a).Op("&^").Parens(jen.Id(p.prefix + "Granule").Op("-").Lit(1))
}

// routing asks the pools that accept the request in turn, until one doesn't
// refuse for want of room.
func (w *writer) routing(g *jen.Group, a *arena) {
	w.ownStorage(g, a)
	last := len(a.pools) - 1
	if a.isFlat(w) {
		w.reserveInBlocks(g, a, a.pools[0], own(a.pools[0].field))
		return
	}
	if last == 0 {
		g.Return(own(a.pools[0].lower + "Reserve").Call(w.requestFor(a, a.pools[0])...))
		return
	}
	g.Var().Id("full").Id("Failure").Comment("the last refusal for want of room")
	for _, p := range a.pools[:last] {
		reserved := jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own(p.lower + "Reserve")).Call(w.requestFor(a, p)...)
		g.If(w.takes(a, p)).Block(
			jen.If(reserved, jen.Op("!").Id("failure").Dot("isFull").Call()).Block(jen.Return(jen.Id("handle"), w.reported())),
			jen.Id("full").Op("=").Id("failure"))
	}
	p := a.pools[last]
	g.If(w.takes(a, p)).Block(
		jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own(p.lower+"Reserve")).Call(w.requestFor(a, p)...),
		jen.Return(jen.Id("handle"), w.reported()))
	g.Return(jen.Lit(0), jen.Id("full"))
}

// isFlat reports whether the arena has nothing to choose: its one pool places a
// request right where it was checked, which saves a call.
func (a *arena) isFlat(w *writer) bool {
	return !w.vulkan() && len(a.pools) == 1 && a.pools[0].Policy() == spec.Fixed && a.CustomPools == 0
}

// reported is the failure at hand, or on vulkan an earlier refusal for want of
// room if the search ended because the device is out of memory.
func (w *writer) reported() jen.Code {
	if w.vulkan() {
		return jen.Id("failure").Dot("after").Call(jen.Id("full"))
	}
	return jen.Id("failure")
}

// takes is whether a pool accepts the request at hand.
func (w *writer) takes(a *arena, p *pool) *jen.Statement {
	takes := w.accepts(a, p)
	if contents := w.contents(a, p); contents != nil {
		takes.Op("&&").Add(contents)
	}
	if w.hasUpper() && !p.HasUpper() && a.hasUpper() {
		takes.Op("&&").Add(w.lacksFlag("Upper"))
	}
	return takes
}

// accepts is whether a pool accepts the size of the request.
func (w *writer) accepts(a *arena, p *pool) *jen.Statement {
	accepts := jen.Id(p.prefix + "Accepts").Call(w.size())
	if ceiling := w.coarseCeiling(a, p); ceiling != nil {
		accepts = jen.Parens(accepts.Op("&&").Add(w.size()).Op("<=").Add(ceiling))
	}
	return accepts
}

// reservation declares a pool's own part of Alloc.
func (w *writer) reservation(f *jen.File, a *arena, p *pool) {
	name := p.lower + "Reserve"
	if a.isFlat(w) {
		return
	}
	if p.IsBlocks() {
		w.blockReservation(f, a, p)
		return
	}
	if w.vulkan() {
		w.overTypes(f, a, p, name, "serves an accepted request from the pool "+p.Name, jen.Null())
		comment(f, name+"In serves an accepted request from the pool "+p.Name+" in memory of the type of a rank.")
		f.Add(w.inType(a, name).BlockFunc(func(g *jen.Group) {
			g.Id("pool").Op(":=").Op("&").Add(own(p.field)).Index(jen.Id("rank"))
			w.reserve(g, a, p, jen.Id("pool"))
		}))
	} else {
		comment(f, name+" serves an accepted request from the pool "+p.Name+".")
		f.Add(w.requesting(a, name, jen.Uint64()).BlockFunc(func(g *jen.Group) { w.reserve(g, a, p, own(p.field)) }))
	}
	if p.yields() {
		w.yielding(f, a, p)
	}
	if p.Kind == spec.Direct {
		w.separateOn(f, a, p)
	}
}

// reserve places a request in an instance of a pool.
func (w *writer) reserve(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	place := jen.Add(instance).Dot("Place").Call(jen.Id("extent"), w.align())
	again := jen.List(jen.Id("region"), jen.Id("_")).Op("=").Add(place)
	w.extent(g, a, p)
	g.List(jen.Id("region"), jen.Id("need")).Op(":=").Add(place)
	placed := g.If(jen.Id("region").Op("==").Lit(0)).BlockFunc(func(g *jen.Group) {
		w.capacity(g, a, p)
		g.If(w.asks("NeverAllocate")).Block(jen.Return(jen.Lit(0), w.noSpace(a, p)))
		w.growth(g, a, p, instance)
		g.Add(again)
	})
	if w.vulkan() {
		w.bindPlaced(placed, a, p, instance, again.Clone())
	}
	g.Add(own(p.meter)).Dot("Serve").Call(w.size(), jen.Add(instance).Dot("Extent").Call(jen.Id("region")))
	if p.averages() {
		g.Add(instance).Dot("Served").Call(w.size())
	}
	g.Id("handle").Op("=").Add(w.issue(a, p))
	if a.expires() {
		g.Add(own("returnDue")).Call()
	}
	g.Return(jen.Id("handle"), jen.Id("Failure").Values())
}

// extent adds how many bytes of a block the request takes.
func (w *writer) extent(g *jen.Group, a *arena, p *pool) {
	granule, name := w.granuleOf(a, p), "alignment"
	if w.vulkan() && w.atom(a) {
		g.Id("granule").Op(":=").Add(granule)
		granule, name = jen.Id("granule"), "granule"
	}
	size := w.size()
	if margin := p.uint("margin", 0); margin != 0 {
		size.Op("+").Id(p.prefix + "GuardBytes")
	}
	g.Comment("An accepted size is at most the largest multiple of the " + name + ".")
	g.Id("extent").Op(":=").Add(roundedUp(size, granule))
}

// roundedUp is a number of bytes as whole granules.
func roundedUp(bytes, granule *jen.Statement) *jen.Statement {
	return jen.Parens(jen.Add(bytes).Op("+").Add(granule.Clone()).Op("-").Lit(1)).Op("&^").Parens(jen.Add(granule.Clone()).Op("-").Lit(1))
}

// granuleOf is the granule of a pool in memory of the rank at hand.
func (w *writer) granuleOf(a *arena, p *pool) *jen.Statement {
	if own := p.Granule(a.Alignment); own > a.Alignment {
		if w.vulkan() && w.atom(a) {
			return jen.Max(jen.Id(p.prefix+"Granule"), w.granule(a))
		}
		return jen.Id(p.prefix + "Granule")
	}
	return w.granule(a)
}

// capacity refuses a request that a pool at its cap has no room for.
func (w *writer) capacity(g *jen.Group, a *arena, p *pool) {
	if p.capped() {
		g.If(own(p.meter).Dot("Now").Dot("NumberBlocks").Op("==").Id(p.prefix + "MaxPages")).Block(jen.Return(jen.Lit(0),
			a.fails("PoolCapacityExceeded", is("pool", jen.Id(p.id).Op("+").Lit(1)),
				is("a", jen.Add(w.size())), is("b", jen.Add(own(p.meter)).Dot("Now").Dot("BytesInUse")))))
	}
}

// noSpace is the failure of a request that finds no room where no memory is to
// be allocated.
func (w *writer) noSpace(a *arena, p *pool) jen.Code {
	return a.fails("OutOfSpace", is("pool", jen.Id(p.id).Op("+").Lit(1)))
}

// growth gives the pool the block it needs.
func (w *writer) growth(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	if p.averages() && w.vulkan() {
		w.averagePage(g, a)
	}
	if p.yields() {
		g.Add(own(p.lower + "Yield")).Call(jen.Id("need"))
	}
	w.creation(g, a, p, jen.Id("need"), rt("Dedicated").Values())
	g.Add(instance).Dot("Commit").Call(jen.Id("block"), jen.Id("need"))
	g.Add(own(p.meter)).Dot("Grow").Call(jen.Id("need"))
}

// number declares how a host arena has a block more.
func (w *writer) number(f *jen.File, a *arena) {
	comment(f, "create has a block of the given bytes more, for a request of size bytes.")
	f.Add(a.method("create").Params(jen.List(jen.Id("size"), jen.Id("bytes")).Uint64()).Params(jen.Id("block").Uint32(), jen.Id("failure").Id("Failure")).Block(
		jen.If(jen.Id("left").Op(":=").Id(a.lower+"MaxReserved").Op("-").Add(own("reserved")), jen.Id("bytes").Op(">").Id("left")).Block(jen.Return(jen.Lit(0),
			a.fails("AllocationTooLarge", is("a", jen.Id("size")), is("b", jen.Id("left").Op("&^").Parens(a.coarsest().Op("-").Lit(1)))))),
		jen.Id("block").Op("=").Add(own("blocks")).Dot("Add").Call(jen.Id("bytes")),
		own("reserved").Op("+=").Id("bytes"),
		jen.Return(jen.Id("block"), jen.Id("Failure").Values())))
}

// coarsest is the largest granule of any pool, of which a size has to be a
// multiple for all of them to have a block for it.
func (a *arena) coarsest() *jen.Statement {
	granule := a.Alignment
	for _, p := range a.pools {
		granule = max(granule, p.Granule(a.Alignment))
	}
	if granule == a.Alignment {
		return jen.Id(a.lower + "Alignment")
	}
	return jen.Lit(int(granule))
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
			if p.custom {
				w.customDue(g, p)
				continue
			}
			g.Add(w.eachInstance(p, func(instance *jen.Statement) []jen.Code { return []jen.Code{jen.Add(instance).Dot("Tick").Call()} }))
			g.Add(w.drain(p, "PopDue", jen.Null()))
		}
	}))
}
