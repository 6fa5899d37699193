package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// blockReservation declares how a pool of blocks serves a request, by its
// policy.
func (w *writer) blockReservation(f *jen.File, a *arena, p *pool) {
	name, serves := p.lower+"Reserve", "serves an accepted request from the pool "+p.Name
	policy := p.Policy()
	if policy != spec.Fixed {
		w.separateOn(f, a, p)
	}
	if policy == spec.Separate {
		comment(f, name+" "+serves+", which gives each a block of its own.")
		f.Add(w.requestingOf(a, p, name).BlockFunc(func(g *jen.Group) {
			g.If(w.asks("NeverAllocate")).Block(jen.Return(jen.Lit(0), w.noSpace(a, p)))
			g.Return(own(p.lower + "Separate").Call(w.request(p)...))
		}))
		return
	}
	if w.vulkan() {
		w.overTypes(f, a, p, name, serves, w.separateLast(a, p))
		comment(f, name+"In "+serves+" in memory of the type of a rank.")
		f.Add(w.inType(a, name).BlockFunc(func(g *jen.Group) {
			g.Id("pool").Op(":=").Op("&").Add(w.serving(p))
			w.reserveInBlocks(g, a, p, jen.Id("pool"))
		}))
	} else {
		comment(f, name+" "+serves+".")
		f.Add(w.requestingOf(a, p, name).BlockFunc(func(g *jen.Group) { w.reserveInBlocks(g, a, p, w.serving(p)) }))
	}
	if policy != spec.Fixed {
		w.blockGrowth(f, a, p)
	}
}

// reserveInBlocks places a request in an instance of a pool of blocks.
func (w *writer) reserveInBlocks(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	w.extent(g, a, p)
	w.separateFirst(g, a, p, instance)
	how := jen.Uint8().Call(w.flags())
	if w.vulkan() && p.Word("contents") == "mixed" {
		g.Id("how").Op(":=").Add(how)
		g.If(needs("Kind").Op("==").Add(rt("Optimal"))).Block(jen.Id("how").Op("|=").Id(p.prefix + "Optimal"))
		how = jen.Id("how")
	}
	place := jen.Add(instance).Dot("Place").Call(jen.Id("extent"), w.align(), how)
	g.Id("region").Op(":=").Add(place)
	placed := g.If(jen.Id("region").Op("==").Lit(0)).BlockFunc(func(g *jen.Group) {
		w.withoutRoom(g, a, p)
		if p.Policy() != spec.Fixed {
			g.Id("region").Op("=").Add(instance).Dot("PlaceNew").Call(jen.Id("extent"), w.align(), how)
		}
	})
	if w.vulkan() {
		w.bindPlaced(placed, a, p, instance, jen.Id("region").Op("=").Add(place.Clone()))
	}
	g.Add(own(p.meter)).Dot("Serve").Call(w.size(), jen.Id("extent"))
	w.guard(g, p, instance)
	g.Id("handle").Op("=").Add(w.issue(a, p))
	if a.expires() {
		g.Add(own("returnDue")).Call()
	}
	g.Return(jen.Id("handle"), jen.Id("Failure").Values())
}

// separateFirst adds how a request goes to separate storage before the blocks
// are looked at.
func (w *writer) separateFirst(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	separately := own(p.lower + "Separate").Call(w.request(p)...)
	prefers := jen.Add(instance).Dot("PrefersSeparate").Call(jen.Id("extent"))
	if w.vulkan() {
		separately = own(p.lower+"SeparateIn").Call(jen.Id("rank"), jen.Id("r"))
	}
	switch p.Policy() {
	case spec.Pooled:
		g.If(prefers).Block(
			jen.If(w.asks("NeverAllocate")).Block(jen.Return(jen.Lit(0), w.noSpace(a, p))),
			jen.Return(separately))
	case spec.Adaptive, spec.Automatic:
		if p.Policy() == spec.Automatic {
			prefers.Op("&&").Op("!").Id(p.prefix+"IsCrowded").Call(
				own("device").Dot("AllocationCount").Call(), jen.Uint64().Call(own("device").Dot("Limits").Call().Dot("MaxMemoryAllocationCount")))
		}
		g.Id("separate").Op(":=").Add(w.lacksFlag("NeverAllocate")).Op("&&").Add(prefers)
		g.If(jen.Id("separate")).BlockFunc(func(g *jen.Group) {
			if !w.vulkan() {
				g.Return(separately)
				return
			}
			g.If(jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(separately), jen.Op("!").Id("failure").Dot("isStarved").Call()).Block(
				jen.Return(jen.Id("handle"), jen.Id("failure")))
		})
	}
}

