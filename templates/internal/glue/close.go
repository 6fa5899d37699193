package glue

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// close declares Close. It holds all locks at once, taken in declaration
// order, so that no region comes to live between the count and the closing.
func (w *writer) close(f *jen.File) {
	orCustom := ""
	if w.occurs("LivePools") {
		orCustom = ", or custom pools alive"
	}
	doc := "Close returns every block and ends the allocator: every later call fails with Closed. " +
		"Nothing happens while regions are live, which WriteLeaks lists" + orCustom + "."
	if w.records() {
		doc += " Recordings end before that; where one could not be written, Close says so and is to be called again."
	}
	comment(f, doc, w.errorsOf("Close", ""))
	method := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id(name).Params().Id("Failure")
	}
	f.Add(method("Close").BlockFunc(func(g *jen.Group) {
		w.entering(g)
		g.Id("failure").Op(":=").Id("a").Dot("close").Call()
		w.inEach(g, func(_ *arena, in part) jen.Code {
			if w.isAlone() {
				return in("alone").Dot("leave").Call()
			}
			return in("poisoned").Op("=").False()
		})
		g.Return(jen.Id("failure"))
	}))
	within := "in the locks of all arenas"
	if w.isAlone() {
		within = "while no other call is under way"
	}
	comment(f, "close is Close "+within+".")
	f.Add(method("close").BlockFunc(w.closing))
}

// entering adds how Close begins: no other call is under way then.
func (w *writer) entering(g *jen.Group) {
	if w.isAlone() {
		w.inEach(g, func(a *arena, in part) jen.Code { return in("alone").Dot("enter").Call(jen.Lit(a.Name)) })
		return
	}
	w.inEach(g, func(_ *arena, in part) jen.Code {
		return in("mutex").Dot("Lock").Call().Line().Defer().Add(in("mutex")).Dot("Unlock").Call()
	})
	w.inEach(g, func(a *arena, in part) jen.Code {
		return jen.If(in("poisoned")).Block(jen.Return(a.fails("SynchronizationPoisoned")))
	})
	w.inEach(g, func(_ *arena, in part) jen.Code { return in("poisoned").Op("=").True() })
}

// closing adds what Close does once no other call is under way.
func (w *writer) closing(g *jen.Group) {
	first := jen.Id("a").Dot(w.arenas[0].camel)
	if w.streams() {
		first = jen.Id("a").Dot("streams").Index(jen.Lit(0)).Dot(w.arenas[0].camel)
	}
	g.If(first.Dot("closed")).Block(jen.Return(fails("Closed")))
	if slices.ContainsFunc(w.arenas, w.handsBack) {
		w.inEach(g, func(a *arena, in part) jen.Code {
			if !w.handsBack(a) {
				return jen.Null()
			}
			return in("drain").Call()
		})
	}
	w.refuseLive(g, "live", "LiveAllocations", "slots", w.arenas)
	if w.occurs("LivePools") {
		w.refuseLive(g, "pools", "LivePools", "customs", w.withCustom())
	}
	w.recordingsEnd(g)
	if w.furnishes() {
		g.Id("a").Dot("giveUp").Call()
	} else {
		w.inEach(g, func(_ *arena, in part) jen.Code { return in("reclaim").Call() })
	}
	w.inEach(g, func(_ *arena, in part) jen.Code { return in("closed").Op("=").True() })
	g.Return(jen.Id("Failure").Values())
}

// part selects a field or method of the arena at hand.
type part func(name string) *jen.Statement

// inEach adds a statement for every arena, in every stream.
func (w *writer) inEach(g *jen.Group, statement func(a *arena, in part) jen.Code) {
	w.eachStream(g, func(g *jen.Group, in selector) {
		for _, a := range w.arenas {
			g.Add(statement(a, func(name string) *jen.Statement { return in(a, name) }))
		}
	})
}

// refuseLive adds how Close fails while a table of some arena has live slots.
func (w *writer) refuseLive(g *jen.Group, count, condition, table string, arenas []*arena) {
	sum := func(in selector) *jen.Statement {
		var live []jen.Code
		for _, a := range arenas {
			live = append(live, jen.Uint64().Call(in(a, table).Dot("Live").Call()))
		}
		return joined("+", live...)
	}
	some := jen.Id(count).Op("!=").Lit(0)
	refuse := jen.Return(fails(condition, is("a", jen.Id(count))))
	if !w.streams() {
		g.If(jen.Id(count).Op(":=").Add(sum(of("a"))), some).Block(refuse)
		return
	}
	g.Id(count).Op(":=").Uint64().Call(jen.Lit(0))
	w.eachStream(g, func(g *jen.Group, in selector) { g.Id(count).Op("+=").Add(sum(in)) })
	g.If(some).Block(refuse)
}
