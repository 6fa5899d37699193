//go:build cgo

package main

import (
	"fmt"
	"io"
	"text/tabwriter"

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
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "pool\tregions\tin use\tpadding\treserved\tblocks\tmost in use\t")
	for _, row := range []struct {
		pool string
		now  scenemem.Usage
		most scenemem.Peak
	}{
		{"images/targets", now.Images.Targets, most.Images.Targets},
		{"images/whole", now.Images.Whole, most.Images.Whole},
		{"vertices/meshes", now.Vertices.Meshes, most.Vertices.Meshes},
		{"readback/pictures", now.Readback.Pictures, most.Readback.Pictures},
	} {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", row.pool, row.now.NumberAllocs, row.now.BytesInUse,
			row.now.BytesPadding, row.now.BytesReserved, row.now.NumberBlocks, row.most.BytesInUse)
	}
	fmt.Fprintln(out, "Memory before the image is freed, in bytes:")
	return table.Flush()
}
