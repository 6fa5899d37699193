package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// pure reports whether evaluating e has no effect and cannot panic, so that
// nobody notices when it doesn't happen.
func (p *program) pure(e ast.Expr) bool {
	if tv := p.info.Types[e]; tv.Value != nil || tv.IsType() {
		return true
	}
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident, *ast.FuncLit:
		return true
	case *ast.ParenExpr:
		return p.pure(e.X)
	case *ast.SelectorExpr:
		return p.pureSelector(e)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && p.pure(e.X)
	case *ast.BinaryExpr:
		return p.pureBinary(e)
	case *ast.KeyValueExpr:
		return p.pure(e.Key) && p.pure(e.Value)
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(e ast.Expr) bool { return !p.pure(e) })
	case *ast.CallExpr:
		return p.pureCall(e)
	}
	return false
}

// pureSelector: names of a package, and fields reached without a pointer.
func (p *program) pureSelector(e *ast.SelectorExpr) bool {
	if id, ok := e.X.(*ast.Ident); ok {
		if _, ok := p.info.Uses[id].(*types.PkgName); ok {
			return true
		}
	}
	s := p.info.Selections[e]
	return s != nil && s.Kind() == types.FieldVal && !s.Indirect() && p.pure(e.X)
}

// pureBinary: what can't divide by zero, shift by a negative number, or
// compare interfaces.
func (p *program) pureBinary(e *ast.BinaryExpr) bool {
	constant := p.info.Types[e.Y].Value != nil
	t := p.info.TypeOf(e.Y)
	if t == nil {
		return false
	}
	basic, isBasic := t.Underlying().(*types.Basic)
	switch e.Op {
	case token.QUO, token.REM:
		return constant && p.pure(e.X)
	case token.SHL, token.SHR:
		unsigned := isBasic && basic.Info()&types.IsUnsigned != 0
		return (constant || unsigned) && p.pure(e.X) && p.pure(e.Y)
	case token.EQL, token.NEQ:
		if !isBasic || basic.Kind() == types.Invalid {
			return false
		}
	}
	return p.pure(e.X) && p.pure(e.Y)
}

// pureCall: conversions, except those of a slice to an array, which may be too
// short, and a few builtins.
func (p *program) pureCall(e *ast.CallExpr) bool {
	if slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return !p.pure(a) }) {
		return false
	}
	fun := p.info.Types[e.Fun]
	if fun.IsType() {
		_, isBasic := fun.Type.Underlying().(*types.Basic)
		return isBasic
	}
	id, ok := e.Fun.(*ast.Ident)
	return ok && fun.IsBuiltin() && slices.Contains([]string{"cap", "len", "max", "min", "new"}, id.Name)
}
