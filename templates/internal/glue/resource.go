package glue

import "github.com/dave/jennifer/jen"

// resources declares how buffers and images get regions of an arena.
func (w *writer) resources(f *jen.File, a *arena) {
	w.binding(f, a)
	w.creating(f, a, "Buffer", jen.Id("info").Add(rt("BufferInfo")), jen.Null(), jen.Id("info").Dot("Size"))
	w.creating(f, a, "Image", jen.Id("info").Add(rt("ImageInfo")), jen.Id("info").Dot("Kind").Call(), jen.Uint64().Call(jen.Id("info").Dot("Width")))
	comment(f, "ready refuses what needs no call of the driver to be refused: a resource of so many bytes, or texels.")
	set := func(failure jen.Code) jen.Code { return jen.Id("failure").Op("=").Add(failure) }
	f.Add(a.method("ready").Params(jen.Id("size").Uint64()).Params(jen.Id("failure").Id("Failure")).BlockFunc(func(g *jen.Group) {
		w.guarded(g, a, nil, w.drained(a), jen.Switch().Block(
			jen.Case(own("closed")).Block(set(fails("Closed"))),
			jen.Case(jen.Id("size").Op("==").Lit(0)).Block(set(a.fails("InvalidRequest", is("detail", jen.Id("SizeIsZero"))))),
			jen.Case(own("slots").Dot("HasRoom").Call()).Block(),
			jen.Case(own("slots").Dot("IsExhausted").Call()).Block(set(a.fails("SerialExhausted"))),
			jen.Default().Block(set(a.fails("HostAllocationFailed")))), w.alarmed())
	}))
}

// binding declares the methods that bind and destroy resources of live regions.
func (w *writer) binding(f *jen.File, a *arena) {
	slot := jen.Id("slot")
	wrong := jen.Id("failure").Op("=").Add(a.fails("WrongResource"))
	w.onRegion(f, a, "BindBuffer", "BindBuffer gives a buffer its memory, a live region that AllocFor or Alloc reserved for one. A region has one resource, once and for all.",
		[]jen.Code{jen.Id("buffer").Add(rt("Buffer"))}, "", nil,
		jen.Switch().Block(
			jen.Case(jen.Id("buffer").Op("==").Lit(0), slot.Clone().Dot("Bound"), slot.Clone().Dot("Image"), slot.Clone().Dot("Optimal"),
				slot.Clone().Dot("Resource").Op("!=").Lit(0).Op("&&").Add(slot.Clone()).Dot("Resource").Op("!=").Uint64().Call(jen.Id("buffer"))).Block(wrong),
			jen.Default().Block(
				jen.Id("failure").Op("=").Add(own("bind")).Call(slot.Clone(), own("device").Dot("BufferRequirements").Call(jen.Id("buffer"))))))
	w.onRegion(f, a, "BindImage", "BindImage gives an image of a kind its memory, a live region that AllocFor reserved for one of that kind. A region has one resource, once and for all.",
		[]jen.Code{jen.Id("image").Add(rt("Image")), jen.Id("kind").Add(rt("ResourceKind"))}, "", nil,
		jen.Switch().Block(
			jen.Case(jen.Id("image").Op("==").Lit(0), slot.Clone().Dot("Bound"), slot.Clone().Dot("Optimal").Op("!=").Parens(jen.Id("kind").Op("==").Add(rt("Optimal"))),
				slot.Clone().Dot("Resource").Op("!=").Lit(0).Op("&&").Parens(jen.Op("!").Add(slot.Clone()).Dot("Image").Op("||").Add(slot.Clone()).Dot("Resource").Op("!=").Uint64().Call(jen.Id("image")))).Block(wrong),
			jen.Default().Block(
				jen.Id("failure").Op("=").Add(own("bind")).Call(slot.Clone(), own("device").Dot("ImageRequirements").Call(jen.Id("image"), jen.Id("kind"))))))
	w.bind(f, a)
	for _, resource := range []struct{ name, lower string }{{"Buffer", "buffer"}, {"Image", "image"}} {
		isImage := jen.Id("slot").Dot("Image")
		if resource.name == "Image" {
			isImage = jen.Op("!").Add(isImage)
		}
		w.onRegion(f, a, "Destroy"+resource.name, "Destroy"+resource.name+" destroys the "+resource.lower+" that is bound to a live region, and frees the region.",
			[]jen.Code{jen.Id(resource.lower).Add(rt(resource.name))}, "", nil,
			jen.If(jen.Op("!").Id("slot").Dot("Bound").Op("||").Add(isImage).Op("||").Id("slot").Dot("Resource").Op("!=").Uint64().Call(jen.Id(resource.lower))).Block(wrong).Else().Block(
				w.ending(a, own("device").Dot("Destroy"+resource.name).Call(jen.Id(resource.lower)))...))
	}
}

