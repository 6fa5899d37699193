package templates

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// FuzzEmit: what a spec that compiles declares is emitted twice to the same bytes,
// and these are formatted Go that type-checks.
func FuzzEmit(f *testing.F) {
	outside := importer.ForCompiler(token.NewFileSet(), "gc", exports(f))
	f.Fuzz(func(t *testing.T, src []byte) {
		// A file that the spec uses holds the same bytes.
		plan, _ := spec.CompileWith("fuzz.yaml", src, func(string) ([]byte, error) { return src, nil })
		const most = 4 // arenas; more are more of the same
		if plan == nil || len(plan.Arenas) > most {
			return
		}
		files, err := Emit(plan)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Emit(plan)
		if err != nil || len(files) != len(again) {
			t.Fatalf("emitted again: %d files, not %d: %v", len(again), len(files), err)
		}
		fset := token.NewFileSet()
		var built []*ast.File
		for i, file := range files {
			if file.Name != again[i].Name || !bytes.Equal(file.Text, again[i].Text) {
				t.Errorf("%s is not the same twice", file.Name)
			}
			if formatted, err := format.Source(file.Text); err != nil || !bytes.Equal(formatted, file.Text) {
				t.Errorf("%s is not formatted: %v", file.Name, err)
			}
			tree, err := parser.ParseFile(fset, file.Name, file.Text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file.Name, "_test.go") && isBuilt(tree) {
				built = append(built, tree)
			}
		}
		conf := types.Config{Importer: outside}
		if _, err := conf.Check(plan.Package, fset, built, nil); err != nil {
			t.Error(err)
		}
	})
}

// exports returns how to read what packages export that generated ones import.
func exports(t testing.TB) importer.Lookup {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "../runtime", "os", "slices").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, line := range strings.Fields(string(out)) {
		path, file, _ := strings.Cut(line, "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// isBuilt reports whether a file is built without tags.
func isBuilt(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if tags, err := constraint.Parse(comment.Text); err == nil && group.Pos() < file.Package {
				return tags.Eval(func(string) bool { return false })
			}
		}
	}
	return true
}
