// Package allocgen holds the rules that the source tree keeps, as tests.
package allocgen

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const module = "github.com/allocgen/allocgen/"

// goFiles returns the Go files of the tree. Generated ones are judged too:
// they must read as if written by hand.
func goFiles(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d Go files: %v", len(paths), err)
	}
	return paths
}

// TestLengths leaves out the generated allocator.go: its functions take one
// step for each arena.
func TestLengths(t *testing.T) {
	fset := token.NewFileSet()
	for _, path := range goFiles(t) {
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if lines := fset.File(file.Pos()).LineCount(); lines > 600 {
			t.Errorf("%s has %d lines, at most 600 may be", path, lines)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil || filepath.Base(path) == "allocator.go" {
				continue
			}
			if lines := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1; lines > 70 {
				t.Errorf("%s: %s has %d lines, at most 70 may be", path, f.Name.Name, lines)
			}
		}
	}
}

// unfinished matches what a reader would have to come back to.
var unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|for n` + `ow)\b`)

func TestNothingIsLeftForLater(t *testing.T) {
	for _, path := range goFiles(t) {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		for n := 1; lines.Scan(); n++ {
			if unfinished.MatchString(lines.Text()) {
				t.Errorf("%s:%d: %s", path, n, strings.TrimSpace(lines.Text()))
			}
		}
		if err := lines.Err(); err != nil {
			t.Error(err)
		}
		file.Close()
	}
}

// TestImportsGoOneWay: cmd → templates → spec, generated → runtime,
// proptests → runtime; and the tool needs no cgo.
func TestImportsGoOneWay(t *testing.T) {
	for _, c := range []struct {
		from   string
		banned []string
	}{
		{"cmd/allocgen", []string{"generated/", "proptests", "runtime/vk", "!runtime/cgo"}},
		{"templates", []string{"cmd/", "generated/", "proptests", "runtime/"}},
		{"spec", []string{"cmd/", "templates", "generated/", "proptests", "runtime/"}},
		{"spec/size", []string{"spec/size/"}},
		{"proptests", []string{"cmd/", "templates", "spec", "generated/"}},
		{"runtime/trace", []string{"cmd/", "templates", "spec", "generated/", "proptests"}},
		{"runtime/trace/convert", []string{"cmd/", "templates", "spec", "generated/", "proptests", "!runtime/cgo"}},
		{"runtime/replay", []string{"cmd/", "templates", "spec", "generated/", "proptests", "!runtime/cgo"}},
		{"runtime", []string{"cmd/", "templates", "spec", "generated/", "proptests", "runtime/", "!runtime/cgo"}},
		{"runtime/fake", []string{"cmd/", "templates", "spec", "generated/", "proptests", "!runtime/cgo"}},
		{"runtime/profiles", []string{"cmd/", "templates", "spec", "generated/", "proptests", "!runtime/cgo"}},
		{"generated/hostmem", []string{"cmd/", "templates", "spec", "proptests", "runtime/"}},
	} {
		list := exec.Command("go", "list", "-deps", "./"+c.from)
		list.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list %s: %v", c.from, err)
		}
		for _, dependency := range strings.Fields(string(out)) {
			if dependency == module+c.from {
				continue
			}
			for _, banned := range c.banned {
				if outside, ok := strings.CutPrefix(banned, "!"); ok && dependency == outside ||
					!ok && strings.HasPrefix(dependency, module+banned) {
					t.Errorf("%s imports %s", c.from, dependency)
				}
			}
		}
	}
}
