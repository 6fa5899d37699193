package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// fixedBlocks is how many blocks a pool has from the start and keeps, and
// leastBlocks how many it makes by its policy and keeps.

func (p *pool) fixedBlocks() uint64 {
	if p.Policy() != spec.Fixed {
		return 0
	}
	return p.Uint("blocks")
}

func (p *pool) leastBlocks() uint64 { return p.uint("min_blocks", 0) }

// furnishes reports whether the pool has blocks from the start.
func (p *pool) furnishes() bool { return p.fixedBlocks() != 0 || p.leastBlocks() != 0 }

// furnishes reports whether some pool of the arena does.
func (a *arena) furnishes() bool { return a.anyPool((*pool).furnishes) }

// furnishes reports whether some pool of any arena does.
func (w *writer) furnishes() bool { return w.anyPool((*pool).furnishes) }

// isSized reports whether the caller of New says the size of the pool's block.
func (p *pool) isSized() bool { return p.Policy() == spec.Fixed && p.Uint("block_size") == 0 }

// sizeParameter is the name of the parameter of New for that.
func (w *writer) sizeParameter(a *arena, p *pool) string {
	if len(w.plan.SizedAtNew()) == 1 {
		return "capacity"
	}
	return a.lower + p.camel + "Capacity"
}

// sizeParameters are those of an arena's pools.
func (w *writer) sizeParameters(a *arena) (parameters []jen.Code) {
	for _, p := range a.filter((*pool).isSized) {
		parameters = append(parameters, jen.Id(w.sizeParameter(a, p)))
	}
	return parameters
}

// testCapacities are what New is called with in tests for those of all arenas.
func (w *writer) testCapacities() (arguments []jen.Code) {
	for range w.plan.SizedAtNew() {
		arguments = append(arguments, jen.Id(literal(testCapacity)))
	}
	return arguments
}

// furnish declares how an arena gets the blocks that it has from the start, and
// how it loses them in the end.
func (w *writer) furnish(f *jen.File, a *arena) {
	comment(f, "furnish makes the blocks that pools have from the start. What fails leaves those that were made before.")
	parameters := w.sizeParameters(a)
	for i := range parameters {
		parameters[i] = jen.Add(parameters[i]).Uint64()
	}
	f.Add(a.method("furnish").Params(parameters...).Id("Failure").BlockFunc(func(g *jen.Group) {
		if w.vulkan() && !w.pinned() {
			g.If(own("allowed").Op("==").Lit(0)).Block(jen.Return(jen.Id("Failure").Values()))
		}
		for _, p := range a.filter((*pool).furnishes) {
			if p.custom {
				w.furnishDeclared(g, a, p)
				continue
			}
			w.furnishPool(g, a, p)
		}
		g.Return(jen.Id("Failure").Values())
	}))

	comment(f, "surrender lets reclaim return the blocks too that pools otherwise keep. No region is live.")
	f.Add(a.method("surrender").Params().BlockFunc(func(g *jen.Group) {
		for _, p := range a.filter((*pool).furnishes) {
			g.Add(w.eachInstance(p, func(instance *jen.Statement) []jen.Code { return []jen.Code{jen.Add(instance).Dot("Surrender").Call()} }))
		}
	}))
}

// furnishPool makes the blocks that a pool has from the start.
func (w *writer) furnishPool(g *jen.Group, a *arena, p *pool) {
	if p.fixedBlocks() != 0 {
		w.furnishFixed(g, a, p)
	}
	if p.leastBlocks() != 0 {
		w.furnishLeast(g, a, p)
	}
}

// furnishFixed makes the blocks of a fixed pool, of the best type and for no
// request.
func (w *writer) furnishFixed(g *jen.Group, a *arena, p *pool) {
	bytes, instance := jen.Id(p.prefix+"BlockBytes"), w.instanceOf(p, jen.Id("custom"), jen.Lit(0))
	make_ := func(g *jen.Group) {
		request := bytes.Clone()
		if w.vulkan() {
			request = jen.Op("&").Id("request").Values()
		}
		arguments := w.createArguments(a, p, request, jen.Lit(0), bytes.Clone(), rt("Dedicated").Values())
		g.List(jen.Id("block"), jen.Id("failure")).Op(":=").Add(own("create")).Call(arguments...)
		g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure")))
		g.Add(instance).Dot("Commit").Call(jen.Id("block"), bytes.Clone())
		g.Add(own(p.meter)).Dot("Grow").Call(bytes.Clone())
	}
	if p.isSized() {
		if bytes = jen.Id(w.sizeParameter(a, p)); p.custom {
			bytes = own(p.lower + "Capacity")
		} else {
			w.checkCapacity(g, a, p, bytes)
		}
		g.If(jen.Add(bytes.Clone()).Op("!=").Lit(0)).BlockFunc(make_)
		return
	}
	g.For(jen.Range().Lit(int(p.fixedBlocks()))).BlockFunc(make_)
}

// checkCapacity adds how the size of a block that the caller of New says is made
// whole granules, and refused if there is no such block.
func (w *writer) checkCapacity(g *jen.Group, a *arena, p *pool, bytes *jen.Statement) {
	mask := jen.Parens(jen.Id(p.prefix + "Granule").Op("-").Lit(1))
	g.If(jen.Add(bytes.Clone()).Op(">").Id(p.prefix + "MostBytes")).Block(jen.Return(
		a.fails("AllocationTooLarge", is("a", jen.Add(bytes.Clone())), is("b", jen.Id(p.prefix+"MostBytes")))))
	g.Add(bytes.Clone()).Op("&^=").Add(mask)
}

// furnishLeast makes the blocks that a pool starts with, as its policy does for
// the smallest request.
func (w *writer) furnishLeast(g *jen.Group, a *arena, p *pool) {
	smallest := jen.Uint64().Call(jen.Id(p.prefix + "Granule"))
	request := jen.Op("&").Id("request").Values()
	if p.custom {
		request = jen.Op("&").Id("request").Values(jen.Id("custom").Op(":").Id("custom"))
	}
	arguments := w.growing(p, jen.Id("custom"), jen.Lit(0), request, smallest.Clone(), smallest)
	g.For(jen.Range().Lit(int(p.leastBlocks()))).BlockFunc(func(g *jen.Group) {
		g.If(jen.List(jen.Id("made"), jen.Id("failure")).Op(":=").Add(own(p.lower+"Grow")).Call(arguments...), jen.Id("failure").Dot("Failed").Call()).
			Block(jen.Return(jen.Id("failure"))).
			Else().If(jen.Op("!").Id("made")).BlockFunc(func(g *jen.Group) {
			if w.vulkan() {
				g.Return(a.fails("Call", is("pool", jen.Id(p.id).Op("+").Lit(1)), is("memoryType", jen.Uint8().Call(w.typeAt(a, jen.Lit(0))).Op("+").Lit(1)),
					is("result", jen.Add(rt("ErrorOutOfDeviceMemory"))), is("a", jen.Id("callAllocate"))))
			} else {
				g.Return(a.fails("AllocationTooLarge", is("a", jen.Add(smallest)), is("b", jen.Lit(0))))
			}
		})
	})
}
