// Command replay runs recordings through the generated allocator hostmem and
// prints what each took, beside a baseline that maps pages of its own from the
// system for every request, as a program without a sub-allocator would.
//
//	go run ./examples/replay RECORDING...
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/allocgen/allocgen/runtime/trace"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: replay RECORDING...")
		os.Exit(2)
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "recording\tallocator\tops\tpeak live\treserved\tpadding\tpages\trefused\tns/op\t")
	for _, path := range os.Args[1:] {
		if err := replay(table, path); err != nil {
			fmt.Fprintln(os.Stderr, "replay:", err)
			os.Exit(2)
		}
	}
	table.Flush()
	fmt.Println("\nThe highest of each figure, sizes in MiB. A page of hostmem has 64 KiB to 1 GiB and serves many")
	fmt.Println("regions; the baseline maps one for each. ns/op: the fastest of", rounds, "replays.")
}

// replay prints a recording's two rows.
func replay(table *tabwriter.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	recording, err := trace.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	name := strings.TrimSuffix(filepath.Base(path), ".trace")
	ops, regions := dense(recording.Ops)
	for _, a := range []struct {
		name string
		open func(regions int) allocator
	}{{"hostmem", throughHostmem}, {"baseline", throughPages}} {
		r := measure(ops, func() allocator { return a.open(regions) })
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\t%s\t%d\t%d\t%.1f\t\n", name, a.name, len(ops),
			mebibytes(r.peak.live), mebibytes(r.peak.reserved), mebibytes(r.peak.padding), r.peak.pages, r.refused, r.nsPerOp)
		name = ""
	}
	return nil
}

func mebibytes(n uint64) string { return fmt.Sprintf("%.2f", float64(n)/(1<<20)) }
