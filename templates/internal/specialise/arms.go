package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A splice is where the statements of an arm would go: among those of scope,
// before rest.
type splice struct {
	scope *types.Scope
	rest  []ast.Stmt
}

// ifStmt folds an if that stands in a list.
func (f *folder) ifStmt(s *ast.IfStmt, into splice) {
	value, known := f.truth(s.Cond)
	if !known {
		if s.Init == nil && s.Else == nil && f.empty(s.Body) && f.pure(s.Cond) {
			f.removeStmt(s)
		}
		return
	}
	arm := s.Else
	if value {
		arm = s.Body
	}
	if s.Init != nil {
		f.keepInit(s, s.Init, arm)
		return
	}
	switch arm := arm.(type) {
	case *ast.BlockStmt:
		f.unwrap(s, arm, f.fits(arm.List, into))
	case *ast.IfStmt:
		f.remove(s.Pos(), arm.Pos())
	default:
		f.removeStmt(s)
	}
}

// elseArm folds the else of an if whose own condition isn't known.
func (f *folder) elseArm(s *ast.IfStmt) {
	if _, known := f.truth(s.Cond); known || s.Else == nil {
		return
	}
	other, ok := s.Else.(*ast.IfStmt)
	if !ok {
		if f.empty(s.Else.(*ast.BlockStmt)) {
			f.remove(s.Body.End(), s.Else.End())
		}
		return
	}
	value, known := f.truth(other.Cond)
	if !known {
		return
	}
	arm := other.Else
	if value {
		arm = other.Body
	}
	if other.Init != nil {
		f.keepInit(other, other.Init, arm)
		return
	}
	switch arm := arm.(type) {
	case *ast.BlockStmt:
		f.remove(other.Pos(), arm.Lbrace)
		f.remove(arm.End(), other.End())
	case *ast.IfStmt:
		f.remove(other.Pos(), arm.Pos())
	default:
		f.remove(s.Body.End(), other.End())
	}
}

// forStmt removes a loop that never runs and a condition that always holds.
func (f *folder) forStmt(s *ast.ForStmt) {
	if s.Cond == nil {
		return
	}
	value, known := f.truth(s.Cond)
	switch {
	case !known:
	case value:
		f.remove(s.Cond.Pos(), s.Cond.End())
	case s.Init != nil:
		f.keepInit(s, s.Init, nil)
	default:
		f.removeStmt(s)
	}
}

// keepInit replaces s by a block of its init statement and the arm that stays.
func (f *folder) keepInit(s, init, arm ast.Stmt) {
	f.replace(s.Pos(), init.Pos(), "{\n")
	switch arm := arm.(type) {
	case *ast.BlockStmt:
		if f.fits(arm.List, splice{}) {
			f.replace(init.End(), arm.Lbrace+1, "\n")
			f.replace(arm.Rbrace, s.End(), "\n}")
			return
		}
		f.replace(init.End(), arm.Lbrace, "\n")
		f.replace(arm.End(), s.End(), "\n}")
	case *ast.IfStmt:
		f.replace(init.End(), arm.Pos(), "\n")
		f.replace(s.End(), s.End(), "\n}")
	default:
		f.replace(init.End(), s.End(), "\n}")
	}
}

// unwrap replaces outer by body, or by the statements in it.
func (f *folder) unwrap(outer ast.Stmt, body *ast.BlockStmt, bare bool) {
	if !bare {
		f.remove(outer.Pos(), body.Lbrace)
		f.remove(body.End(), outer.End())
		return
	}
	if f.empty(body) {
		f.removeStmt(outer)
		return
	}
	from, to := f.inside(body.Lbrace+1, body.Rbrace)
	f.edits = append(f.edits, edit{f.offset(outer.Pos()), from, ""}, edit{to, f.offset(outer.End()), ""})
}

// inside returns [from, to) without the white space at both ends.
func (s *source) inside(from, to token.Pos) (a, b int) {
	a, b = s.offset(from), s.offset(to)
	for a < b && (isBlank(s.text[a]) || s.text[a] == '\n') {
		a++
	}
	for b > a && (isBlank(s.text[b-1]) || s.text[b-1] == '\n') {
		b--
	}
	return a, b
}

func (f *folder) empty(b *ast.BlockStmt) bool {
	return len(b.List) == 0 && !f.commented(b.Lbrace, b.Rbrace)
}

// fits reports whether the statements of an arm can stand in a list without
// braces: what they declare must have no other meaning there. A place of the
// zero splice takes statements that declare nothing.
func (f *folder) fits(arm []ast.Stmt, into splice) bool {
	names := f.declares(arm, map[string]bool{})
	if len(names) == 0 {
		return true
	}
	if into.scope == nil || names[""] || len(f.targets) > 0 {
		return false
	}
	for name := range names {
		if into.scope.Lookup(name) != nil {
			return false
		}
	}
	fits := true
	for _, st := range into.rest {
		ast.Inspect(st, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && names[id.Name] {
				fits = false
			}
			return fits
		})
	}
	return fits
}

// declares adds the names that a list declares itself or will once the
// statements in it are folded; "" stands for a label.
func (f *folder) declares(list []ast.Stmt, names map[string]bool) map[string]bool {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.DeclStmt:
			for _, spec := range st.Decl.(*ast.GenDecl).Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						names[id.Name] = true
					}
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				}
			}
		case *ast.AssignStmt:
			for _, e := range st.Lhs {
				if id, ok := e.(*ast.Ident); ok && f.info.Defs[id] != nil {
					names[id.Name] = true
				}
			}
		case *ast.LabeledStmt:
			names[""] = true
		case *ast.BlockStmt:
			f.declares(st.List, names)
		case *ast.IfStmt:
			if _, known := f.truth(st.Cond); known {
				f.declares(arms(st), names)
			}
		case *ast.SwitchStmt:
			for _, c := range st.Body.List {
				f.declares(c.(*ast.CaseClause).Body, names)
			}
		}
	}
	return names
}

// arms returns the arms of s as statements.
func arms(s *ast.IfStmt) []ast.Stmt {
	if s.Else == nil {
		return []ast.Stmt{s.Body}
	}
	return []ast.Stmt{s.Body, s.Else}
}
