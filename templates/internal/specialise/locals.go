package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A localPruner removes, in one function, the variables that are never read
// together with what is written to them, and constants, types and labels that
// are not used. A value whose evaluation has an effect stays, assigned to _.
type localPruner struct {
	*program
	*source
	dead map[types.Object]bool
}

func (p *program) pruneLocals(s *source, d *ast.FuncDecl) {
	if d.Body == nil {
		return
	}
	l := &localPruner{p, s, map[types.Object]bool{}}
	l.find(d)
	ast.PreorderStack(d.Body, nil, l.visit)
}

// find fills in dead.
func (l *localPruner) find(d *ast.FuncDecl) {
	written := map[*ast.Ident]bool{} // where an identifier is only assigned to
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
					written[id] = true
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok {
					written[id] = true
				}
			}
		}
		return true
	})
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			return false // parameters and results stay
		case *ast.StructType, *ast.InterfaceType:
			return false
		case *ast.Ident:
			if o := l.info.Defs[n]; o != nil && n.Name != "_" {
				l.dead[o] = true
			}
		}
		return true
	})
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !written[id] {
			delete(l.dead, l.info.Uses[id])
		}
		return true
	})
}

func (l *localPruner) visit(n ast.Node, stack []ast.Node) bool {
	parent := stackTop(stack)
	switch n := n.(type) {
	case *ast.AssignStmt:
		l.assign(n, parent)
	case *ast.RangeStmt:
		l.rangeStmt(n)
	case *ast.DeclStmt:
		l.decl(n)
	case *ast.LabeledStmt:
		if l.dead[l.info.Defs[n.Label]] {
			l.remove(n.Pos(), n.Stmt.Pos())
		}
	}
	return true
}

func stackTop(stack []ast.Node) ast.Node {
	if len(stack) == 0 {
		return nil
	}
	return stack[len(stack)-1]
}

// isDead reports whether e is a variable that is never read.
func (l *localPruner) isDead(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	o := l.info.Defs[id]
	if o == nil {
		o = l.info.Uses[id]
	}
	return l.dead[o]
}

// assign takes dead variables, and values for _, out of an assignment.
func (l *localPruner) assign(n *ast.AssignStmt, parent ast.Node) {
	if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		return
	}
	if _, ok := parent.(*ast.TypeSwitchStmt); ok && parent.(*ast.TypeSwitchStmt).Assign == n {
		return
	}
	paired := len(n.Lhs) == len(n.Rhs)
	var left, right []string
	defines := false
	for i, e := range n.Lhs {
		gone := l.isDead(e) || isBlankIdent(e)
		if gone && paired && l.pure(n.Rhs[i]) {
			continue
		}
		text := l.code(e)
		if gone {
			text = "_"
		} else if id, ok := e.(*ast.Ident); ok && l.info.Defs[id] != nil {
			defines = true
		}
		left = append(left, text)
		if paired {
			right = append(right, l.code(n.Rhs[i]))
		}
	}
	if len(left) == 0 {
		l.drop(n, parent)
		return
	}
	if !paired {
		right = []string{l.code(n.Rhs[0])}
	}
	tok := token.ASSIGN
	if n.Tok == token.DEFINE && defines {
		tok = token.DEFINE
	}
	text := strings.Join(left, ", ") + " " + tok.String() + " " + strings.Join(right, ", ")
	if text != l.code(n) && l.changes(n) {
		l.replace(n.Pos(), n.End(), text)
	}
}

// changes reports whether an assignment has something for assign to take out.
func (l *localPruner) changes(n *ast.AssignStmt) bool {
	paired := len(n.Lhs) == len(n.Rhs)
	for i, e := range n.Lhs {
		if l.isDead(e) || isBlankIdent(e) && paired && l.pure(n.Rhs[i]) {
			return true
		}
	}
	return false
}

func isBlankIdent(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// drop removes a simple statement from where it stands in its parent.
func (l *localPruner) drop(n ast.Stmt, parent ast.Node) {
	switch parent := parent.(type) {
	case *ast.IfStmt:
		l.remove(n.Pos(), parent.Cond.Pos())
	case *ast.SwitchStmt:
		if parent.Tag != nil {
			l.remove(n.Pos(), parent.Tag.Pos())
		} else {
			l.remove(n.Pos(), parent.Body.Lbrace)
		}
	case *ast.TypeSwitchStmt:
		l.remove(n.Pos(), parent.Assign.Pos())
	case *ast.ForStmt, *ast.LabeledStmt:
		l.remove(n.Pos(), n.End())
	default:
		l.removeStmt(n)
	}
}

// rangeStmt takes dead variables out of the header of a range loop.
func (l *localPruner) rangeStmt(n *ast.RangeStmt) {
	key, value := l.isDead(n.Key), n.Value != nil && l.isDead(n.Value)
	switch {
	case n.Key == nil:
	case (key || isBlankIdent(n.Key)) && (n.Value == nil || value || isBlankIdent(n.Value)):
		l.remove(n.Key.Pos(), n.Range)
	case value:
		l.remove(n.Key.End(), n.Value.End())
	case key:
		l.replace(n.Key.Pos(), n.Key.End(), "_")
	}
}

// decl removes dead names from a declaration in a function.
func (l *localPruner) decl(n *ast.DeclStmt) {
	d := n.Decl.(*ast.GenDecl)
	gone := func(spec ast.Spec) bool {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			return l.isDead(spec.Name)
		case *ast.ValueSpec:
			return l.deadSpec(spec)
		}
		return false
	}
	if d.Tok == token.CONST && positional(d) {
		if !slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return !gone(s) }) {
			l.removeStmt(n)
		}
		return
	}
	if !slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return !gone(s) }) {
		l.removeStmt(n)
		return
	}
	l.removeSpecs(d, gone)
	for _, spec := range d.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok && !gone(spec) {
			l.blank(v)
		}
	}
}

// deadSpec reports whether all names of v are dead and no value is needed.
func (l *localPruner) deadSpec(v *ast.ValueSpec) bool {
	return !slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return !l.isDead(id) && id.Name != "_" }) &&
		!slices.ContainsFunc(v.Values, func(e ast.Expr) bool { return !l.pure(e) })
}

// blank removes the dead names of v whose value isn't needed and turns the
// others into _.
func (l *localPruner) blank(v *ast.ValueSpec) {
	pure := !slices.ContainsFunc(v.Values, func(e ast.Expr) bool { return !l.pure(e) })
	if pure && (len(v.Values) == 0 || len(v.Values) == len(v.Names)) {
		l.removeNames(v, func(id *ast.Ident) bool { return l.isDead(id) })
		return
	}
	for _, id := range v.Names {
		if l.isDead(id) {
			l.replace(id.Pos(), id.End(), "_")
		}
	}
}
