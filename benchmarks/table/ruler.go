package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/allocgen/allocgen/benchmarks"
)

// rulerReplays is how often the yardstick replays a trace each time it runs.
const rulerReplays = "9"

// ruler runs the yardstick, a program that takes a number of replays and
// traces, and of each prints "NAME TRACE min NS med NS ns/op fails N".
type ruler struct {
	path  string            // "" for none
	files map[string]string // by trace
}

// perOp returns the least nanoseconds that an operation of a trace took, 0
// without a yardstick.
func (r *ruler) perOp(trace string) (least float64, err error) {
	if r.path == "" {
		return 0, nil
	}
	out, err := exec.Command(r.path, rulerReplays, r.files[trace]).Output()
	if err != nil {
		return 0, err
	}
	return parse(out)
}

// parse finds the least time in what a yardstick printed of one trace.
func parse(line []byte) (least float64, err error) {
	var name, trace string
	if _, err := fmt.Sscanf(string(bytes.TrimSpace(line)), "%s %s min %f", &name, &trace, &least); err != nil {
		return 0, fmt.Errorf("%q is no line of figures: %w", line, err)
	}
	return least, nil
}

// write writes a trace as the yardstick reads it, and returns the file.
func write(directory string, t *benchmarks.Trace) (path string, err error) {
	text := fmt.Appendf(nil, "# capacity %d\n", t.Capacity)
	for _, o := range t.Ops {
		if slot := o.Slot &^ benchmarks.Freeing; slot != o.Slot {
			text = fmt.Appendf(text, "f %d\n", slot)
		} else {
			text = fmt.Appendf(text, "a %d %d %d\n", slot, o.Size, o.Align)
		}
	}
	path = filepath.Join(directory, t.Name+".trace")
	return path, os.WriteFile(path, text, 0o600)
}
