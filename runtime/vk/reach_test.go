package vk

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	module   = "github.com/allocgen/allocgen/"
	thisOne  = module + "runtime/vk"
	vulkanGo = "github.com/vulkan-go/vulkan"
)

// list runs go list in the root of the module, without cgo, and returns its
// lines.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	c := exec.Command("go", append([]string{"list"}, args...)...)
	c.Dir = "../.."
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		lacks(t, err)
	}
	return strings.Fields(string(out))
}

// TestTheToolDoesNotReachVulkan: nothing that cmd/allocgen imports, directly or
// not, is of this package or needs it.
func TestTheToolDoesNotReachVulkan(t *testing.T) {
	dependencies := list(t, "-deps", "./cmd/allocgen")
	if !slices.Contains(dependencies, module+"spec") {
		t.Fatalf("the tool imports only %q", dependencies)
	}
	for _, d := range dependencies {
		if d == thisOne || strings.HasPrefix(d, vulkanGo) || d == "runtime/cgo" {
			t.Errorf("cmd/allocgen imports %s", d)
		}
	}
}

// TestTheRestBuildsWithoutCgo: every package that does not import this one,
// directly or not.
func TestTheRestBuildsWithoutCgo(t *testing.T) {
	packages := list(t, "-e", "-f", `{{if .GoFiles}}{{.ImportPath}}{{range .Deps}},{{.}}{{end}}{{end}}`, "./...")
	var rest []string
	for _, p := range packages {
		if paths := strings.Split(p, ","); !slices.Contains(paths, thisOne) {
			rest = append(rest, paths[0])
		}
	}
	for _, must := range []string{"cmd/allocgen", "runtime", "runtime/fake", "proptests", "templates", "spec"} {
		if !slices.Contains(rest, module+must) {
			t.Errorf("%s is not among what builds without cgo", must)
		}
	}
	build := exec.Command("go", append([]string{"build"}, rest...)...)
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
