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
// literal, goroutine, defer, type parameter, build constraint, or directive to
// embed or generate. Its test file may have all but build constraints, such
// directives and a TestMain. Nothing is imported with . or _.
func Verify(src Source, sources []Source) []error {
	b := &builder{library: newLibrary(token.NewFileSet(), append(sources, src)), byKey: map[string]*unit{}}
	t, err := b.template(src.Path)
	if err == nil {
		err = b.build(&unit{template: t, prefix: t.name, file: t.name})
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err != nil {
		return []error{err}
	}
	return nil
}

// rules returns the rules that u breaks.
func (u *unit) rules(l *library) (errs []error) {
	report := func(pos token.Pos, format string, args ...any) {
		errs = append(errs, u.errorf(pos, format, args...))
	}
	for _, s := range u.files {
		for _, spec := range s.syntax.Imports {
			if problem := l.importRule(spec); problem != "" {
				report(spec.Pos(), "%s", problem)
			}
		}
		for _, g := range s.syntax.Comments {
			for _, c := range g.List {
				if problem := commentRule(c.Text); problem != "" {
					report(c.Pos(), "%s", problem)
				}
			}
		}
		for _, d := range s.syntax.Decls {
			if problem := declRule(d, s.test); problem != "" {
				report(d.Pos(), "%s", problem)
			}
		}
		if s.test {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if problem := u.nodeRule(n); problem != "" {
				report(n.Pos(), "%s", problem)
			}
			return true
		})
	}
	return errs
}

func (l *library) importRule(spec *ast.ImportSpec) string {
	p := importPath(spec)
	if spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_") {
		return fmt.Sprintf("a template imports nothing as %s", spec.Name.Name)
	}
	first, _, _ := strings.Cut(p, "/")
	if _, ok := l.sources[p]; !ok && (strings.Contains(first, ".") || p == "C") {
		return fmt.Sprintf("a template imports the standard library and templates only, not %s", p)
	}
	return ""
}

func commentRule(text string) string {
	for _, directive := range []string{"//go:build", "//go:embed", "//go:generate", "// +build"} {
		if strings.HasPrefix(text, directive) {
			return fmt.Sprintf("a template has no %s line", directive)
		}
	}
	if strings.HasPrefix(text, marker) {
		return fmt.Sprintf("%s stands after a package-level constant, on its line", marker)
	}
	return ""
}

func declRule(d ast.Decl, test bool) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.Name == "init" && !test {
			return "a template has no init function"
		}
		if d.Recv == nil && d.Name.Name == "TestMain" {
			return "a template has no TestMain"
		}
	case *ast.GenDecl:
		if d.Tok == token.VAR && !test {
			return "a template has no package-level variables"
		}
	}
	return ""
}

func (p *program) nodeRule(n ast.Node) string {
	switch n := n.(type) {
	case *ast.InterfaceType:
		return "a template has no interface types"
	case *ast.Ident:
		if o := p.info.Uses[n]; o != nil && o.Parent() == types.Universe && types.IsInterface(o.Type()) {
			return fmt.Sprintf("a template has no interface types, nor %s", n.Name)
		}
	case *ast.FuncLit:
		return "a template has no function literals"
	case *ast.GoStmt:
		return "a template starts no goroutines"
	case *ast.DeferStmt:
		return "a template has no defer"
	case *ast.FuncType:
		if n.TypeParams != nil {
			return "a template has no type parameters"
		}
	case *ast.TypeSpec:
		if n.TypeParams != nil {
			return "a template has no type parameters"
		}
	}
	return ""
}
