package specialise

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// A folder replaces, in one file, statements with a constant condition by
// what they come to. Edits of one statement leave those of the statements in
// the arm that stays valid, so nested statements fold in the same round.
type folder struct {
	*program
	*source
	values   map[types.Object]ast.Expr // of package-level constants
	targets  map[types.Object]bool     // labels that a goto names
	labelled map[ast.Stmt]bool
	jumps    bool // the function at hand has a goto
}

func (p *program) fold() {
	values := p.constants()
	for _, s := range p.files {
		f := &folder{program: p, source: s, values: values, targets: map[types.Object]bool{}, labelled: map[ast.Stmt]bool{}}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BranchStmt:
				if n.Tok == token.GOTO {
					f.targets[p.info.Uses[n.Label]] = true
				}
			case *ast.LabeledStmt:
				f.labelled[n.Stmt] = true
			}
			return true
		})
		ast.PreorderStack(s.syntax, nil, f.visit)
	}
}

func (f *folder) visit(n ast.Node, stack []ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		f.jumps = slices.ContainsFunc(slices.Collect(maps.Keys(f.targets)), func(label types.Object) bool {
			return n.Pos() <= label.Pos() && label.Pos() < n.End()
		})
	case *ast.BlockStmt:
		f.list(n.List, f.scope(n, stack), n.Rbrace)
	case *ast.CaseClause:
		f.list(n.Body, f.info.Scopes[n], n.End())
	case *ast.CommClause:
		f.list(n.Body, f.info.Scopes[n], n.End())
	case *ast.IfStmt:
		f.elseArm(n)
	case *ast.BinaryExpr:
		f.logic(n, stack[len(stack)-1])
	case *ast.ParenExpr:
		f.paren(n, stack[len(stack)-1])
	}
	return true
}

// scope returns the scope of the statements in b; that of a function's body
// is the one of its parameters.
func (f *folder) scope(b *ast.BlockStmt, stack []ast.Node) *types.Scope {
	switch parent := stack[len(stack)-1].(type) {
	case *ast.FuncDecl:
		return f.info.Scopes[parent.Type]
	case *ast.FuncLit:
		return f.info.Scopes[parent.Type]
	}
	return f.info.Scopes[b]
}

// list folds the statements of a block or clause that ends at end.
func (f *folder) list(list []ast.Stmt, scope *types.Scope, end token.Pos) {
	for i, st := range list {
		for {
			l, ok := st.(*ast.LabeledStmt)
			if !ok {
				break
			}
			st = l.Stmt
		}
		into := splice{scope, list[i+1:]}
		switch st := st.(type) {
		case *ast.IfStmt:
			f.ifStmt(st, into)
		case *ast.ForStmt:
			f.forStmt(st)
		case *ast.SwitchStmt:
			f.switchStmt(st, into)
		case *ast.BlockStmt:
			if f.fits(st.List, splice{}) {
				f.unwrap(st, st, true)
			}
		}
	}
	f.unreachable(list, end)
}

// truth returns the value of a condition, if it is known. It follows from the
// constants in it; "x && false" is known only if x has no effect.
func (f *folder) truth(e ast.Expr) (value, known bool) {
	if v := f.info.Types[e].Value; v != nil && v.Kind() == constant.Bool {
		return constant.BoolVal(v), f.portable(e)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.truth(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			value, known = f.truth(e.X)
			return !value, known
		}
	case *ast.BinaryExpr:
		if e.Op != token.LAND && e.Op != token.LOR {
			return false, false
		}
		decides := e.Op == token.LOR // the operand that settles it
		x, xKnown := f.truth(e.X)
		y, yKnown := f.truth(e.Y)
		switch {
		case xKnown && x == decides:
			return decides, true
		case yKnown && y == decides && f.pure(e.X):
			return decides, true
		case xKnown && yKnown:
			return !decides, true
		}
	}
	return false, false
}

// logic removes the known operand of && or ||.
func (f *folder) logic(b *ast.BinaryExpr, parent ast.Node) {
	if b.Op != token.LAND && b.Op != token.LOR || f.info.Types[b].Value != nil {
		return
	}
	if value, known := f.truth(b); known {
		f.replace(b.Pos(), b.End(), constant.MakeBool(value).String())
		return
	}
	if _, known := f.truth(b.X); known {
		from, to := f.bare(b.Y, parent)
		f.remove(b.Pos(), from)
		f.remove(to, b.End())
	} else if y, known := f.truth(b.Y); known && y == (b.Op == token.LAND) {
		from, to := f.bare(b.X, parent)
		f.remove(b.Pos(), from)
		f.remove(to, b.End())
	}
}

// bare returns the range of an operand that takes the place of the whole
// expression, without parentheses that it needs no longer.
func (f *folder) bare(e ast.Expr, parent ast.Node) (from, to token.Pos) {
	paren, ok := e.(*ast.ParenExpr)
	if _, isOperand := parent.(ast.Expr); !ok || isOperand || literal(paren.X) {
		return e.Pos(), e.End()
	}
	return paren.X.Pos(), paren.X.End()
}

// paren removes the parentheses that folding left around a single operand.
func (f *folder) paren(p *ast.ParenExpr, parent ast.Node) {
	b, ok := parent.(*ast.BinaryExpr)
	if !ok || b.Op != token.LAND && b.Op != token.LOR || literal(p.X) {
		return
	}
	switch p.X.(type) {
	case *ast.Ident, *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
		f.remove(p.Lparen, p.X.Pos())
		f.remove(p.X.End(), p.End())
	}
}

// literal reports whether a composite literal, which needs parentheses in
// the header of a statement, occurs in e.
func literal(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		_, ok := n.(*ast.CompositeLit)
		found = found || ok
		return true
	})
	return found
}

// constants returns the expressions of the package-level constants; one that
// repeats the expression above it, as in an iota group, has that one.
func (p *program) constants() map[types.Object]ast.Expr {
	values := map[types.Object]ast.Expr{}
	for _, s := range p.files {
		for _, d := range s.syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			var last []ast.Expr
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if len(v.Values) > 0 {
					last = v.Values
				}
				for i, id := range v.Names {
					if i < len(last) {
						values[p.info.Defs[id]] = last[i]
					}
				}
			}
		}
	}
	return values
}

// portable reports whether a constant is the same on 32-bit machines:
// go/types computes for 64 bits. Sizes don't come into it: no template imports
// unsafe.
func (f *folder) portable(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.XOR {
				b, isBasic := f.info.TypeOf(n).Underlying().(*types.Basic)
				ok = ok && !(isBasic && slices.Contains([]types.BasicKind{types.Uint, types.Uintptr}, b.Kind()))
			}
		case *ast.Ident:
			if value := f.values[f.info.Uses[n]]; value != nil {
				ok = ok && f.portable(value)
			}
		}
		return ok
	})
	return ok
}