// withoutRoom adds what becomes of a request for which there is no room in the
// blocks. It goes on where a block was made.
func (w *writer) withoutRoom(g *jen.Group, a *arena, p *pool) {
	full := jen.Return(jen.Lit(0), w.noSpace(a, p))
	policy := p.Policy()
	if policy == spec.Fixed {
		g.Add(full)
		return
	}
	g.If(w.asks("NeverAllocate")).Block(full)
	if policy == spec.Adaptive && w.vulkan() {
		g.If(jen.Id("separate")).Block(jen.Return(jen.Lit(0), jen.Id("failure")))
	}
	grow := own(p.lower + "Grow").Call(w.growing(p, w.customOf(), jen.Id("rank"), jen.Id("r"), jen.Id("size"), jen.Id("extent"))...)
	made := jen.List(jen.Id("made"), jen.Id("refusal")).Op(":=").Add(grow)
	refused := jen.Id("refusal").Dot("Failed").Call()
	switch {
	case policy == spec.Automatic:
		g.If(made, jen.Op("!").Id("made")).Block(
			jen.Switch().Block(
				jen.Case(jen.Add(refused).Op("&&").Op("!").Id("refusal").Dot("isStarved").Call()).Block(jen.Return(jen.Lit(0), jen.Id("refusal"))),
				jen.Case(jen.Op("!").Id("separate")).Block(jen.Return(own(p.lower+"SeparateIn").Call(jen.Id("rank"), jen.Id("r")))),
				jen.Case(refused).Block(jen.Return(jen.Lit(0), jen.Id("refusal")))),
			jen.Return(jen.Lit(0), jen.Id("failure")))
	case policy == spec.Adaptive && !w.vulkan():
		g.If(made, refused).Block(jen.Return(jen.Lit(0), jen.Id("refusal"))).
			Else().If(jen.Op("!").Id("made")).Block(jen.Return(own(p.lower + "Separate").Call(w.request(p)...)))
	default:
		if policy == spec.Pooled && p.Uint("max_blocks") == 0 {
			full = jen.Return(jen.Lit(0), a.fails("HostAllocationFailed")) // there are no numbers for more blocks
		}
		g.If(made, refused).Block(jen.Return(jen.Lit(0), jen.Id("refusal"))).
			Else().If(jen.Op("!").Id("made")).Block(full)
	}
}

// separateLast is how a request goes to separate storage after no memory type
// had a block for it, where the policy wants that.
func (w *writer) separateLast(a *arena, p *pool) jen.Code {
	if p.Policy() != spec.Adaptive {
		return jen.Null()
	}
	bytes := w.size()
	if p.guards() {
		bytes.Op("+").Id(p.prefix + "GuardBytes")
	}
	return jen.If(jen.Id("failure").Dot("isOfType").Call().Op("&&").Add(w.lacksFlag("NeverAllocate")).Op("&&").Op("!").Id(p.prefix + "IsLarge").Call(roundedUp(bytes, jen.Id(p.prefix+"Granule")))).Block(
		jen.Return(own(p.lower + "Separate").Call(jen.Id("r"))))
}

// growing picks the arguments or parameters of a pool's growth: on vulkan the
// rank and the request, on host the size and which custom pool it is.
func (w *writer) growing(p *pool, custom, rank, request, size, extent jen.Code) []jen.Code {
	switch {
	case w.vulkan():
		return []jen.Code{rank, request, extent}
	case p.custom:
		return []jen.Code{custom, size, extent}
	}
	return []jen.Code{size, extent}
}

