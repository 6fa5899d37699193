package generated

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// packages returns the directories beside this file, which are packages but for
// testdata.
func packages(t *testing.T) (directories []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			directories = append(directories, e.Name())
		}
	}
	if len(directories) == 0 {
		t.Fatal("no generated package")
	}
	return directories
}

// TestImports: a package imports these at most, one that keeps call sites also
// the Go runtime, and one for vulkan also its own.
func TestImports(t *testing.T) {
	for _, directory := range packages(t) {
		plan := planOf(t, directory)
		allowed := map[string]bool{
			`"errors"`: true, `"math/bits"`: true, `"os"`: true, `"slices"`: true, `"strconv"`: true, `"sync"`: true, `"sync/atomic"`: true, `"syscall"`: true, `"unicode/utf8"`: true,
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
