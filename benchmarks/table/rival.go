package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/allocgen/allocgen/benchmarks"
)

// rivalReplays is how often a rival replays a trace each time it runs.
const rivalReplays = "9"

// A rival is a subject that isn't ours: a program, with arguments, that takes a
// number of replays and traces, and of each prints "NAME TRACE min NS med NS
// ns/op fails N".
type rival []string

// perOp returns the least nanoseconds that an operation of a trace took.
func (r rival) perOp(file string) (least float64, err error) {
	out, err := exec.Command(r[0], append(r[1:len(r):len(r)], rivalReplays, file)...).Output()
	if err != nil {
		return 0, err
	}
	return parse(out)
}

// parse finds the least time in what a rival printed of one trace.
func parse(line []byte) (least float64, err error) {
	var name, trace string
	if _, err := fmt.Sscanf(string(bytes.TrimSpace(line)), "%s %s min %f", &name, &trace, &least); err != nil {
		return 0, fmt.Errorf("%q is no line of figures: %w", line, err)
	}
	return least, nil
}

// rivals are those of a run by name, the yardstick among them if there is one.
type rivals map[string]rival

// add takes NAME=PROGRAM, with arguments behind spaces, as a flag gives it.
func (r rivals) add(text string) error {
	name, program, _ := strings.Cut(text, "=")
	words := strings.Fields(program)
	if name == "" || len(words) == 0 {
		return errors.New("want NAME=PROGRAM")
	}
	r[name] = words
	return nil
}

// rows returns how ours compares with the rivals that are no yardstick, on the
// traces on which it meets that.
func (r rivals) rows() (rows []ratio) {
	for _, row := range ratios {
		for name := range r {
			if name != yardstick && row.to.subject == yardstick && row.of.subject == ratios[0].of.subject {
				rows = append(rows, ratio{row.what, row.of, figure{name, row.to.trace}, 1, 0})
			}
		}
	}
	return rows
}

// write writes a trace as rivals read it, and returns the file.
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
