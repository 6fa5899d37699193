package glue

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// In an arena of buffers every block is one buffer, with memory of its own.

// bufferInfo is the buffer of a block of so many bytes.
func (a *arena) bufferInfo(bytes jen.Code) *jen.Statement {
	return rt("BufferInfo").Values(jen.Id("Size").Op(":").Add(bytes), jen.Id("Usage").Op(":").Id(a.lower+"Usage"))
}

// probe adds how an arena learns which memory its buffers can be in: Vulkan
// gives the same answer for every buffer of one usage.
func (w *writer) probe(g *jen.Group, a *arena) {
	if a.Buffers&vkrt.ShaderDeviceAddress != 0 {
		g.If(jen.Op("!").Id("device").Dot("HasBufferAddress").Call()).Block(
			jen.Return(a.fails("UnsupportedCapability", is("detail", jen.Id("NoBufferAddress")))))
	}
	g.List(jen.Id("probe"), jen.Id("result")).Op(":=").Id("device").Dot("CreateBuffer").Call(a.bufferInfo(jen.Id(a.lower + "Alignment")))
	g.If(jen.Id("result").Op("!=").Add(rt("Success"))).Block(
		jen.Return(a.fails("Call", is("result", jen.Id("result")), is("a", jen.Id("callCreateBuffer")))))
	g.Id("needs").Op(":=").Id("device").Dot("BufferRequirements").Call(jen.Id("probe"))
	g.Id("device").Dot("DestroyBuffer").Call(jen.Id("probe"))
	g.If(jen.Id("needs").Dot("Alignment").Op(">").Id(a.lower + "Alignment")).Block(
		jen.Return(a.fails("InvalidProperties", is("detail", jen.Id("BufferAlignmentTooLarge")))))
	g.Add(own("fits")).Op("=").Id("needs").Dot("TypeBits")
}

// createBuffer declares how a block is made.
func (w *writer) createBuffer(f *jen.File, a *arena) {
	comment(f, "create makes a block in memory of the type of a rank: a buffer, and memory of its own. The tables come last, so that a panic of the driver leaves them sound.")
	f.Add(a.method("create").Params(jen.Id("pool").Uint8(), jen.Id("rank").Int(), jen.Id("bytes").Uint64()).
		Params(jen.Id("block").Uint32(), jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.deferBlock(g, a)
		w.nativeBuffer(g, a, refuseBlock)
		w.enterBlock(g, a)
	}))
}

// nativeBuffer adds how a block comes by its buffer and the memory behind it.
func (w *writer) nativeBuffer(g *jen.Group, a *arena, refuse func(failure jen.Code) jen.Code) {
	failed := func(call string) jen.Code {
		return refuse(own("called").Call(jen.Id(call), jen.Id("pool"), jen.Id("rank"), jen.Id("result")))
	}
	destroy := own("device").Dot("DestroyBuffer").Call(jen.Id("buffer"))
	free := own("device").Dot("Free").Call(jen.Id("memory"), jen.Id("bytes"), w.typeAt(a, jen.Id("rank")))
	g.List(jen.Id("buffer"), jen.Id("result")).Op(":=").Add(own("device")).Dot("CreateBuffer").Call(a.bufferInfo(jen.Id("bytes")))
	g.If(jen.Id("result").Op("!=").Add(rt("Success"))).Block(failed("callCreateBuffer"))
	g.If(own("device").Dot("BufferRequirements").Call(jen.Id("buffer")).Dot("Size").Op("!=").Id("bytes")).Block(
		destroy, refuse(a.fails("UnsupportedCapability", is("detail", jen.Id("BufferNeedsMore")))))
	g.List(jen.Id("memory"), jen.Id("outcome")).Op(":=").Add(w.allocate(a, rt("Dedicated").Values(jen.Id("Buffer").Op(":").Id("buffer"))))
	g.If(jen.Op("!").Id("outcome").Dot("OK").Call()).Block(
		destroy, refuse(own("refused").Call(jen.Id("pool"), jen.Id("rank"), jen.Id("outcome"))))
	g.If(jen.Id("result").Op("=").Add(own("device")).Dot("BindBuffer").Call(jen.Id("buffer"), jen.Id("memory"), jen.Lit(0)), jen.Id("result").Op("!=").Add(rt("Success"))).Block(
		destroy, free, failed("callBindBuffer"))
	w.mapNative(g, a, refuse, destroy, free)
}

// destroyBuffer is the end of a block's buffer, where it has one.
func (w *writer) destroyBuffer(a *arena) jen.Code {
	if a.Buffers == 0 {
		return jen.Null()
	}
	return own("device").Dot("DestroyBuffer").Call(rt("Buffer").Call(own("blocks").Dot("Buffer").Call(jen.Id("block"))))
}

// buffers declares Buffer.
func (w *writer) buffers(f *jen.File, a *arena) {
	f.Comment("VkBufferUsageFlags of the arena's buffers.")
	f.Const().Id(a.lower + "Usage").Op("=").Id(fmt.Sprintf("%#x", a.Buffers))
	w.onRegion(f, a, "Buffer", "Buffer returns the buffer that a live region is a part of, from Offset on. It stays the arena's.", nil, "buffer", rt("Buffer"),
		w.used(a, jen.Id("buffer").Op("=").Add(rt("Buffer")).Call(own("blocks").Dot("Buffer").Call(own("blockOf").Call(jen.Id("slot")))))...)
}
