package glue

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// A custom pool has instances of its own beside those of the declared pool that
// it is like, whose code and figures it shares. Its number is its slot in the
// table of custom pools + 1; the declared pool is number 0.

// customFields declares what an arena knows of its custom pools.
func (w *writer) customFields(g *jen.Group, a *arena) {
	if a.CustomPools == 0 {
		return
	}
	g.Id("customs").Id(a.custom + "Table")
	g.Id("live").Index(jen.Lit(1).Op("+").Id(a.lower + "MaxCustom")).Uint32().Comment("regions, by the number of their custom pool")
	for _, p := range a.pools {
		if p.custom && p.isSized() {
			g.Id(p.lower + "Capacity").Uint64().Comment("bytes of a block, as the caller of New says")
		}
	}
}

// liked returns the pools that custom pools can be like.
func (a *arena) liked() []*pool { return a.filter(func(p *pool) bool { return p.custom }) }

// kindOf is the constant of custom pools like a pool.
func (a *arena) kindOf(p *pool) string { return a.camel + p.camel }

// customPools declares what an arena does for custom pools.
func (w *writer) customPools(f *jen.File, a *arena) {
	comment(f, fmt.Sprintf("%sPool names a custom pool of the arena %s. It can be compared; the zero %[1]sPool names no pool, and that of a destroyed pool names none ever again.", a.camel, a.Name))
	f.Type().Id(a.camel + "Pool").Struct(jen.Id(a.lower + "Pool").Uint64())
	comment(f, fmt.Sprintf("%sPoolKind says which declared pool of the arena %s a custom pool is like.", a.camel, a.Name))
	f.Type().Id(a.camel + "PoolKind").Uint8()
	comment(f, "What a custom pool of the arena "+a.Name+" can be like.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, p := range a.liked() {
			g.Id(a.kindOf(p)).Id(a.camel + "PoolKind").Op("=").Id(p.id).Op("+").Lit(1).Comment("the pool " + p.Name)
		}
	})
	w.createPool(f, a)
	w.destroyPool(f, a)
	w.askCustom(f, a)
	for _, p := range a.liked() {
		w.customKind(f, a, p)
	}
	w.customTables(f, a)
}

// createPool declares CreatePool and its part under the lock.
func (w *writer) createPool(f *jen.File, a *arena) {
	results := []jen.Code{jen.Id("pool").Id(a.camel + "Pool"), jen.Id("failure").Id("Failure")}
	kind := jen.Id("kind").Id(a.camel + "PoolKind")
	doc := fmt.Sprintf("CreatePool makes a pool like the declared one that kind names, with blocks of its own. There can be %d at once%s. Its figures count to that pool's.", a.CustomPools, w.ofCustomStream())
	body := func(g *jen.Group) { w.guarded(g, a, []string{"pool"}, w.admitPool(a)) }
	retries := w.vulkan() && a.anyPool(func(p *pool) bool { return p.custom && p.furnishes() })
	if retries {
		doc += " Where the device is out of memory for the blocks that it has from the start, the idle blocks of every arena are returned, and if there were any it is asked once more."
	}
	comment(f, doc, w.errorsOf("CreatePool", a.Name))
	if retries {
		attempt := jen.List(jen.Id("pool"), jen.Id("failure")).Op("=").Add(own("attemptPool")).Call(jen.Id("kind"))
		f.Add(a.method("CreatePool").Params(kind.Clone()).Params(results...).Block(
			attempt,
			jen.If(jen.Id("failure").Dot("isStarved").Call().Op("&&").Add(own("allocator")).Dot("reclaimIdle").Call()).Block(attempt.Clone()),
			jen.Return(jen.Id("pool"), jen.Id("failure"))))
		comment(f, "attemptPool is CreatePool with what memory there is.")
		f.Add(a.method("attemptPool").Params(kind).Params(results...).BlockFunc(body))
	} else {
		f.Add(a.method("CreatePool").Params(kind).Params(results...).BlockFunc(body))
	}
	comment(f, "createCustom makes a custom pool, for which there is room, like a declared one. The table comes last, so that what fails, or panics, leaves no pool.")
	f.Add(a.method("createCustom").Params(jen.Id("pool").Uint8()).Params(jen.Id("handle").Uint64(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Id("custom").Op(":=").Uint8().Call(own("customs").Dot("Vacant").Call()).Op("+").Lit(1)
		g.Add(a.byKind(jen.Id("pool"), func(p *pool) jen.Code {
			return jen.Id("failure").Op("=").Add(own(p.lower + "Create")).Call(jen.Id("custom"))
		}))
		g.If(jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
			jen.Id("handle").Op("=").Add(own("customs")).Dot("Issue").Call(jen.Id(a.custom + "Slot").Values(jen.Id("Pool").Op(":").Id("pool"))))
		g.Return(jen.Id("handle"), jen.Id("failure"))
	}))
}

