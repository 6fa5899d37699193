//go:build cgo

// Command compute multiplies two matrices on a Vulkan device, in memory that a
// generated allocator hands out, and compares the product with that of the CPU.
//
//	go run ./examples/compute
//
// It ends with status 1 if the products differ, with 2 where there is no Vulkan
// device. The environment variable ALLOCGEN_DEVICE may name one of several.
package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/allocgen/allocgen/examples/compute/gpumem"
	"github.com/allocgen/allocgen/examples/internal/gpu"
)

const (
	rows = 256 // of the matrices
	_    = uint(0 - rows%tile)
)

func main() { gpu.Main("compute", compute) }

// compute is the example. What it allocates it frees, or else the allocator
// would not close.
func compute(d *gpu.Device, out io.Writer) (err error) {
	a, failure := gpumem.New(d.Runtime)
	if failure.Failed() {
		return failure.Err()
	}
	defer func() { err = errors.Join(err, a.Close().Err()) }()

	x, y := matrix(rows, 1), matrix(rows, 2)
	z, err := multiply(d, a, x, y, out)
	if err != nil {
		return err
	}
	if err := compare(z, product(rows, x, y)); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nThe product of two %d x %d matrices is that of the CPU.\n", rows, rows)
	return nil
}

// multiply returns the product of two matrices, made by the device.
func multiply(d *gpu.Device, a *gpumem.Allocator, x, y []float32, out io.Writer) ([]float32, error) {
	k, err := newKernel(d)
	if err != nil {
		return nil, err
	}
	t := transfers{d, a}
	var buffers [operands]matrixBuffer
	defer func() {
		for _, b := range buffers {
			b.destroy(a)
		}
	}()
	for i := range buffers {
		if buffers[i], err = newMatrixBuffer(a, len(x)); err != nil {
			return nil, err
		}
	}
	for i, values := range [][]float32{x, y} {
		if err := t.in(buffers[i], values); err != nil {
			return nil, err
		}
	}
	if err := k.run(d, buffers, rows); err != nil {
		return nil, err
	}
	z := make([]float32, len(x))
	if err := t.out(buffers[2], z); err != nil {
		return nil, err
	}
	return z, report(out, a)
}
