package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// around is what a piece of a program stands in: it has an allocator of the page's
// spec, and what pages call the other things that a program has.
const around = `package main

import (
	%[1]s "example.com/%[1]s"
	vkrt "github.com/allocgen/allocgen/runtime"
)

func piece(a *%[1]s.Allocator, device *vkrt.Device, worker, consumer int) error {
	%[2]s
	return nil
}
`

// TestSnippets checks the types of every piece of a program with the package that
// the spec before it gives, or else the first of the page. What it declares it need
// not use. On a page without a spec a piece is of declarations, and only parsed.
func TestSnippets(t *testing.T) {
	compiled := exports(t)
	for _, p := range pages(t) {
		whole := ""
		if i := slices.IndexFunc(p.blocks, block.isSpec); i >= 0 {
			whole = p.blocks[i].text
		}
		for _, b := range p.blocks {
			switch {
			case b.isSpec():
				whole = b.text
			case b.info != "go" || b.file != "":
			case whole == "":
				if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+declarations(b.text), 0); err != nil {
					t.Errorf("%s:%d: %v", p.path, b.line, err)
				}
			default:
				if err := compiled.check(t, whole, b.text); err != nil {
					t.Errorf("%s:%d: %v", p.path, b.line, err)
				}
			}
		}
	}
}

// declarations returns a piece as declarations of a file: of constants where it
// does not say.
func declarations(piece string) string {
	if strings.Contains(piece, "const ") || strings.Contains(piece, "func ") {
		return piece
	}
	return "const (\n" + piece + ")\n"
}

// exported is the files with the types of packages, by import path.
type exported map[string]string

// exports returns those of the packages that generated code and pieces import.
func exports(t *testing.T) exported {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", "./generated/engine", "./generated/hoststreams", "fmt")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := exported{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var one struct{ ImportPath, Export string }
		if err := d.Decode(&one); err != nil {
			t.Fatal(err)
		}
		all[one.ImportPath] = one.Export
	}
	return all
}

// check returns what is wrong with a piece that uses the package of a spec.
func (e exported) check(t *testing.T, spec, piece string) (wrong error) {
	t.Helper()
	fset := token.NewFileSet()
	rest := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(e[path]) })
	pkg := generatedFrom(t, fset, rest, spec)
	file, err := parser.ParseFile(fset, "piece.go", fmt.Sprintf(around, pkg.Name(), piece), 0)
	if err != nil {
		return err
	}
	config := types.Config{Importer: beside{rest, pkg}, Error: func(err error) {
		if found, ok := err.(types.Error); wrong == nil && !(ok && found.Soft) {
			wrong = err
		}
	}}
	config.Check("main", fset, []*ast.File{file}, nil)
	return wrong
}

// generatedFrom returns the package of a spec.
func generatedFrom(t *testing.T, fset *token.FileSet, rest types.Importer, text string) *types.Package {
	t.Helper()
	plan, found := spec.CompileWith("allocgen.yaml", []byte(text), spec.Files{Read: readFile, List: listFiles})
	if plan == nil {
		t.Fatal(found)
	}
	emitted, err := templates.Emit(plan)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, f := range emitted {
		if strings.HasSuffix(f.Name, "_test.go") || f.Name == "alone_debug.go" {
			continue
		}
		parsed, err := parser.ParseFile(fset, f.Name, f.Text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parsed)
	}
	config := types.Config{Importer: rest}
	pkg, err := config.Check("example.com/"+plan.Package, fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// beside imports one package more than another importer.
type beside struct {
	types.Importer
	pkg *types.Package
}

func (b beside) Import(path string) (*types.Package, error) {
	if path == b.pkg.Path() {
		return b.pkg, nil
	}
	return b.Importer.Import(path)
}
