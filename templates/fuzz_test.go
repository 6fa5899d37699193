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
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// FuzzEmit: what a spec that compiles declares is emitted twice to the same bytes,
// and these are formatted Go that type-checks. Few texts are a spec, so more bytes
// say how one that is may be edited.
func FuzzEmit(f *testing.F) {
	outside := importer.ForCompiler(token.NewFileSet(), "gc", exports(f))
	first := starter(f)
	f.Fuzz(func(t *testing.T, src, edits []byte) {
		src = edited(src, edits)
		// Every strategy is the one that init writes; any other file that the spec
		// uses holds the same bytes.
		plan, _ := spec.CompileWith("fuzz.yaml", src, spec.Files{
			Read: func(path string) ([]byte, error) {
				if text, ok := first["first/"+filepath.Base(path)]; ok {
					return []byte(text), nil
				}
				return src, nil
			},
			List: first.list,
		})
		const most = 4 // arenas; more are more of the same
		if plan == nil || len(plan.Arenas) > most {
			return
		}
		defer func() {
			if t.Failed() {
				t.Logf("the spec:\n%s", src)
			}
		}()
		checkEmitted(t, plan, outside)
	})
}

// checkEmitted holds what is emitted for a plan to what that promises.
func checkEmitted(t *testing.T, plan *spec.Plan, outside types.Importer) {
	t.Helper()
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
}

// pair is a key of a spec with the first word of its value.
var pair = regexp.MustCompile(`(\w+): \[?(\w+)`)

// edited returns a spec with some values changed, or keys added that belong beside
// others: three bytes say for each where, what, and to which value.
func edited(src, edits []byte) []byte {
	src = slices.Clone(src)
	const most = 16
	for edit := range slices.Chunk(edits[:min(len(edits)/3, most)*3], 3) {
		pairs := pair.FindAllSubmatchIndex(src, -1)
		if len(pairs) == 0 {
			break
		}
		at := pairs[int(edit[0])%len(pairs)]
		fields := beside(string(src[at[2]:at[3]]))
		if len(fields) == 0 {
			continue
		}
		if edit[1] < 128 {
			src = slices.Replace(src, at[4], at[5], []byte(strings.Trim(valued(fields[0], edit[2]), "[]"))...)
			continue
		}
		f := fields[int(edit[1])%len(fields)]
		src = slices.Insert(src, at[2], []byte(f.Key+": "+valued(f, edit[2])+", ")...)
	}
	return src
}

// beside returns the fields that a key may stand for, then those that a spec may
// have in the same place.
func beside(key string) (fields []spec.Field) {
	in := func(f spec.Field) spec.Scope {
		if slices.Contains([]spec.Scope{spec.FileScope, spec.ArenaScope, spec.MemoryScope, spec.BufferScope}, f.Scope) {
			return f.Scope
		}
		return spec.PoolScope // of some kind
	}
	for _, f := range spec.Fields() {
		if f.Key == key && valued(f, 0) != "" {
			fields = append(fields, f)
		}
	}
	if len(fields) > 0 {
		for _, f := range spec.Fields() {
			if in(f) == in(fields[0]) && valued(f, 0) != "" {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// valued returns one value of a field as a spec has it, "" where it has no simple
// one.
func valued(f spec.Field, which byte) string {
	switch f.Type {
	case spec.PoolKind:
		return append(f.Enum[:len(f.Enum):len(f.Enum)], "./first")[int(which)%(len(f.Enum)+1)]
	case spec.Word, spec.Words, spec.Choice:
		return f.Enum[int(which)%len(f.Enum)]
	case spec.Flags:
		return "[" + f.Enum[int(which)%len(f.Enum)] + "]"
	case spec.Boolean:
		return strconv.FormatBool(which&1 != 0)
	case spec.Count, spec.Size:
		if which < 64 {
			return strconv.Itoa(int(which))
		}
		return strconv.Itoa(1 << (which % 40))
	}
	return ""
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
