package glue

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// allocator declares the Allocator with its arenas, New, and what works on
// all of them.
func (w *writer) allocator(f *jen.File) {
	for _, line := range wrap(w.packageDoc()) {
		f.PackageComment(line)
	}
	comment(f, "PlanHash identifies what the spec declares; comments, order of keys and units don't change it.")
	f.Const().Id("PlanHash").Op("=").Lit(w.plan.Hash())

	if w.vulkan() {
		f.Comment("A build fails here with a version of the runtime that this package does not fit.")
		f.Const().Id("_").Op("=").Add(rt("ABI1"))
	}
	what := "the arenas of the spec"
	if w.streams() {
		what = "the streams, each with the arenas of the spec"
	}
	comment(f, "Allocator is "+what+". New makes one.")
	f.Type().Id("Allocator").StructFunc(func(g *jen.Group) {
		if w.streams() {
			g.Id("streams").Index(jen.Id("streamCount")).Id("Stream")
			return
		}
		for _, a := range w.arenas {
			g.Id(a.camel).Id(a.typ)
		}
	})

	comment(f, "owners counts the allocators made, to tell their handles apart. Owners repeat after 4095; 0 is none.")
	f.Var().Id("owners").Qual("sync/atomic", "Uint64")

	w.new(f)
	w.overArenas(f)
	w.close(f)
	if w.vulkan() {
		w.reclaimIdle(f)
	}
	if w.guards() {
		w.checkCorruption(f)
	}
	if w.plan.DryRun {
		w.dryRun(f)
	}
	if w.locks() {
		w.recovery(f)
	}
}

// new declares New.
func (w *writer) new(f *jen.File) {
	parameters, doc := w.newParameters()
	comment(f, doc...)
	f.Func().Id("New").Params(parameters...).Params(jen.Op("*").Id("Allocator"), jen.Id("Failure")).BlockFunc(func(g *jen.Group) {
		refuse := func(detail string) jen.Code {
			return jen.Return(jen.Nil(), fails("InvalidProperties", is("detail", jen.Id(detail))))
		}
		if w.vulkan() {
			g.If(jen.Id("device").Op("==").Nil()).Block(refuse("NoDevice"))
		}
		if w.pinned() {
			g.If(jen.Op("!").Id("device").Dot("Satisfies").Call(jen.Id("pinned").Call())).Block(refuse("OtherDevice"))
		}
		bits := jen.Id(w.arenas[0].slots + "OwnerBits")
		g.Id("owner").Op(":=").Parens(jen.Id("owners").Dot("Add").Call(jen.Lit(1)).Op("-").Lit(1)).
			Op("%").Parens(jen.Lit(1).Op("<<").Add(bits).Op("-").Lit(1)).Op("+").Lit(1)
		g.Id("a").Op(":=").New(jen.Id("Allocator"))
		_, arguments := w.openSignature()
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				w.opening(g, a, in(a, "open").Call(arguments...))
			}
		})
		w.furnishing(g)
		g.Return(jen.Id("a"), jen.Id("Failure").Values())
	})
	if w.furnishes() {
		comment(f, "giveUp returns every block. No region is live.")
		f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("giveUp").Params().BlockFunc(func(g *jen.Group) {
			w.eachStream(g, func(g *jen.Group, in selector) {
				for _, a := range w.arenas {
					if a.furnishes() {
						g.Add(in(a, "surrender")).Call()
					}
				}
				for _, a := range w.arenas {
					g.Add(in(a, "reclaim")).Call()
				}
			})
		})
	}
}

// furnishing adds how New makes the blocks that pools have from the start.
func (w *writer) furnishing(g *jen.Group) {
	if !w.furnishes() {
		return
	}
	w.eachStream(g, func(g *jen.Group, in selector) {
		for _, a := range w.arenas {
			if a.furnishes() {
				g.If(jen.Id("failure").Op(":=").Add(in(a, "furnish")).Call(w.sizeParameters(a)...), jen.Id("failure").Dot("Failed").Call()).Block(
					jen.Id("a").Dot("giveUp").Call(), jen.Return(jen.Nil(), jen.Id("failure")))
			}
		}
	})
}

// openSignature is the parameters of an arena's open, and what New passes for them.
func (w *writer) openSignature() (parameters, arguments []jen.Code) {
	pass := func(parameter, argument *jen.Statement) {
		parameters, arguments = append(parameters, parameter), append(arguments, argument)
	}
	if w.streams() || w.vulkan() {
		pass(jen.Id("allocator").Op("*").Id("Allocator"), jen.Id("a"))
	}
	if w.vulkan() {
		pass(jen.Id("device").Op("*").Add(rt("Device")), jen.Id("device"))
	}
	pass(jen.Id("owner").Uint64(), jen.Id("owner"))
	if w.streams() {
		pass(jen.Id("stream").Uint32(), jen.Uint32().Call(jen.Id("i")))
	}
	return parameters, arguments
}

// opening adds the call of an arena's open.
func (w *writer) opening(g *jen.Group, a *arena, open *jen.Statement) {
	if w.vulkan() && w.refuses(a) {
		open = jen.If(jen.Id("failure").Op(":=").Add(open), jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(jen.Nil(), jen.Id("failure")))
	}
	g.Add(open)
}