// growths adds the attempts at a block, the first of which is the only one on
// host, where sizes that can't be had smaller can't either.
func (w *writer) growths(g *jen.Group, a *arena, p *pool) {
	bytes := func() *jen.Statement { return jen.Id("g").Dot("Bytes") }
	first := jen.Id("g").Op(":=").Id("pool").Dot("Grow").Call()
	if p.Policy() == spec.Automatic {
		first = jen.Id("g").Op(":=").Id("pool").Dot("GrowWithin").Call(jen.Id("extent"), own("device").Dot("Headroom").Call(own("device").Dot("Types").Call().Index(w.typeAt(a, jen.Id("rank"))).Dot("Heap")))
	}
	attempt := jen.List(jen.Id("block"), jen.Id("failure")).Op("=").Add(own("create")).Call(w.createArguments(a, p, w.asked(), jen.Id("rank"), bytes(), rt("Dedicated").Values())...)
	made := jen.If(attempt, jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
		jen.Id("pool").Dot("Commit").Call(jen.Id("block"), bytes()),
		own(p.meter).Dot("Grow").Call(bytes()),
		jen.Return(jen.True(), jen.Id("failure")))
	if !w.vulkan() {
		g.Var().Id("block").Uint32()
		g.Add(first)
		g.Add(made)
		return
	}
	g.For(first, bytes().Op("!=").Lit(0), jen.Id("g").Op("=").Id("pool").Dot("Shrink").Call(jen.Id("g"), jen.Id("extent"))).Block(
		jen.Var().Id("block").Uint32(), made,
		jen.If(jen.Op("!").Id("failure").Dot("isStarved").Call()).Block(jen.Break()))
}

// blockGrowth declares how a pool makes a block in which a request has room.
func (w *writer) blockGrowth(f *jen.File, a *arena, p *pool) {
	name := p.lower + "Grow"
	doc := name + " makes a block for a request of extent bytes, the first in the order of the pool's policy that "
	instance := w.serving(p)
	if w.vulkan() {
		doc += "the device has memory for. made is false where there is none, with what the device said last, or nothing where the policy tries none."
	} else {
		doc += "can be had. made is false where the policy tries none, or with a failure where the arena is full."
	}
	comment(f, doc)
	parameters := w.growing(p, jen.Id("custom").Uint8(), jen.Id("rank").Int(), jen.Id("r").Op("*").Id("request"), jen.Id("size").Uint64(), jen.Id("extent").Uint64())
	f.Add(a.method(name).Params(parameters...).Params(jen.Id("made").Bool(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Id("pool").Op(":=").Op("&").Add(instance)
		full := jen.Op("!").Id("pool").Dot("CanGrow").Call(jen.Id("extent"))
		if p.Uint("max_blocks") != 0 {
			full = own(p.lower + "Count").Call(w.counting(p, w.customOf())...).Op("==").Id(p.prefix + "MostBlocks").Op("||").Add(full)
		}
		g.If(full).Block(jen.Return(jen.False(), jen.Id("Failure").Values()))
		w.growths(g, a, p)
		g.Return(jen.False(), jen.Id("failure"))
	}))
	if p.Uint("max_blocks") != 0 {
		w.blockCount(f, a, p)
	}
}

// counting is the argument or parameter of a pool's count, if it has one.
func (w *writer) counting(p *pool, custom jen.Code) []jen.Code {
	if p.custom {
		return []jen.Code{custom}
	}
	return nil
}

// blockCount declares how the blocks of a pool are counted that has a bound on
// them.
func (w *writer) blockCount(f *jen.File, a *arena, p *pool) {
	comment(f, p.lower+"Count counts the blocks of the pool "+p.Name+", those of regions' own aside.")
	count := func(instance *jen.Statement) []jen.Code {
		return []jen.Code{jen.Id("blocks").Op("+=").Add(instance).Dot("Count").Call()}
	}
	f.Add(a.method(p.lower + "Count").Params(w.counting(p, jen.Id("custom").Uint8())...).Params(jen.Id("blocks").Uint32()).BlockFunc(func(g *jen.Group) {
		if p.custom {
			w.eachType(g, a, p, func(g *jen.Group, instance *jen.Statement) { g.Add(count(instance)[0]) })
		} else {
			g.Add(w.eachInstance(p, count))
		}
		g.Return(jen.Id("blocks"))
	}))
}
