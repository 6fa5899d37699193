package specialise

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Verify reports what a template may not contain, with positions. A template
// imports the standard library and other templates of the library only. It
// has no init function, package-level variable, interface type, function
// literal or value, map, channel, goroutine, defer, type parameter, build constraint, or directive to
// embed or generate, and no two identifiers that a prefix would make one, as
// size and Size. Its test file may have all but build constraints, such
// directives and a TestMain. Nothing is imported with . or _.
func Verify(src Source, sources []Source) []error {
	_, errs := verify(src, sources)
	return errs
}

// verify is Verify, and returns the template as it was checked, with the defaults
// of its parameters.
func verify(src Source, sources []Source) (*unit, []error) {
	b := &builder{library: newLibrary(token.NewFileSet(), append(sources[:len(sources):len(sources)], src)), byKey: map[string]*unit{}}
	t, err := b.template(src.Path)
	if err != nil {
		return nil, []error{err}
	}
	u := &unit{template: t, prefix: t.name, file: t.name}
	err = b.build(u)
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return u, joined.Unwrap()
	}
	if err != nil {
		return u, []error{err}
	}
	return u, nil
}

// rules returns the rules that u breaks.
func (u *unit) rules(l *library) (errs []error) {
	report := func(pos token.Pos, message, hint string) {
		if message != "" {
			errs = append(errs, &Violation{At: u.fset.Position(pos), Message: message, Hint: hint})
		}
	}
	names := map[string]*ast.Ident{}
	for _, s := range u.files {
		for _, id := range declared(s.syntax) {
			if other := names[title(id.Name)]; other != nil && other.Name != id.Name {
				report(id.Pos(), fmt.Sprintf("with a prefix, %s and %s would be one name", other.Name, id.Name), "rename one of them")
			}
			names[title(id.Name)] = id
		}
		for _, spec := range s.syntax.Imports {
			message, hint := l.importRule(spec)
			report(spec.Pos(), message, hint)
		}
		for _, g := range s.syntax.Comments {
			for _, c := range g.List {
				message, hint := commentRule(c.Text)
				report(c.Pos(), message, hint)
			}
		}
		for _, d := range s.syntax.Decls {
			message, hint := declRule(d, s.test)
			report(d.Pos(), message, hint)
		}
		if s.test {
			continue
		}
		allowed := map[ast.Expr]bool{} // functions that are called, and types of those that are declared
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case nil:
				return true
			case *ast.CallExpr:
				allowed[ast.Unparen(n.Fun)] = true
			case *ast.FuncDecl:
				allowed[n.Type] = true
			}
			message, hint := u.nodeRule(n)
			if e, ok := n.(ast.Expr); ok && message == "" && u.isOfFunction(e) && !allowed[e] {
				message, hint = "a template has no function values", "call the function by its name: generated code has no dynamic calls"
			}
			report(n.Pos(), message, hint)
			return message == ""
		})
	}
	return errs
}

func (l *library) importRule(spec *ast.ImportSpec) (message, hint string) {
	p := importPath(spec)
	if spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_") {
		return fmt.Sprintf("a template imports nothing as %s", spec.Name.Name), "import it under its name"
	}
	if p == "unsafe" {
		return "a template does not import unsafe", "index a slice: generated code is memory-safe"
	}
	first, _, _ := strings.Cut(p, "/")
	if _, ok := l.sources[p]; !ok && (strings.Contains(first, ".") || p == "C") {
		return fmt.Sprintf("a template imports the standard library and templates only, not %s", p), "move what it needs of that into the template"
	}
	return "", ""
}

func commentRule(text string) (message, hint string) {
	for _, directive := range []string{"//go:build", "//go:embed", "//go:generate", "// +build"} {
		if strings.HasPrefix(text, directive) {
			return fmt.Sprintf("a template has no %s line", directive), "remove it: it would be copied into the generated package"
		}
	}
	if strings.HasPrefix(text, marker) {
		return fmt.Sprintf("%s stands after a package-level constant, on its line", marker), "write const name = 16 " + marker
	}
	return "", ""
}

func declRule(d ast.Decl, test bool) (message, hint string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body == nil {
			return "a template has no function without a body", "write it in Go"
		}
		if d.Recv == nil && d.Name.Name == "init" && !test {
			return "a template has no init function", "do it where a value is made ready for use"
		}
		if d.Recv == nil && d.Name.Name == "TestMain" {
			return "a template has no TestMain", "the test that needs it can do it by itself"
		}
	case *ast.GenDecl:
		if d.Tok == token.VAR && !test {
			return "a template has no package-level variables", "make it a constant or a field: every allocator has its own"
		}
	}
	return "", ""
}

// isOfFunction reports whether an expression is a function, or the type of one, such
// as a field may have.
func (p *program) isOfFunction(e ast.Expr) bool {
	if _, isType := e.(*ast.FuncType); isType {
		return true
	}
	tv, ok := p.info.Types[e]
	if id, isIdent := e.(*ast.Ident); isIdent {
		f, isFunc := p.info.Uses[id].(*types.Func)
		return isFunc && f.Signature().Recv() == nil && p.global(f)
	}
	if !ok || !tv.IsValue() {
		return false
	}
	_, isFunc := tv.Type.Underlying().(*types.Signature)
	return isFunc
}

func (p *program) nodeRule(n ast.Node) (message, hint string) {
	const concrete, branches = "use the concrete type: generated code has no dynamic calls", "write a function or a branch: nothing that a template does needs memory of its own"
	switch n := n.(type) {
	case *ast.InterfaceType:
		return "a template has no interface types", concrete
	case *ast.Ident:
		if o := p.info.Uses[n]; o != nil && o.Parent() == types.Universe && types.IsInterface(o.Type()) {
			return fmt.Sprintf("a template has no interface types, nor %s", n.Name), concrete
		}
	case *ast.FuncLit:
		return "a template has no function literals", branches
	case *ast.MapType:
		return "a template has no maps", "index a slice: a map is garbage as it grows, and its order is another each time"
	case *ast.RangeStmt:
		if t := p.info.TypeOf(n.X); t == nil || t == types.Typ[types.Invalid] {
			return "a template ranges over nothing whose type another package decides", "range over a slice, or convert a number: an iterator is a function value"
		}
	case *ast.ChanType:
		return "a template has no channels", "it is called under a lock, by one goroutine at a time"
	case *ast.GoStmt:
		return "a template starts no goroutines", "it is called under a lock, by one goroutine at a time"
	case *ast.DeferStmt:
		return "a template has no defer", "do it before each return"
	case *ast.FuncType:
		if n.TypeParams != nil {
			return "a template has no type parameters", concrete
		}
	case *ast.TypeSpec:
		if n.TypeParams != nil {
			return "a template has no type parameters", concrete
		}
	}
	return "", ""
}
