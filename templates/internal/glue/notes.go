package glue

import "github.com/dave/jennifer/jen"

// Where the plan wants it, an arena notes the calls that change it, in its lock
// and after the fact: it remembers the last ones, and writes them to a file while
// it is asked to. A request is noted whether or not it is served; what else is
// refused changes nothing, and no note is made of it.

// notes reports whether arenas note their calls, records whether for a file, and
// remembers whether for themselves.
func (w *writer) notes() bool     { return w.records() || w.remembers() }
func (w *writer) records() bool   { return w.plan.Trace }
func (w *writer) remembers() bool { return w.plan.LastEvents > 0 }

// noteFields declares what an arena has for its notes.
func (w *writer) noteFields(g *jen.Group) {
	if w.records() {
		g.Id("recording").Id("sink")
	}
	if w.remembers() {
		g.Id("events").Id("eventsRing")
		g.Id("alarm").Id("sink").Comment("for what happened before memory ran out")
	}
}

// noted is a note of a call about the region of a number, or about none.
func (w *writer) noted(kind string, number jen.Code) jen.Code {
	return w.noting(own("note").Call(jen.Id("calls"+kind), number))
}

// noting makes a note, if there is anyone to note it for.
func (w *writer) noting(note jen.Code) jen.Code {
	switch {
	case w.remembers():
		return note
	case w.records():
		return jen.If(own("recording").Dot("file").Op("!=").Nil()).Block(note)
	}
	return jen.Null()
}

// notedFree is the note of Free, which has the handle at hand.
func (w *writer) notedFree(a *arena) jen.Code {
	return w.noted("Free", own("slots").Dot("Number").Call(jen.Id("handle").Dot(a.lower)))
}

// notedName is the note of a name that the region of slot i is given.
func (w *writer) notedName() jen.Code {
	if !w.records() {
		return jen.Null()
	}
	return jen.If(own("recording").Dot("file").Op("!=").Nil()).Block(
		own("recording").Dot("name").Call(jen.Id("i"), jen.Id("name")))
}

// notedRequest is the note of a request: on vulkan of one that has not to be
// asked again with what is idle elsewhere, of which serve makes it.
func (w *writer) notedRequest(a *arena, request ...jen.Code) []jen.Code {
	if !w.notes() {
		return nil
	}
	note := own("noteRequest").Call(append(append([]jen.Code{jen.Id("handle").Dot(a.lower)}, request...), jen.Id("failure"))...)
	if w.vulkan() {
		note = jen.If(jen.Op("!").Id("failure").Dot("isStarved").Call()).Block(note)
	}
	return []jen.Code{w.noting(note)}
}

// notedStarved is the note of a request that the device has no memory for, after
// all.
func (w *writer) notedStarved() jen.Code {
	if !w.notes() {
		return jen.Null()
	}
	return jen.If(jen.Id("failure").Dot("isStarved").Call()).Block(own("noteStarved").Call(jen.Id("r"), jen.Id("failure")))
}

// alarmed is what an arena does about a failure at hand that no request is noted
// with.
func (w *writer) alarmed() jen.Code {
	if !w.remembers() {
		return jen.Null()
	}
	return jen.If(jen.Id("failure").Dot("isOutOfMemory").Call()).Block(own("raiseAlarm").Call())
}

// noteCalls declares how an arena notes its calls.
func (w *writer) noteCalls(f *jen.File, a *arena) {
	entered := func(g *jen.Group) {
		if w.remembers() {
			g.Add(own("events")).Dot("Add").Call(jen.Op("&").Id("c"))
		}
		switch {
		case w.records() && w.remembers():
			g.If(own("recording").Dot("file").Op("!=").Nil()).Block(own("recording").Dot("add").Call(jen.Op("&").Id("c")))
		case w.records():
			g.Add(own("recording")).Dot("add").Call(jen.Op("&").Id("c"))
		}
	}
	comment(f, "note notes a call about the region of a number, or about none.")
	f.Add(a.method("note").Params(jen.Id("kind").Id("callsKind"), jen.Id("number").Uint32()).BlockFunc(func(g *jen.Group) {
		g.Id("c").Op(":=").Id("callsCall").Values(jen.Id("Kind").Op(":").Id("kind"), jen.Id("Number").Op(":").Id("number"))
		entered(g)
	}))
	comment(f, "noteRequest notes a request that the region of handle serves, or that failed: by a number then that no region has.")
	f.Add(a.method("noteRequest").Params(append(append([]jen.Code{jen.Id("handle").Uint64()}, w.requestParameters()...), jen.Id("failure").Id("Failure"))...).BlockFunc(func(g *jen.Group) {
		flags := jen.Uint8().Call(w.flags())
		g.Id("c").Op(":=").Id("callsCall").Values(jen.Dict{
			jen.Id("Kind"): jen.Id("callsAlloc"), jen.Id("Number"): own("slots").Dot("Len").Call(),
			jen.Id("Size"): w.size(), jen.Id("Align"): w.align(), jen.Id("Flags"): flags})
		g.If(jen.Id("failure").Dot("Failed").Call()).Block(
			jen.Id("c").Dot("Code").Op("=").Uint16().Call(jen.Id("failure").Dot("Code").Call()),
		).Else().Block(
			jen.Id("c").Dot("Number").Op("=").Add(own("slots")).Dot("Number").Call(jen.Id("handle")))
		w.noteResource(g, a)
		entered(g)
		g.Add(w.alarmed())
	}))
	if w.vulkan() {
		comment(f, "noteStarved notes a request that the device had no memory for, as it was refused in the end.")
		f.Add(a.method("noteStarved").Params(jen.Id("r").Op("*").Id("request"), jen.Id("refusal").Id("Failure")).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
			w.guarded(g, a, nil, w.noting(own("noteRequest").Call(jen.Lit(0), jen.Id("r"), jen.Id("refusal"))))
		}))
	}
}

// noteResource adds to the flags of the call at hand what is asked for, or given,
// without one.
func (w *writer) noteResource(g *jen.Group, a *arena) {
	if !w.vulkan() {
		return
	}
	flag := func(name jen.Code) jen.Code { return jen.Id("c").Dot("Flags").Op("|=").Add(name) }
	g.If(needs("Kind").Op("==").Add(rt("Optimal"))).Block(flag(jen.Id("callsOptimal")))
	dedicated := needs("RequiresDedicated")
	if a.dedicates() {
		dedicated.Op("||").Op("!").Id("failure").Dot("Failed").Call().Op("&&").Add(own("slots")).Dot("Slot").Call(jen.Id("c").Dot("Number")).Dot("Dedicated")
	}
	g.If(dedicated).Block(flag(jen.Uint8().Call(jen.Id("Dedicated"))))
}
