package glue

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// failure declares the package's Failure and Error.
func (w *writer) failure(f *jen.File) {
	w.failureType(f)
	w.failureText(f)
	w.errorType(f)
}

// codes declares the conditions that failures are of, and Code: the errors of
// the product's set, a sentinel each.
func (w *writer) codes(f *jen.File) {
	comment(f, "condition is what a Failure is of, under its built-in number.")
	f.Type().Id("condition").Uint8()
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range spec.Conditions() {
			g.Id(constant(c.Name)).Id("condition").Op("=").Lit(int(c.Number))
		}
	})
	comment(f, "Code says what went wrong. It also is the sentinel that errors.Is finds in the result of "+
		"Failure.Err, and an error only for that: Err is how a Failure becomes one.")
	f.Type().Id("Code").Uint16()
	comment(f, "What can go wrong. The numbers are stable.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, e := range w.errors {
			for _, line := range wrap(e.Name + ": " + w.meaning(e) + ".") {
				g.Comment(line)
			}
			g.Id(e.Name).Id("Code").Op("=").Lit(int(e.Code))
		}
	})
	comment(f, "String returns the name of the constant.")
	f.Func().Params(jen.Id("c").Id("Code")).Id("String").Params().String().Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(g *jen.Group) {
			for _, e := range w.errors {
				g.Case(jen.Id(e.Name)).Block(jen.Return(jen.Lit(e.Name)))
			}
			g.Case(jen.Lit(0)).Block(jen.Return(jen.Lit("no failure")))
		}),
		jen.Return(jen.Lit("Code(").Op("+").Qual("strconv", "Itoa").Call(jen.Int().Call(jen.Id("c"))).Op("+").Lit(")")))
	comment(f, "Error makes a Code a target of errors.Is.")
	f.Func().Params(jen.Id("c").Id("Code")).Id("Error").Params().String().Block(
		jen.Return(jen.Lit(w.plan.Package + ": ").Op("+").Id("c").Dot("String").Call()))
}

// meaning says when an error is met.
func (w *writer) meaning(e spec.ProductError) string {
	var when []string
	for _, r := range e.From {
		for _, c := range spec.Conditions() {
			if c.Name != r.Condition {
				continue
			}
			meaning := c.Meaning
			for _, refinement := range c.Refinements {
				if refinement.Name == r.Refinement {
					meaning = refinement.Meaning
				}
			}
			when = append(when, meaning)
		}
	}
	return strings.Join(when, "; or ")
}

// A detailCase is a case that a Detail tells apart, under a stable number.
type detailCase struct {
	spec.Refinement
	number int
}

// detailed is the conditions whose cases a Detail tells apart, at most 16 each.
// Another one comes last, so that numbers stay.
var detailed = []string{"InvalidRequest", "InvalidProperties", "UnsupportedCapability", "Output"}

// detailCases returns the cases that can be met.
func (w *writer) detailCases() (cases []detailCase) {
	for k, name := range detailed {
		for _, c := range spec.Conditions() {
			if c.Name != name {
				continue
			}
			for i, r := range c.Refinements {
				number := 16*k + i + 1
				met := spec.ConditionRef{Condition: name, Refinement: r.Name}
				if slices.ContainsFunc(w.occurrences, func(o spec.Occurrence) bool { return o.Condition == met }) {
					cases = append(cases, detailCase{r, number})
				}
			}
		}
	}
	return cases
}

