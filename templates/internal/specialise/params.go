package specialise

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// marker is the trailing comment that makes a constant a parameter.
const marker = "//allocgen:param"

// A param is a parameter of a template.
type param struct {
	name string
	at   token.Position
	file *source
	spec *ast.ValueSpec
	kind types.Type // of the default; nil where the constant declares its type
}

// findParams fills in the parameters of t.
func (t *template) findParams(fset *token.FileSet) error {
	for _, s := range t.files {
		for _, d := range s.syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if !marked(v) {
					continue
				}
				p, err := newParam(fset, s, v)
				if err != nil {
					return err
				}
				t.params = append(t.params, p)
			}
		}
	}
	return nil
}

func marked(v *ast.ValueSpec) bool {
	return v.Comment != nil && strings.Fields(v.Comment.List[0].Text)[0] == marker
}

func newParam(fset *token.FileSet, s *source, v *ast.ValueSpec) (param, error) {
	p := param{name: v.Names[0].Name, at: fset.Position(v.Pos()), file: s, spec: v}
	if len(v.Names) != 1 || len(v.Values) != 1 {
		return p, fmt.Errorf("%s: a parameter is one constant with a default of its own", p.at)
	}
	if v.Type != nil {
		return p, nil
	}
	tv, err := evaluate(s.code(v.Values[0]))
	if err != nil {
		return p, fmt.Errorf("%s: default of parameter %s: %w", p.at, p.name, err)
	}
	if b := tv.Type.(*types.Basic); b.Info()&types.IsUntyped == 0 {
		return p, fmt.Errorf("%s: parameter %s: the type of a parameter stands before the =", p.at, p.name)
	}
	p.kind = tv.Type
	return p, nil
}

// evaluate returns the value of a constant expression in which nothing but
// predeclared identifiers occur.
func evaluate(expr string) (types.TypeAndValue, error) {
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, expr)
	if err != nil || tv.Value == nil || strings.Contains(expr, "\n") || strings.Contains(expr, "/*") || strings.Contains(expr, "//") {
		return tv, fmt.Errorf("%q is not a constant expression of literals", expr)
	}
	return tv, nil
}

// known reports values for parameters that neither t nor its imports have.
func (t *template) known(params map[string]string) error {
	var errs []error
	for _, n := range slices.Sorted(maps.Keys(params)) {
		if !slices.Contains(t.allParams, n) {
			at := t.files[0]
			errs = append(errs, fmt.Errorf("%s:%d:1: template %s has no parameter %s", at.name, at.tok.Line(at.syntax.Package), t.name, n))
		}
	}
	return errors.Join(errs...)
}

// withParams returns fresh copies of the files of t in which the parameters
// have the given values, or their defaults if params is nil. Lines stay where
// they were.
func (t *template) withParams(params map[string]string) ([]*source, error) {
	copies := map[*source]*source{}
	var files []*source
	for _, s := range t.files {
		c := *s
		copies[s] = &c
		files = append(files, &c)
	}
	var errs []error
	for _, p := range t.params {
		c := copies[p.file]
		comment := p.spec.Comment
		c.remove(p.spec.End(), comment.End())
		if params == nil {
			continue
		}
		value, ok := params[p.name]
		if !ok {
			errs = append(errs, fmt.Errorf("%s: no value for parameter %s", p.at, p.name))
			continue
		}
		tv, err := evaluate(value)
		if err == nil && p.kind != nil && !types.Identical(p.kind, tv.Type) {
			err = fmt.Errorf("%s is %s, not %s", value, tv.Type, p.kind)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: parameter %s: %w", p.at, p.name, err))
		}
		c.replace(p.spec.Values[0].Pos(), p.spec.Values[0].End(), value)
	}
	for _, s := range files {
		s.apply()
	}
	return files, errors.Join(errs...)
}
