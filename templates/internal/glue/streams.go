package glue

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// With streams the Allocator has every arena once for each of them, under a
// lock of its own that in the main one goroutine takes. A region of another
// stream ends by its claim, without that stream's lock; until the stream drains
// what was handed back, its slot stays live and its room taken.

// streams reports whether the allocator has some.
func (w *writer) streams() bool { return w.plan.Streams > 0 }

// streamType declares Stream, and how the Allocator has them.
func (w *writer) streamType(f *jen.File) {
	comment(f, "streamCount is how many streams there are; between the memory of two lie streamGap bytes, so that they share no cache line.")
	f.Const().Defs(
		jen.Id("streamCount").Op("=").Lit(int(w.plan.Streams)),
		jen.Id("streamGap").Op("=").Lit(128))
	comment(f, "Stream is the arenas of one stream. What one goroutine allocates and frees in a stream of its own waits for no other. "+
		"Any number may use a stream, and handles of all streams do for Free and what asks about a region.")
	f.Type().Id("Stream").StructFunc(func(g *jen.Group) {
		for _, a := range w.arenas {
			g.Id(a.camel).Id(a.typ)
		}
		g.Id("_").Index(jen.Id("streamGap")).Byte()
	})
	comment(f, fmt.Sprintf("Stream returns stream i, from 0 to %d; it panics for others.", w.plan.Streams-1))
	f.Func().Params(jen.Id("a").Op("*").Id("Allocator")).Id("Stream").Params(jen.Id("i").Int()).Op("*").Id("Stream").Block(
		jen.Return(jen.Op("&").Id("a").Dot("streams").Index(jen.Id("i"))))
}

// apart adds how a table of a stream is kept from cache lines that others write to.
func (w *writer) apart(g *jen.Group, table *jen.Statement) {
	if w.streams() {
		g.Add(table.Clone()).Dot("Apart").Call()
	}
}

// selector selects a field or method of an arena.
type selector func(a *arena, name string) *jen.Statement

// of selects from the arenas of a Stream, or of an Allocator without streams.
func of(owner string) selector {
	return func(a *arena, name string) *jen.Statement { return jen.Id(owner).Dot(a.camel).Dot(name) }
}

// eachStream adds what a method of the Allocator does in every stream, or once
// if there are none.
func (w *writer) eachStream(g *jen.Group, do func(g *jen.Group, in selector)) {
	if !w.streams() {
		do(g, of("a"))
		return
	}
	g.For(jen.Id("i").Op(":=").Range().Id("a").Dot("streams")).BlockFunc(func(g *jen.Group) {
		g.Id("s").Op(":=").Op("&").Id("a").Dot("streams").Index(jen.Id("i"))
		do(g, of("s"))
	})
}

// inStream and ofStream say of a thing that it is one stream's.

func (w *writer) inStream() string {
	if w.streams() {
		return ", in a stream"
	}
	return ""
}

func (w *writer) ofStream() string {
	if w.streams() {
		return " of this stream"
	}
	return ""
}

// streamQuery declares how to ask which stream a region is of.
func (w *writer) streamQuery(f *jen.File, a *arena) {
	comment(f, "Stream returns the number of the stream that a live region is of, whose block Block says.", w.errorsOf("Stream", a.Name))
	f.Add(a.method("Stream").Params(jen.Id("handle").Id(a.handle)).Params(jen.Id("stream").Int(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		g.Add(w.atHome(a))
		w.guarded(g, a, []string{"stream"},
			a.ifLive("_").Block(jen.Id("stream").Op("=").Int().Call(own("slots").Dot("Stream").Call(jen.Id("handle").Dot(a.lower)))).Else().Block(a.missing()))
	}))
}

// handingBack declares how regions go from one stream to another.
func (w *writer) handingBack(f *jen.File, a *arena) {
	handle := jen.Id("handle").Uint64()
	comment(f, "home returns the arena in the stream that a handle is of, or this one for a handle of no stream.")
	f.Add(a.method("home").Params(handle.Clone()).Op("*").Id(a.typ).Block(
		jen.Id("stream").Op(":=").Add(own("slots")).Dot("Stream").Call(jen.Id("handle")),
		jen.If(jen.Id("stream").Op(">=").Id("streamCount").Op("||").Add(own("slots")).Dot("IsForeign").Call(jen.Id("handle"))).Block(jen.Return(jen.Id("a"))),
		jen.Return(jen.Op("&").Add(own("allocator")).Dot("streams").Index(jen.Id("stream")).Dot(a.camel))))
	if !w.handsBack(a) {
		return
	}
	comment(f, "handBack ends a region of another stream, without that stream's lock, and reports whether the handle names one.")
	f.Add(a.method("handBack").Params(handle).Bool().Block(
		jen.Id("home").Op(":=").Add(own("home")).Call(jen.Id("handle")),
		jen.Return(jen.Id("home").Op("!=").Id("a").Op("&&").Id("home").Dot("slots").Dot("HandBack").Call(jen.Id("handle")))))
	back := func(op string) *jen.Statement {
		return jen.List(jen.Id("i"), jen.Id("ok")).Op(op).Add(own("slots")).Dot("Back").Call()
	}
	comment(f, "drain gives back to their pools the regions that were handed back, the first one first.")
	f.Add(a.method("drain").Params().Block(
		jen.For(back(":="), jen.Id("ok"), back("=")).Block(own("release").Call(jen.Id("i")), w.noted("HandBack", jen.Id("i")))))
}

// handsBack reports whether regions of an arena are handed back. Those with guards
// are not: to look at a guard takes the lock. That goes for all pools of an arena,
// whichever of them requests to a custom pool see.
func (w *writer) handsBack(a *arena) bool { return w.streams() && !w.arenas[a.index].guards() }

// drained comes before what sees or uses all the room of an arena.
func (w *writer) drained(a *arena) jen.Code {
	if !w.handsBack(a) {
		return jen.Null()
	}
	return jen.If(own("slots").Dot("HasBack").Call()).Block(own("drain").Call())
}

// atHome comes before what asks about the region of a handle.
func (w *writer) atHome(a *arena) jen.Code {
	if !w.streams() {
		return jen.Null()
	}
	return jen.Id("a").Op("=").Add(own("home")).Call(jen.Id("handle").Dot(a.lower))
}

// claiming is statements that end the region of live slot i, unless another
// stream has just done it.
func (w *writer) claiming(a *arena, statements []jen.Code) []jen.Code {
	if !w.handsBack(a) {
		return statements
	}
	return []jen.Code{jen.If(own("slots").Dot("Claim").Call(jen.Id("i"))).Block(statements...).Else().Block(a.missing())}
}