// details declares Detail and the check of a request's arguments.
func (w *writer) details(f *jen.File) {
	details := w.detailCases()
	what := "which argument of an InvalidRequest is out of its bounds"
	if w.vulkan() {
		what += ", what is wrong with the device of an InvalidProperties, what an UnsupportedCapability lacks"
	}
	what += ", or why an Output wrote no report"
	comment(f, "Detail says "+what+".")
	f.Type().Id("Detail").Uint8()
	comment(f, "What a Detail says.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, d := range details {
			g.Id(spec.Camel(d.Name)).Id("Detail").Op("=").Lit(d.number).Comment(d.Meaning)
		}
	})
	comment(f, "String returns the detail as words.")
	f.Func().Params(jen.Id("d").Id("Detail")).Id("String").Params().String().Block(
		jen.Switch(jen.Id("d")).BlockFunc(func(g *jen.Group) {
			for _, d := range details {
				g.Case(jen.Id(spec.Camel(d.Name))).Block(jen.Return(jen.Lit(d.Meaning)))
			}
		}),
		jen.Return(jen.Lit("no detail")))

	comment(f, "faultIn returns what is wrong with a request, 0 when nothing is.")
	f.Func().Id("faultIn").Params(jen.Id("size"), jen.Id("align").Uint64()).Id("Detail").Block(
		jen.Switch().Block(
			jen.Case(jen.Id("size").Op("==").Lit(0)).Block(jen.Return(jen.Id("SizeIsZero"))),
			jen.Case(jen.Id("align").Op("==").Lit(0)).Block(jen.Return(jen.Id("AlignmentIsZero"))),
			jen.Case(jen.Id("align").Op(">").Lit(1).Op("<<").Lit(30)).Block(jen.Return(jen.Id("AlignmentTooLarge"))),
			jen.Case(jen.Id("align").Op("&").Parens(jen.Id("align").Op("-").Lit(1)).Op("!=").Lit(0)).Block(jen.Return(jen.Id("AlignmentNotPowerOfTwo"))),
		),
		jen.Return(jen.Lit(0)))
}

// failureType declares Failure and what can be asked of it.
func (w *writer) failureType(f *jen.File) {
	comment(f, "Failure is the outcome of a call: a comparable value, zero for success.",
		"It is no error itself, so that a zero Failure never becomes a non-nil error; Err is.")
	f.Type().Id("Failure").StructFunc(func(g *jen.Group) {
		g.Id("what")
		if w.vulkan() {
			g.Id("native")
		}
		g.List(jen.Id("a"), jen.Id("b")).Uint64().Comment("what the condition carries")
	})
	comment(f, "what is what a Failure is of. It is a struct of its own since the compiler keeps those of up to four fields in registers.")
	f.Type().Id("what").Struct(
		jen.Id("condition").Id("condition"),
		jen.Id("detail").Id("Detail"),
		jen.Id("arena").Uint8().Comment("0 for the Allocator"),
		jen.Id("pool").Uint8().Comment("its place in the arena + 1, 0 for none"))
	if w.vulkan() {
		comment(f, "native is what the device said last.")
		f.Type().Id("native").Struct(
			jen.Id("memoryType").Uint8().Comment("its index + 1, 0 for none"),
			jen.Id("result").Add(rt("Result")).Comment("of the driver"))
	}
	on := func() *jen.Statement { return jen.Func().Params(jen.Id("f").Id("Failure")) }
	comment(f, "Failed reports whether the call failed.")
	f.Add(on()).Id("Failed").Params().Bool().Block(jen.Return(jen.Id("f").Dot("condition").Op("!=").Lit(0)))
	comment(f, "Code returns what went wrong, 0 for success.")
	f.Add(on()).Id("Code").Params().Id("Code").Block(
		jen.Switch(jen.Id("f").Dot("condition")).BlockFunc(func(g *jen.Group) {
			for _, c := range w.occurring() {
				g.Case(jen.Id(constant(c.Name))).BlockFunc(func(g *jen.Group) { w.codeOf(g, c) })
			}
		}),
		jen.Return(jen.Lit(0)))
	comment(f, "Detail returns what is wrong in particular, 0 for failures that need no detail.")
	f.Add(on()).Id("Detail").Params().Id("Detail").Block(jen.Return(jen.Id("f").Dot("detail")))
	comment(f, "Arena returns the name of the arena that failed, empty where the failure is the Allocator's.")
	f.Add(on()).Id("Arena").Params().String().Block(
		jen.Switch(jen.Id("f").Dot("arena")).BlockFunc(func(g *jen.Group) {
			for _, a := range w.arenas {
				g.Case(jen.Id(a.id)).Block(jen.Return(jen.Lit(a.Name)))
			}
		}),
		jen.Return(jen.Lit("")))
	w.refusingPool(f, on())
	if w.vulkan() {
		w.nativeAccessors(f, on)
	}
	if w.vulkan() || w.routes() {
		comment(f, "isFull reports whether a pool had no room, so that the next one may serve the request.")
		f.Add(on()).Id("isFull").Params().Bool().BlockFunc(func(g *jen.Group) {
			full := jen.Id("f").Dot("condition").Op("==").Id(constant("OutOfSpace"))
			if w.caps() {
				full.Op("||").Id("f").Dot("condition").Op("==").Id(constant("PoolCapacityExceeded"))
			}
			g.Return(full)
		})
	}
	w.accessors(f, on)
}

