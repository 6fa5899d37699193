package glue

import "github.com/dave/jennifer/jen"

// failure declares the package's errors: Code, Detail, Failure and Error.
func (w *writer) failure(f *jen.File) {
	w.codes(f)
	w.details(f)
	w.failureType(f)
	w.failureText(f)
	w.errorType(f)
}

// codes declares Code, a sentinel for each condition that can occur.
func (w *writer) codes(f *jen.File) {
	comment(f, "Code says what went wrong. It is also the sentinel that errors.Is finds in the result of Failure.Err.")
	f.Type().Id("Code").Uint16()
	comment(f, "What can go wrong. The numbers are stable.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range w.occurring() {
			g.Comment(c.name + ": " + c.meaning + ".")
			g.Id(c.name).Id("Code").Op("=").Lit(c.code)
		}
	})
	comment(f, "String returns the name of the constant.")
	f.Func().Params(jen.Id("c").Id("Code")).Id("String").Params().String().Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(g *jen.Group) {
			for _, c := range w.occurring() {
				g.Case(jen.Id(c.name)).Block(jen.Return(jen.Lit(c.name)))
			}
		}),
		jen.Return(jen.Lit("no failure")))
	comment(f, "Error makes a Code a target of errors.Is.")
	f.Func().Params(jen.Id("c").Id("Code")).Id("Error").Params().String().Block(
		jen.Return(jen.Lit(w.plan.Package + ": ").Op("+").Id("c").Dot("String").Call()))
}

// detail is a way in which an argument can be out of its bounds.
var details = []struct{ name, text string }{
	{"SizeIsZero", "the size is 0"},
	{"AlignmentIsZero", "the alignment is 0"},
	{"AlignmentTooLarge", "the alignment is above 1 GiB"},
	{"AlignmentNotPowerOfTwo", "the alignment is not a power of two"},
}

// details declares Detail and the check of a request's arguments.
func (w *writer) details(f *jen.File) {
	comment(f, "Detail says which argument of an InvalidRequest is out of its bounds.")
	f.Type().Id("Detail").Uint8()
	comment(f, "What can be wrong with a request.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for i, d := range details {
			g.Id(d.name).Id("Detail").Op("=").Lit(i + 1).Comment(d.text)
		}
	})
	comment(f, "String returns the detail as words.")
	f.Func().Params(jen.Id("d").Id("Detail")).Id("String").Params().String().Block(
		jen.Switch(jen.Id("d")).BlockFunc(func(g *jen.Group) {
			for _, d := range details {
				g.Case(jen.Id(d.name)).Block(jen.Return(jen.Lit(d.text)))
			}
		}),
		jen.Return(jen.Lit("no detail")))

	comment(f, "invalidRequest returns what is wrong with a request, 0 when nothing is.")
	f.Func().Id("invalidRequest").Params(jen.Id("size"), jen.Id("align").Uint64()).Id("Detail").Block(
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
	f.Type().Id("Failure").Struct(
		jen.Id("code").Id("Code"),
		jen.Id("detail").Id("Detail"),
		jen.Id("arena").Uint8().Comment("0 for the Allocator"),
		jen.Id("pool").Uint8().Comment("its place in the arena + 1, 0 for none"),
		jen.List(jen.Id("a"), jen.Id("b")).Uint64().Comment("the code's payload"))
	on := func() *jen.Statement { return jen.Func().Params(jen.Id("f").Id("Failure")) }
	comment(f, "Failed reports whether the call failed.")
	f.Add(on()).Id("Failed").Params().Bool().Block(jen.Return(jen.Id("f").Dot("code").Op("!=").Lit(0)))
	comment(f, "Code returns what went wrong, 0 for success.")
	f.Add(on()).Id("Code").Params().Id("Code").Block(jen.Return(jen.Id("f").Dot("code")))
	comment(f, "Detail returns which argument of an InvalidRequest is at fault, 0 for other failures.")
	f.Add(on()).Id("Detail").Params().Id("Detail").Block(jen.Return(jen.Id("f").Dot("detail")))
	comment(f, "Arena returns the name of the arena that failed, empty for the Allocator.")
	f.Add(on()).Id("Arena").Params().String().Block(
		jen.Switch(jen.Id("f").Dot("arena")).BlockFunc(func(g *jen.Group) {
			for _, a := range w.arenas {
				g.Case(jen.Id(a.id)).Block(jen.Return(jen.Lit(a.Name)))
			}
		}),
		jen.Return(jen.Lit("")))
	if w.anyCapped() {
		w.poolName(f, on())
	}

	// Conditions share an accessor where their payloads share a meaning.
	var order []string
	words, carriers := map[string]string{}, map[string][]jen.Code{}
	names := map[string]string{}
	for _, c := range w.occurring() {
		for i, accessor := range c.payload {
			if accessor == "" {
				continue
			}
			if words[accessor] == "" {
				order = append(order, accessor)
				names[accessor] = "of " + c.name
			} else {
				names[accessor] += " and " + c.name
			}
			words[accessor] = []string{"a", "b"}[i]
			carriers[accessor] = append(carriers[accessor], jen.Id(c.name))
		}
	}
	for _, accessor := range order {
		comment(f, accessor+" returns "+accessorDoc[accessor]+" "+names[accessor]+", 0 for other failures.")
		f.Add(on()).Id(accessor).Params().Uint64().Block(
			jen.Switch(jen.Id("f").Dot("code")).Block(
				jen.Case(carriers[accessor]...).Block(jen.Return(jen.Id("f").Dot(words[accessor])))),
			jen.Return(jen.Lit(0)))
	}
}