// newParameters returns the parameters of New, and what it says of itself.
func (w *writer) newParameters() (parameters []jen.Code, doc []string) {
	what := "New returns an allocator without blocks"
	if w.furnishes() {
		what = "New returns an allocator with the blocks that its pools have from the start, and no others"
	}
	if w.vulkan() {
		parameters = append(parameters, jen.Id("device").Op("*").Add(rt("Device")))
		what += ", for a device, which all allocators on it share"
	}
	for _, a := range w.arenas {
		for _, p := range a.filter((*pool).isSized) {
			name := w.sizeParameter(a, p)
			parameters = append(parameters, jen.Id(name).Uint64())
			what += fmt.Sprintf("; %s is the size of the block of pool %s in arena %s, in bytes, rounded down to whole granules", name, p.Name, a.Name)
		}
	}
	return parameters, []string{what + ".", w.errorsOf("New", "")}
}

// reclaimIdle declares what an arena does when the device is out of memory.
func (w *writer) reclaimIdle(f *jen.File) {
	comment(f, "reclaimIdle returns the idle blocks of every arena, of one after the other, and reports whether there were any. The caller holds no lock.")
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("reclaimIdle").Params().Bool().BlockFunc(func(g *jen.Group) {
		sum := make([]jen.Code, len(w.arenas))
		for i, a := range w.arenas {
			sum[i] = jen.Id("in" + a.camel)
		}
		if w.streams() {
			g.Id("returned").Op(":=").Uint64().Call(jen.Lit(0))
		}
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				g.List(jen.Id("in"+a.camel), jen.Id("_")).Op(":=").Add(in(a, "Reclaim")).Call()
			}
			if w.streams() {
				g.Id("returned").Op("|=").Add(joined("|", sum...))
			}
		})
		if w.streams() {
			sum = []jen.Code{jen.Id("returned")}
		}
		g.Return(joined("|", sum...).Op("!=").Lit(0))
	})
}

func (w *writer) packageDoc() string {
	names := make([]string, len(w.arenas))
	for i, a := range w.arenas {
		names[i] = a.Name
	}
	arenas := "the arena " + names[0]
	if last := len(names) - 1; last > 0 {
		arenas = "the arenas " + strings.Join(names[:last], ", ") + " and " + names[last]
	}
	of := "ranges of numbered blocks"
	if w.vulkan() {
		of = "ranges of a Vulkan device's memory"
	}
	return fmt.Sprintf("Package %s allocates from %s: %s, given out and taken back "+
		"without an interface or a heap allocation per call.", w.plan.Package, arenas, of)
}

// overArenas declares the methods that ask every arena, and stop at the first
// failure with nothing gathered.
func (w *writer) overArenas(f *jen.File) {
	moment, gather := "each at one moment", func(into *jen.Statement, add string, from jen.Code) jen.Code {
		return into.Op("=").Add(from)
	}
	if w.streams() {
		moment = "of all streams together, each at one moment"
		gather = func(into *jen.Statement, add string, from jen.Code) jen.Code { return into.Dot(add).Call(from) }
	}
	comment(f, "Reclaim returns every idle block of every arena and says how many bytes that gave back.", w.errorsOf("Reclaim", ""))
	w.asking(f, "Reclaim", "bytes", jen.Uint64(), "Reclaim", func(a *arena) jen.Code {
		return jen.Id("bytes").Op("+=").Id("in" + a.camel)
	})
	comment(f, "Stats returns what every arena holds, "+moment+".", w.errorsOf("Stats", ""))
	w.asking(f, "Stats", "stats", jen.Id("Stats"), "Stats", func(a *arena) jen.Code {
		return jen.Add(gather(jen.Id("stats").Dot(a.camel), "add", jen.Id("in"+a.camel))).Line().
			Id("stats").Dot("Total").Dot("add").Call(jen.Id("in" + a.camel).Dot("Total"))
	})
	peaks := "Peaks returns the highest that each figure of each pool has been since New"
	if w.streams() {
		peaks += ", in any stream"
	}
	comment(f, peaks+".", w.errorsOf("Peaks", ""))
	w.asking(f, "Peaks", "peaks", jen.Id("Peaks"), "peaks", func(a *arena) jen.Code {
		return gather(jen.Id("peaks").Dot(a.camel), "raise", jen.Id("in"+a.camel))
	})
}

// asking declares one of those.
func (w *writer) asking(f *jen.File, name, result string, typ *jen.Statement, ask string, gather func(*arena) jen.Code) {
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id(name).Params().
		Params(jen.Id(result).Add(typ), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.eachStream(g, func(g *jen.Group, in selector) {
			for _, a := range w.arenas {
				g.List(jen.Id("in"+a.camel), jen.Id("failure")).Op(":=").Add(in(a, ask)).Call()
				g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(zero(typ), jen.Id("failure")))
				g.Add(gather(a))
			}
		})
		g.Return(jen.Id(result), jen.Id("Failure").Values())
	})
}

// zero is the zero value of a result type.
func zero(typ *jen.Statement) jen.Code {
	if typ.GoString() == "uint64" {
		return jen.Lit(0)
	}
	return jen.Add(typ).Values()
}
