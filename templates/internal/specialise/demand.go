package specialise

import (
	"fmt"
	"go/ast"
	"go/types"
)

// blame returns an error of u as one of a template that u imports, if it is that a
// demand of u does not hold, a constant without a name, of a constant that is one of
// that template.
func (u *unit) blame(err error) error {
	v, ok := err.(*Violation)
	if !ok {
		return err
	}
	demand := u.blankAt(v)
	if demand == nil {
		return err
	}
	ast.Inspect(demand, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if c := u.imported(u.info.Uses[id]); c != nil && err == v {
			err = &Violation{
				At:      u.fset.Position(c.Pos()),
				Message: fmt.Sprintf("%s is %s, and what uses it demands %s", c.Name(), c.Val(), types.ExprString(demand)),
				Member:  c.Name(),
			}
		}
		return true
	})
	return err
}

// blankAt returns the value of the constant without a name that a violation is in.
func (u *unit) blankAt(v *Violation) (value ast.Expr) {
	u.constants(func(name *ast.Ident, e ast.Expr) {
		if at := u.fset.Position(e.Pos()); name.Name == "_" && at.Filename == v.At.Filename && at.Line == v.At.Line {
			value = e
		}
	})
	return value
}

// imported returns the constant of another template that one of u's is, if it is.
func (u *unit) imported(o types.Object) (c *types.Const) {
	u.constants(func(name *ast.Ident, e ast.Expr) {
		if s, ok := e.(*ast.SelectorExpr); ok && o != nil && u.info.Defs[name] == o {
			c, _ = u.info.Uses[s.Sel].(*types.Const)
		}
	})
	return c
}

// constants calls f with every constant of u at package level that has a value.
func (u *unit) constants(f func(name *ast.Ident, value ast.Expr)) {
	for _, s := range u.files {
		for _, d := range s.syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				v, ok := spec.(*ast.ValueSpec)
				for i := 0; ok && i < len(v.Values); i++ {
					f(v.Names[i], v.Values[i])
				}
			}
		}
	}
}
