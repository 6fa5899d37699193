package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
)

// unreachable removes what follows a terminating statement in a list that
// ends at end, up to a label that a goto names.
func (f *folder) unreachable(list []ast.Stmt, end token.Pos) {
	for i, st := range list {
		if i+1 == len(list) || !f.terminates(st, nil) {
			continue
		}
		for _, next := range list[i+1:] {
			if l, ok := next.(*ast.LabeledStmt); ok && f.targets[f.info.Defs[l.Label]] {
				end = f.lead(next.Pos())
				break
			}
		}
		from := st.End()
		if c := f.trailing(from); c != nil {
			from = c.End()
		}
		if c := f.trailing(end); c != nil {
			end = c.End()
		}
		if end <= list[i+1].Pos() {
			return
		}
		if f.text[f.offset(end)] == '\n' {
			f.remove(from, end)
		} else {
			f.replace(from, end, "\n")
		}
		return
	}
}

// terminates reports whether control never passes from st to the next
// statement. label is the one st has.
func (f *folder) terminates(st ast.Stmt, label types.Object) bool {
	switch st := st.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := st.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && f.info.Uses[id] == types.Universe.Lookup("panic")
	case *ast.BlockStmt:
		return f.endTerminates(st.List)
	case *ast.IfStmt:
		return st.Else != nil && f.terminates(st.Body, nil) && f.terminates(st.Else, nil)
	case *ast.ForStmt:
		return st.Cond == nil && !f.left(st.Body, label)
	case *ast.LabeledStmt:
		return f.terminates(st.Stmt, f.info.Defs[st.Label])
	case *ast.SwitchStmt:
		return f.clausesTerminate(st.Body, label, true)
	case *ast.TypeSwitchStmt:
		return f.clausesTerminate(st.Body, label, true)
	case *ast.SelectStmt:
		return f.clausesTerminate(st.Body, label, false)
	}
	return false
}

func (f *folder) endTerminates(list []ast.Stmt) bool {
	return len(list) > 0 && f.terminates(list[len(list)-1], nil)
}

// clausesTerminate reports whether every clause does and, where it matters,
// one is the default.
func (f *folder) clausesTerminate(body *ast.BlockStmt, label types.Object, needDefault bool) bool {
	if f.left(body, label) {
		return false
	}
	hasDefault := false
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			hasDefault = hasDefault || c.List == nil
			if !f.endTerminates(c.Body) {
				return false
			}
		case *ast.CommClause:
			if !f.endTerminates(c.Body) {
				return false
			}
		}
	}
	return hasDefault || !needDefault
}

// left reports whether a break leaves the statement with this body and label.
func (f *folder) left(body *ast.BlockStmt, label types.Object) (found bool) {
	if breaks(body.List) {
		return true
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.BREAK && b.Label != nil {
			found = found || label != nil && f.info.Uses[b.Label] == label
		}
		return true
	})
	return found
}
