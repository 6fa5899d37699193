package specialise

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// switchStmt folds a switch whose clauses can be told apart now. One with an
// init statement, a fallthrough or a label stays as it is.
func (f *folder) switchStmt(s *ast.SwitchStmt, into splice) {
	if s.Init != nil || f.labelled[s] || hasFallthrough(s) {
		return
	}
	verdicts, ok := f.verdicts(s)
	if !ok {
		return
	}
	chosen, live := f.choose(s, verdicts)
	switch {
	case live > 1:
		f.dropClauses(s, verdicts)
	case live == 0:
		f.removeStmt(s)
	case chosen != nil && !breaks(chosen.Body):
		f.unwrapClause(s, chosen, into)
	}
}

// A verdict says whether a clause can be entered.
type verdict int

const (
	unknown  verdict = iota
	never            // dropped
	always           // entered if those before it are not
	fallback         // the default clause
)

// verdicts judges the clauses of s in order; !ok if nothing can be said.
func (f *folder) verdicts(s *ast.SwitchStmt) (vs []verdict, ok bool) {
	taken := false
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		v := fallback
		if clause.List != nil {
			v, ok = f.clause(s.Tag, clause)
			if !ok {
				return nil, false
			}
			if taken {
				v = never
			}
			taken = taken || v == always
		}
		vs = append(vs, v)
	}
	for i := range vs {
		if vs[i] == fallback && taken {
			vs[i] = never
		}
	}
	return vs, len(vs) > 0
}

// clause judges one clause. With a tag, tag and cases must be constants.
func (f *folder) clause(tag ast.Expr, c *ast.CaseClause) (v verdict, ok bool) {
	v = never
	for _, e := range c.List {
		hit, known := f.hit(tag, e)
		if !known && tag != nil {
			return unknown, false
		}
		if !known {
			return unknown, true
		}
		if hit {
			return always, true
		}
	}
	return v, true
}

// hit reports whether the case e is the one, if that is known.
func (f *folder) hit(tag, e ast.Expr) (hit, known bool) {
	if tag == nil {
		return f.truth(e)
	}
	x, y := f.info.Types[tag].Value, f.info.Types[e].Value
	if x == nil || y == nil || !f.portable(tag) || !f.portable(e) {
		return false, false
	}
	if b, ok := f.info.TypeOf(tag).Underlying().(*types.Basic); !ok || b.Info()&types.IsConstType == 0 {
		return false, false
	}
	return constant.Compare(x, token.EQL, y), true
}

// choose returns the only clause that can be entered if there is one and it
// surely is, and how many others the switch must tell apart.
func (f *folder) choose(s *ast.SwitchStmt, vs []verdict) (chosen *ast.CaseClause, live int) {
	for i, v := range vs {
		if v == never {
			continue
		}
		live++
		if v != unknown {
			chosen = s.Body.List[i].(*ast.CaseClause)
		}
	}
	if live == 1 && chosen == nil {
		live++ // one unknown clause: a switch still
	}
	return chosen, live
}

// dropClauses removes the clauses that are never entered. One that always is
// becomes the default.
func (f *folder) dropClauses(s *ast.SwitchStmt, vs []verdict) {
	for i, v := range vs {
		c := s.Body.List[i].(*ast.CaseClause)
		switch v {
		case never:
			f.remove(f.lead(c.Pos()), f.clauseEnd(s, i))
		case always:
			f.replace(c.Case, c.Colon, "default")
		}
	}
}

// clauseEnd returns where the text of clause i ends and that of the next, or
// of the comment above it, begins.
func (f *folder) clauseEnd(s *ast.SwitchStmt, i int) token.Pos {
	if i+1 < len(s.Body.List) {
		return f.lead(s.Body.List[i+1].Pos())
	}
	return s.Body.Rbrace
}

// unwrapClause replaces s by the statements of c.
func (f *folder) unwrapClause(s *ast.SwitchStmt, c *ast.CaseClause, into splice) {
	end := f.clauseEnd(s, slices.Index(s.Body.List, ast.Stmt(c)))
	if len(c.Body) == 0 && !f.commented(c.Colon, end) {
		f.removeStmt(s)
		return
	}
	from, to := f.inside(c.Colon+1, end)
	before, after := "", ""
	if !f.fits(c.Body, into) {
		before, after = "{\n", "\n}"
	}
	f.edits = append(f.edits, edit{f.offset(s.Pos()), from, before}, edit{to, f.offset(s.End()), after})
}

func hasFallthrough(s *ast.SwitchStmt) bool {
	return slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool {
		body := c.(*ast.CaseClause).Body
		if len(body) == 0 {
			return false
		}
		b, ok := body[len(body)-1].(*ast.BranchStmt)
		return ok && b.Tok == token.FALLTHROUGH
	})
}

// breaks reports whether a break without a label in list leaves the statement
// that list is in.
func breaks(list []ast.Stmt) (found bool) {
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				found = found || n.Tok == token.BREAK && n.Label == nil
			}
			return true
		})
	}
	return found
}
