//go:build cgo

package generated

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/vk"
	"github.com/allocgen/allocgen/spec"
)

// onVulkan makes the conformance tests of a package run on the best Vulkan device
// there is, under the validation layer, and fail if the layer says anything.
const onVulkan = `package %s

import (
	"fmt"
	"os"
	"testing"

	"github.com/allocgen/allocgen/proptests"
	"github.com/allocgen/allocgen/runtime/vk"
)

func TestMain(m *testing.M) {
	context, err := vk.Open(vk.Options{Validation: true})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	proptests.OnDevice(context.Runtime)
	status := m.Run()
	context.Close()
	for _, text := range context.Messages() {
		fmt.Println("validation:", text)
		status = 1
	}
	os.Exit(status)
}
`

// needsVulkan skips a test where there is no Vulkan device, or no validation
// layer; with CI=true it fails.
func needsVulkan(t *testing.T) {
	t.Helper()
	context, err := vk.Open(vk.Options{Validation: true})
	if missing, ok := errors.AsType[*vk.MissingError](err); ok && os.Getenv("CI") != "true" {
		t.Skip(missing)
	}
	if err != nil {
		t.Fatal(err)
	}
	context.Close()
}

// TestConformanceOnVulkan runs the conformance test of every arena that is for
// any device on a real one.
func TestConformanceOnVulkan(t *testing.T) {
	needsVulkan(t)
	tried := 0
	for _, directory := range packages(t) {
		plan := planOf(t, directory)
		if plan.Target != spec.Vulkan || plan.Device != nil {
			continue
		}
		tried++
		t.Run(directory, func(t *testing.T) {
			out, err := conformOnVulkan(t, directory, "Conformance$", nil)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, arena := range plan.Arenas {
				if !strings.Contains(out, plan.Package+"."+arena.Name+": ") || !strings.Contains(out, "keep every law on the device") {
					t.Errorf("the arena %s was not tried on the device:\n%s", arena.Name, out)
				}
			}
		})
	}
	if tried == 0 {
		t.Error("no package is for any device")
	}
}

// conformOnVulkan runs the conformance tests of a package that match, with some of
// its files replaced, and returns what they print.
func conformOnVulkan(t *testing.T, directory, match string, replace map[string]string) (string, error) {
	t.Helper()
	main := filepath.Join(t.TempDir(), "main_test.go")
	if err := os.WriteFile(main, fmt.Appendf(nil, onVulkan, filepath.Base(directory)), 0o666); err != nil {
		t.Fatal(err)
	}
	absolute, err := filepath.Abs(directory)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{filepath.Join(absolute, "main_test.go"): main}
	for file, other := range replace {
		all[file] = other
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": all})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-short=false", "-overlay="+list, "-vet=off", "-count=1", "-v", "-timeout=300s", "-run="+match, "./"+directory).CombinedOutput()
	return string(out), err
}