// ofCustomStream says of custom pools that they are one stream's.
func (w *writer) ofCustomStream() string {
	if w.streams() {
		return " in each stream, and no other stream than its own knows the pool"
	}
	return ""
}

// admitPool is the checks of CreatePool in their order, and what follows.
func (w *writer) admitPool(a *arena) jen.Code {
	set := func(failure jen.Code) jen.Code { return jen.Id("failure").Op("=").Add(failure) }
	var unlike []jen.Code
	for _, p := range a.liked() {
		unlike = append(unlike, jen.Id("kind").Op("!=").Id(a.kindOf(p)))
	}
	return jen.Switch().Block(
		jen.Case(own("closed")).Block(set(fails("Closed"))),
		jen.Case(joined("&&", unlike...)).Block(set(a.fails("InvalidRequest", is("detail", jen.Id("PoolKindUnknown"))))),
		jen.Case(own("customs").Dot("HasRoom").Call()).Block(
			jen.List(jen.Id("pool").Dot(a.lower+"Pool"), jen.Id("failure")).Op("=").Add(own("createCustom")).Call(jen.Uint8().Call(jen.Id("kind")).Op("-").Lit(1))),
		jen.Case(own("customs").Dot("IsExhausted").Call()).Block(set(a.fails("SerialExhausted"))),
		jen.Default().Block(set(a.fails("HostAllocationFailed"))))
}

// byKind runs a pool's statement where a number is that of the declared pool.
func (a *arena) byKind(number jen.Code, statement func(*pool) jen.Code) jen.Code {
	if len(a.liked()) == 1 {
		return statement(a.liked()[0])
	}
	return jen.Switch(number).BlockFunc(func(g *jen.Group) {
		for _, p := range a.liked() {
			g.Case(jen.Id(p.id)).Block(statement(p))
		}
	})
}

// destroyPool declares DestroyPool.
func (w *writer) destroyPool(f *jen.File, a *arena) {
	comment(f, "DestroyPool ends a custom pool without live regions, and returns all its blocks.", w.errorsOf("DestroyPool", a.Name))
	slot := own("customs").Dot("Slot").Call(jen.Id("i"))
	f.Add(a.method("DestroyPool").Params(jen.Id("pool").Id(a.camel + "Pool")).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, a.onCustom(
			w.drained(a),
			jen.If(jen.Id("live").Op(":=").Add(own("live")).Index(jen.Id("i").Op("+").Lit(1)), jen.Id("live").Op("!=").Lit(0)).Block(
				jen.Id("failure").Op("=").Add(a.fails("LiveAllocations", is("pool", jen.Add(slot.Clone()).Dot("Pool").Op("+").Lit(1)), is("a", jen.Uint64().Call(jen.Id("live")))))).
				Else().Block(
				a.byKind(slot.Clone().Dot("Pool"), func(p *pool) jen.Code {
					return own(p.lower + "Empty").Call(jen.Uint8().Call(jen.Id("i")).Op("+").Lit(1))
				}),
				own("customs").Dot("Vacate").Call(jen.Id("i")))))
	}))
}