// codeOf returns the code for a condition: of its detail where the set tells
// those apart.
func (w *writer) codeOf(g *jen.Group, c spec.Condition) {
	whole, known := w.errorFor[spec.ConditionRef{Condition: c.Name}]
	var cases []jen.Code
	for _, r := range c.Refinements {
		e, ok := w.errorFor[spec.ConditionRef{Condition: c.Name, Refinement: r.Name}]
		if !ok || e.Name == whole.Name {
			continue
		}
		is := jen.Id(spec.Camel(r.Name))
		if !slices.Contains(detailed, c.Name) {
			is = rt("Error" + spec.Camel(r.Name))
		}
		cases = append(cases, jen.Case(is).Block(jen.Return(jen.Id(e.Name))))
	}
	switch {
	case len(cases) > 0 && slices.Contains(detailed, c.Name):
		g.Switch(jen.Id("f").Dot("detail")).Block(cases...)
	case len(cases) > 0:
		g.Switch(jen.Id("f").Dot("result")).Block(cases...)
	}
	if known {
		g.Return(jen.Id(whole.Name))
	}
}

// accessors declares a method for each number that failures carry.
func (w *writer) accessors(f *jen.File, on func() *jen.Statement) {
	carriers := map[string][]jen.Code{}
	names := map[string]string{}
	var order []string
	for _, c := range w.occurring() {
		for _, p := range c.Payload {
			if fields[p.Name].word == "" {
				continue
			}
			if names[p.Name] == "" {
				order = append(order, p.Name)
				names[p.Name] = c.Name
			} else {
				names[p.Name] += " and " + c.Name
			}
			carriers[p.Name] = append(carriers[p.Name], jen.Id(constant(c.Name)))
		}
	}
	for _, name := range order {
		doc := fields[name].doc
		if name == "count" && w.occurs("LivePools") {
			doc = "the number of live regions or of custom pools"
		}
		comment(f, spec.Camel(name)+" returns "+doc+" of "+names[name]+", 0 for other failures.")
		f.Add(on()).Id(spec.Camel(name)).Params().Uint64().Block(
			jen.Switch(jen.Id("f").Dot("condition")).Block(
				jen.Case(carriers[name]...).Block(jen.Return(jen.Id("f").Dot(fields[name].word)))),
			jen.Return(jen.Lit(0)))
	}
}

// caps reports whether some pool has a cap. Its refusal may never be reported,
// where another pool serves what it refuses.
func (w *writer) caps() bool { return w.anyPool((*pool).capped) }

// refusingPool declares what only the refusal of a pool carries.
func (w *writer) refusingPool(f *jen.File, on *jen.Statement) {
	byPool := func(answers func(*pool) bool, answer func(*pool) jen.Code) jen.Code {
		return jen.Switch().BlockFunc(func(g *jen.Group) {
			for _, a := range w.arenas {
				for _, p := range a.pools {
					if answers(p) {
						g.Case(jen.Id("f").Dot("arena").Op("==").Id(a.id).Op("&&").Id("f").Dot("pool").Op("==").Id(p.id).Op("+").Lit(1)).
							Block(jen.Return(answer(p)))
					}
				}
			}
		})
	}
	comment(f, "Pool returns the name of the pool that refused, empty where none did.")
	f.Add(on.Clone()).Id("Pool").Params().String().Block(
		byPool(func(*pool) bool { return true }, func(p *pool) jen.Code { return jen.Lit(p.Name) }), jen.Return(jen.Lit("")))
	if !w.occurs("PoolCapacityExceeded") {
		return
	}
	full := jen.If(jen.Id("f").Dot("condition").Op("!=").Id(constant("PoolCapacityExceeded"))).Block(jen.Return(jen.Lit(0)))
	comment(f, "Capacity returns "+fields["capacity"].doc+" of PoolCapacityExceeded, 0 for other failures.")
	f.Add(on.Clone()).Id("Capacity").Params().Uint64().Block(
		full, byPool((*pool).capped, func(p *pool) jen.Code { return jen.Id(p.prefix + "MaxPages").Op("*").Id(p.prefix + "PageBytes") }), jen.Return(jen.Lit(0)))
}

