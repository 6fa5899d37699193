//go:build cgo

// Package examples tests the example that is a module of its own.
package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/examples/internal/gputest"
	"github.com/allocgen/allocgen/internal/outside"
)

const (
	layer = "VK_LAYER_KHRONOS_validation"
	tool  = "github.com/allocgen/allocgen/cmd/allocgen"
)

// TestDownstream goes the way of a user with a copy of downstream that knows of
// no source tree: fetch the tool from a module proxy, generate, test, run; under
// the validation layer, which the loader adds to every program.
func TestDownstream(t *testing.T) {
	gputest.Open(t).Close() // skips where there is no Vulkan
	t.Setenv("VK_INSTANCE_LAYERS", layer)
	t.Setenv("VK_LOADER_DEBUG", "layer")
	m := outside.New(t, "..")
	if err := os.CopyFS(m.Dir, os.DirFS("downstream")); err != nil {
		t.Fatal(err)
	}
	module := strings.TrimSuffix(tool, "/cmd/allocgen")
	m.Run("go", "mod", "edit", "-dropreplace="+module, "-require="+module+"@"+m.Version)
	m.Run("go", "get", "-tool", tool+"@"+m.Version)
	m.Run("go", "tool", "allocgen", "check", "mem/allocgen.yaml")
	committed := m.Read("mem/shared_arena.go")
	if err := os.Remove(filepath.Join(m.Dir, "mem/shared_arena.go")); err != nil {
		t.Fatal(err)
	}
	m.Run("go", "generate", "./...")
	if m.Read("mem/shared_arena.go") != committed {
		t.Error("go generate wrote another file than is committed")
	}
	m.Run("go", "vet", "./...")
	tests := m.Run("go", "test", "-short", "-v", "./...")
	for _, want := range []string{"--- PASS: TestRun ", "ok  \texample.com/downstream", "--- PASS: TestSharedConformance "} {
		if !strings.Contains(tests, want) {
			t.Errorf("go test did not print %q:\n%s", want, tests)
		}
	}
	said := m.Run("go", "run", ".")
	if !strings.Contains(said, " filled 1000 bytes in memory of allocgen\n") {
		t.Errorf("it said %q", said)
	}
	if strings.Contains(tests+said, "VUID-") {
		t.Errorf("validation:\n%s%s", tests, said)
	}
	if !strings.Contains(said, `Insert instance layer "`+layer+`"`) {
		gputest.Unchecked(t, said)
	}
}

// TestDownstreamInTheTree: go.mod and go.sum of downstream, which has this tree
// in place of a version, name all that it needs.
func TestDownstreamInTheTree(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-test", "./...", tool)
	list.Dir = "downstream"
	list.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off")
	if printed, err := list.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, printed)
	}
}
