package templates

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates/internal/specialise"
)

func TestTemplatesKeepTheRules(t *testing.T) {
	all, err := library(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range all {
		for _, err := range specialise.Verify(source, all) {
			t.Error(err)
		}
	}
}

// TestParametersAreFields: a parameter of the templates is a key of the
// language under its Go name, with the same words about it and, where the
// key may be left out, the same default; and every key of a pool kind is a
// parameter, but for what all kinds have. Pools of blocks have parameters that
// follow from several keys.
func TestParametersAreFields(t *testing.T) {
	for _, c := range []struct {
		scope spec.Scope
		files []string
	}{
		{spec.Scope(spec.SlicedPages), []string{"sliced/pool.go", "idle/idle.go"}},
		{spec.Scope(spec.ExclusivePages), []string{"exclusive/pool.go", "idle/idle.go"}},
		{spec.Scope(spec.Direct), []string{"direct/pool.go"}},
		{spec.ArenaScope, []string{"slots/table.go"}},
	} {
		parameters := parametersOf(t, c.files...)
		for _, f := range spec.Fields() {
			name := spec.LowerCamel(f.Key)
			p, ok := parameters[name]
			switch {
			case f.Key == "contents" || f.Key == "within_budget":
			case f.Scope == c.scope && !ok && c.scope != spec.ArenaScope:
				t.Errorf("%v: no parameter %s for the key %s", c.files, name, f.Key)
			case ok && (f.Scope == c.scope || f.Scope == spec.ArenaScope):
				delete(parameters, name)
				if p.doc != f.Doc {
					t.Errorf("%v: %s is documented as\n%s\nbut the key %s as\n%s", c.files, name, p.doc, f.Key, f.Doc)
				}
				if f.Type == spec.Count && f.Scope != spec.ArenaScope && p.value != f.Default {
					t.Errorf("%v: %s is %s by default, the key %s", c.files, name, p.value, f.Default)
				}
			}
		}
		delete(parameters, "slotBits") // which follow from the streams
		delete(parameters, "handsBack")
		for name := range parameters {
			t.Errorf("%v: no key for the parameter %s", c.files, name)
		}
	}
}

type parameter struct{ value, doc string }

// parametersOf reads the parameters of template files.
func parametersOf(t *testing.T, paths ...string) map[string]parameter {
	t.Helper()
	parameters := map[string]parameter{}
	for _, path := range paths {
		source, err := sources.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && v.Comment != nil && v.Comment.List[0].Text == "//allocgen:param" {
				value := source[fset.Position(v.Values[0].Pos()).Offset:fset.Position(v.Values[0].End()).Offset]
				parameters[v.Names[0].Name] = parameter{string(value), strings.Join(strings.Fields(v.Doc.Text()), " ")}
			}
			return true
		})
	}
	if len(parameters) == 0 {
		t.Fatalf("%v have no parameters", paths)
	}
	return parameters
}

// randomSpec is a valid spec of up to three arenas of up to three pools.
func randomSpec(r *rand.Rand, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\npackage: %s\ntarget: host\ntests: false\nconcurrency: %s\nnames: %t\ncall_sites: %t\ntrace: %t\nlast_events: %d\narenas:\n", name, []string{"none", "mutex", "{streams: {count: 5}}"}[r.IntN(3)], r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2)*9)
	for i := range 1 + r.IntN(3) {
		alignment := uint64(1) << r.IntN(9)
		fmt.Fprintf(&b, "  arena_%d:\n    alignment: %d\n    max_live: %d\n    generations: %d\n    pools:\n", i, alignment, r.IntN(3)*1000, 1+r.IntN(1<<20))
		page := alignment
		for j := range 1 + r.IntN(3) {
			// Each page outgrows the slices of the pool before, so that every pool is reachable.
			page *= 64 << r.IntN(4)
			slice := page / 4 / alignment * alignment
			fmt.Fprintf(&b, "      - {name: p%d, kind: sliced_pages, page_size: %d, max_slice_size: %d", j, page, slice)
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, ", max_pool_size: %d", 1+r.Uint64N(4*page))
			}
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, ", dealloc_period: %d", r.IntN(100))
			}
			b.WriteString("}\n")
		}
		if r.IntN(2) == 0 {
			growth := []string{"exact", "average"}[r.IntN(2)]
			fmt.Fprintf(&b, "      - {name: own, kind: exclusive_pages, max_alloc_size: %d, growth: %s, dealloc_period: %d}\n", 8*page, growth, r.IntN(3))
		}
		if r.IntN(2) == 0 {
			b.WriteString("      - {name: rest, kind: direct")
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, ", reclaim_at: %d", 1+r.IntN(1<<20))
			}
			b.WriteString("}\n")
		}
	}
	return b.String()
}

// TestRandomSpecs: what a valid spec declares is emitted twice to the same
// bytes, compiles alone, and vets.
func TestRandomSpecs(t *testing.T) {
	module := t.TempDir()
	write := func(name string, text []byte) {
		t.Helper()
		path := filepath.Join(module, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module random\n\ngo 1.26\n"))
	tests := func(f File) bool { return strings.HasSuffix(f.Name, "_test.go") }
	for seed := range uint64(24) {
		name := "pool" + strconv.FormatUint(seed, 10)
		source := randomSpec(rand.New(rand.NewPCG(seed, 5)), name)
		plan, diagnostics := spec.Compile(name+".yaml", []byte(source))
		if diagnostics.Failed() {
			t.Fatalf("%v\n%s", diagnostics, source)
		}
		files, err := Emit(plan)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		if slices.ContainsFunc(files, tests) {
			t.Errorf("%s has tests that its spec doesn't want", name)
		}
		again, err := Emit(plan)
		if err != nil || len(files) != len(again) {
			t.Fatalf("emitted again: %d files, not %d: %v", len(again), len(files), err)
		}
		for i, f := range files {
			if f.Name != again[i].Name || !bytes.Equal(f.Text, again[i].Text) {
				t.Errorf("%s of %s is not the same twice", f.Name, name)
			}
			write(filepath.Join(name, f.Name), f.Text)
		}
	}
	vet := exec.Command("go", "vet", "./...")
	vet.Dir = module
	vet.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