// onCustom is statements for slot i of the custom pool that pool names; for any
// other handle failure is set.
func (a *arena) onCustom(statements ...jen.Code) jen.Code {
	handle := jen.Id("pool").Dot(a.lower + "Pool")
	return jen.If(jen.List(jen.Id("i"), jen.Id("ok")).Op(":=").Add(own("customs")).Dot("Find").Call(handle), jen.Id("ok")).Block(statements...).
		Else().Block(jen.Id("failure").Op("=").Add(own("missingCustom")).Call(handle.Clone()))
}

// customKind declares what a pool does for a custom pool like it, or for itself
// as number 0.
func (w *writer) customKind(f *jen.File, a *arena, p *pool) {
	custom := jen.Id("custom").Uint8()
	comment(f, p.lower+"Open makes the instances ready of a pool like "+p.Name+", without a block.")
	f.Add(a.method(p.lower + "Open").Params(custom.Clone()).BlockFunc(func(g *jen.Group) {
		w.eachType(g, a, p, func(g *jen.Group, instance *jen.Statement) {
			if w.vulkan() {
				w.initPool(g, a, p, instance)
				return
			}
			g.Add(instance).Dot("Init").Call(w.initArguments(a, p)...)
			w.apart(g, instance)
		})
	}))

	comment(f, p.lower+"Empty returns all blocks of a custom pool like "+p.Name+", which has no live region, and forgets it.")
	f.Add(a.method(p.lower + "Empty").Params(custom.Clone()).BlockFunc(func(g *jen.Group) {
		next := func(op string) *jen.Statement {
			return jen.List(jen.Id("block"), jen.Id("ok")).Op(op).Id("pool").Dot("PopIdle").Call()
		}
		w.eachType(g, a, p, func(g *jen.Group, instance *jen.Statement) {
			g.Id("pool").Op(":=").Op("&").Add(instance)
			g.Id("pool").Dot("Surrender").Call()
			g.For(next(":="), jen.Id("ok"), next("=")).Block(own(p.lower + "Drop").Call(jen.Id("block")))
		})
		w.eachType(g, a, p, func(g *jen.Group, instance *jen.Statement) {
			g.Add(instance).Op("=").Id(p.prefix + "Pool").Values()
		})
	}))

	doc := p.lower + "Create makes a custom pool like " + p.Name + " ready."
	if p.furnishes() {
		doc += " What fails leaves no block, and the figures as they were."
	}
	comment(f, doc+" Before comes the end of one that a panic left half made.")
	f.Add(a.method(p.lower + "Create").Params(custom.Clone()).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Add(own(p.lower + "Empty")).Call(jen.Id("custom"))
		g.Add(own(p.lower + "Open")).Call(jen.Id("custom"))
		if p.furnishes() {
			g.Id("before").Op(":=").Add(own(p.meter))
			g.If(jen.Id("failure").Op("=").Add(own(p.lower+"Furnish")).Call(jen.Id("custom")), jen.Id("failure").Dot("Failed").Call()).Block(
				own(p.lower+"Empty").Call(jen.Id("custom")),
				own(p.meter).Op("=").Id("before"))
		}
		g.Return(jen.Id("failure"))
	}))
	if p.furnishes() {
		comment(f, p.lower+"Furnish makes the blocks that a pool like "+p.Name+" has from the start. What fails leaves those that were made before.")
		f.Add(a.method(p.lower + "Furnish").Params(custom.Clone()).Id("Failure").BlockFunc(func(g *jen.Group) {
			if w.vulkan() && !w.pinned() {
				g.If(own("allowed").Op("==").Lit(0)).Block(jen.Return(jen.Id("Failure").Values()))
			}
			w.furnishPool(g, a, p)
			g.Return(jen.Id("Failure").Values())
		}))
	}
}

// furnishDeclared adds how a declared pool gets its blocks where there can be
// custom pools like it.
func (w *writer) furnishDeclared(g *jen.Group, a *arena, p *pool) {
	if p.isSized() {
		parameter := jen.Id(w.sizeParameter(a, p))
		w.checkCapacity(g, a, p, parameter)
		g.Add(own(p.lower + "Capacity")).Op("=").Add(parameter.Clone())
	}
	g.If(jen.Id("failure").Op(":=").Add(own(p.lower+"Furnish")).Call(jen.Lit(0)), jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Id("failure")))
}

