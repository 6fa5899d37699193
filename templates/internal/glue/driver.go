package glue

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates/internal/specialise"
)

const replay = module + "runtime/replay"

// Driven is an arena that a driver replays recordings in: one of the plan, whose
// package has an import path, and whose spec has a name in results.
type Driven struct {
	Spec       string
	ImportPath string
	Plan       *spec.Plan
	Arena      string
}

// Driver returns the program that replays recordings in arenas, as the subjects
// of package replay in this order.
func Driver(arenas []Driven) (specialise.File, error) {
	f := jen.NewFile("main")
	f.ImportAlias(runtime, "vkrt")
	f.ImportName(replay, "replay")
	aliases := map[string]string{}
	for _, d := range arenas {
		if aliases[d.ImportPath] == "" {
			aliases[d.ImportPath] = "p" + strconv.Itoa(len(aliases))
			f.ImportAlias(d.ImportPath, aliases[d.ImportPath])
		}
	}
	f.Func().Id("main").Params().Block(jen.Qual(replay, "Main").CallFunc(func(g *jen.Group) {
		for i := range arenas {
			g.Id(subjectName(i)).Call()
		}
	}))
	for i, d := range arenas {
		w := newWriter(d.Plan)
		for _, a := range w.arenas {
			if a.Name == d.Arena {
				w.driverSubject(f, subjectName(i), d, a)
			}
		}
	}
	var text bytes.Buffer
	if err := f.Render(&text); err != nil {
		return specialise.File{}, fmt.Errorf("glue: driver: %w", err)
	}
	return specialise.File{Name: "main.go", Text: grouped(text.Bytes())}, nil
}

func subjectName(i int) string { return "subject" + strconv.Itoa(i) }

// driverSubject declares a function that returns an arena as a subject.
func (w *writer) driverSubject(f *jen.File, name string, d Driven, a *arena) {
	of := func(name string) *jen.Statement { return jen.Qual(replay, name) }
	comment(f, name+" is the arena "+a.Name+" of package "+w.plan.Package+".")
	f.Func().Id(name).Params().Add(of("Subject")).Block(jen.Return(of("Subject").Values(jen.Dict{
		jen.Id("Spec"):  jen.Lit(d.Spec),
		jen.Id("Arena"): jen.Lit(a.Name),
		jen.Id("Pools"): jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, p := range a.pools {
				g.Lit(p.Name)
			}
		}),
		jen.Id("Open"): jen.Func().Params(jen.Id("device").Op("*").Add(rt("Device")), jen.Id("capacity").Uint64()).
			Params(jen.Op("*").Add(of("Instance")), jen.Error()).Block(w.driverOpen(d.ImportPath, a)...),
	})))
}

// driverOpen is statements that make an allocator and bind its arena, in the first
// stream if there are several.
func (w *writer) driverOpen(importPath string, a *arena) []jen.Code {
	of := func(name string) *jen.Statement { return jen.Qual(replay, name) }
	failed := jen.Id("failure").Dot("Failed").Call()
	var arguments []jen.Code
	if w.vulkan() {
		arguments = append(arguments, jen.Id("device"))
	}
	for range w.plan.SizedAtNew() {
		arguments = append(arguments, jen.Id("capacity"))
	}
	arena, other := jen.Op("&").Id("allocator").Dot(a.camel), jen.Nil()
	if w.streams() {
		in := func(stream int) *jen.Statement {
			return jen.Op("&").Id("allocator").Dot("Stream").Call(jen.Lit(stream)).Dot(a.camel)
		}
		if arena = in(0); w.plan.Streams > 1 {
			other = in(1)
		}
	}
	each := func(name, call string, from jen.Code, of *jen.Statement, value func(jen.Code, *pool) jen.Code) jen.Code {
		return jen.Id(name).Op(":=").Func().Params().Index().Add(of).Block(
			jen.List(jen.Id("now"), jen.Id("_")).Op(":=").Add(from).Dot(call).Call(),
			jen.Return(jen.Index().Add(of).ValuesFunc(func(g *jen.Group) {
				for _, p := range a.pools {
					g.Line().Add(value(jen.Id("now"), p))
				}
				g.Line()
			})))
	}
	usage := each("usage", "Stats", jen.Id("arena"), of("Usage"), func(now jen.Code, p *pool) jen.Code {
		return w.driverUsage(jen.Add(now).Dot(p.camel))
	})
	peaks := each("peaks", "Peaks", jen.Id("allocator"), of("Peak"), func(now jen.Code, p *pool) jen.Code {
		peak := func() *jen.Statement { return jen.Add(now).Dot(a.camel).Dot(p.camel) }
		return jen.Values(jen.Dict{
			jen.Id("Usage"):          w.driverUsage(peak().Dot("Usage")),
			jen.Id("LargestRequest"): peak().Dot("LargestRequest")})
	})
	bound := of("Bind").Call(jen.Id("arena"), other, jen.Id("usage"), jen.Id("peaks"))
	if w.plan.DryRun {
		bound.Dot("DryRuns").Call(jen.Func().Params(jen.Id("on").Bool()).Block(jen.Id("allocator").Dot("DryRun").Call(jen.Id("on"))))
	}
	return []jen.Code{
		jen.List(jen.Id("allocator"), jen.Id("failure")).Op(":=").Qual(importPath, "New").Call(arguments...),
		jen.If(failed).Block(jen.Return(jen.Nil(), jen.Id("failure").Dot("Err").Call())),
		jen.Id("arena").Op(":=").Add(arena),
		usage, peaks,
		jen.Return(bound, jen.Nil()),
	}
}

// driverUsage is the figures of a pool as package replay has them.
func (w *writer) driverUsage(of *jen.Statement) jen.Code {
	return jen.Qual(replay, "Usage").ValuesFunc(func(g *jen.Group) {
		for _, name := range figureNames(w.usage()) {
			g.Id(name).Op(":").Add(of.Clone()).Dot(name)
		}
	})
}