// failureText declares String: the message of the product's error, or the
// built-in one, which opens with the place.
func (w *writer) failureText(f *jen.File) {
	comment(f, "String says what happened in a sentence, sizes in a unit and in bytes.")
	f.Func().Params(jen.Id("f").Id("Failure")).Id("String").Params().String().BlockFunc(func(g *jen.Group) {
		g.Var().Id("text").Index().Byte()
		if w.messages() {
			g.Switch(jen.Id("f").Dot("Code").Call()).BlockFunc(func(g *jen.Group) {
				for _, e := range w.errors {
					if e.Message != nil {
						g.Case(jen.Id(e.Name)).Block(append(say(e.Message), jen.Return(jen.String().Call(jen.Id("text"))))...)
					}
				}
			})
		}
		place := func(what, name string) {
			g.If(jen.Id("name").Op(":=").Add(value(name)), jen.Id("name").Op("!=").Lit("")).Block(
				addName(jen.Lit(what)), addName(jen.Id("name")), addName(jen.Lit(": ")))
		}
		place("arena ", "arena")
		place("pool ", "pool")
		g.Return(jen.String().Call(jen.Id("f").Dot("appendSentence").Call(jen.Id("text"))))
	})
	comment(f, "appendSentence appends what the condition that was met says.")
	f.Func().Params(jen.Id("f").Id("Failure")).Id("appendSentence").Params(jen.Id("text").Index().Byte()).Index().Byte().Block(
		jen.Switch(jen.Id("f").Dot("condition")).BlockFunc(func(g *jen.Group) {
			for _, c := range w.occurring() {
				if !fixed(c) {
					g.Case(jen.Id(constant(c.Name))).Block(w.sentence(c.Name)...)
				}
			}
			g.Default().Block(addName(jen.Id("f").Dot("condition").Dot("text").Call()))
		}),
		jen.Return(jen.Id("text")))
	comment(f, "text is what a condition says that has nothing more to tell.")
	f.Func().Params(jen.Id("c").Id("condition")).Id("text").Params().String().Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(g *jen.Group) {
			for _, c := range w.occurring() {
				if fixed(c) {
					g.Case(jen.Id(constant(c.Name))).Block(jen.Return(jen.Lit(sentences[c.Name][0].Text)))
				}
			}
		}),
		jen.Return(jen.Lit("no failure")))
}

// fixed reports whether a condition always says the same.
func fixed(c spec.Condition) bool {
	return len(sentences[c.Name]) == 1 && sentences[c.Name][0].Field == ""
}

// messages reports whether an error of the set has a message of its own.
func (w *writer) messages() bool {
	return slices.ContainsFunc(w.errors, func(e spec.ProductError) bool { return e.Message != nil })
}

// errorType declares Err and the error behind it.
func (w *writer) errorType(f *jen.File) {
	comment(f, "Err returns the failure as an error, nil for success.")
	f.Func().Params(jen.Id("f").Id("Failure")).Id("Err").Params().Error().Block(
		jen.If(jen.Op("!").Id("f").Dot("Failed").Call()).Block(jen.Return(jen.Nil())),
		jen.Return(jen.Id("Error").Values(jen.Id("f"))))
	comment(f, "Error is a Failure as an error, for errors.As.")
	f.Type().Id("Error").Struct(jen.Id("Failure").Id("Failure"))
	comment(f, "Error says what happened in a sentence.")
	f.Func().Params(jen.Id("e").Id("Error")).Id("Error").Params().String().Block(
		jen.Return(jen.Lit(w.plan.Package + ": ").Op("+").Id("e").Dot("Failure").Dot("String").Call()))
	w.unwrap(f)
	comment(f, "Is reports whether target is the failure's Code.")
	f.Func().Params(jen.Id("e").Id("Error")).Id("Is").Params(jen.Id("target").Error()).Bool().Block(
		jen.List(jen.Id("code"), jen.Id("ok")).Op(":=").Id("target").Assert(jen.Id("Code")),
		jen.Return(jen.Id("ok").Op("&&").Id("code").Op("==").Id("e").Dot("Failure").Dot("Code").Call()))
}
