package glue

import (
	"github.com/dave/jennifer/jen"
)

// create declares how a block is made.
func (w *writer) create(f *jen.File, a *arena) {
	doc := "create makes a block in memory of the type of a rank"
	parameters := []jen.Code{jen.Id("r").Op("*").Id("request"), jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("bytes").Uint64()}
	if a.Buffers != 0 {
		w.createBuffer(f, a)
		return
	}
	if a.dedicates() {
		doc += ", for one resource or for any"
		parameters = append(parameters, jen.Id("resource").Add(rt("Dedicated")))
	}
	doc += "; it binds the resource of the request to its front, if that is wanted"
	if a.persistent() {
		doc += ", and maps it"
	}
	comment(f, doc+". The tables come last, so that a panic of the driver leaves them sound.")
	f.Add(a.method("create").Params(parameters...).Params(jen.Id("block").Uint32(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.deferBlock(g, a)
		w.nativeMemory(g, a, jen.Id("resource"), refuseBlock, func(g *jen.Group, free jen.Code) {
			g.If(jen.Id("failure").Op("=").Add(own("bindTo")).Call(jen.Id("r"), jen.Id("memory"), jen.Lit(0), jen.Id("pool"), jen.Id("rank")), jen.Id("failure").Dot("Failed").Call()).Block(
				free, jen.Return(jen.Lit(0), jen.Id("failure")))
		})
		w.enterBlock(g, a)
	}))
}

// refuseBlock is the end of create where it fails.
func refuseBlock(failure jen.Code) jen.Code { return jen.Return(jen.Lit(0), failure) }

// nativeMemory adds how a block comes by its memory, for a resource or for any:
// it is allocated, then used if that is wanted, and mapped where the arena wants
// that.
func (w *writer) nativeMemory(g *jen.Group, a *arena, resource jen.Code, refuse func(failure jen.Code) jen.Code, use func(g *jen.Group, free jen.Code)) {
	g.List(jen.Id("memory"), jen.Id("outcome")).Op(":=").Add(w.allocate(a, resource))
	g.If(jen.Op("!").Id("outcome").Dot("OK").Call()).Block(refuse(own("refused").Call(jen.Id("pool"), jen.Id("rank"), jen.Id("outcome"))))
	free := own("device").Dot("Free").Call(jen.Id("memory"), jen.Id("bytes"), w.typeAt(a, jen.Id("rank")))
	if use != nil {
		use(g, free)
	}
	w.mapNative(g, a, refuse, free)
}

// allocate is the native allocation of a block, for one resource where blocks
// of the arena can be.
func (w *writer) allocate(a *arena, resource jen.Code) jen.Code {
	typ := w.typeAt(a, jen.Id("rank"))
	within := a.filter(func(p *pool) bool { return p.uint("within_budget", 0) != 0 })
	switch {
	case len(within) > 0:
		limited := jen.True()
		if len(within) < len(a.pools) {
			limited = anyOf(within, func(p *pool) *jen.Statement { return jen.Id("pool").Op("==").Id(p.id) })
		}
		values := jen.Dict{jen.Id("Size"): jen.Id("bytes"), jen.Id("Type"): typ, jen.Id("WithinBudget"): limited}
		if a.dedicates() || a.Buffers != 0 {
			values[jen.Id("Dedicated")] = resource
		}
		return own("device").Dot("AllocateWith").Call(rt("AllocateInfo").Values(values))
	case a.dedicates() || a.Buffers != 0:
		return own("device").Dot("AllocateDedicated").Call(jen.Id("bytes"), typ, resource)
	}
	return own("device").Dot("Allocate").Call(jen.Id("bytes"), typ)
}

// mapNative adds how a block is mapped as long as it lives, where the arena wants
// that.
func (w *writer) mapNative(g *jen.Group, a *arena, refuse func(failure jen.Code) jen.Code, undo ...jen.Code) {
	if a.persistent() {
		g.List(jen.Id("mapped"), jen.Id("result")).Op(":=").Add(own("device")).Dot("Map").Call(jen.Id("memory"), jen.Id("bytes"))
		g.If(jen.Id("result").Op("!=").Add(rt("Success"))).Block(append(undo,
			refuse(own("called").Call(jen.Id("callMap"), jen.Id("pool"), jen.Id("rank"), jen.Id("result"))))...)
	}
}

