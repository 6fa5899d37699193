package generated

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// packages returns the directories beside this file.
func packages(t *testing.T) (directories []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			directories = append(directories, e.Name())
		}
	}
	if len(directories) == 0 {
		t.Fatal("no generated package")
	}
	return directories
}

// mayHold says which functions an interface may occur in: those that make a
// Failure an error, and the one that asks why a file was not written.
var mayHold = map[string]bool{"Failure.Err": true, "Error.Is": true, "Error.Unwrap": true, "writeReport": true}

// TestMonomorphic: no expression of a generated package has an interface
// type outside the functions of mayHold, so no interface is declared,
// stored, taken, called or converted to.
func TestMonomorphic(t *testing.T) {
	fset := token.NewFileSet()
	std := importer.ForCompiler(fset, "source", nil)
	for _, directory := range packages(t) {
		var files []*ast.File
		paths, _ := filepath.Glob(filepath.Join(directory, "*.go"))
		for _, path := range paths {
			if built, err := build.Default.MatchFile(filepath.Split(path)); strings.HasSuffix(path, "_test.go") || !built {
				if err != nil {
					t.Fatal(err)
				}
				continue // what only a build tag brings in is not what users run
			}
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		conf := types.Config{Importer: std}
		if _, err := conf.Check(directory, fset, files, info); err != nil {
			t.Fatal(err)
		}
		checked := 0
		for _, file := range files {
			for _, declaration := range file.Decls {
				if f, ok := declaration.(*ast.FuncDecl); ok && mayHold[name(f)] {
					continue
				}
				ast.Inspect(declaration, func(n ast.Node) bool {
					e, ok := n.(ast.Expr)
					if ok && info.Types[e].Type != nil {
						checked++
						if types.IsInterface(info.Types[e].Type) {
							t.Errorf("%s: %s has an interface type", fset.Position(e.Pos()), types.ExprString(e))
						}
					}
					return true
				})
			}
		}
		if checked < 1000 {
			t.Errorf("%s: only %d expressions were checked", directory, checked)
		}
	}
}

// name is a function's name, with its receiver's type.
func name(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	return types.ExprString(receiver) + "." + f.Name.Name
}

// TestImports: a package imports these at most, one that keeps call sites also
// the Go runtime, and one for vulkan also its own.
func TestImports(t *testing.T) {
	for _, directory := range packages(t) {
		plan := planOf(t, directory)
		allowed := map[string]bool{
			`"errors"`: true, `"math/bits"`: true, `"os"`: true, `"slices"`: true, `"strconv"`: true, `"sync"`: true, `"sync/atomic"`: true, `"syscall"`: true,
			`"runtime"`:                              plan.CallSites,
			`"github.com/allocgen/allocgen/runtime"`: plan.Target == spec.Vulkan,
		}
		paths, _ := filepath.Glob(filepath.Join(directory, "*.go"))
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				if !allowed[i.Path.Value] {
					t.Errorf("%s imports %s", path, i.Path.Value)
				}
			}
		}
	}
}
