package glue

import "github.com/dave/jennifer/jen"

// On host a pool is one instance of its template. On vulkan it has one for
// each memory type that can serve the arena, by the type's rank among those.

// perType is the array or slice of a pool's instances, as a prefix of its
// type.
func (w *writer) perType(a *arena) *jen.Statement {
	switch {
	case w.pinned():
		return jen.Index(jen.Id(a.lower + "Types"))
	case w.vulkan():
		return jen.Index()
	}
	return jen.Null()
}

// instance selects the instance of a pool that holds the region of the slot
// at hand.
func (w *writer) instance(p *pool) *jen.Statement {
	if w.vulkan() {
		return own(p.field).Index(jen.Id("slot").Dot("Rank"))
	}
	return own(p.field)
}

// eachInstance does something to every instance of a pool.
func (w *writer) eachInstance(p *pool, do func(instance *jen.Statement) []jen.Code) jen.Code {
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

// slotOf is the composite of a region that was just placed.
func (w *writer) slotOf(a *arena, p *pool, more ...jen.Code) jen.Code {
	if !w.vulkan() {
		return jen.Id(a.slots+"Slot").Values(
			jen.Id("Size").Op(":").Id("size"), jen.Id("Region").Op(":").Id("region"), jen.Id("Pool").Op(":").Id(p.id))
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
