// Package specialise turns template packages, which are ordinary Go, into one
// generated package. A template has parameters: constants marked
// //allocgen:param. An instance of it gives them values and a name prefix.
//
// The passes, in order, one to a file:
//
//	instances  who is instantiated: instances, then what they import
//	params     values replace the defaults of the parameters
//	check      go/types, without a GOROOT: imported packages stay opaque
//	rules      what a template may not contain
//	rename     identifiers get their prefix, imported templates are flattened
//	clash      no identifier or file is emitted twice
//	fold       constant conditions go, one arm of each stays
//	prune      what nothing uses goes: declarations, fields, locals, imports
//	verify     the result still compiles
//	print      header, layout, gofmt
//
// fold and prune repeat until nothing changes. Every pass edits byte ranges
// of the source, guided by its syntax tree and types, so comments and layout
// survive where the code does.
package specialise

import (
	"errors"
	"fmt"
	"go/token"
)

// Source is one template package.
type Source struct {
	Path  string            // import path
	Files map[string][]byte // base name to source text, tests included
	Dir   string            // as positions show it, with slashes; "" is the last element of Path
}

// Instance is one use of a template.
type Instance struct {
	Template string            // import path of the template
	Prefix   string            // lowerCamel; "hostSmall" makes Pool hostSmallPool
	File     string            // "host_small" makes pool.go host_small_pool.go
	Params   map[string]string // parameter to Go constant expression
	Algo     string            // import path of what it imports as algo, "" for what its source says
}

// File is one file of the generated package, or of the glue that goes in.
type File struct {
	Name string // base name
	Text []byte
}

// maxRounds bounds fold and prune. Each round removes something, and a chain
// of removals that long would come from no template written by hand.
const maxRounds = 64

// Package instantiates templates of library into the package called name,
// adds the glue, whose exported declarations are what must survive, prunes
// the whole, and returns every file formatted, sorted by name. Each begins
// with the line header. Glue is Go source of the same package and uses the
// prefixed identifiers; see Share for instances that coincide.
//
// An error in a template reads "sliced/pool.go:12:3: …" and one in glue
// "arena.go:12:3: …"; several are joined.
func Package(name, header string, library []Source, instances []Instance, glue []File) ([]File, error) {
	fset := token.NewFileSet()
	units, err := instantiate(fset, library, instances)
	if err != nil {
		return nil, err
	}
	var files []*source
	for _, u := range units {
		if err := u.rename(name); err != nil {
			return nil, err
		}
		files = append(files, u.files...)
	}
	own, external := newGlue(name, glue)
	files = append(files, own...)
	if err := clash(fset, files, external); err != nil {
		return nil, err
	}
	if files, err = settle(fset, name, files); err != nil {
		return nil, err
	}
	return emit(header, append(files, external...))
}

// settle folds and prunes until nothing changes. The package must compile
// when it comes in, and does when it goes out.
func settle(fset *token.FileSet, name string, files []*source) ([]*source, error) {
	for round := range maxRounds {
		kept, err := withCode(fset, files)
		if err != nil {
			return nil, err
		}
		p, err := check(fset, name, kept, nil)
		if err != nil {
			return nil, err
		}
		if round == 0 && len(p.errs) > 0 {
			return nil, errors.Join(p.errs...)
		}
		if p.fold(); !p.apply() {
			if p.prune(); !p.apply() {
				return p.files, p.verify()
			}
		}
		files = kept
	}
	return nil, fmt.Errorf("package %s: still changing after %d rounds of fold and prune", name, maxRounds)
}

// withCode returns the files that still declare something, parsed. The
// caller's files always stay.
func withCode(fset *token.FileSet, files []*source) (kept []*source, err error) {
	for _, s := range files {
		if err := s.parse(fset); err != nil {
			return nil, err
		}
		if s.glue || len(s.syntax.Decls) > 0 {
			kept = append(kept, s)
		}
	}
	return kept, nil
}
