// Command strategy replays recordings through a buddy allocator of its own, which
// package mem/buddy is, and through tlsf, both with the same blocks, and prints what
// each came to hold and took.
//
//	go run . RECORDING...
//
// How one writes a strategy is in docs/strategies.md of allocgen. Here the steps
// were:
//
//	go tool allocgen init -strategy buddy mem   # something to start from
//	go test ./mem/buddy                         # its own laws, while writing it
//	go generate ./... && go test ./...          # specialised, and held to the model
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/allocgen/allocgen/runtime/trace"

	"example.com/strategy/mem"
)

// rounds is how often a recording is replayed for its time; the fastest counts.
const rounds = 7

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: strategy RECORDING...")
		os.Exit(2)
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "recording\tstrategy\tops\tpeak live\treserved\tblocks\trefused\tns/op\t")
	for _, path := range os.Args[1:] {
		if err := compare(table, path); err != nil {
			fmt.Fprintln(os.Stderr, "strategy:", err)
			os.Exit(2)
		}
	}
	table.Flush()
	fmt.Println("\nThe highest of each figure, sizes in MiB; blocks of 4 MiB, and of their own for what is larger.")
}

// compare prints the rows of a recording.
func compare(table *tabwriter.Writer, path string) error {
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
	for _, row := range []struct {
		strategy string
		measure  func([]trace.Op) (result, error)
	}{{"buddy", buddy}, {"tlsf", tlsf}} {
		r, err := row.measure(recording.Ops)
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%.2f\t%.2f\t%d\t%d\t%.1f\t\n", name, row.strategy, len(recording.Ops),
			mebibytes(r.peak.BytesInUse), mebibytes(r.peak.BytesReserved), r.peak.NumberBlocks, r.refused, r.nsPerOp)
		name = ""
	}
	return nil
}

func mebibytes(n uint64) float64 { return float64(n) / (1 << 20) }

// result is what a strategy made of a recording.
type result struct {
	peak    mem.Peak
	refused int
	nsPerOp float64
}

// fastest replays a recording several times, and returns what the last replay
// came to and what the fastest one took.
func fastest(ops []trace.Op, replay func() (refused int, peak mem.Peak, err error)) (r result, err error) {
	for round := range rounds {
		begin := time.Now()
		r.refused, r.peak, err = replay()
		if err != nil {
			return r, err
		}
		if ns := float64(time.Since(begin).Nanoseconds()) / float64(len(ops)); round == 0 || ns < r.nsPerOp {
			r.nsPerOp = ns
		}
	}
	return r, nil
}

// buddy and tlsf differ in the arena alone: each call is one of a concrete type.
func buddy(ops []trace.Op) (result, error) {
	return fastest(ops, func() (refused int, peak mem.Peak, err error) {
		a, f := mem.New()
		if f.Failed() {
			return 0, peak, f.Err()
		}
		handles := map[uint64]mem.BuddiesHandle{}
		for _, op := range ops {
			switch op.Kind {
			case trace.Alloc:
				if handles[op.ID], f = a.Buddies.Alloc(op.Size, op.Align); f.Failed() {
					refused++
				}
			case trace.Free:
				a.Buddies.Free(handles[op.ID])
			}
		}
		peaks, f := a.Peaks()
		return refused, peaks.Buddies.Blocks, f.Err()
	})
}

func tlsf(ops []trace.Op) (result, error) {
	return fastest(ops, func() (refused int, peak mem.Peak, err error) {
		a, f := mem.New()
		if f.Failed() {
			return 0, peak, f.Err()
		}
		handles := map[uint64]mem.RivalHandle{}
		for _, op := range ops {
			switch op.Kind {
			case trace.Alloc:
				if handles[op.ID], f = a.Rival.Alloc(op.Size, op.Align); f.Failed() {
					refused++
				}
			case trace.Free:
				a.Rival.Free(handles[op.ID])
			}
		}
		peaks, f := a.Peaks()
		return refused, peaks.Rival.Blocks, f.Err()
	})
}
