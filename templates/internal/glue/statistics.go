package glue

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// statistics declares the types of Stats and Peaks.
func (w *writer) statistics(f *jen.File) {
	comment(f, "Usage is what a pool, or several together, hold.")
	f.Type().Id("Usage").StructFunc(func(g *jen.Group) {
		for _, u := range w.usage() {
			g.Id(u.name).Uint64().Comment(u.doc)
		}
	})
	comment(f, "add adds what another pool holds.")
	f.Func().Params(jen.Id("u").Op("*").Id("Usage")).Id("add").Params(jen.Id("other").Id("Usage")).BlockFunc(func(g *jen.Group) {
		for _, field := range w.usage() {
			g.Id("u").Dot(field.name).Op("+=").Id("other").Dot(field.name)
		}
	})
	if w.plan.DryRun {
		w.conversion(f)
	}
	comment(f, "Peak is the highest that each figure of a pool has been, each at its own time.")
	f.Type().Id("Peak").Struct(
		jen.Id("Usage"),
		jen.Id("LargestRequest").Uint64().Comment("bytes, of the requests served"))
	if w.streams() {
		w.raising(f)
	}

	comment(f, "Stats is what the allocator holds.")
	f.Type().Id("Stats").StructFunc(func(g *jen.Group) {
		g.Id("Total").Id("Usage")
		for _, a := range w.arenas {
			g.Id(a.camel).Id(a.camel + "Stats")
		}
	})
	comment(f, "Peaks is the highest that the figures of each pool have been.")
	f.Type().Id("Peaks").StructFunc(func(g *jen.Group) {
		for _, a := range w.arenas {
			g.Id(a.camel).Id(a.camel + "Peaks")
		}
	})
	for _, a := range w.arenas {
		comment(f, a.camel+"Stats is what the arena "+a.Name+" holds.")
		f.Type().Id(a.camel + "Stats").StructFunc(func(g *jen.Group) {
			g.Id("Total").Id("Usage")
			for _, p := range a.pools {
				g.Id(p.camel).Id("Usage")
			}
		})
		comment(f, a.camel+"Peaks is the highest that the figures of the pools of "+a.Name+" have been.")
		f.Type().Id(a.camel + "Peaks").StructFunc(func(g *jen.Group) {
			for _, p := range a.pools {
				g.Id(p.camel).Id("Peak")
			}
		})
		if w.streams() {
			w.merging(f, a)
		}
	}
}

// merging declares how the figures of an arena in several streams come together.
func (w *writer) merging(f *jen.File, a *arena) {
	of := func(typ string) *jen.Statement {
		return jen.Func().Params(jen.Id("s").Op("*").Id(a.camel + typ))
	}
	comment(f, "add adds what the arena holds in another stream.")
	f.Add(of("Stats").Id("add").Params(jen.Id("other").Id(a.camel + "Stats")).BlockFunc(func(g *jen.Group) {
		g.Id("s").Dot("Total").Dot("add").Call(jen.Id("other").Dot("Total"))
		for _, p := range a.pools {
			g.Id("s").Dot(p.camel).Dot("add").Call(jen.Id("other").Dot(p.camel))
		}
	}))
	comment(f, "raise makes each figure at least that of another stream.")
	f.Add(of("Peaks").Id("raise").Params(jen.Id("other").Id(a.camel + "Peaks")).BlockFunc(func(g *jen.Group) {
		for _, p := range a.pools {
			g.Id("s").Dot(p.camel).Dot("raise").Call(jen.Id("other").Dot(p.camel))
		}
	}))
}

// raising declares how the peaks of a pool in several streams come together.
func (w *writer) raising(f *jen.File) {
	comment(f, "raise makes each figure at least that of another pool.")
	f.Func().Params(jen.Id("p").Op("*").Id("Peak")).Id("raise").Params(jen.Id("other").Id("Peak")).BlockFunc(func(g *jen.Group) {
		for _, name := range append(figureNames(w.usage()), "LargestRequest") {
			g.Id("p").Dot(name).Op("=").Max(jen.Id("p").Dot(name), jen.Id("other").Dot(name))
		}
	})
}

func figureNames(figures []figure) (names []string) {
	for _, f := range figures {
		names = append(names, f.name)
	}
	return names
}

// A figure is a field of Usage.
type figure struct{ name, doc string }

// usage is the fields of Usage.
func (w *writer) usage() []figure {
	if w.plan.DryRun {
		return append(slices.Clone(figures), figure{"BytesUnmapped", "of BytesReserved, in blocks that have no memory yet"})
	}
	return figures
}

// figuresOf is the Usage of which a meter has the figures now, or as peaks.
func (w *writer) figuresOf(p *pool, now bool) *jen.Statement {
	figures, unmapped := own(p.meter).Dot("Now"), own(p.meter).Dot("Unmapped")
	if !now {
		figures, unmapped = own(p.meter).Dot("Peak"), own(p.meter).Dot("MostUnmapped")
	}
	if w.plan.DryRun {
		return jen.Id("usageOf").Call(figures, unmapped)
	}
	return jen.Id("Usage").Call(figures)
}

// conversion declares how a meter's figures become a Usage, where that has more.
func (w *writer) conversion(f *jen.File) {
	comment(f, "usageOf returns figures of a pool, and how much of what they have reserved has no memory.")
	f.Func().Id("usageOf").Params(jen.Id("figures").Id("meterFigures"), jen.Id("unmapped").Uint64()).Id("Usage").Block(
		jen.Return(jen.Id("Usage").ValuesFunc(func(g *jen.Group) {
			for _, field := range figures {
				g.Line().Id(field.name).Op(":").Id("figures").Dot(field.name)
			}
			g.Line().Id("BytesUnmapped").Op(":").Id("unmapped")
			g.Line()
		})))
}

// figures mirror the meter template's.
var figures = []figure{
	{"BytesReserved", "the sizes of the blocks"},
	{"BytesInUse", "the sizes requested for the live regions"},
	{"BytesPadding", "the live regions' extents less the sizes requested"},
	{"NumberAllocs", "live regions"},
	{"NumberBlocks", "blocks, idle ones included"},
}
