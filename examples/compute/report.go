//go:build cgo

package main

import (
	"io"

	"github.com/allocgen/allocgen/examples/compute/gpumem"
	"github.com/allocgen/allocgen/examples/internal/gpu"
)

// report prints what the allocator holds, and the most that it held.
func report(out io.Writer, a *gpumem.Allocator) error {
	now, failure := a.Stats()
	if failure.Failed() {
		return failure.Err()
	}
	most, failure := a.Peaks()
	if failure.Failed() {
		return failure.Err()
	}
	return gpu.Report(out, "Memory before the matrices are freed, in bytes:", []gpu.Row{
		{Pool: "device/small", Now: gpu.Usage(now.Device.Small), Most: most.Device.Small.BytesInUse},
		{Pool: "device/large", Now: gpu.Usage(now.Device.Large), Most: most.Device.Large.BytesInUse},
		{Pool: "upload/frames", Now: gpu.Usage(now.Upload.Frames), Most: most.Upload.Frames.BytesInUse},
		{Pool: "upload/bulk", Now: gpu.Usage(now.Upload.Bulk), Most: most.Upload.Bulk.BytesInUse},
		{Pool: "readback/frames", Now: gpu.Usage(now.Readback.Frames), Most: most.Readback.Frames.BytesInUse},
		{Pool: "readback/bulk", Now: gpu.Usage(now.Readback.Bulk), Most: most.Readback.Bulk.BytesInUse},
	})
}
