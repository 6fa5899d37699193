package glue

import "github.com/dave/jennifer/jen"

// Names and call sites stand beside the slots, in tables of their own, where
// the plan wants them. A region loses both before its slot is vacated, so that
// whatever a panic cuts short, no vacant slot has them.

// A tag is what a slot can carry.
type tag struct {
	field string // of the arena: the table
	typ   string
	law   string // which a vacant slot keeps
	none  jen.Code
}

// tags returns what slots carry.
func (w *writer) tags() (list []tag) {
	if w.plan.Names {
		list = append(list, tag{"names", "namesTable", "only live regions have names", jen.Lit("")})
	}
	if w.plan.CallSites {
		list = append(list, tag{"sites", "callsitesTable", "only live regions have call sites", jen.Lit(0)})
	}
	return list
}

// tagFields declares an arena's tables of tags.
func (w *writer) tagFields(g *jen.Group) {
	for _, t := range w.tags() {
		g.Id(t.field).Id(t.typ)
	}
}

// forgetTags takes what live slot i carries.
func (w *writer) forgetTags(g *jen.Group) {
	for _, t := range w.tags() {
		g.Add(own(t.field)).Dot("Set").Call(jen.Id("i"), t.none)
	}
}

// tagsOfVacant returns the law that vacant slot i breaks, if it carries what
// only a live one may.
func (w *writer) tagsOfVacant(g *jen.Group) {
	for _, t := range w.tags() {
		g.If(jen.Op("!").Add(own("slots")).Dot("IsLive").Call(jen.Id("i")).Op("&&").Add(own(t.field)).Dot("Of").Call(jen.Id("i")).Op("!=").Add(t.none)).
			Block(jen.Return(jen.Lit(t.law)))
	}
}

// site is the parameter by which a call site reaches the lock, if there is one.
func (w *writer) site() []jen.Code {
	if !w.plan.CallSites {
		return nil
	}
	return []jen.Code{jen.Id("site").Uintptr()}
}

// siteTaken is the argument for that parameter.
func (w *writer) siteTaken() []jen.Code {
	if !w.plan.CallSites {
		return nil
	}
	return []jen.Code{jen.Id("site")}
}

// siteHere opens a method whose caller it is that a region remembers.
func (w *writer) siteHere() jen.Code {
	if !w.plan.CallSites {
		return jen.Null()
	}
	return jen.Id("site").Op(":=").Id("callsitesCaller").Call()
}

// keepSite gives the region of handle its call site. The zero handle of a
// failure is found nowhere.
func (w *writer) keepSite(a *arena) []jen.Code {
	if !w.plan.CallSites {
		return nil
	}
	return []jen.Code{jen.If(
		jen.List(jen.Id("i"), jen.Id("ok")).Op(":=").Add(own("slots")).Dot("Find").Call(jen.Id("handle").Dot(a.lower)), jen.Id("ok")).
		Block(own("sites").Dot("Set").Call(jen.Id("i"), jen.Id("site")))}
}

// tagMethods declares SetName and Name, and CallSite.
func (w *writer) tagMethods(f *jen.File, a *arena) {
	handle := jen.Id("handle").Id(a.handle)
	failure := jen.Id("failure").Id("Failure")
	if w.plan.Names {
		comment(f, "SetName gives a live region a name in place of the one that it had. The arena keeps the string itself until the region is freed; \"\" is none.",
			w.errorsOf("SetName", a.Name))
		f.Add(a.method("SetName").Params(handle, jen.Id("name").String()).Params(failure).BlockFunc(func(g *jen.Group) {
			w.guardedLive(g, a, nil, own("names").Dot("Set").Call(jen.Id("i"), jen.Id("name")), w.notedName())
		}))
		comment(f, "Name returns the name of a live region, \"\" if it has none.", w.errorsOf("Name", a.Name))
		f.Add(a.method("Name").Params(handle).Params(jen.Id("name").String(), failure).BlockFunc(func(g *jen.Group) {
			w.guardedLive(g, a, []string{"name"}, jen.Id("name").Op("=").Add(own("names")).Dot("Of").Call(jen.Id("i")))
		}))
	}
	if w.plan.CallSites {
		comment(f, "CallSite returns where a live region was asked for.", w.errorsOf("CallSite", a.Name))
		f.Add(a.method("CallSite").Params(handle).Params(jen.Id("site").Id("CallSite"), failure).BlockFunc(func(g *jen.Group) {
			w.guardedLive(g, a, []string{"site"},
				jen.Id("site").Op("=").Id("CallSite").Call(jen.Id("callsitesResolve").Call(own("sites").Dot("Of").Call(jen.Id("i")))))
		}))
	}
}

// callSite declares the type of a call site.
func (w *writer) callSite(f *jen.File) {
	if !w.plan.CallSites {
		return
	}
	comment(f, "CallSite is where a region was asked for: the call of "+map[bool]string{false: "Alloc", true: "Alloc or AllocFor"}[w.vulkan()]+". It is zero where that isn't known.")
	f.Type().Id("CallSite").Struct(
		jen.Id("File").String().Comment("its path as the compiler saw it"),
		jen.Id("Line").Int(),
		jen.Id("Function").String().Comment("with the path of its package"))
}
