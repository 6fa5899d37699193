package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// A surface is what programs can use of a package: the exported declarations, and
// the exported fields and methods of types, with their types. Names of parameters
// and values of constants are not part of it.
type surface map[string]string

// surfaceOf returns the surface of the package that a plan makes.
func surfaceOf(plan *spec.Plan) (surface, error) {
	files, err := templates.Emit(plan)
	if err != nil {
		return nil, err
	}
	s := surface{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			s.declare(d)
		}
	}
	return s, nil
}

// declare adds what a declaration exports.
func (s surface) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*") + "." + name
		}
		s.add(name, signature(d.Type))
	case *ast.GenDecl:
		of := ""
		for _, each := range d.Specs {
			switch each := each.(type) {
			case *ast.TypeSpec:
				s.typ(each)
			case *ast.ValueSpec:
				if each.Type != nil {
					of = types.ExprString(each.Type)
				}
				for _, name := range each.Names {
					s.add(name.Name, d.Tok.String()+" "+of)
				}
			}
		}
	}
}

// typ adds a type, and the fields of a struct.
func (s surface) typ(t *ast.TypeSpec) {
	of, isStruct := t.Type.(*ast.StructType)
	if !isStruct {
		s.add(t.Name.Name, types.ExprString(t.Type))
		return
	}
	s.add(t.Name.Name, "struct")
	for _, f := range of.Fields.List {
		for _, name := range f.Names {
			s.add(t.Name.Name+"."+name.Name, types.ExprString(f.Type))
		}
	}
}

// add adds a name if each part of it is exported.
func (s surface) add(name, of string) {
	for part := range strings.SplitSeq(name, ".") {
		if !ast.IsExported(part) {
			return
		}
	}
	s[name] = of
}

// signature returns the types of a function's parameters and results.
func signature(f *ast.FuncType) string {
	of := func(list *ast.FieldList) string {
		var all []string
		if list != nil {
			for _, field := range list.List {
				for range max(1, len(field.Names)) {
					all = append(all, types.ExprString(field.Type))
				}
			}
		}
		return strings.Join(all, ", ")
	}
	return "func(" + of(f.Params) + ") (" + of(f.Results) + ")"
}

// surfaceChanges returns what is gone or different in the package of another plan,
// but for what the known changes say is gone with an arena, a pool or an error.
func surfaceChanges(older, newer *spec.Plan, known []spec.Change) ([]spec.Change, error) {
	if older.Hash() == newer.Hash() {
		return nil, nil
	}
	before, err := surfaceOf(older)
	if err != nil {
		return nil, err
	}
	after, err := surfaceOf(newer)
	if err != nil {
		return nil, err
	}
	return before.changes(after, goneWith(known)), nil
}

// changes returns the declarations that another surface lacks or has with another
// type, in the order of their names, except for the expected. Of a type that is gone
// the fields and methods are not told.
func (s surface) changes(after surface, expected map[string]bool) (changes []spec.Change) {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		of, still := after[name]
		parent, _, isPart := strings.Cut(name, ".")
		_, parentStill := after[parent]
		if still && of == s[name] || isPart && !parentStill || expected[name] {
			continue
		}
		changes = append(changes, spec.Change{Path: name, Old: s[name], New: of, Effect: spec.BreaksAPI})
	}
	return changes
}

// goneWith returns the names of declarations that are gone with an arena, a pool
// or an error, of which there are changes.
func goneWith(known []spec.Change) map[string]bool {
	gone := map[string]bool{}
	for _, change := range known {
		steps := strings.Split(change.Path, ".")
		isWhole := change.Effect == spec.BreaksAPI && change.Old == steps[len(steps)-1]
		switch {
		case isWhole && len(steps) == 2 && steps[0] == "arenas":
			arena := spec.Camel(steps[1])
			for _, name := range []string{"Arena", "Handle", "Stats", "Peaks", "Pool", "PoolKind"} {
				gone[arena+name] = true
			}
			for _, of := range []string{"Allocator", "Stats", "Peaks", "Stream"} {
				gone[of+"."+arena] = true
			}
		case isWhole && len(steps) == 4 && steps[2] == "pools":
			arena, pool := spec.Camel(steps[1]), spec.Camel(steps[3])
			gone[arena+"Stats."+pool], gone[arena+"Peaks."+pool], gone[arena+pool] = true, true, true
		case isWhole && len(steps) == 2 && steps[0] == "errors":
			gone[steps[1]] = true
		}
	}
	return gone
}
