package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// allocFor declares AllocFor. No lock is held while the arenas are searched for
// idle blocks.
func (w *writer) allocFor(f *jen.File, a *arena) {
	comment(f, "AllocFor is Alloc for what a resource needs: memory of a type that will do, and of its own where the driver requires or prefers that. "+
		"A region for an optimal image never is a slice of a page.", w.errorsOf("AllocFor", a.Name))
	f.Add(a.method("AllocFor").Params(jen.Id("needs").Add(rt("Requirements"))).Params(jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.serve(g, jen.Op("&").Id("request").Values(jen.Id("needs").Op(":").Id("needs")))
		}))
	attempt := jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own("attempt")).Call(append([]jen.Code{jen.Id("r")}, w.siteTaken()...)...)
	comment(f, "serve makes one attempt at a request, and where the device is out of memory one more with what was idle.")
	f.Add(w.requesting(a, "serve", jen.Id(a.handle), w.site()...).Block(
		attempt,
		jen.If(jen.Id("failure").Dot("isStarved").Call().Op("&&").Add(own("allocator")).Dot("reclaimIdle").Call()).Block(attempt),
		jen.Return(jen.Id("handle"), jen.Id("failure"))))
}

// serve adds the body of a method whose caller it is that a region remembers.
func (w *writer) serve(g *jen.Group, request jen.Code) {
	arguments := []jen.Code{request}
	if w.plan.CallSites {
		arguments = append(arguments, jen.Id("callsitesCaller").Call())
	}
	g.Return(own("serve").Call(arguments...))
}

// requestType declares what the arenas are asked for.
func (w *writer) requestType(f *jen.File) {
	comment(f, "request is what a region must satisfy, and whether the resource is bound to it at once.")
	f.Type().Id("request").Struct(jen.Id("needs").Add(rt("Requirements")), jen.Id("bind").Bool())
	comment(f, "resource returns the buffer or image that the request is for, 0 for any.")
	f.Func().Params(jen.Id("r").Op("*").Id("request")).Id("resource").Params().Uint64().Block(
		jen.Return(jen.Uint64().Call(needs("Buffer")).Op("|").Uint64().Call(needs("Image"))))
}

// needs selects what the request at hand needs.
func needs(name string) *jen.Statement { return jen.Id("r").Dot("needs").Dot(name) }

// bindPlaced adds how the resource of a request is bound to what was placed for
// it in a block that there was already. Meanwhile nothing is placed, so that a
// panic of the driver leaves the tables sound; the same place is found again.
func (w *writer) bindPlaced(placed *jen.Statement, p *pool, instance, place *jen.Statement) {
	placed.Else().If(jen.Id("r").Dot("bind")).Block(
		jen.List(jen.Id("block"), jen.Id("offset")).Op(":=").List(jen.Add(instance).Dot("Block").Call(jen.Id("region")), jen.Add(instance).Dot("Offset").Call(jen.Id("region"))),
		jen.Add(instance).Dot("Unplace").Call(jen.Id("region")),
		jen.If(jen.Id("failure").Op("=").Add(own("bindTo")).Call(jen.Id("r"), own("memoryOf").Call(jen.Id("block")), jen.Id("offset"), jen.Id(p.id), jen.Id("rank")), jen.Id("failure").Dot("Failed").Call()).Block(
			jen.Return(jen.Lit(0), jen.Id("failure"))),
		jen.List(jen.Id("region"), jen.Id("_")).Op("=").Add(place))
}

// whole is the pool that gives a resource memory of its own, nil if there is
// none.
func (a *arena) whole() *pool {
	for _, p := range a.pools {
		if p.Kind == spec.Direct {
			return p
		}
	}
	return nil
}

// dedicates reports whether the arena can give a resource memory of its own.
func (a *arena) dedicates() bool { return a.whole() != nil && a.Buffers == 0 }

// hasOwnBlocks reports whether some pool gives every region a block of its own.
func (a *arena) hasOwnBlocks() bool {
	for _, p := range a.pools {
		if p.Kind != spec.SlicedPages {
			return true
		}
	}
	return false
}

// capability refuses what no pool of the arena can do.
func (w *writer) capability(g *jen.Group, a *arena) {
	lacks := func(detail string) jen.Code {
		return jen.Return(jen.Lit(0), a.fails("UnsupportedCapability", jen.Id("detail").Op(":").Id(spec.Camel(detail))))
	}
	for _, o := range w.occurrences {
		if o.Arena != a.Name || o.Operation != "AllocFor" || o.Condition.Condition != "UnsupportedCapability" {
			continue
		}
		switch o.Condition.Refinement {
		case "no_own_memory":
			g.If(needs("RequiresDedicated")).Block(lacks(o.Condition.Refinement))
		case "image_needs_own_block":
			g.If(w.onlySliced(a)).Block(lacks(o.Condition.Refinement))
		}
	}
}

// onlySliced is whether the request is for an image that only pools of slices
// accept.
func (w *writer) onlySliced(a *arena) *jen.Statement {
	if a.Buffers != 0 {
		return needs("Kind").Op("==").Add(rt("Optimal"))
	}
	slices, others, count := jen.Null(), jen.Null(), 0
	for _, p := range a.pools {
		if p.Kind != spec.SlicedPages {
			others.Op("&&").Op("!").Add(w.accepts(p))
			continue
		}
		if count++; count > 1 {
			slices.Op("||")
		}
		slices.Add(w.accepts(p))
	}
	if count > 1 {
		slices = jen.Parens(slices)
	}
	return needs("Kind").Op("==").Add(rt("Optimal")).Op("&&").Add(slices).Add(others)
}

