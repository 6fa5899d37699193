package specialise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// prune removes what nothing alive uses.
func (p *program) prune() {
	l := p.live()
	gone := l.goneFields()
	for _, s := range p.files {
		for _, d := range s.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				l.pruneFunc(s, d)
			case *ast.GenDecl:
				l.pruneDecl(s, d)
			}
		}
		l.pruneElements(s, gone)
	}
}

func (l *liveness) pruneFunc(s *source, d *ast.FuncDecl) {
	n := l.nodes[l.info.Defs[d.Name]]
	if n == nil || n.live {
		l.pruneLocals(s, d)
		return
	}
	from := d.Pos()
	if d.Doc != nil {
		from = d.Doc.Pos()
	}
	s.removeLines(from, d.End())
}

func (l *liveness) pruneDecl(s *source, d *ast.GenDecl) {
	switch {
	case d.Tok == token.IMPORT:
		s.removeSpecs(d, func(spec ast.Spec) bool { return !l.importUsed(spec.(*ast.ImportSpec)) })
	case d.Tok == token.CONST && positional(d):
		s.removeSpecs(d, func(ast.Spec) bool { return l.dead(d.Specs[0].(*ast.ValueSpec).Names[0]) })
	default:
		s.removeSpecs(d, func(spec ast.Spec) bool {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				return l.dead(spec.Name)
			case *ast.ValueSpec:
				return !slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return !l.dead(id) })
			}
			return false
		})
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				l.pruneFields(s, spec)
			case *ast.ValueSpec:
				s.removeNames(spec, l.dead)
			}
		}
	}
}

// dead reports whether a package-level name, given where it is declared, is
// not alive.
func (l *liveness) dead(id *ast.Ident) bool {
	n := l.nodes[l.info.Defs[id]]
	return n != nil && !n.live
}

func (l *liveness) importUsed(spec *ast.ImportSpec) bool {
	o := l.info.Implicits[spec]
	if spec.Name != nil {
		if spec.Name.Name == "_" || spec.Name.Name == "." {
			return true
		}
		o = l.info.Defs[spec.Name]
	}
	return l.imports[o]
}

// removeSpecs removes the specs of d that drop picks, with their comments,
// and d if none is left.
func (s *source) removeSpecs(d *ast.GenDecl, drop func(ast.Spec) bool) {
	var gone []ast.Spec
	for _, spec := range d.Specs {
		if drop(spec) {
			gone = append(gone, spec)
		}
	}
	if len(gone) == len(d.Specs) {
		from := d.Pos()
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
		s.removeLines(from, d.End())
		return
	}
	for _, spec := range gone {
		s.removeLines(s.lead(spec.Pos()), spec.End())
	}
}

// removeNames removes names from a spec in which others stay, each with its
// value. Values that don't belong to one name stay, and so do all names.
func (s *source) removeNames(v *ast.ValueSpec, drop func(*ast.Ident) bool) {
	if len(v.Values) != 0 && len(v.Values) != len(v.Names) {
		return
	}
	var names, values []string
	for i, id := range v.Names {
		if drop(id) {
			continue
		}
		names = append(names, id.Name)
		if len(v.Values) > 0 {
			values = append(values, s.code(v.Values[i]))
		}
	}
	if len(names) == 0 || len(names) == len(v.Names) {
		return
	}
	s.replace(v.Names[0].Pos(), v.Names[len(v.Names)-1].End(), strings.Join(names, ", "))
	if len(values) > 0 {
		s.replace(v.Values[0].Pos(), v.Values[len(v.Values)-1].End(), strings.Join(values, ", "))
	}
}

// pruneFields removes the unused fields of a struct type. Embedded, blank and
// tagged fields stay, and so does what is exported from the caller's structs.
func (l *liveness) pruneFields(s *source, spec *ast.TypeSpec) {
	t, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range t.Fields.List {
		var names []string
		for _, id := range f.Names {
			if !l.deadField(s, f, id) {
				names = append(names, id.Name)
			}
		}
		switch {
		case len(names) == len(f.Names):
		case len(names) > 0:
			s.replace(f.Names[0].Pos(), f.Names[len(f.Names)-1].End(), strings.Join(names, ", "))
		default:
			s.removeLines(s.lead(f.Pos()), f.End())
		}
	}
}

func (l *liveness) deadField(s *source, f *ast.Field, id *ast.Ident) bool {
	if f.Tag != nil || id.Name == "_" || s.glue && !s.test && id.IsExported() {
		return false
	}
	return l.deadVar(l.info.Defs[id])
}

func (l *liveness) deadVar(o types.Object) bool {
	return o != nil && !l.fields[o] && !l.names[o.Name()]
}

// pruneElements removes from composite literals the fields that pruneFields
// removes from their types.
func (l *liveness) pruneElements(s *source, gone map[types.Object]bool) {
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || structOf(l.info.TypeOf(lit)) == nil {
			return true
		}
		for i, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				break
			}
			key, ok := kv.Key.(*ast.Ident)
			if ok && gone[l.info.Uses[key]] {
				s.removeElement(lit, i)
			}
		}
		return true
	})
}

// goneFields returns the fields that pruneFields removes.
func (l *liveness) goneFields() map[types.Object]bool {
	gone := map[types.Object]bool{}
	for _, s := range l.files {
		for _, d := range s.syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				t, ok := spec.(*ast.TypeSpec).Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, f := range t.Fields.List {
					for _, id := range f.Names {
						if l.deadField(s, f, id) {
							gone[l.info.Defs[id]] = true
						}
					}
				}
			}
		}
	}
	return gone
}

// removeElement removes element i of lit and the comma it had: the one behind
// it, or the one before it at the end of a literal on one line.
func (s *source) removeElement(lit *ast.CompositeLit, i int) {
	e := lit.Elts[i]
	from, to := s.offset(e.Pos()), s.offset(e.End())
	for to < len(s.text) && (isBlank(s.text[to]) || s.text[to] == ',') {
		to++
	}
	if end := s.tok.Pos(to); s.text[to] == '\n' || s.trailing(end) != nil {
		s.removeLines(s.lead(e.Pos()), end)
		return
	}
	if i > 0 && s.text[to] == '}' {
		from = s.offset(lit.Elts[i-1].End())
	}
	s.cut(from, to, "")
}
