//go:build cgo

package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/allocgen/allocgen/examples/compute/gpumem"
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
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "pool\tregions\tin use\tpadding\treserved\tblocks\tmost in use\t")
	for _, row := range []struct {
		pool string
		now  gpumem.Usage
		most gpumem.Peak
	}{
		{"device/small", now.Device.Small, most.Device.Small},
		{"device/large", now.Device.Large, most.Device.Large},
		{"upload/frames", now.Upload.Frames, most.Upload.Frames},
		{"upload/bulk", now.Upload.Bulk, most.Upload.Bulk},
		{"readback/frames", now.Readback.Frames, most.Readback.Frames},
		{"readback/bulk", now.Readback.Bulk, most.Readback.Bulk},
	} {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", row.pool, row.now.NumberAllocs, row.now.BytesInUse,
			row.now.BytesPadding, row.now.BytesReserved, row.now.NumberBlocks, row.most.BytesInUse)
	}
	fmt.Fprintln(out, "Memory before the matrices are freed, in bytes:")
	return table.Flush()
}
