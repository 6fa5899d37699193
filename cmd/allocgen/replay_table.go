package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/spec/size"
)

// printTable prints results, one a line, and what the columns mean.
func printTable(w io.Writer, results []replay.Result, driven []driven) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "recording\tspec\tarena\tops\tin use\treserved\tfragmentation\tnative calls\trefused\tns/op\t")
	for _, r := range results {
		if r.Error != "" {
			continue
		}
		took := "-" // no call was made
		if r.NsPerOp > 0 {
			took = fmt.Sprintf("%.1f", r.NsPerOp)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\t%.1f %%\t%d\t%d\t%s\t\n", r.Recording, r.Spec, r.Arena, r.Ops,
			brief(r.PeakInUse), brief(r.PeakReserved), 100*r.Fragmentation, r.NativeCalls, r.Refused, took)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, `
In use, reserved: the highest of each, whenever it was. Fragmentation: what part of the
reserved bytes was not in use when most was reserved. Native calls: allocations that the
device was asked for; on target host, blocks made. Refused: allocations. ns/op: the
fastest of %d replays%s.
%s`, rounds, timed(driven), devices(driven))
	for _, r := range results {
		where := fmt.Sprintf("%s in %s, arena %s", r.Recording, r.Spec, r.Arena)
		switch {
		case r.Error != "":
			fmt.Fprintf(w, "%s: not replayed, New fails: %s\n", where, r.Error)
		case r.Refused > 0:
			fmt.Fprintf(w, "%s: first refusal: %s\n", where, r.FirstRefusal)
		}
	}
	return nil
}

// timed says what time is that of the simulation.
func timed(arenas []driven) string {
	if devices(arenas) == "" {
		return ""
	}
	return ", what the simulated device does included"
}

// devices says which devices arenas run on, in a line each.
func devices(arenas []driven) (text string) {
	for _, a := range arenas {
		if a.device == nil {
			continue
		}
		if line := "Device: " + a.device.Name + ", simulated.\n"; !strings.Contains(text, line) {
			text += line
		}
	}
	return text
}

// brief is a size in its largest unit.
func brief(n uint64) string {
	short, _, _ := strings.Cut(string(size.Append(nil, n)), " (")
	return short
}
