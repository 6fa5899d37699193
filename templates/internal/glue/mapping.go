package glue

import (
	"strings"

	"github.com/dave/jennifer/jen"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// persistent reports whether every block is mapped as long as it lives.
func (a *arena) persistent() bool { return a.Map == "persistent" }

// visible reports whether all memory of the arena can be mapped.
func (a *arena) visible() bool { return a.Memory.Require&vkrt.HostVisible != 0 }

// coherent reports whether no memory of the arena needs to be flushed.
func (a *arena) coherent() bool { return a.Memory.Require&vkrt.HostCoherent != 0 }

// has is whether the memory type of the slot at hand has a property, lacks that
// it does not.
func (w *writer) has(a *arena, flag vkrt.MemoryFlags) *jen.Statement {
	return w.property(a, flag).Op("!=").Lit(0)
}

func (w *writer) lacks(a *arena, flag vkrt.MemoryFlags) *jen.Statement {
	return w.property(a, flag).Op("==").Lit(0)
}

// property is not zero if and only if the memory type has a property. Of a
// pinned device it is a bit of a constant, by rank.
func (w *writer) property(a *arena, flag vkrt.MemoryFlags) *jen.Statement {
	if w.pinned() {
		return jen.Id(a.lower + pinnedRanks[flag]).Op(">>").Id("slot").Dot("Rank").Op("&").Lit(1)
	}
	index := w.typeAt(a, jen.Int().Call(jen.Id("slot").Dot("Rank")))
	return own("device").Dot("Types").Call().Index(index).Dot("Flags").Op("&").Add(flags(flag))
}

// mapping declares how the host gets at the bytes of an arena's regions.
func (w *writer) mapping(f *jen.File, a *arena) {
	w.mapCalls(f, a)
	w.syncCalls(f, a)
	w.copyCalls(f, a)
	w.mapParts(f, a)
	w.blockMaps(f, a)
}

// onRegion declares a method that does something to a live region: parameters
// behind the handle, results before the Failure, and the statements, which see
// the slot and set failure.
func (w *writer) onRegion(f *jen.File, a *arena, name, doc string, parameters []jen.Code, result string, typ jen.Code, statements ...jen.Code) {
	comment(f, doc, w.errorsOf(name, a.Name))
	results, named := []jen.Code{jen.Id("failure").Id("Failure")}, []string(nil)
	if result != "" {
		results, named = append([]jen.Code{jen.Id(result).Add(typ)}, results...), []string{result}
	}
	f.Add(a.method(name).Params(append([]jen.Code{jen.Id("handle").Id(a.handle)}, parameters...)...).Params(results...).
		BlockFunc(func(g *jen.Group) {
			w.guardedLive(g, a, named, append([]jen.Code{jen.Id("slot").Op(":=").Add(own("slots")).Dot("Edit").Call(jen.Id("i"))}, w.notedUse(a, name, statements)...)...)
		}))
}

// mapCalls declares Map, Unmap and Bytes.
func (w *writer) mapCalls(f *jen.File, a *arena) {
	set := func(condition string) jen.Code { return jen.Id("failure").Op("=").Add(a.fails(condition)) }
	mapped := jen.Id("slot").Dot("Mapped")
	bytes := []jen.Code{jen.Index().Byte()}
	take := jen.Id("bytes").Op("=").Add(own("bytesOf")).Call(jen.Id("slot"))
	if a.persistent() {
		w.never(f, a, "Map", "Map always fails: a region of this arena is mapped from its birth, and Bytes returns its bytes.", "AlreadyMapped", "bytes", bytes[0])
		w.never(f, a, "Unmap", "Unmap always fails: a region of this arena stays mapped as long as it lives.", "NotMapped", "", nil)
		w.onRegion(f, a, "Bytes", "Bytes returns the bytes of a live region. They are good until it is freed.", nil, "bytes", bytes[0], w.used(a, take)...)
		return
	}
	cases := []jen.Code{}
	if !a.visible() {
		cases = append(cases, jen.Case(w.lacks(a, vkrt.HostVisible)).Block(set("NotHostVisible")))
	}
	cases = append(cases, jen.Case(mapped).Block(set("AlreadyMapped")),
		jen.Default().Block(
			jen.If(jen.Id("failure").Op("=").Add(own("enter")).Call(jen.Id("slot")), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
				jen.Add(mapped).Op("=").True(), take)))
	w.onRegion(f, a, "Map", "Map gives the host a live region's bytes, until Unmap or Free. A region is mapped once at a time.",
		nil, "bytes", bytes[0], jen.Switch().Block(cases...))
	w.onRegion(f, a, "Unmap", "Unmap ends a Map. Its bytes must not be used any more.", nil, "", nil,
		jen.If(jen.Op("!").Add(mapped)).Block(set("NotMapped")).Else().Block(
			jen.Add(mapped).Op("=").False(), own("leave").Call(jen.Id("slot"))))
	w.onRegion(f, a, "Bytes", "Bytes returns the bytes of a mapped region. They are good until Unmap or Free.", nil, "bytes", bytes[0],
		jen.If(jen.Op("!").Add(mapped)).Block(set("NotMapped")).Else().Block(take))
}

// never declares a method that fails with a condition for every live region.
func (w *writer) never(f *jen.File, a *arena, name, doc, condition, result string, typ jen.Code) {
	comment(f, doc, w.errorsOf(name, a.Name))
	results, named := []jen.Code{jen.Id("failure").Id("Failure")}, []string(nil)
	if result != "" {
		results, named = append([]jen.Code{jen.Id(result).Add(typ)}, results...), []string{result}
	}
	f.Add(a.method(name).Params(jen.Id("handle").Id(a.handle)).Params(results...).BlockFunc(func(g *jen.Group) {
		g.Add(w.atHome(a))
		w.guarded(g, a, named,
			a.ifLive("_").Block(jen.Id("failure").Op("=").Add(a.fails(condition))).Else().Block(a.missing()))
	}))
}

// syncCalls declares Flush and Invalidate.
func (w *writer) syncCalls(f *jen.File, a *arena) {
	span := []jen.Code{jen.List(jen.Id("offset"), jen.Id("size")).Uint64()}
	for _, c := range []struct{ name, doc string }{
		{"Flush", "Flush makes what the host wrote into size bytes of a mapped region, from offset, visible to the device."},
		{"Invalidate", "Invalidate makes what the device wrote into size bytes of a mapped region, from offset, visible to the host."},
	} {
		inside := jen.Id("failure").Op("=").Add(own("inside")).Call(jen.Id("slot"), jen.Id("offset"), jen.Id("size"))
		if a.coherent() {
			w.onRegion(f, a, c.name, c.doc+" All memory of the arena is coherent and needs none of it: only the range is checked.", span, "", nil, inside)
			continue
		}
		w.onRegion(f, a, c.name, c.doc+" Coherent memory needs none of it, and nothing is done there.", span, "", nil,
			jen.If(inside, jen.Op("!").Id("failure").Dot("Failed").Call()).Block(w.syncing(a, c.name)))
	}
}

// syncing flushes or invalidates a range that lies in its region.
func (w *writer) syncing(a *arena, name string) jen.Code {
	lower := strings.ToLower(name)
	sync := jen.Id("failure").Op("=").Add(own(lower)).Call(jen.Id("slot"), jen.Id("offset"), jen.Id("size"))
	if a.persistent() {
		return jen.If(w.lacks(a, vkrt.HostCoherent)).Block(w.used(a, sync)...)
	}
	return jen.Switch().Block(
		jen.Case(w.has(a, vkrt.HostCoherent)).Block(),
		jen.Case(jen.Op("!").Id("slot").Dot("Mapped")).Block(jen.Id("failure").Op("=").Add(a.fails("NotMapped"))),
		jen.Default().Block(sync))
}

// copyCalls declares CopyIn and CopyOut.
func (w *writer) copyCalls(f *jen.File, a *arena) {
	for _, c := range []struct{ name, doc, buffer, ready string }{
		{"CopyIn", "CopyIn copies the bytes of source into a live region, from offset, and makes them visible to the device. The region need not be mapped.", "source", "flush"},
		{"CopyOut", "CopyOut copies bytes of a live region, from offset, to target, as the device has left them there. The region need not be mapped.", "target", "invalidate"},
	} {
		size := jen.Uint64().Call(jen.Len(jen.Id(c.buffer)))
		part := jen.Id("part").Op(":=").Add(own("bytesOf")).Call(jen.Id("slot")).Index(jen.Id("offset").Op(":"))
		sync := jen.Id("failure").Op("=").Add(own(c.ready)).Call(jen.Id("slot"), jen.Id("offset"), size)
		if !a.coherent() {
			sync = jen.If(w.lacks(a, vkrt.HostCoherent)).Block(sync)
		} else {
			sync = jen.Null()
		}
		var body []jen.Code
		if c.name == "CopyIn" {
			body = []jen.Code{part, jen.Copy(jen.Id("part"), jen.Id("source")), sync}
		} else {
			body = []jen.Code{sync, part, jen.If(jen.Op("!").Id("failure").Dot("Failed").Call()).Block(jen.Copy(jen.Id("target"), jen.Id("part")))}
			if a.coherent() {
				body = []jen.Code{part, jen.Copy(jen.Id("target"), jen.Id("part"))}
			}
		}
		if a.persistent() {
			body = w.used(a, body...)
		} else {
			body = []jen.Code{jen.If(jen.Id("failure").Op("=").Add(own("enter")).Call(jen.Id("slot")), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
				append(body, own("leave").Call(jen.Id("slot")))...)}
		}
		w.onRegion(f, a, c.name, c.doc, []jen.Code{jen.Id("offset").Uint64(), jen.Id(c.buffer).Index().Byte()}, "", nil,
			jen.If(jen.Id("failure").Op("=").Add(own("inside")).Call(jen.Id("slot"), jen.Id("offset"), size), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(body...))
	}
}

// mapParts declares what the methods above have in common.
func (w *writer) mapParts(f *jen.File, a *arena) {
	slot := jen.Id("slot").Op("*").Id(a.slots + "Slot")
	span := jen.List(jen.Id("offset"), jen.Id("size")).Uint64()
	end := jen.Id("offset").Op("+").Id("slot").Dot("Size")
	comment(f, "bytesOf returns the bytes of a region whose block is mapped.")
	f.Add(a.method("bytesOf").Params(slot).Index().Byte().Block(
		jen.Id("offset").Op(":=").Add(own("offsetOf")).Call(jen.Id("slot")),
		jen.Return(own("maps").Dot("Bytes").Call(own("blockOf").Call(jen.Id("slot"))).Index(
			jen.Id("offset").Op(":").Add(end).Op(":").Add(end)))))

	inside := "inside checks that a range lies in a region."
	if !a.visible() {
		inside = "inside checks that the host can see a region, and that a range lies in it."
	}
	comment(f, inside)
	f.Add(a.method("inside").Params(slot, span).Id("Failure").BlockFunc(func(g *jen.Group) {
		g.If(jen.Id("offset").Op(">").Id("slot").Dot("Size").Op("||").Id("size").Op(">").Id("slot").Dot("Size").Op("-").Id("offset")).Block(
			jen.Return(a.fails("InvalidRange")))
		if !a.visible() {
			g.If(w.lacks(a, vkrt.HostVisible)).Block(jen.Return(a.fails("NotHostVisible")))
		}
		g.Return(jen.Id("Failure").Values())
	}))
	if a.coherent() {
		return
	}
	comment(f, "atoms returns the memory of a region, and in it the whole atoms that a range of the region touches.")
	atom := jen.Id("atom").Op("-").Lit(1)
	f.Add(a.method("atoms").Params(slot, span).Params(jen.Id("memory").Add(rt("Memory")), jen.List(jen.Id("first"), jen.Id("length")).Uint64()).Block(
		jen.Id("block").Op(":=").Add(own("blockOf").Call(jen.Id("slot"))),
		jen.Id("atom").Op(":=").Add(w.atomSize()),
		jen.Id("offset").Op("+=").Add(own("offsetOf")).Call(jen.Id("slot")),
		jen.Id("first").Op("=").Id("offset").Op("&^").Parens(atom.Clone()),
		jen.Id("end").Op(":=").Min(jen.Parens(jen.Id("offset").Op("+").Id("size").Op("+").Add(atom.Clone())).Op("&^").Parens(atom.Clone()), own("blocks").Dot("Size").Call(jen.Id("block"))),
		jen.Return(own("memoryOf").Call(jen.Id("block")), jen.Id("first"), jen.Id("end").Op("-").Id("first"))))
	for _, call := range []string{"Flush", "Invalidate"} {
		lower := strings.ToLower(call)
		comment(f, lower+" calls the device for the whole atoms that a range of a region touches. Its block is mapped.")
		f.Add(a.method(lower).Params(slot, span).Id("Failure").Block(
			jen.If(jen.Id("size").Op("==").Lit(0)).Block(jen.Return(jen.Id("Failure").Values())),
			jen.Return(own("called").Call(jen.Id("call"+call), jen.Id("slot").Dot("Pool"), jen.Int().Call(jen.Id("slot").Dot("Rank")), own("device").Dot(call).Call(own("atoms").Call(jen.Id("slot"), jen.Id("offset"), jen.Id("size")))))))
	}
}

// atomSize is the bytes of an atom.
func (w *writer) atomSize() *jen.Statement {
	if w.pinned() {
		return jen.Uint64().Call(jen.Lit(int(w.plan.Device.Limits.NonCoherentAtomSize)))
	}
	return own("device").Dot("Limits").Call().Dot("NonCoherentAtomSize")
}

// blockMaps declares how the blocks of regions come to be mapped.
func (w *writer) blockMaps(f *jen.File, a *arena) {
	slot := jen.Id("slot").Op("*").Id(a.slots + "Slot")
	comment(f, "blockOf returns the block of a live region.")
	f.Add(a.method("blockOf").Params(slot).Params(jen.Id("block").Uint32()).Block(
		a.byPool(func(p *pool) jen.Code {
			return jen.Id("block").Op("=").Add(w.instance(p)).Dot("Block").Call(jen.Id("slot").Dot("Region"))
		}),
		jen.Return(jen.Id("block"))))

	comment(f, "offsetOf returns where in its block a live region begins, in bytes.")
	f.Add(a.method("offsetOf").Params(slot).Params(jen.Id("offset").Uint64()).Block(
		a.byPool(func(p *pool) jen.Code {
			return jen.Id("offset").Op("=").Add(w.instance(p)).Dot("Offset").Call(jen.Id("slot").Dot("Region"))
		}),
		jen.Return(jen.Id("offset"))))

	comment(f, "called is the outcome of a native call for a pool, in memory of the type of a rank.")
	f.Add(a.method("called").Params(jen.Id("function").Uint64(), jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("result").Add(rt("Result"))).Id("Failure").Block(
		jen.If(jen.Id("result").Op("==").Add(rt("Success"))).Block(jen.Return(jen.Id("Failure").Values())),
		jen.Return(a.fails("Call", is("pool", jen.Id("pool").Op("+").Lit(1)),
			is("memoryType", jen.Uint8().Call(w.typeAt(a, jen.Id("rank"))).Op("+").Lit(1)),
			is("result", jen.Id("result")), is("a", jen.Id("function"))))))
	if a.persistent() {
		return
	}
	comment(f, "enter maps the block of a region, unless another region has it mapped.")
	f.Add(a.method("enter").Params(slot).Id("Failure").Block(
		w.orMissing(a),
		jen.Id("block").Op(":=").Add(own("blockOf").Call(jen.Id("slot"))),
		jen.If(own("maps").Dot("Join").Call(jen.Id("block"))).Block(jen.Return(jen.Id("Failure").Values())),
		jen.List(jen.Id("bytes"), jen.Id("result")).Op(":=").Add(own("device")).Dot("Map").Call(own("memoryOf").Call(jen.Id("block")), own("blocks").Dot("Size").Call(jen.Id("block"))),
		jen.If(jen.Id("result").Op("==").Add(rt("Success"))).Block(
			own("maps").Dot("Enter").Call(jen.Id("block"), jen.Id("bytes"))),
		jen.Return(own("called").Call(jen.Id("callMap"), jen.Id("slot").Dot("Pool"), jen.Int().Call(jen.Id("slot").Dot("Rank")), jen.Id("result")))))
	comment(f, "leave unmaps the block of a region, unless another region needs the map.")
	f.Add(a.method("leave").Params(slot).Block(
		jen.Id("block").Op(":=").Add(own("blockOf").Call(jen.Id("slot"))),
		jen.If(own("maps").Dot("IsLast").Call(jen.Id("block"))).Block(
			own("device").Dot("Unmap").Call(own("memoryOf").Call(jen.Id("block")))),
		own("maps").Dot("Leave").Call(jen.Id("block"))))
}
