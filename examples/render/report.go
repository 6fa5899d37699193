//go:build cgo

package main

import (
	"io"

	"github.com/allocgen/allocgen/examples/internal/gpu"
	"github.com/allocgen/allocgen/examples/render/scenemem"
)

// report prints what the allocator holds, and the most that it held.
func report(out io.Writer, a *scenemem.Allocator) error {
	now, failure := a.Stats()
	if failure.Failed() {
		return failure.Err()
	}
	most, failure := a.Peaks()
	if failure.Failed() {
		return failure.Err()
	}
	return gpu.Report(out, "Memory before the image is freed, in bytes:", []gpu.Row{
		{Pool: "images/targets", Now: gpu.Usage(now.Images.Targets), Most: most.Images.Targets.BytesInUse},
		{Pool: "images/whole", Now: gpu.Usage(now.Images.Whole), Most: most.Images.Whole.BytesInUse},
		{Pool: "vertices/meshes", Now: gpu.Usage(now.Vertices.Meshes), Most: most.Vertices.Meshes.BytesInUse},
		{Pool: "readback/pictures", Now: gpu.Usage(now.Readback.Pictures), Most: most.Readback.Pictures.BytesInUse},
	})
}
