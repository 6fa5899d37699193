package glue

import "github.com/dave/jennifer/jen"

// On host a pool is one instance of its template. On vulkan it has one for
// each memory type that can serve the arena, by the type's rank among those.

// perType is the array or slice of a pool's instances, as a prefix of its
// type.
func (w *writer) perType(a *arena, p *pool) *jen.Statement {
	switch {
	case w.pinned(), !w.vulkan() && p.custom:
		return jen.Index(w.instanceCount(a, p))
	case w.vulkan():
		return jen.Index()
	}
	return jen.Null()
}

// instanceCount is how many instances a pool has: where there can be custom pools
// like it, as many for each of those.
func (w *writer) instanceCount(a *arena, p *pool) *jen.Statement {
	pools := jen.Lit(1).Op("+").Id(a.lower + "MaxCustom")
	switch {
	case !p.custom:
		return w.types(a)
	case w.vulkan():
		return jen.Parens(pools).Op("*").Add(w.types(a))
	}
	return pools
}

// instance selects the instance of a pool that holds the region of the slot
// at hand.
func (w *writer) instance(p *pool) *jen.Statement {
	custom, rank := jen.Id("slot").Dot("Custom"), jen.Id("slot").Dot("Rank")
	if p.custom {
		rank = jen.Int().Call(rank)
	}
	return w.instanceOf(p, custom, rank)
}

// instanceOf selects the instance of a pool for the memory type of a rank, of
// the custom pool of a number if there can be one.
func (w *writer) instanceOf(p *pool, custom, rank jen.Code) *jen.Statement {
	switch {
	case w.vulkan() && p.custom:
		return own(p.field).Index(own("instance").Call(custom, rank))
	case w.vulkan():
		return own(p.field).Index(rank)
	case p.custom:
		return own(p.field).Index(custom)
	}
	return own(p.field)
}

// serving selects the instance that is to serve the request at hand, in memory
// of the rank at hand.
func (w *writer) serving(p *pool) *jen.Statement {
	return w.instanceOf(p, w.customOf(), jen.Id("rank"))
}

// customOf is the number of the custom pool that the request at hand is for.
func (w *writer) customOf() *jen.Statement {
	if w.vulkan() {
		return jen.Id("r").Dot("custom")
	}
	return jen.Id("custom")
}

// eachInstance does something to every instance of a pool.
func (w *writer) eachInstance(p *pool, do func(instance *jen.Statement) []jen.Code) jen.Code {
	if p.custom {
		return jen.For(jen.Id("n").Op(":=").Range().Add(own(p.field))).Block(do(own(p.field).Index(jen.Id("n")))...)
	}
	if w.vulkan() {
		return jen.For(jen.Id("rank").Op(":=").Range().Add(own(p.field))).Block(do(own(p.field).Index(jen.Id("rank")))...)
	}
	statements := jen.Null()
	for i, s := range do(own(p.field)) {
		if i > 0 {
			statements.Line()
		}
		statements.Add(s)
	}
	return statements
}

// drain drops every block that pop names in a pool; each one's size goes to
// sink.
func (w *writer) drain(p *pool, pop string, sink *jen.Statement) jen.Code {
	return w.eachInstance(p, func(instance *jen.Statement) []jen.Code {
		next := func(op string) *jen.Statement {
			return jen.List(jen.Id("block"), jen.Id("ok")).Op(op).Add(instance).Dot(pop).Call()
		}
		return []jen.Code{jen.For(next(":="), jen.Id("ok"), next("=")).Block(
			jen.Add(sink).Add(own(p.lower + "Drop")).Call(jen.Id("block")))}
	})
}

// issue is the handle of a region that was just placed.
func (w *writer) issue(a *arena, p *pool, more ...jen.Code) jen.Code {
	if a.CustomPools > 0 {
		return own("issue").Call(w.slotOf(a, p, more...))
	}
	return own("slots").Dot("Issue").Call(w.slotOf(a, p, more...))
}

// tellsPools reports whether a slot says in which pool its region is. In an arena
// with one pool on the host there is nothing to say.
func (w *writer) tellsPools(a *arena) bool {
	return w.vulkan() || len(a.pools) > 1 || a.CustomPools > 0
}

// slotOf is the composite of a region that was just placed.
func (w *writer) slotOf(a *arena, p *pool, more ...jen.Code) jen.Code {
	custom := jen.Id("Custom").Op(":").Add(w.customOf())
	if !w.vulkan() {
		values := []jen.Code{jen.Id("Size").Op(":").Id("size"), jen.Id("Region").Op(":").Id("region")}
		if w.tellsPools(a) {
			values = append(values, jen.Id("Pool").Op(":").Id(p.id))
		}
		if p.custom {
			values = append(values, custom)
		}
		return jen.Id(a.slots + "Slot").Values(values...)
	}
	if p.custom {
		more = append([]jen.Code{custom}, more...)
	}
	lines := append([]jen.Code{
		jen.Id("Size").Op(":").Add(w.size()), jen.Id("Region").Op(":").Id("region"),
		jen.Id("Pool").Op(":").Id(p.id), jen.Id("Rank").Op(":").Uint8().Call(jen.Id("rank")),
		jen.Id("Resource").Op(":").Id("r").Dot("resource").Call(), jen.Id("Image").Op(":").Add(needs("Image")).Op("!=").Lit(0),
		jen.Id("Bound").Op(":").Id("r").Dot("bind"), jen.Id("Optimal").Op(":").Add(needs("Kind")).Op("==").Add(rt("Optimal")),
	}, more...)
	for i := range lines {
		lines[i] = jen.Line().Add(lines[i])
	}
	return jen.Id(a.slots + "Slot").Values(append(lines, jen.Line())...)
}
