// Package templates turns a plan into the files of a Go package. It is pure:
// the same plan gives the same bytes.
//
// Its subdirectories are the templates: ordinary Go packages, read, tested
// and vetted as such, that package specialise instantiates for a plan. A
// template opens with what it promises, its data structure, laws and cost;
// it imports only the standard library and other templates, and has no
// init, no globals, no interfaces, no closures and no locks.
package templates

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/spec/size"
	"github.com/allocgen/allocgen/templates/internal/glue"
	"github.com/allocgen/allocgen/templates/internal/specialise"
)

//go:embed blocks/*.go calls/*.go callsites/*.go direct/*.go dump/*.go events/*.go exclusive/*.go extents/*.go guards/*.go idle/*.go largest/*.go layout/*.go linear/*.go maps/*.go meter/*.go names/*.go numbering/*.go ordered/*.go rank/*.go sliced/*.go slots/*.go tlsf/*.go whole/*.go
var sources embed.FS

// module is the import path that the templates' own paths begin with.
const module = "github.com/allocgen/allocgen/"

// File is one generated file; Name is its base name.
type File = specialise.File

// Emit returns the files of the package that a plan declares, by name. The
// laws that templates are tested for come along where the plan wants tests.
func Emit(p *spec.Plan) ([]File, error) {
	library, err := library(p.Tests)
	if err != nil {
		return nil, err
	}
	instances, files, err := glue.Write(p)
	if err != nil {
		return nil, err
	}
	return specialise.Package(p.Package, glue.Header(p), withStrategies(library, p), instances, files)
}

// library reads the templates from the tool itself, with or without tests.
func library(tests bool) ([]specialise.Source, error) {
	list := []specialise.Source{}
	directories, err := fs.ReadDir(sources, ".")
	if err != nil {
		return nil, err
	}
	for _, d := range directories {
		source, err := source(sources, module+"templates/"+d.Name(), d.Name(), tests)
		if err != nil {
			return nil, err
		}
		list = append(list, source)
	}
	sizes, err := source(size.Source, module+"spec/size", ".", tests)
	return append(list, sizes), err
}

// source reads one template.
func source(from fs.FS, importPath, directory string, tests bool) (specialise.Source, error) {
	s := specialise.Source{Path: importPath, Files: map[string][]byte{}}
	files, err := fs.ReadDir(from, directory)
	for _, f := range files {
		if err != nil {
			break
		}
		if tests || !strings.HasSuffix(f.Name(), "_test.go") {
			s.Files[f.Name()], err = fs.ReadFile(from, path.Join(directory, f.Name()))
		}
	}
	return s, err
}
