package glue

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// askCustom declares the methods that ask a custom pool.
func (w *writer) askCustom(f *jen.File, a *arena) {
	pool, results := jen.Id("pool").Id(a.camel+"Pool"), []jen.Code{jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")}
	comment(f, "AllocIn is AllocWith in a custom pool: no other pool is asked.", w.errorsOf("AllocIn", a.Name))
	f.Add(a.method("AllocIn").Params(pool.Clone(), jen.List(jen.Id("size"), jen.Id("align")).Uint64(), jen.Id("flags").Id("Flags")).Params(results...).BlockFunc(func(g *jen.Group) {
		if w.vulkan() {
			needs := rt("Requirements").Values(
				jen.Id("Size").Op(":").Id("size"), jen.Id("Alignment").Op(":").Id("align"), jen.Id("TypeBits").Op(":").Op("^").Uint32().Call(jen.Lit(0)))
			w.serveIn(g, needs)
			return
		}
		g.Add(w.siteHere())
		w.guarded(g, a, []string{"handle"}, append([]jen.Code{a.onCustom(append([]jen.Code{
			jen.Id("custom").Op(":=").Uint8().Call(jen.Id("i")).Op("+").Lit(1),
			w.askByKind(a)}, w.notedRequest(a, jen.Id("size"), jen.Id("align"), jen.Id("flags"))...)...)}, w.keepSite(a)...)...)
	}))
	if w.vulkan() {
		w.askCustomFor(f, a, pool, results)
	}
	for _, p := range a.liked() {
		one := a.like(p)
		comment(f, fmt.Sprintf("%sAlloc is alloc for a custom pool like %s.", p.lower, p.Name))
		f.Add(w.requestingOf(a, p, p.lower+"Alloc").BlockFunc(func(g *jen.Group) {
			w.admission(g, one)
			w.routing(g, one)
		}))
	}
}

// askCustomFor declares what only a device needs.
func (w *writer) askCustomFor(f *jen.File, a *arena, pool *jen.Statement, results []jen.Code) {
	comment(f, "AllocForIn is AllocFor in a custom pool: no other pool is asked.", w.errorsOf("AllocForIn", a.Name))
	f.Add(a.method("AllocForIn").Params(pool.Clone(), jen.Id("needs").Add(rt("Requirements")), jen.Id("flags").Id("Flags")).Params(results...).BlockFunc(func(g *jen.Group) {
		w.serveIn(g, jen.Id("needs"))
	}))
	parameters := append([]jen.Code{pool, jen.Id("r").Op("*").Id("request")}, w.site()...)
	attempt := jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own("attemptIn")).Call(append([]jen.Code{jen.Id("pool"), jen.Id("r")}, w.siteTaken()...)...)
	comment(f, "serveIn is serve for a custom pool.")
	f.Add(a.method("serveIn").Params(parameters...).Params(results...).Block(
		attempt,
		jen.If(jen.Id("failure").Dot("isStarved").Call().Op("&&").Add(own("allocator")).Dot("reclaimIdle").Call()).Block(attempt.Clone()),
		w.notedStarved(),
		jen.Return(jen.Id("handle"), jen.Id("failure"))))
	comment(f, "attemptIn is attempt for a custom pool, which another call may have destroyed since the last one.")
	f.Add(a.method("attemptIn").Params(parameters...).Params(results...).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, []string{"handle"}, append([]jen.Code{a.onCustom(append([]jen.Code{
			jen.Id("r").Dot("custom").Op("=").Uint8().Call(jen.Id("i")).Op("+").Lit(1),
			w.askByKind(a)}, w.notedRequest(a, jen.Id("r"))...)...)}, w.keepSite(a)...)...)
	}))
}

// serveIn adds the body of a method that asks a custom pool, whose caller it is
// that a region remembers.
func (w *writer) serveIn(g *jen.Group, needs jen.Code) {
	arguments := []jen.Code{jen.Id("pool"), jen.Op("&").Id("request").Values(jen.Id("needs").Op(":").Add(needs), jen.Id("flags").Op(":").Id("flags"))}
	if w.plan.CallSites {
		arguments = append(arguments, jen.Id("callsitesCaller").Call())
	}
	g.Return(own("serveIn").Call(arguments...))
}

// askByKind has a request to the custom pool in slot i served as its kind does.
func (w *writer) askByKind(a *arena) jen.Code {
	return a.byKind(own("customs").Dot("Slot").Call(jen.Id("i")).Dot("Pool"), func(p *pool) jen.Code {
		return jen.List(jen.Id("handle").Dot(a.lower), jen.Id("failure")).Op("=").Add(own(p.lower + "Alloc")).Call(w.request(p)...)
	})
}

// like returns the arena as requests to a custom pool like p see it.
func (a *arena) like(p *pool) *arena {
	one := *a
	one.alone, one.pools, one.Pools = true, []*pool{p}, []spec.Pool{p.Pool}
	return &one
}

// eachType adds what is done to the instance for each memory type that a pool
// has, the declared one or a custom pool like it.
func (w *writer) eachType(g *jen.Group, a *arena, p *pool, do func(g *jen.Group, instance *jen.Statement)) {
	if !w.vulkan() {
		do(g, w.instanceOf(p, jen.Id("custom"), nil))
		return
	}
	g.For(jen.Id("rank").Op(":=").Range().Add(w.types(a))).BlockFunc(func(g *jen.Group) {
		do(g, w.instanceOf(p, jen.Id("custom"), jen.Id("rank")))
	})
}
