package specialise

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// clash reports files and package-level identifiers that occur twice, and
// identifiers of the glue that would change what a predeclared one means in
// the templates.
func clash(fset *token.FileSet, files, external []*source) error {
	names := map[string]bool{}
	for _, s := range append(external, files...) {
		if names[s.name] {
			return fmt.Errorf("two files are called %s", s.name)
		}
		names[s.name] = true
	}
	var errs []error
	first := map[string]token.Position{}
	for _, s := range files {
		if err := s.parse(fset); err != nil {
			return err
		}
		for _, id := range declared(s.syntax) {
			at := fset.Position(id.Pos())
			if before, ok := first[id.Name]; ok {
				errs = append(errs, fmt.Errorf("%s: %s is declared at %s already", at, id.Name, before))
			}
			if types.Universe.Lookup(id.Name) != nil {
				errs = append(errs, fmt.Errorf("%s: %s is predeclared, and templates may use it", at, id.Name))
			}
			first[id.Name] = at
		}
	}
	return errors.Join(errs...)
}

// declared returns the package-level identifiers of a file, _ and init aside.
func declared(f *ast.File) (ids []*ast.Ident) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				ids = append(ids, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					ids = append(ids, spec.Name)
				case *ast.ValueSpec:
					ids = append(ids, spec.Names...)
				}
			}
		}
	}
	named := ids[:0]
	for _, id := range ids {
		if id.Name != "_" {
			named = append(named, id)
		}
	}
	return named
}