// dedication adds how a resource gets memory of its own.
func (w *writer) dedication(g *jen.Group, a *arena) {
	g.If(needs("RequiresDedicated").Op("||").Add(needs("PrefersDedicated"))).Block(
		jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own(a.whole().lower+"Dedicate")).Call(jen.Id("r")),
		jen.If(needs("RequiresDedicated").Op("||").Op("!").Id("failure").Dot("isStarved").Call()).Block(
			jen.Return(jen.Id("handle"), jen.Id("failure"))))
}

// inType opens a method that serves a request in memory of the type of a rank.
func (w *writer) inType(a *arena, name string) *jen.Statement {
	return a.method(name+"In").Params(jen.Id("rank").Int(), jen.Id("r").Op("*").Id("request")).
		Params(jen.Id("handle").Uint64(), jen.Id("failure").Id("Failure"))
}

// overTypes declares a method that tries the memory types in turn, or where the
// arena is strict only the best.
func (w *writer) overTypes(f *jen.File, a *arena, p *pool, name, does string) {
	doc := ", in memory of the best type that has room, or of which the device has some left."
	if a.Strict {
		doc = ", in memory of the best type."
	}
	comment(f, name+" "+does+doc)
	f.Add(w.requesting(a, name, jen.Uint64()).Block(
		jen.For(jen.Id("rank").Op(":=").Range().Add(w.types(a))).BlockFunc(func(g *jen.Group) {
			g.If(needs("TypeBits").Op(">>").Add(w.typeAt(a, jen.Id("rank"))).Op("&").Lit(1).Op("==").Lit(0)).Block(jen.Continue())
			in := own(name+"In").Call(jen.Id("rank"), jen.Id("r"))
			if a.Strict {
				g.Return(in)
				return
			}
			g.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(in)
			g.If(jen.Op("!").Id("failure").Dot("isOfType").Call()).Block(jen.Break())
		}),
		jen.Return(jen.Id("handle"), jen.Id("failure"))))
}

// creation adds the making of a block for a resource, or for any.
func (w *writer) creation(g *jen.Group, a *arena, p *pool, bytes, resource jen.Code) {
	arguments := []jen.Code{jen.Id("r"), jen.Id(p.id), jen.Id("rank"), bytes}
	if a.dedicates() {
		arguments = append(arguments, resource)
	}
	if a.Buffers != 0 {
		arguments = arguments[1:]
	}
	g.List(jen.Id("block"), jen.Id("failure")).Op(":=").Add(own("create")).Call(arguments...)
	g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Lit(0), jen.Id("failure")))
}

// dedicated declares how the pool gives a resource memory of its own.
func (w *writer) dedicated(f *jen.File, a *arena, p *pool) {
	name := p.lower + "Dedicate"
	w.overTypes(f, a, p, name, "serves a request with memory of the resource's own")
	comment(f, name+"In serves a request with memory of the resource's own, of the type of a rank: of exactly the size that it needs, as Vulkan demands.")
	f.Add(w.inType(a, name).BlockFunc(func(g *jen.Group) {
		if p.yields() {
			g.Add(own(p.lower + "Yield")).Call(w.size())
		}
		w.creation(g, a, p, w.size(), needs("Dedicated").Call())
		g.Add(own(p.meter)).Dot("Grow").Call(w.size())
		g.Id("region").Op(":=").Add(own(p.field)).Index(jen.Id("rank")).Dot("Dedicate").Call(jen.Id("block"), w.size())
		g.Add(own(p.meter)).Dot("Serve").Call(w.size(), w.size())
		g.Id("handle").Op("=").Add(own("slots")).Dot("Issue").Call(w.slotOf(a, p, jen.Id("Dedicated").Op(":").True()))
		if a.expires() {
			g.Add(own("returnDue")).Call()
		}
		g.Return(jen.Id("handle"), jen.Id("Failure").Values())
	}))
}

// yielding declares the loop over the instances of a pool with a watermark.
func (w *writer) yielding(f *jen.File, a *arena, p *pool) {
	comment(f, p.lower+"Yield returns idle blocks of the pool "+p.Name+" as long as one of need bytes more would take it above its watermark.")
	f.Add(a.method(p.lower + "Yield").Params(jen.Id("need").Uint64()).Block(w.eachInstance(p, func(instance *jen.Statement) []jen.Code {
		return []jen.Code{w.yield(p, instance)}
	})))
}

// averagePage adds how large a page is that is to be as large as requests are on
// average.
func (w *writer) averagePage(g *jen.Group, a *arena) {
	granule := w.granule(a)
	if w.atom(a) {
		granule = jen.Id("granule")
	}
	mask := jen.Parens(granule.Clone().Op("-").Lit(1))
	g.Comment("An average page is whole granules, and no larger than the device or its heap allows.")
	g.Id("heap").Op(":=").Add(own("device")).Dot("Heaps").Call().Index(own("device").Dot("Types").Call().Index(w.typeAt(a, jen.Id("rank"))).Dot("Heap")).Dot("Size")
	g.Id("need").Op("=").Max(jen.Id("extent"), jen.Min(
		jen.Parens(jen.Id("need").Op("+").Add(granule).Op("-").Lit(1)).Op("&^").Add(mask), w.ceiling(a), jen.Id("heap").Op("&^").Add(mask)))
}