// customTables declares how the table of custom pools is read.
func (w *writer) customTables(f *jen.File, a *arena) {
	comment(f, "missingCustom says why a handle names no custom pool. Once the arena is closed, none does.")
	f.Add(a.method("missingCustom").Params(jen.Id("handle").Uint64()).Id("Failure").Block(
		jen.Switch().Block(
			jen.Case(own("closed")).Block(jen.Return(fails("Closed"))),
			jen.Case(jen.Id("handle").Op("!=").Lit(0).Op("&&").Add(own("customs")).Dot("IsForeign").Call(jen.Id("handle"))).
				Block(jen.Return(a.fails("WrongAllocator")))),
		jen.Return(a.fails("UnknownPool"))))

	comment(f, "issue makes a slot stand for a region of a declared or a custom pool, and returns the handle.")
	f.Add(a.method("issue").Params(jen.Id("slot").Id(a.slots+"Slot")).Params(jen.Id("handle").Uint64()).Block(
		own("live").Index(jen.Id("slot").Dot("Custom")).Op("++"),
		jen.Return(own("slots").Dot("Issue").Call(jen.Id("slot")))))

	if w.vulkan() {
		comment(f, "instance is where the instances of a pool have the one for the memory type of a rank, of the custom pool of a number.")
		f.Add(a.method("instance").Params(jen.Id("custom").Uint8(), jen.Id("rank").Int()).Int().Block(
			jen.Return(jen.Int().Call(jen.Id("custom")).Op("*").Add(w.types(a)).Op("+").Id("rank"))))
	}
	w.aliveInstances(f, a)
	if w.locks() {
		comment(f, "isLike reports whether the custom pool of a number is alive and like a declared pool; number 0 is that itself.")
		i := jen.Uint32().Call(jen.Id("custom")).Op("-").Lit(1)
		f.Add(a.method("isLike").Params(jen.List(jen.Id("custom"), jen.Id("pool")).Uint8()).Bool().Block(
			jen.Return(jen.Id("custom").Op("==").Lit(0).Op("||").Add(i).Op("<").Add(own("customs")).Dot("Len").Call().Op("&&").
				Add(own("customs")).Dot("IsLive").Call(i.Clone()).Op("&&").Add(own("customs")).Dot("Slot").Call(i.Clone()).Dot("Pool").Op("==").Id("pool"))))
	}
}

// aliveInstances declares how many instances of each pool can have blocks.
func (w *writer) aliveInstances(f *jen.File, a *arena) {
	if !a.anyPool(func(p *pool) bool { return p.custom && p.expires() }) {
		return
	}
	pools := jen.Lit(1).Op("+").Int().Call(own("customs").Dot("Len").Call())
	if w.vulkan() {
		pools = jen.Parens(pools).Op("*").Add(w.types(a))
	}
	comment(f, "instances counts those of the declared pool and of as many custom pools as were ever alive at once.")
	f.Add(a.method("instances").Params().Int().Block(jen.Return(pools)))
}

// customDue adds how a pool and the custom pools like it return what has been
// idle long.
func (w *writer) customDue(g *jen.Group, p *pool) {
	next := func(op string) *jen.Statement {
		return jen.List(jen.Id("block"), jen.Id("ok")).Op(op).Id("pool").Dot("PopDue").Call()
	}
	g.For(jen.Id("n").Op(":=").Range().Add(own("instances")).Call()).Block(
		jen.Id("pool").Op(":=").Op("&").Add(own(p.field)).Index(jen.Id("n")),
		jen.Id("pool").Dot("Tick").Call(),
		jen.For(next(":="), jen.Id("ok"), next("=")).Block(own(p.lower+"Drop").Call(jen.Id("block"))))
}

// withCustom returns the arenas that can have custom pools.
func (w *writer) withCustom() (arenas []*arena) {
	for _, a := range w.arenas {
		if a.CustomPools > 0 {
			arenas = append(arenas, a)
		}
	}
	return arenas
}
