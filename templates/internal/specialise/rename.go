package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A renamer gives the package-level identifiers in one file of a unit their
// prefixes, by object, so that shadowing names are left alone. An identifier
// of an imported template becomes one of the same package.
type renamer struct {
	*unit
	*source
	given map[string]bool // new names that occur in the file
}

// rename renames what u declares and uses, and its files, and puts them into
// package pkg.
func (u *unit) rename(pkg string) error {
	for _, s := range u.files {
		r := &renamer{unit: u, source: s, given: map[string]bool{}}
		s.replace(s.syntax.Name.Pos(), s.syntax.Name.End(), pkg)
		ast.Inspect(s.syntax, r.visit)
		if err := r.captured(); err != nil {
			return err
		}
		r.comments()
	}
	for _, s := range u.files {
		s.name = u.outputName(s.base)
		s.apply()
	}
	return nil
}

func (r *renamer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok == token.IMPORT {
			r.dropImports(n)
			return false
		}
	case *ast.SelectorExpr:
		if o := r.imported(n); o != nil {
			r.put(n, r.newName(o))
			return false
		}
	case *ast.Ident:
		o := r.info.Uses[n]
		if o == nil {
			o = r.info.Defs[n]
		}
		if to := r.newName(o); to != "" {
			r.put(n, to)
		}
	}
	return true
}

func (r *renamer) put(n ast.Node, name string) {
	r.given[name] = true
	r.replace(n.Pos(), n.End(), name)
}

// imported returns what pkg.Name stands for, if pkg is a template.
func (r *renamer) imported(n *ast.SelectorExpr) types.Object {
	id, ok := n.X.(*ast.Ident)
	if !ok {
		return nil
	}
	pkg, ok := r.info.Uses[id].(*types.PkgName)
	if !ok || r.names[pkg.Imported()] == nil {
		return nil
	}
	return r.info.Uses[n.Sel]
}

// newName returns the prefixed name of a package-level object, or of a field
// embedded by the name of one; "" for all others.
func (u *unit) newName(o types.Object) string {
	if v, ok := o.(*types.Var); ok && v.Embedded() {
		o = typeName(v.Type())
	}
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return ""
	}
	owner := u.names[o.Pkg()]
	if owner == nil || o.Name() == "_" {
		return ""
	}
	return owner.prefixed(o)
}

// typeName returns the declared name of t or of what t points to.
func typeName(t types.Type) types.Object {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(interface{ Obj() *types.TypeName }); ok {
		return named.Obj()
	}
	return nil
}

// prefixed returns the name of o in the output. The go command finds tests by
// how their names begin, so there the prefix goes inside.
func (u *unit) prefixed(o types.Object) string {
	name := o.Name()
	if _, ok := o.(*types.Func); ok && u.inTest(o.Pos()) {
		if kind := testKind(name); kind != "" {
			return kind + title(u.prefix) + title(name[len(kind):])
		}
	}
	return u.prefix + title(name)
}

func (u *unit) inTest(p token.Pos) bool {
	return strings.HasSuffix(u.fset.Position(p).Filename, "_test.go")
}

// testKind returns "Test", "Benchmark" or "Fuzz" for the name of such a
// function, else "".
func testKind(name string) string {
	for _, kind := range []string{"Test", "Benchmark", "Fuzz"} {
		if rest, ok := strings.CutPrefix(name, kind); ok {
			if first, _ := utf8.DecodeRuneInString(rest); rest == "" || !unicode.IsLower(first) {
				return kind
			}
		}
	}
	return ""
}

// captured reports a local identifier that would shadow a new name.
func (r *renamer) captured() error {
	var first *ast.Ident
	for id, o := range r.info.Defs {
		if o == nil || !r.given[id.Name] || r.global(o) || o.Parent() == nil {
			continue
		}
		if first == nil || id.Pos() < first.Pos() {
			first = id
		}
	}
	if first == nil {
		return nil
	}
	return r.errorf(first.Pos(), "%s would hide the name that a declaration gets with prefix %s", first.Name, r.prefix)
}

// dropImports removes imports of templates.
func (r *renamer) dropImports(g *ast.GenDecl) {
	r.removeSpecs(g, func(spec ast.Spec) bool { return r.deps[importPath(spec.(*ast.ImportSpec))] != nil })
}