// bind declares what both kinds of resource have in common.
func (w *writer) bind(f *jen.File, a *arena) {
	detail := func(name string) jen.Code {
		return jen.Return(a.fails("InvalidRequest", is("detail", jen.Id(name))))
	}
	comment(f, "bind binds a resource to a region if what it requires is so.")
	f.Add(a.method("bind").Params(jen.Id("slot").Op("*").Id(a.slots+"Slot"), jen.Id("r").Add(rt("Requirements"))).Id("Failure").Block(
		jen.Id("offset").Op(":=").Add(own("offsetOf")).Call(jen.Id("slot")),
		jen.Switch().Block(
			jen.Case(jen.Id("r").Dot("TypeBits").Op(">>").Add(w.typeAt(a, jen.Int().Call(jen.Id("slot").Dot("Rank")))).Op("&").Lit(1).Op("==").Lit(0)).Block(detail("ResourceNeedsOtherType")),
			jen.Case(jen.Id("offset").Op("&").Parens(jen.Id("r").Dot("Alignment").Op("-").Lit(1)).Op("!=").Lit(0)).Block(detail("ResourceNeedsAlignment")),
			jen.Case(jen.Id("r").Dot("Size").Op(">").Id("slot").Dot("Size")).Block(detail("ResourceNeedsMore")),
			jen.Case(jen.Id("r").Dot("RequiresDedicated").Op("&&").Parens(jen.Op("!").Id("slot").Dot("Dedicated").Op("||").Id("slot").Dot("Resource").Op("==").Lit(0))).Block(detail("ResourceNeedsOwnMemory"))),
		jen.Id("wanted").Op(":=").Id("request").Values(jen.Id("needs").Op(":").Id("r"), jen.Id("bind").Op(":").True()),
		w.orMissing(a),
		jen.Id("failure").Op(":=").Add(own("bindTo")).Call(jen.Op("&").Id("wanted"), own("memoryOf").Call(own("blockOf").Call(jen.Id("slot"))), jen.Id("offset"), jen.Id("slot").Dot("Pool"), jen.Int().Call(jen.Id("slot").Dot("Rank"))),
		jen.If(jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
			jen.List(jen.Id("slot").Dot("Resource"), jen.Id("slot").Dot("Image"), jen.Id("slot").Dot("Bound")).Op("=").List(jen.Id("wanted").Dot("resource").Call(), jen.Id("r").Dot("Image").Op("!=").Lit(0), jen.True())),
		jen.Return(jen.Id("failure"))))

	comment(f, "bindTo binds the resource of a request that wants that to a place in memory.")
	native := func(resource string) jen.Code {
		return jen.Return(own("called").Call(jen.Id("callBind"+resource), jen.Id("pool"), jen.Id("rank"),
			own("device").Dot("Bind"+resource).Call(needs(resource), jen.Id("memory"), jen.Id("offset"))))
	}
	f.Add(a.method("bindTo").Params(jen.Id("r").Op("*").Id("request"), jen.Id("memory").Add(rt("Memory")), jen.Id("offset").Uint64(), jen.Id("pool").Uint8(), jen.Id("rank").Int()).Id("Failure").Block(
		jen.If(jen.Op("!").Id("r").Dot("bind")).Block(jen.Return(jen.Id("Failure").Values())),
		jen.If(needs("Image").Op("!=").Lit(0)).Block(native("Image")),
		native("Buffer")))
}

// creating declares CreateBuffer or CreateImage.
func (w *writer) creating(f *jen.File, a *arena, name string, info, kind, size jen.Code) {
	lower := map[string]string{"Buffer": "buffer", "Image": "image"}[name]
	resource := jen.Id(lower)
	requirements := []jen.Code{resource.Clone()}
	if name == "Image" {
		requirements = append(requirements, kind)
	}
	undone := jen.Return(jen.Lit(0), jen.Id(a.handle).Values(), jen.Id("failure"))
	create := own("device").Dot("Create" + name).Call(jen.Id("info"))
	comment(f, "Create"+name+" makes "+map[string]string{"Buffer": "a buffer", "Image": "an image"}[name]+" and binds it to a region reserved for it. What fails leaves neither.", w.errorsOf("Create"+name, a.Name))
	f.Add(a.method("Create"+name).Params(info).Params(resource.Clone().Add(rt(name)), jen.Id("handle").Id(a.handle), jen.Id("failure").Id("Failure")).Block(
		w.siteHere(),
		jen.If(jen.Id("failure").Op("=").Add(own("ready")).Call(size), jen.Id("failure").Dot("Failed").Call()).Block(undone.Clone()),
		w.tooLarge(a, name),
		jen.List(resource.Clone(), jen.Id("result")).Op(":=").Add(create.Clone()),
		jen.If(jen.Parens(failing(is("result", jen.Id("result")))).Dot("isStarved").Call().Op("&&").Add(own("allocator")).Dot("reclaimIdle").Call()).Block(
			jen.List(resource.Clone(), jen.Id("result")).Op("=").Add(create.Clone())),
		jen.If(jen.Id("result").Op("!=").Add(rt("Success"))).Block(
			jen.Return(jen.Lit(0), jen.Id(a.handle).Values(), a.fails("Call", is("result", jen.Id("result")), is("a", jen.Id("callCreate"+name))))),
		jen.Id("wanted").Op(":=").Id("request").Values(jen.Id("needs").Op(":").Add(own("device")).Dot(name+"Requirements").Call(requirements...), jen.Id("bind").Op(":").True()),
		jen.If(jen.List(jen.Id("handle"), jen.Id("failure")).Op("=").Add(own("serve")).Call(append([]jen.Code{jen.Op("&").Id("wanted")}, w.siteTaken()...)...), jen.Op("!").Id("failure").Dot("Failed").Call()).Block(
			jen.Return(resource.Clone(), jen.Id("handle"), jen.Id("failure"))),
		own("device").Dot("Destroy"+name).Call(resource.Clone()),
		undone.Clone()))
}

// tooLarge refuses a buffer larger than the device makes any.
func (w *writer) tooLarge(a *arena, name string) jen.Code {
	if name != "Buffer" {
		return jen.Null()
	}
	limit := own("device").Dot("Limits").Call().Dot("MaxBufferSize")
	return jen.If(jen.Id("limit").Op(":=").Add(limit), jen.Id("info").Dot("Size").Op(">").Id("limit")).Block(
		jen.Return(jen.Lit(0), jen.Id(a.handle).Values(), a.fails("AllocationTooLarge", is("a", jen.Id("info").Dot("Size")), is("b", jen.Min(jen.Id("limit"), w.ceiling(a))))))
}
