package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// dedicates reports whether a block of the arena can be one resource's own. In
// an arena of buffers it is one of those.
func (a *arena) dedicates() bool { return a.Buffers == 0 && a.anyPool((*pool).HasOwnStorage) }

// hasUpper reports whether some pool of the arena serves requests from the top.
func (a *arena) hasUpper() bool { return a.anyPool((*pool).HasUpper) }

// contents is whether a pool takes the contents of the request at hand, nil if
// it takes any.
func (w *writer) contents(a *arena, p *pool) *jen.Statement {
	switch buffers, images := p.TakesContents(false), p.TakesContents(true); {
	case !w.vulkan() || buffers && images:
		return nil
	case images:
		return needs("Kind").Op("==").Add(rt("Optimal"))
	}
	return needs("Kind").Op("!=").Add(rt("Optimal"))
}

// anyOf is whether some of the pools satisfies a condition, false without any.
func anyOf(pools []*pool, condition func(*pool) *jen.Statement) *jen.Statement {
	var conditions []jen.Code
	for _, p := range pools {
		conditions = append(conditions, condition(p))
	}
	return either(conditions)
}

// either is whether one of the conditions holds, as an operand.
func either(conditions []jen.Code) *jen.Statement {
	switch len(conditions) {
	case 0:
		return jen.False()
	case 1:
		return jen.Add(conditions[0])
	}
	return jen.Parens(joined("||", conditions...))
}

// capability refuses what no pool of the arena can do.
func (w *writer) capability(g *jen.Group, a *arena) {
	done := map[string]bool{}
	for _, o := range w.occurrencesIn(a) {
		if o.Arena != a.Name || o.Condition.Condition != "UnsupportedCapability" || o.Operation != w.widest() || done[o.Condition.Refinement] {
			continue
		}
		done[o.Condition.Refinement] = true
		var lacks *jen.Statement
		switch o.Condition.Refinement {
		case "no_own_memory":
			lacks = w.lacking(a, either(w.mustOwn(a)), (*pool).HasOwnStorage, nil)
			if a.Buffers != 0 {
				lacks = needs("RequiresDedicated").Op("||").Add(lacks)
			}
		case "upper_needs_one_block":
			lacks = w.lacking(a, w.asks("Upper"), (*pool).HasUpper, w.contents)
		case "strategy_not_offered":
			lacks = w.flags().Op("&").Add(w.named(w.strategies() &^ uint8(a.offered()))).Op("!=").Lit(0)
		case "image_needs_own_block":
			lacks = needs("Kind").Op("==").Add(rt("Optimal"))
			if a.Buffers == 0 {
				lacks = w.lacking(a, lacks, func(p *pool) bool { return p.TakesContents(true) || p.HasOwnStorage() }, nil)
			}
		case "buffer_needs_own_block":
			lacks = w.lacking(a, needs("Kind").Op("!=").Add(rt("Optimal")), func(p *pool) bool { return p.TakesContents(false) || p.HasOwnStorage() }, nil)
		default:
			continue
		}
		g.If(lacks).Block(jen.Return(jen.Lit(0), a.fails("UnsupportedCapability", is("detail", jen.Id(spec.Camel(o.Condition.Refinement))))))
	}
}

// occurrencesIn is the ways in which an arena's methods can fail.
func (w *writer) occurrencesIn(a *arena) []spec.Occurrence {
	if a.alone {
		return w.plan.OccurrencesIn(a.Arena)
	}
	return w.occurrences
}

// widest is the method whose requests can ask for most.
func (w *writer) widest() string {
	if w.vulkan() {
		return "AllocFor"
	}
	return "AllocWith"
}

// lacking is whether a request wants something and only pools accept it that
// aren't able to do that, or only on a condition.
func (w *writer) lacking(a *arena, wants *jen.Statement, able func(*pool) bool, condition func(*arena, *pool) *jen.Statement) *jen.Statement {
	accepts := func(p *pool) *jen.Statement { return w.accepts(a, p) }
	does := func(p *pool) *jen.Statement {
		if condition == nil || condition(a, p) == nil {
			return accepts(p)
		}
		return jen.Parens(accepts(p).Op("&&").Add(condition(a, p)))
	}
	lacking := jen.Add(wants).Op("&&").Add(anyOf(a.pools, accepts))
	if w.vulkan() {
		lacking.Op("&&").Add(w.size()).Op("<=").Add(w.ceiling(a))
	}
	if some := a.filter(able); len(some) > 0 {
		lacking.Op("&&").Op("!").Add(anyOf(some, does))
	}
	return lacking
}

// mustOwn is the conditions on which the request at hand must have a block of
// its own.
func (w *writer) mustOwn(a *arena) []jen.Code {
	if w.vulkan() && a.Buffers == 0 {
		return []jen.Code{needs("RequiresDedicated"), w.asks("Dedicated")}
	}
	return []jen.Code{w.asks("Dedicated")}
}

// ownStorage adds how requests get a block of their own before any pool is
// asked: those that want one, and those whose contents no pool takes.
func (w *writer) ownStorage(g *jen.Group, a *arena) {
	if givers := a.filter((*pool).HasOwnStorage); len(givers) > 0 {
		w.ownStorageOf(g, a, givers)
	}
	w.misplacement(g, a)
}

