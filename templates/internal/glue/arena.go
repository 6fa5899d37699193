package glue

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/spec/size"
)

// comment adds a doc comment of wrapped paragraphs, those that aren't empty.
func comment(f *jen.File, paragraphs ...string) {
	for i, paragraph := range paragraphs {
		if paragraph == "" {
			continue
		}
		if i > 0 {
			f.Comment("//")
		}
		for _, line := range wrap(paragraph) {
			f.Comment(line)
		}
	}
}

// wrap breaks a paragraph into comment lines.
func wrap(paragraph string) (lines []string) {
	line := "//"
	for _, word := range strings.Fields(paragraph) {
		if len(line)+1+len(word) > 79 {
			lines = append(lines, line)
			line = "//"
		}
		line += " " + word
	}
	return append(lines, line)
}

// arenaType declares the arena, its handle, its numbers and its opening.
func (w *writer) arenaType(f *jen.File, a *arena) {
	comment(f, a.handle+" names a live region of the arena "+a.Name+". Handles are comparable; the zero "+
		"handle names no region, and a freed region's handle names none ever again.")
	f.Type().Id(a.handle).Struct(jen.Id(a.lower).Uint64())

	comment(f, fmt.Sprintf("%s is the arena %s, %s Offsets and extents are multiples of %s.",
		a.typ, a.Name, w.access(), size.Append(nil, a.Alignment)))
	f.Type().Id(a.typ).StructFunc(func(g *jen.Group) {
		if w.locks() {
			g.Id("mutex").Qual("sync", "Mutex")
			g.Id("poisoned").Bool().Comment("a call is under way, or ended in a panic")
		} else {
			g.Id("alone").Id("alone")
		}
		g.Id("closed").Bool()
		if w.streams() && !w.vulkan() {
			g.Id("allocator").Op("*").Id("Allocator")
		}
		g.Id("slots").Id(a.slots + "Table")
		w.tagFields(g)
		w.noteFields(g)
		g.Id("blocks").Id("numberingBlocks")
		if w.vulkan() {
			w.deviceFields(g, a)
			g.Id("maps").Id("mapsTable")
		} else {
			g.Id("reserved").Uint64().Comment("bytes, the sizes of all blocks")
		}
		for _, p := range a.pools {
			g.Id(p.field).Add(w.perType(a, p)).Id(p.prefix + "Pool")
			g.Id(p.meter).Id("meterMeter")
		}
		w.customFields(g, a)
	})

	f.Const().DefsFunc(func(g *jen.Group) {
		g.Id(a.id).Op("=").Lit(a.index + 1).Comment("the arena in a Failure")
		for i, p := range a.pools {
			g.Id(p.id).Op("=").Lit(i).Comment("the pool " + p.Name + " in a slot")
		}
		g.Id(a.lower + "Alignment").Op("=").Lit(int(a.Alignment))
		if !w.vulkan() {
			g.Id(a.lower + "MaxReserved").Op("=").Add(w.maxReserved()).Comment("bytes, so that no sum of arenas overflows")
		}
		if a.CustomPools > 0 {
			g.Id(a.lower + "MaxCustom").Op("=").Lit(int(a.CustomPools)).Comment("custom pools alive at once")
		}
	})
	if w.vulkan() {
		return
	}
	comment(f, "open makes the arena ready for the given owner of its handles"+w.inStream()+".")
	parameters, _ := w.openSignature()
	f.Add(a.method("open").Params(parameters...).BlockFunc(func(g *jen.Group) {
		if w.streams() {
			g.Add(own("allocator")).Op("=").Id("allocator")
		}
		w.initSlots(g, a)
		for _, p := range a.pools {
			if p.custom {
				g.Add(own(p.lower + "Open")).Call(jen.Lit(0))
				continue
			}
			g.Add(own(p.field)).Dot("Init").Call(w.initArguments(a, p)...)
			w.apart(g, own(p.field))
		}
	}))
}

// initSlots makes the tables of handles ready.
func (w *writer) initSlots(g *jen.Group, a *arena) {
	init, arguments := "Init", []jen.Code{jen.Id("owner")}
	if w.streams() {
		init, arguments = "InitStream", append(arguments, jen.Id("stream"))
	}
	g.Add(own("slots").Dot(init).Call(arguments...))
	w.apart(g, own("slots"))
	if a.CustomPools > 0 {
		g.Add(own("customs")).Dot(init).Call(arguments...)
	}
}

// initArguments are what a pool of a host arena is made ready with.
func (w *writer) initArguments(a *arena, p *pool) []jen.Code {
	arguments := []jen.Code{jen.Lit(min(int(a.MaxLive), provision))}
	if p.IsBlocks() {
		unlimited := jen.Lit(1).Op("<<").Lit(64).Op("-").Lit(1)
		arguments = append(arguments, w.granuleOf(a, p), jen.Lit(0), unlimited, unlimited.Clone(), jen.Lit(int(p.leastBlocks())))
	}
	return arguments
}

// maxReserved is an arena's share of the numbers of 64 bits.
func (w *writer) maxReserved() jen.Code {
	all := jen.Lit(1).Op("<<").Lit(64).Op("-").Lit(1)
	if shares := len(w.arenas) * max(int(w.plan.Streams), 1); shares > 1 {
		return jen.Parens(all).Op("/").Lit(shares)
	}
	return all
}