// enterBlock adds the end of create: the block is entered into the tables.
func (w *writer) enterBlock(g *jen.Group, a *arena) {
	g.Id("block").Op("=").Add(own("blocks")).Dot("Add").Call(jen.Id("bytes"))
	w.attachNative(g, a)
	g.Return(jen.Id("block"), jen.Id("Failure").Values())
}

// attachNative notes what a block has of the device.
func (w *writer) attachNative(g *jen.Group, a *arena) {
	g.Add(own("blocks")).Dot("Attach").Call(jen.Id("block"), jen.Uint64().Call(jen.Id("memory")), jen.Uint8().Call(jen.Id("rank")))
	if a.Buffers != 0 {
		g.Add(own("blocks")).Dot("AttachBuffer").Call(jen.Id("block"), jen.Uint64().Call(jen.Id("buffer")))
	}
	if a.persistent() {
		g.Add(own("maps")).Dot("Enter").Call(jen.Id("block"), jen.Id("mapped"))
	}
}

// native declares how blocks come from the device and go back to it.
func (w *writer) native(f *jen.File, a *arena) {
	w.create(f, a)

	comment(f, "destroy returns the memory of a block that no pool has. The device comes last, so that a panic there leaves the tables sound.")
	f.Add(a.method("destroy").Params(jen.Id("block").Uint32()).Block(
		jen.List(jen.Id("memory"), jen.Id("rank")).Op(":=").Add(own("blocks")).Dot("Native").Call(jen.Id("block")),
		jen.Id("bytes").Op(":=").Add(own("blocks")).Dot("Drop").Call(jen.Id("block")),
		w.unlessDeferred(a),
		own("maps").Dot("Forget").Call(jen.Id("block")),
		w.destroyBuffer(a),
		own("device").Dot("Free").Call(rt("Memory").Call(jen.Id("memory")), jen.Id("bytes"), w.typeAt(a, jen.Int().Call(jen.Id("rank"))))))

	comment(f, "refused is the failure of a request for which the device made no block.")
	place := func() []fact {
		return []fact{is("pool", jen.Id("pool").Op("+").Lit(1)),
			is("memoryType", jen.Uint8().Call(w.typeAt(a, jen.Id("rank"))).Op("+").Lit(1)), is("result", jen.Id("outcome").Dot("Result").Call())}
	}
	f.Add(a.method("refused").Params(jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("outcome").Add(rt("Outcome"))).Id("Failure").Block(
		jen.If(jen.Id("outcome").Dot("Reason").Call().Op("==").Add(rt("Limit"))).Block(
			jen.Return(a.fails("AllocationLimit", place()...))),
		jen.Return(a.fails("Call", append(place(), is("a", jen.Id("callAllocate")))...))))

	w.onRegion(f, a, "Memory", "Memory returns the device memory that a live region lies in. It stays the arena's.", nil, "memory", rt("Memory"),
		w.used(a, jen.Id("memory").Op("=").Add(own("memoryOf")).Call(own("blockOf").Call(jen.Id("slot"))))...)
	w.onRegion(f, a, "MemoryType", "MemoryType returns the index of the memory type of a live region.", nil, "index", jen.Uint32(),
		jen.Id("index").Op("=").Add(w.typeAt(a, jen.Int().Call(jen.Id("slot").Dot("Rank")))))
	if len(w.deferring(a)) > 0 {
		w.deferral(f, a)
	}
	memory := "memoryOf returns the memory of a block"
	if len(w.deferring(a)) > 0 {
		memory += ", 0 if it has none"
	}
	comment(f, memory+".")
	f.Add(a.method("memoryOf").Params(jen.Id("block").Uint32()).Add(rt("Memory")).Block(
		jen.List(jen.Id("memory"), jen.Id("_")).Op(":=").Add(own("blocks")).Dot("Native").Call(jen.Id("block")),
		jen.Return(rt("Memory").Call(jen.Id("memory")))))
}