// ownStorageOf adds how requests get a block of their own that must have one, or
// on vulkan had better.
func (w *writer) ownStorageOf(g *jen.Group, a *arena, givers []*pool) {
	must := w.mustOwn(a)
	if !w.vulkan() || !a.dedicates() {
		g.If(joined("||", must...)).BlockFunc(func(g *jen.Group) { w.separately(g, a, givers, nil) })
		return
	}
	better := needs("PrefersDedicated").Op("&&").Add(w.lacksFlag("NeverAllocate"))
	g.If(joined("||", append(must, better)...)).BlockFunc(func(g *jen.Group) {
		g.If(w.asks("NeverAllocate")).Block(jen.Return(jen.Lit(0), a.fails("OutOfSpace")))
		w.separately(g, a, givers, jen.If(joined("||", append(must, jen.Op("!").Id("failure").Dot("isStarved").Call())...)))
	})
}

// separately adds the attempt to give the request a block of its own in the
// first pool that accepts the size. Its outcome is returned, if that is so.
func (w *writer) separately(g *jen.Group, a *arena, pools []*pool, final *jen.Statement) {
	returned := []jen.Code{jen.Return(jen.Id("handle"), jen.Id("failure"))}
	outcome := func(p *pool) jen.Code {
		return jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own(p.lower + "Separate")).Call(w.requestFor(a, p)...)
	}
	if len(pools) == 1 {
		g.Add(outcome(pools[0]))
	} else {
		g.Switch().BlockFunc(func(g *jen.Group) {
			for _, p := range pools {
				g.Case(w.accepts(a, p)).Block(outcome(p))
			}
		})
	}
	if final != nil {
		g.Add(final).Block(returned...)
		return
	}
	g.Add(returned[0])
}

// misplacement adds how a request whose contents no pool takes that accepts its
// size gets a block of its own.
func (w *writer) misplacement(g *jen.Group, a *arena) {
	if !w.vulkan() {
		return
	}
	for _, optimal := range []bool{true, false} {
		if optimal && a.Buffers != 0 {
			continue // an image is no place in a buffer
		}
		others := a.filter(func(p *pool) bool { return !p.TakesContents(optimal) && p.IsBlocks() && p.HasOwnStorage() })
		if len(others) == 0 {
			continue
		}
		op := map[bool]string{true: "==", false: "!="}[optimal]
		stray := needs("Kind").Op(op).Add(rt("Optimal"))
		if able := a.filter(func(p *pool) bool { return p.TakesContents(optimal) }); len(able) > 0 {
			stray.Op("&&").Op("!").Add(anyOf(able, func(p *pool) *jen.Statement { return w.accepts(a, p) }))
		}
		g.If(stray).BlockFunc(func(g *jen.Group) {
			for i, p := range others {
				separately := []jen.Code{
					jen.If(w.asks("NeverAllocate")).Block(jen.Return(jen.Lit(0), w.noSpace(a, p))),
					jen.Return(own(p.lower + "Separate").Call(w.requestFor(a, p)...))}
				if i < len(others)-1 {
					g.If(w.accepts(a, p)).Block(separately...)
					continue
				}
				for _, statement := range separately {
					g.Add(statement)
				}
			}
		})
	}
}

// separateOn declares how a pool gives a request a block of its own.
func (w *writer) separateOn(f *jen.File, a *arena, p *pool) {
	name := p.lower + "Separate"
	if !w.vulkan() {
		comment(f, name+" serves a request with a block of its own.")
		f.Add(w.requestingOf(a, p, name).BlockFunc(func(g *jen.Group) { w.separate(g, a, p, w.serving(p)) }))
		return
	}
	w.overTypes(f, a, p, name, "serves a request with memory of its own", jen.Null())
	doc := name + "In serves a request with memory of its own, of the type of a rank"
	if a.dedicates() {
		doc += ": where the driver wants that, of exactly the size that the resource needs, as Vulkan demands"
	}
	comment(f, doc+".")
	f.Add(w.inType(a, name).BlockFunc(func(g *jen.Group) {
		w.separate(g, a, p, w.serving(p))
	}))
}

// separate adds the body of that.
func (w *writer) separate(g *jen.Group, a *arena, p *pool, instance *jen.Statement) {
	dedicates := w.vulkan() && a.dedicates()
	if dedicates {
		g.Var().Id("resource").Add(rt("Dedicated"))
	}
	g.Id("bytes").Op(":=").Add(roundedUp(w.size(), w.granuleOf(a, p)))
	if dedicates {
		g.Id("dedicated").Op(":=").Add(needs("RequiresDedicated")).Op("||").Add(needs("PrefersDedicated"))
		g.If(jen.Id("dedicated")).Block(
			jen.List(jen.Id("bytes"), jen.Id("resource")).Op("=").List(w.size(), needs("Dedicated").Call()))
	}
	if p.yields() {
		g.Add(own(p.lower + "Yield")).Call(jen.Id("bytes"))
	}
	w.creation(g, a, p, jen.Id("bytes"), jen.Id("resource"))
	g.Add(own(p.meter)).Dot("Grow").Call(jen.Id("bytes"))
	g.Id("region").Op(":=").Add(instance).Dot("Separate").Call(jen.Id("block"), jen.Id("bytes"))
	g.Add(own(p.meter)).Dot("Serve").Call(w.size(), jen.Id("bytes"))
	var more []jen.Code
	if dedicates {
		more = append(more, jen.Id("Dedicated").Op(":").Id("dedicated"))
	}
	g.Id("handle").Op("=").Add(w.issue(a, p, more...))
	if a.expires() {
		g.Add(own("returnDue")).Call()
	}
	g.Return(jen.Id("handle"), jen.Id("Failure").Values())
}
