//go:build cgo

// Package gputest runs the examples in tests, under the Khronos validation
// layer.
package gputest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	"github.com/allocgen/allocgen/runtime/vk"
)

// Open opens a device under the validation layer and, when the test ends,
// closes it and checks that the layer said nothing. Where Vulkan is missing the
// test is skipped, where the layer is missing it runs unchecked; with CI=true
// both are failures.
func Open(t *testing.T) *gpu.Device {
	t.Helper()
	d, err := gpu.Open(vk.Options{Validation: true})
	if isMissing(err, vk.Layer) {
		Unchecked(t, err)
		d, err = gpu.Open(vk.Options{})
	}
	if isMissing(err, vk.Loader, vk.Driver) && !inCI() {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.Close()
		for _, text := range d.Messages() {
			t.Errorf("validation: %s", text)
		}
	})
	return d
}

// Unchecked says why the validation layer checks nothing.
func Unchecked(t *testing.T, why any) {
	t.Helper()
	if inCI() {
		t.Fatalf("nothing checks the calls: %v", why)
	}
	t.Logf("nothing checks the calls: %v", why)
}

func isMissing(err error, these ...vk.Missing) bool {
	missing, ok := errors.AsType[*vk.MissingError](err)
	return ok && slices.Contains(these, missing.What)
}

func inCI() bool { return os.Getenv("CI") == "true" }

// programVariable makes a test binary the program that it tests.
const programVariable = "ALLOCGEN_EXAMPLE_PROGRAM"

// Main is for the TestMain of an example with this main function.
func Main(m *testing.M, program func()) {
	if os.Getenv(programVariable) != "" {
		program()
		return
	}
	os.Exit(m.Run())
}

// SaysWhatIsMissing checks what the program prints, and its status, where there
// is no driver. Its package has a TestMain that calls Main.
func SaysWhatIsMissing(t *testing.T) {
	t.Helper()
	program := exec.CommandContext(t.Context(), os.Args[0])
	program.Env = append(os.Environ(), programVariable+"=1", "VK_DRIVER_FILES=/none.json", "VK_ICD_FILENAMES=/none.json")
	said, err := program.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 || !strings.Contains(string(said), ": vk: no Vulkan ") || !strings.Contains(string(said), "install") {
		t.Errorf("without a driver: %v, and it said %q", err, said)
	}
}

// IsCompiledFrom checks that SPIR-V was compiled from this source: with -g
// glslangValidator puts the source into what it makes.
func IsCompiledFrom(t *testing.T, spirv []byte, path string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(spirv, source) {
		t.Errorf("%s has changed since it was compiled: run go generate", path)
	}
}
