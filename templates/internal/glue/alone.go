package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// debugTag is the build tag with which arenas for one goroutine at a time find
// out that two use them.
const debugTag = "allocgen_debug"

// isAlone reports whether arenas are for one goroutine at a time.
func (w *writer) isAlone() bool { return w.plan.Concurrency == spec.None }

// aloneFiles adds what an arena knows of calls that overlap: nothing, or with the
// build tag whether one is under way.
func (w *writer) aloneFiles() {
	methods := func(f *jen.File, enter, leave jen.Code) {
		comment(f, "enter begins a call.")
		f.Func().Params(jen.Id("a").Op("*").Id("alone")).Id("enter").Params(jen.Id("arena").String()).Block(enter)
		comment(f, "leave ends it.")
		f.Func().Params(jen.Id("a").Op("*").Id("alone")).Id("leave").Params().Block(leave)
	}
	w.file("alone.go", func(f *jen.File) {
		f.HeaderComment("//go:build !" + debugTag)
		comment(f, "alone is empty: that one goroutine at a time uses an arena is left to the caller, and costs nothing. "+
			"Built with -tags "+debugTag+", a call panics that begins while another is under way.")
		f.Type().Id("alone").Struct()
		methods(f, nil, nil)
	})
	w.file("alone_debug.go", func(f *jen.File) {
		f.HeaderComment("//go:build " + debugTag)
		comment(f, "alone is whether a call is under way in an arena, or ended in a panic.")
		f.Type().Id("alone").Struct(jen.Id("busy").Qual("sync/atomic", "Bool"))
		methods(f,
			jen.If(jen.Op("!").Id("a").Dot("busy").Dot("CompareAndSwap").Call(jen.False(), jen.True())).Block(
				jen.Panic(jen.Lit(w.plan.Package+": arena ").Op("+").Id("arena").Op("+").Lit(": a call begins while another is under way, in another goroutine, or after one that panicked"))),
			jen.Id("a").Dot("busy").Dot("Store").Call(jen.False()))
	})
}
