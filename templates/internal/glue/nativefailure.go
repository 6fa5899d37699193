package glue

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
)

// calls are the native functions that a Call can be of, in the order of their
// numbers.
var calls = []struct{ name, function string }{
	{"callAllocate", "vkAllocateMemory"},
	{"callMap", "vkMapMemory"},
	{"callFlush", "vkFlushMappedMemoryRanges"},
	{"callInvalidate", "vkInvalidateMappedMemoryRanges"},
	{"callBindBuffer", "vkBindBufferMemory"},
	{"callBindImage", "vkBindImageMemory"},
	{"callCreateBuffer", "vkCreateBuffer"},
	{"callCreateImage", "vkCreateImage"},
}

// nativeAccessors declares what can be asked of a Failure about the device, and
// how Alloc sees that it is out of memory.
func (w *writer) nativeAccessors(f *jen.File, on func() *jen.Statement) {
	field := func(name string) *jen.Statement { return jen.Id("f").Dot(name) }
	comment(f, "What a Call is of.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for i, c := range calls {
			g.Id(c.name).Op("=").Lit(i + 1)
		}
	})
	comment(f, "MemoryType returns the index of the memory type that was asked for last; ok is false where none was.")
	f.Add(on()).Id("MemoryType").Params().Params(jen.Id("index").Uint32(), jen.Id("ok").Bool()).Block(
		jen.Return(jen.Uint32().Call(field("memoryType")).Op("-").Lit(1), field("memoryType").Op("!=").Lit(0)))
	comment(f, "Result returns what the driver said, or would have where the device knew before asking it that there is too much; Success where nothing was wrong with memory.")
	f.Add(on()).Id("Result").Params().Add(rt("Result")).Block(jen.Return(field("result")))
	comment(f, "Call returns the name of the function that failed, empty for failures that are no Call.")
	f.Add(on()).Id("Call").Params().String().Block(
		jen.If(field("condition").Op("!=").Id(constant("Call"))).Block(jen.Return(jen.Lit(""))),
		jen.Switch(field("a")).BlockFunc(func(g *jen.Group) {
			for _, c := range calls[1:] {
				g.Case(jen.Id(c.name)).Block(jen.Return(jen.Lit(c.function)))
			}
		}),
		jen.Return(jen.Lit(calls[0].function)))
	comment(f, "isStarved reports whether the device was out of memory, so that some returned may help.")
	f.Add(on()).Id("isStarved").Params().Bool().Block(
		jen.Return(field("result").Op("==").Add(rt("ErrorOutOfDeviceMemory")).Op("||").Add(field("result")).Op("==").Add(rt("ErrorOutOfHostMemory"))))
	if w.spreads() || w.adapts() {
		comment(f, "isOfType reports whether memory of another type may serve the request.")
		f.Add(on()).Id("isOfType").Params().Bool().BlockFunc(func(g *jen.Group) {
			g.Return(field("isStarved").Call().Op("||").Add(field("isFull")).Call())
		})
	}
	if w.routes() {
		comment(f, "after returns what is reported of a search that ended with f after a pool had refused for want of capacity: "+
			"that refusal, if it ended because the device was out of memory.")
		f.Add(on()).Id("after").Params(jen.Id("full").Id("Failure")).Id("Failure").Block(
			jen.If(jen.Id("full").Dot("Failed").Call().Op("&&").Add(field("isStarved")).Call()).Block(
				jen.List(jen.Id("full").Dot("memoryType"), jen.Id("full").Dot("result")).Op("=").List(field("memoryType"), field("result")),
				jen.Return(jen.Id("full"))),
			jen.Return(jen.Id("f")))
	}
}

// spreads reports whether some arena uses more than one memory type.
func (w *writer) spreads() bool {
	return slices.ContainsFunc(w.arenas, func(a *arena) bool { return !a.Strict })
}

// adapts reports whether some pool has the policy adaptive, which tries all
// types twice.
func (w *writer) adapts() bool {
	return w.anyPool(func(p *pool) bool { return p.Policy() == spec.Adaptive })
}

// routes reports whether some arena has several pools.
func (w *writer) routes() bool {
	return slices.ContainsFunc(w.arenas, func(a *arena) bool { return len(a.pools) > 1 })
}

// sentence is the built-in message of a condition.
func (w *writer) sentence(condition string) []jen.Code {
	statements := say(sentences[condition])
	if condition == "PoolCapacityExceeded" && w.vulkan() {
		statements = append(statements, jen.If(jen.Id("f").Dot("memoryType").Op("!=").Lit(0)).Block(
			addName(jen.Lit("; the device refused the next pool with ")), addName(jen.Id("f").Dot("result").Dot("String").Call())))
	}
	if condition == "Call" {
		statements = append(statements, jen.If(jen.Id("f").Dot("memoryType").Op("!=").Lit(0)).Block(
			addName(jen.Lit(" in memory type ")), fields["memory_type"].add(nil)))
	}
	if condition == "Output" {
		statements = append(statements, jen.If(jen.Id("f").Dot("a").Op("!=").Lit(0)).Block(
			addName(jen.Lit(" (")), addName(jen.Qual("syscall", "Errno").Call(jen.Id("f").Dot("a")).Dot("Error").Call()), addByte(')')))
	}
	return statements
}
