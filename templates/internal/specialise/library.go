package specialise

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A library holds the templates, each read when first asked for.
type library struct {
	fset      *token.FileSet
	sources   map[string]Source
	templates map[string]*template
	reading   []string // import paths, outermost first
}

// A template is a Source as read: the files that are instantiated, what they
// import from the library, and the parameters.
type template struct {
	path      string
	name      string
	files     []*source
	imports   []string // import paths, sorted
	params    []param
	allParams []string // names, imported templates' included, sorted
}

func newLibrary(fset *token.FileSet, sources []Source) *library {
	l := &library{fset: fset, sources: map[string]Source{}, templates: map[string]*template{}}
	for _, s := range sources {
		l.sources[s.Path] = s
	}
	return l
}

// template returns the template at an import path.
func (l *library) template(p string) (*template, error) {
	if t := l.templates[p]; t != nil {
		return t, nil
	}
	src, ok := l.sources[p]
	if !ok {
		return nil, fmt.Errorf("no template %s", p)
	}
	if slices.Contains(l.reading, p) {
		return nil, fmt.Errorf("templates import each other: %s", strings.Join(append(l.reading, p), " → "))
	}
	l.reading = append(l.reading, p)
	t, err := l.read(src)
	l.reading = l.reading[:len(l.reading)-1]
	l.templates[p] = t
	return t, err
}

// algoImport is the import of an algorithm, of which a template may have one.
var algoImport = regexp.MustCompile(`(?m)^(\s*(?:import )?algo )"[^"]*"$`)

// over returns the template at an import path with another one as what it
// imports as algo, or if that is "" as it is.
func (l *library) over(p, algo string) (*template, error) {
	if algo == "" {
		return l.template(p)
	}
	id := p + "\n" + algo
	if t := l.templates[id]; t != nil {
		return t, nil
	}
	src, ok := l.sources[p]
	if !ok {
		return nil, fmt.Errorf("no template %s", p)
	}
	files := map[string][]byte{}
	for name, text := range src.Files {
		files[name] = algoImport.ReplaceAll(text, []byte(`${1}"`+algo+`"`))
	}
	t, err := l.read(Source{Path: p, Files: files, Dir: src.Dir})
	l.templates[id] = t
	return t, err
}

func (l *library) read(src Source) (*template, error) {
	t := &template{path: src.Path}
	dir := src.Dir
	if dir == "" {
		dir = path.Base(src.Path)
	}
	for _, base := range slices.Sorted(maps.Keys(src.Files)) {
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") && base != "laws_test.go" {
			continue
		}
		s := newSource(path.Join(dir, base), base, src.Files[base])
		if err := s.parse(l.fset); err != nil {
			return nil, err
		}
		name := s.syntax.Name.Name
		if s.test && strings.HasSuffix(name, "_test") || len(s.syntax.Decls) == 0 {
			continue
		}
		if t.name != "" && t.name != name {
			return nil, fmt.Errorf("%s: package %s beside package %s", l.fset.Position(s.syntax.Name.Pos()), name, t.name)
		}
		t.name = name
		t.files = append(t.files, s)
	}
	if len(t.files) == 0 {
		return nil, fmt.Errorf("%s: no Go file there declares anything", dir)
	}
	if err := t.findParams(l.fset); err != nil {
		return nil, err
	}
	return t, l.link(t)
}

// link finds what t imports from the library and gathers the parameters.
func (l *library) link(t *template) error {
	all := map[string]bool{}
	for _, p := range t.params {
		all[p.name] = true
	}
	imports := map[string]bool{}
	for _, s := range t.files {
		for _, spec := range s.syntax.Imports {
			p := importPath(spec)
			if _, ok := l.sources[p]; !ok {
				continue
			}
			d, err := l.template(p)
			if err != nil {
				return err
			}
			imports[p] = true
			for _, n := range d.allParams {
				all[n] = true
			}
		}
	}
	t.imports = slices.Sorted(maps.Keys(imports))
	t.allParams = slices.Sorted(maps.Keys(all))
	return nil
}

// importPath returns the path of a parsed import, whose literal is valid.
func importPath(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value)
	return p
}
