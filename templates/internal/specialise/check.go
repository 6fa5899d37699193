package specialise

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strings"
)

// A program is a type-checked package.
type program struct {
	fset  *token.FileSet
	files []*source
	pkg   *types.Package
	info  *types.Info
	errs  []error // why it doesn't compile
}

// check parses and type-checks files as one package. Only imports, by path,
// are known; every other imported package is opaque: what comes from it has
// no type, and go/types keeps quiet about it.
func check(fset *token.FileSet, name string, files []*source, imports map[string]*types.Package) (*program, error) {
	var syntax []*ast.File
	size := 0
	for _, s := range files {
		if err := s.parse(fset); err != nil {
			return nil, err
		}
		syntax = append(syntax, s.syntax)
		size += len(s.text)
	}
	p := &program{fset: fset, files: files, info: newInfo(size)}
	config := types.Config{Importer: hermetic(imports), Error: func(err error) {
		e := err.(types.Error)
		if strings.Contains(e.Msg, errOpaque.Error()) || strings.HasPrefix(e.Msg, "\t") {
			return
		}
		p.errs = append(p.errs, p.errorf(e.Pos, "%s", strings.ReplaceAll(e.Msg, "\n\t", "; ")))
	}}
	p.pkg, _ = config.Check(name, fset, syntax, p.info) // its error is the first of errs
	return p, nil
}

// newInfo makes room for what go/types finds out about size bytes of source.
func newInfo(size int) *types.Info {
	return &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue, size/12),
		Defs:       make(map[*ast.Ident]types.Object, size/32),
		Uses:       make(map[*ast.Ident]types.Object, size/16),
		Implicits:  map[ast.Node]types.Object{},
		Scopes:     make(map[ast.Node]*types.Scope, size/96),
		Selections: make(map[*ast.SelectorExpr]*types.Selection, size/32),
	}
}

// apply makes the edits that a pass recorded and reports whether there were any.
func (p *program) apply() (changed bool) {
	for _, s := range p.files {
		changed = s.apply() || changed
	}
	return changed
}

// errorf returns an error at pos.
func (p *program) errorf(pos token.Pos, format string, args ...any) error {
	return &Violation{At: p.fset.Position(pos), Message: fmt.Sprintf(format, args...)}
}

// global reports whether o is declared at package level.
func (p *program) global(o types.Object) bool { return o != nil && o.Parent() == p.pkg.Scope() }

// errOpaque marks go/types' complaint about a package that isn't known.
var errOpaque = errors.New("opaque package")

// hermetic imports the packages it holds. For the others it returns a package
// together with an error, which makes go/types keep the package and its name
// and say nothing about lookups in it.
type hermetic map[string]*types.Package

func (h hermetic) Import(p string) (*types.Package, error) {
	if pkg := h[p]; pkg != nil {
		return pkg, nil
	}
	return types.NewPackage(p, packageName(p)), errOpaque
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// packageName guesses the name of the package at an import path: its last
// element, major versions and "go-" aside.
func packageName(p string) string {
	base := path.Base(p)
	if majorVersion.MatchString(base) && base != p {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(strings.TrimPrefix(base, "go-"), ".")
	return strings.ReplaceAll(base, "-", "_")
}
