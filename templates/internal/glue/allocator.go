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
	comment(f, "Allocator is the arenas of the spec. New makes one.")
	f.Type().Id("Allocator").StructFunc(func(g *jen.Group) {
		for _, a := range w.arenas {
			g.Id(a.camel).Id(a.typ)
		}
	})

	comment(f, "owners counts the allocators made, to tell their handles apart. Owners repeat after 4095; 0 is none.")
	f.Var().Id("owners").Qual("sync/atomic", "Uint64")

	w.new(f)
	comment(f, "Reclaim returns every idle block of every arena and says how many bytes that gave back.", w.errorsOf("Reclaim", ""))
	w.overArenas(f, "Reclaim", "bytes", jen.Uint64(), "Reclaim", func(a *arena) jen.Code {
		return jen.Id("bytes").Op("+=").Id("in" + a.camel)
	})
	comment(f, "Stats returns what every arena holds, each at one moment.", w.errorsOf("Stats", ""))
	w.overArenas(f, "Stats", "stats", jen.Id("Stats"), "Stats", func(a *arena) jen.Code {
		return jen.Id("stats").Dot(a.camel).Op("=").Id("in" + a.camel).Line().
			Id("stats").Dot("Total").Dot("add").Call(jen.Id("in" + a.camel).Dot("Total"))
	})
	comment(f, "Peaks returns the highest that each figure of each pool has been since New.", w.errorsOf("Peaks", ""))
	w.overArenas(f, "Peaks", "peaks", jen.Id("Peaks"), "peaks", func(a *arena) jen.Code {
		return jen.Id("peaks").Dot(a.camel).Op("=").Id("in" + a.camel)
	})
	w.close(f)
	if w.vulkan() {
		w.reclaimIdle(f)
	}
	if w.guards() {
		w.checkCorruption(f)
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
		for _, a := range w.arenas {
			open := jen.Id("a").Dot(a.camel).Dot("open")
			switch {
			case !w.vulkan():
				g.Add(open).Call(jen.Id("owner"))
			case w.refuses(a):
				g.If(jen.Id("failure").Op(":=").Add(open).Call(jen.Id("a"), jen.Id("device"), jen.Id("owner")), jen.Id("failure").Dot("Failed").Call()).
					Block(jen.Return(jen.Nil(), jen.Id("failure")))
			default:
				g.Add(open).Call(jen.Id("a"), jen.Id("device"), jen.Id("owner"))
			}
		}
		for _, a := range w.arenas {
			if a.furnishes() {
				g.If(jen.Id("failure").Op(":=").Id("a").Dot(a.camel).Dot("furnish").Call(w.sizeParameters(a)...), jen.Id("failure").Dot("Failed").Call()).Block(
					jen.Id("a").Dot("giveUp").Call(), jen.Return(jen.Nil(), jen.Id("failure")))
			}
		}
		g.Return(jen.Id("a"), jen.Id("Failure").Values())
	})
	if w.furnishes() {
		comment(f, "giveUp returns every block. No region is live.")
		f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("giveUp").Params().BlockFunc(func(g *jen.Group) {
			for _, a := range w.arenas {
				if a.furnishes() {
					g.Id("a").Dot(a.camel).Dot("surrender").Call()
				}
			}
			for _, a := range w.arenas {
				g.Id("a").Dot(a.camel).Dot("reclaim").Call()
			}
		})
	}
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
		var freed []jen.Code
		for _, a := range w.arenas {
			g.List(jen.Id("in"+a.camel), jen.Id("_")).Op(":=").Id("a").Dot(a.camel).Dot("Reclaim").Call()
			freed = append(freed, jen.Id("in"+a.camel))
		}
		g.Return(joined("|", freed...).Op("!=").Lit(0))
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

// overArenas declares a method that asks every arena and stops at the first
// failure, with nothing gathered.
func (w *writer) overArenas(f *jen.File, name, result string, typ *jen.Statement, ask string, gather func(*arena) jen.Code) {
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id(name).Params().
		Params(jen.Id(result).Add(typ), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		for _, a := range w.arenas {
			g.List(jen.Id("in"+a.camel), jen.Id("failure")).Op(":=").Id("a").Dot(a.camel).Dot(ask).Call()
			g.If(jen.Id("failure").Dot("Failed").Call()).Block(jen.Return(zero(typ), jen.Id("failure")))
			g.Add(gather(a))
		}
		g.Return(jen.Id(result), jen.Id("Failure").Values())
	})
}

// close declares Close. It holds all locks at once, taken in declaration
// order, so that no region comes to live between the count and the closing.
func (w *writer) close(f *jen.File) {
	orCustom := ""
	if w.occurs("LivePools") {
		orCustom = ", or custom pools alive"
	}
	comment(f, "Close returns every block and ends the allocator: every later call fails with Closed. "+
		"Nothing happens while regions are live, which WriteLeaks lists"+orCustom+".", w.errorsOf("Close", ""))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("Close").Params().Id("Failure").BlockFunc(func(g *jen.Group) {
		in := func(a *arena, name string) *jen.Statement { return jen.Id("a").Dot(a.camel).Dot(name) }
		if w.locks() {
			for _, a := range w.arenas {
				g.Add(in(a, "mutex")).Dot("Lock").Call()
				g.Defer().Add(in(a, "mutex")).Dot("Unlock").Call()
			}
			for _, a := range w.arenas {
				g.If(in(a, "poisoned")).Block(jen.Return(a.fails("SynchronizationPoisoned")))
			}
		}
		g.If(in(w.arenas[0], "closed")).Block(jen.Return(fails("Closed")))
		var live []jen.Code
		for _, a := range w.arenas {
			live = append(live, jen.Uint64().Call(in(a, "slots").Dot("Live").Call()))
		}
		g.If(jen.Id("live").Op(":=").Add(joined("+", live...)), jen.Id("live").Op("!=").Lit(0)).Block(
			jen.Return(fails("LiveAllocations", is("a", jen.Id("live")))))
		w.livePools(g)
		each := func(statement func(*arena) jen.Code) {
			for _, a := range w.arenas {
				g.Add(statement(a))
			}
		}
		if w.locks() {
			each(func(a *arena) jen.Code { return in(a, "poisoned").Op("=").True() })
		}
		if w.furnishes() {
			g.Id("a").Dot("giveUp").Call()
		} else {
			each(func(a *arena) jen.Code { return in(a, "reclaim").Call() })
		}
		each(func(a *arena) jen.Code { return in(a, "closed").Op("=").True() })
		if w.locks() {
			each(func(a *arena) jen.Code { return in(a, "poisoned").Op("=").False() })
		}
		g.Return(jen.Id("Failure").Values())
	})
}

// zero is the zero value of a result type.
func zero(typ *jen.Statement) jen.Code {
	if typ.GoString() == "uint64" {
		return jen.Lit(0)
	}
	return jen.Add(typ).Values()
}
