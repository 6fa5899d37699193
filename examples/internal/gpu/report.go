//go:build cgo

package gpu

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Usage is the type Usage of every generated package.
type Usage struct {
	BytesReserved, BytesInUse, BytesPadding, NumberAllocs, NumberBlocks uint64
}

// A Row is what a pool holds, and the most that was in use of it.
type Row struct {
	Pool string
	Now  Usage
	Most uint64 // bytes
}

// Report prints what an allocator holds, and the most that it held.
func Report(out io.Writer, title string, rows []Row) error {
	fmt.Fprintln(out, title)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "pool\tregions\tin use\tpadding\treserved\tblocks\tmost in use\t")
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", row.Pool, row.Now.NumberAllocs, row.Now.BytesInUse,
			row.Now.BytesPadding, row.Now.BytesReserved, row.Now.NumberBlocks, row.Most)
	}
	return table.Flush()
}
