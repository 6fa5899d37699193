//go:build cgo

// Command render draws a triangle on a Vulkan device, into an image and through
// buffers whose memory a generated allocator hands out, compares the picture
// with what it must be and writes it as PNG.
//
//	go run ./examples/render [FILE]
//
// The file is triangle.png if none is named. It ends with status 1 if the
// picture is wrong, with 2 where there is no Vulkan device. The environment
// variable ALLOCGEN_DEVICE may name one of several.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	"github.com/allocgen/allocgen/examples/render/scenemem"
)

func main() {
	flag.Parse()
	path := cmp.Or(flag.Arg(0), "triangle.png")
	gpu.Main("render", func(d *gpu.Device, out io.Writer) error {
		picture, err := render(d, out)
		if err == nil {
			err = check(picture)
		}
		if err == nil {
			err = write(path, picture)
		}
		if err == nil {
			fmt.Fprintf(out, "\nThe triangle is as it must be: %s\n", path)
		}
		return err
	})
}

// render draws the picture. What it allocates it frees, or else the allocator
// would not close.
func render(d *gpu.Device, out io.Writer) (picture *image.NRGBA, err error) {
	if !d.CanDraw() {
		return nil, errors.New("the device cannot draw")
	}
	a, failure := scenemem.New(d.Runtime)
	if failure.Failed() {
		return nil, failure.Err()
	}
	defer func() { err = errors.Join(err, a.Close().Err()) }()
	t, err := newTarget(d, a)
	if err != nil {
		return nil, err
	}
	defer t.destroy(d, a)
	m, err := newMesh(a, triangle[:])
	if err != nil {
		return nil, err
	}
	defer m.destroy(a)
	p, err := newPipeline(d, t.pass)
	if err != nil {
		return nil, err
	}
	if err := t.draw(d, p, m); err != nil {
		return nil, err
	}
	if picture, err = t.read(d, a); err != nil {
		return nil, err
	}
	return picture, report(out, a)
}

func write(path string, picture *image.NRGBA) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(file, picture), file.Close())
}