// access says who may call.
func (w *writer) access() string {
	switch w.plan.Concurrency {
	case spec.None:
		return "for one goroutine at a time; built with -tags " + debugTag + ", calls that overlap panic."
	case spec.Streams:
		return "of a stream: safe for use by several goroutines, and best used by one."
	}
	return "safe for use by several goroutines."
}

// lookup declares what can be asked about a handle or a block, and the
// arena's statistics.
func (w *writer) lookup(f *jen.File, a *arena) {
	if w.streams() {
		w.streamQuery(f, a)
	}
	numbers := "of which the arena has no second one"
	if w.streams() {
		numbers = "of which the arena has no second one in the region's stream"
	}
	w.query(f, a, "Block", "block", jen.Uint32(), "Block returns the number of the block that a live region lies in. A block keeps its "+
		"number, "+numbers+"; a new block gets the lowest that is vacant.", func(p *pool) jen.Code { return w.instance(p).Dot("Block").Call(jen.Id("slot").Dot("Region")) })
	w.query(f, a, "Offset", "offset", jen.Uint64(), "Offset returns where in its block a live region begins, in bytes.", func(p *pool) jen.Code { return w.instance(p).Dot("Offset").Call(jen.Id("slot").Dot("Region")) })

	comment(f, "Size returns the size that was requested for a live region, in bytes.", w.errorsOf("Size", a.Name))
	f.Add(a.method("Size").Params(jen.Id("handle").Id(a.handle)).Params(jen.Id("bytes").Uint64(), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.guardedLive(g, a, []string{"bytes"}, jen.Id("bytes").Op("=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")).Dot("Size"))
		}))

	comment(f, "BlockSize returns the size of a block"+w.ofStream()+" in bytes, 0 when the arena has no such block.", w.errorsOf("BlockSize", a.Name))
	f.Add(a.method("BlockSize").Params(jen.Id("block").Uint32()).Params(jen.Id("bytes").Uint64(), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.guarded(g, a, []string{"bytes"}, a.onOpen(jen.Id("bytes").Op("=").Add(own("blocks")).Dot("Size").Call(jen.Id("block"))))
		}))

	holds := "Stats returns what the arena and each of its pools hold" + w.ofStream() + "."
	if w.handsBack(a) {
		holds += " Regions that other streams have handed back count until this one next allocates, or Clear, Reclaim or Close finds them."
	}
	comment(f, holds, w.errorsOf("Stats", a.Name))
	f.Add(a.method("Stats").Params().Params(jen.Id("stats").Id(a.camel+"Stats"), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			var body []jen.Code
			for _, p := range a.pools {
				body = append(body,
					jen.Id("stats").Dot(p.camel).Op("=").Add(w.figuresOf(p, true)),
					jen.Id("stats").Dot("Total").Dot("add").Call(jen.Id("stats").Dot(p.camel)))
			}
			w.guarded(g, a, []string{"stats"}, a.onOpen(body...))
		}))

	comment(f, "peaks returns the arena's part of the Allocator's Peaks.")
	f.Add(a.method("peaks").Params().Params(jen.Id("peaks").Id(a.camel+"Peaks"), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			var body []jen.Code
			for _, p := range a.pools {
				body = append(body, jen.Id("peaks").Dot(p.camel).Op("=").Id("Peak").Values(
					jen.Id("Usage").Op(":").Add(w.figuresOf(p, false)),
					jen.Id("LargestRequest").Op(":").Add(own(p.meter)).Dot("LargestRequest")))
			}
			w.guarded(g, a, []string{"peaks"}, a.onOpen(body...))
		}))
}

// query declares a method that asks the pool of a live region.
func (w *writer) query(f *jen.File, a *arena, name, result string, typ *jen.Statement, doc string, ask func(*pool) jen.Code) {
	if w.vulkan() {
		w.onRegion(f, a, name, doc, nil, result, typ, jen.Id(result).Op("=").Add(own(result+"Of")).Call(jen.Id("slot")))
		return
	}
	comment(f, doc, w.errorsOf(name, a.Name))
	f.Add(a.method(name).Params(jen.Id("handle").Id(a.handle)).Params(jen.Id(result).Add(typ), jen.Id("failure").Id("Failure")).
		BlockFunc(func(g *jen.Group) {
			w.guardedLive(g, a, []string{result},
				jen.Id("slot").Op(":=").Add(own("slots")).Dot("Slot").Call(jen.Id("i")),
				a.byPool(func(p *pool) jen.Code { return jen.Id(result).Op("=").Add(ask(p)) }))
		}))
}

// byPool runs a pool's statement where the slot at hand is one of its regions.
func (a *arena) byPool(statement func(*pool) jen.Code) jen.Code {
	return a.inPools(a.pools, statement)
}

// inPools is byPool for some of the pools.
func (a *arena) inPools(pools []*pool, statement func(*pool) jen.Code) jen.Code {
	switch {
	case len(pools) == 0:
		return jen.Null()
	case len(a.pools) == 1:
		return statement(pools[0])
	}
	return jen.Switch(jen.Id("slot").Dot("Pool")).BlockFunc(func(g *jen.Group) {
		for _, p := range pools {
			g.Case(jen.Id(p.id)).Block(statement(p))
		}
	})
}