// accessorDoc says what each payload word is.
var accessorDoc = map[string]string{
	"Requested": "the size asked for, in bytes,",
	"Limit":     "the largest size that a pool of the arena accepts, in bytes,",
	"InUse":     "the bytes in use in the pool",
	"Count":     "the number of live regions",
}

// poolName declares what only a capped pool's refusal carries.
func (w *writer) poolName(f *jen.File, on *jen.Statement) {
	byPool := func(answer func(*arena, *pool) jen.Code) jen.Code {
		return jen.Switch().BlockFunc(func(g *jen.Group) {
			for _, a := range w.arenas {
				for _, p := range a.pools {
					if p.capped() {
						g.Case(jen.Id("f").Dot("arena").Op("==").Id(a.id).Op("&&").Id("f").Dot("pool").Op("==").Id(p.id).Op("+").Lit(1)).
							Block(jen.Return(answer(a, p)))
					}
				}
			}
		})
	}
	comment(f, "Pool returns the name of the pool that refused, empty where none did.")
	f.Add(on.Clone()).Id("Pool").Params().String().Block(
		byPool(func(_ *arena, p *pool) jen.Code { return jen.Lit(p.Name) }), jen.Return(jen.Lit("")))
	comment(f, "Capacity returns how many bytes of pages the refusing pool may have, 0 for other failures.")
	f.Add(on.Clone()).Id("Capacity").Params().Uint64().Block(
		byPool(func(_ *arena, p *pool) jen.Code {
			return jen.Id(p.prefix + "MaxPages").Op("*").Id(p.prefix + "PageBytes")
		}), jen.Return(jen.Lit(0)))
}

// failureText declares String.
func (w *writer) failureText(f *jen.File) {
	comment(f, "String says what happened in a sentence, sizes in a unit and in bytes.")
	f.Func().Params(jen.Id("f").Id("Failure")).Id("String").Params().String().BlockFunc(func(g *jen.Group) {
		g.If(jen.Op("!").Id("f").Dot("Failed").Call()).Block(jen.Return(jen.Lit("no failure")))
		g.Var().Id("text").Index().Byte()
		say := func(what string, name jen.Code) {
			g.If(jen.Id("name").Op(":=").Add(name), jen.Id("name").Op("!=").Lit("")).Block(
				words(what),
				jen.Id("text").Op("=").Append(jen.Id("text"), jen.Id("name").Op("...")),
				words(": "))
		}
		say("arena ", jen.Id("f").Dot("Arena").Call())
		if w.anyCapped() {
			say("pool ", jen.Id("f").Dot("Pool").Call())
		}
		g.Switch(jen.Id("f").Dot("code")).BlockFunc(func(g *jen.Group) {
			for _, c := range w.occurring() {
				g.Case(jen.Id(c.name)).Block(c.text(w)...)
			}
		})
		g.Return(jen.String().Call(jen.Id("text")))
	})
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
	comment(f, "Is reports whether target is the failure's Code.")
	f.Func().Params(jen.Id("e").Id("Error")).Id("Is").Params(jen.Id("target").Error()).Bool().Block(
		jen.List(jen.Id("code"), jen.Id("ok")).Op(":=").Id("target").Assert(jen.Id("Code")),
		jen.Return(jen.Id("ok").Op("&&").Id("code").Op("==").Id("e").Dot("Failure").Dot("code")))
}
