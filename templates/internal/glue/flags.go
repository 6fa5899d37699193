package glue

import (
	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// flagsType declares what requests may ask for beside size and alignment.
func (w *writer) flagsType(f *jen.File) {
	comment(f, "Flags say what a request asks for beside size and alignment. They are combined with |.")
	f.Type().Id("Flags").Uint8()
	comment(f, "What a request may ask for.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, flag := range w.plan.Flags() {
			for _, line := range wrap(flag.Name + " " + flag.Doc + ".") {
				g.Comment(line)
			}
			g.Id(flag.Name).Id("Flags").Op("=").Lit(1).Op("<<").Lit(shiftOf(flag.Bit))
		}
	})
	contradict := jen.Id("f").Op("&").Parens(jen.Id("Dedicated").Op("|").Id("NeverAllocate")).Op("==").Id("Dedicated").Op("|").Id("NeverAllocate")
	comment(f, "fault returns what is wrong with the flags themselves, 0 when nothing is.")
	f.Func().Params(jen.Id("f").Id("Flags")).Id("fault").Params().Id("Detail").BlockFunc(func(g *jen.Group) {
		g.Switch().BlockFunc(func(g *jen.Group) {
			g.Case(jen.Id("f").Op("&^").Add(w.named(w.flagBits())).Op("!=").Lit(0)).Block(jen.Return(jen.Id("FlagsUnknown")))
			g.Case(contradict).Block(jen.Return(jen.Id("FlagsContradict")))
			if w.strategies() != 0 {
				one := jen.Id("f").Op("&").Add(w.named(w.strategies()))
				g.Case(jen.Add(one).Op("&").Parens(jen.Add(one.Clone()).Op("-").Lit(1)).Op("!=").Lit(0)).Block(jen.Return(jen.Id("FlagsContradict")))
			}
		})
		g.Return(jen.Lit(0))
	})
}

// strategyBits are the flags that name a strategy.
const strategyBits = 1<<0 | 1<<1 | 1<<2

// strategies returns the flags of the strategies that requests can name.
func (w *writer) strategies() (bits uint8) {
	for _, flag := range w.plan.Flags() {
		bits |= flag.Bit & strategyBits
	}
	return bits
}

// hasUpper reports whether requests can ask for a place from the top.
func (w *writer) hasUpper() bool { return w.anyPool((*pool).HasUpper) }

// named are the constants of some flags, as an operand.
func (w *writer) named(bits uint8) *jen.Statement {
	var names []jen.Code
	for _, flag := range w.plan.Flags() {
		if flag.Bit&bits != 0 {
			names = append(names, jen.Id(flag.Name))
		}
	}
	if len(names) > 1 {
		return jen.Parens(joined("|", names...))
	}
	return joined("|", names...)
}

// flagBits returns the bits of all flags that requests can have.
func (w *writer) flagBits() (bits uint8) {
	for _, flag := range w.plan.Flags() {
		bits |= flag.Bit
	}
	return bits
}

// shiftOf returns the place of a bit.
func shiftOf(bit uint8) (shift int) {
	for ; bit > 1; bit >>= 1 {
		shift++
	}
	return shift
}

// flag reads the flags of the request at hand.
func (w *writer) flags() *jen.Statement {
	if w.vulkan() {
		return jen.Id("r").Dot("flags")
	}
	return jen.Id("flags")
}

// asks is whether the request at hand has a flag, lacks that it has not.
func (w *writer) asks(flag string) *jen.Statement {
	return w.flags().Op("&").Id(flag).Op("!=").Lit(0)
}

func (w *writer) lacksFlag(flag string) *jen.Statement {
	return w.flags().Op("&").Id(flag).Op("==").Lit(0)
}

// offered returns the strategies that pools of the arena have.
func (a *arena) offered() (bits uint64) {
	for _, p := range a.pools {
		if p.Kind == spec.TLSF {
			bits |= p.Uint("strategies")
		}
	}
	return bits
}
