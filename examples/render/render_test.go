//go:build cgo

package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/examples/internal/gputest"
)

func TestMain(m *testing.M) { gputest.Main(m, main) }

func TestWithoutVulkan(t *testing.T) { gputest.SaysWhatIsMissing(t) }

func TestShadersAreFresh(t *testing.T) {
	gputest.IsCompiledFrom(t, vertexSPIRV, "triangle.vert")
	gputest.IsCompiledFrom(t, fragmentSPIRV, "triangle.frag")
}

// TestRender runs the example: the picture, read back from its file, is what it
// must be, and all memory is returned, to the allocator and to the device.
func TestRender(t *testing.T) {
	d := gputest.Open(t)
	var out bytes.Buffer
	picture, err := render(d, &out)
	if err != nil {
		t.Fatal(err)
	}
	if n := d.Runtime.AllocationCount(); n != 0 {
		t.Errorf("%d native allocations are left", n)
	}
	path := filepath.Join(t.TempDir(), "triangle.png")
	if err := write(path, picture); err != nil {
		t.Fatal(err)
	}
	if err := check(read(t, path)); err != nil {
		t.Error(err)
	}
	lines := strings.Split(out.String(), "\n")
	if want := "vertices/meshes 1 24 "; !slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(strings.Join(strings.Fields(line), " "), want)
	}) {
		t.Errorf("no line %q in\n%s", want, &out)
	}
}

func read(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoded, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	picture := image.NewNRGBA(decoded.Bounds())
	for y := range side {
		for x := range side {
			picture.Set(x, y, decoded.At(x, y))
		}
	}
	return picture
}
