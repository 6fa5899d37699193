// Package replay runs recordings through arenas of generated packages, on a
// simulated device, and says what each took. It is what the program of
// "allocgen replay" links: that program names a Subject for each arena and calls
// Main, which reads a Job and writes Events.
//
// A recording is walked once for its figures, which are read after every call,
// and then for its time, as often as the job says. The walk turns names into
// slots of a table, so that no timed replay spends its time on names; both make
// the same calls, so they meet the same answers. What a recording calls a region
// is told, and makes no call.
package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/allocgen/allocgen/runtime/trace"
)

// A Job is what Main is to do.
type Job struct {
	Recordings []Source `json:"recordings"`
	Devices    []string `json:"devices"`            // a profile in JSON for each subject, "" on the host
	Capacity   uint64   `json:"capacity,omitempty"` // bytes of blocks of which the spec names no size; 0: as the recording says
	Rounds     int      `json:"rounds"`             // timed replays; 0: no time is taken
	Placements bool     `json:"placements,omitempty"`
}

// A Source is a recording in a file.
type Source struct {
	Name string `json:"name"` // as results show it
	Path string `json:"path"`
}

// An Event is one line of what Main writes. One field is set.
type Event struct {
	Progress  *Progress  `json:"progress,omitempty"`
	Placement *Placement `json:"placement,omitempty"`
	Result    *Result    `json:"result,omitempty"`
}

// Progress says how far the replay of one recording in one arena is.
type Progress struct {
	Recording string `json:"recording"`
	Spec      string `json:"spec"`
	Arena     string `json:"arena"`
	Done      int    `json:"done"` // operations, of the walk and of timed replays
	Of        int    `json:"of"`
}

// A Result is what one arena made of one recording.
type Result struct {
	Recording string `json:"recording"`
	Spec      string `json:"spec"`
	Arena     string `json:"arena"`
	Error     string `json:"error,omitempty"` // why there are no figures: New failed
	Figures
}

// Figures are taken over a whole recording. Sizes are bytes.
type Figures struct {
	Ops          int    `json:"ops"`
	PeakInUse    uint64 `json:"peak_in_use"`
	PeakReserved uint64 `json:"peak_reserved"`
	// Fragmentation is 1 less the part of the reserved bytes that was in use, when
	// most was reserved, and of such moments in the one with most in use.
	Fragmentation float64 `json:"fragmentation"`
	NativeCalls   uint64  `json:"native_calls"` // native allocations asked for; on the host blocks made
	Refused       int     `json:"refused"`      // allocations
	FirstRefusal  string  `json:"first_refusal,omitempty"`
	NsPerOp       float64 `json:"ns_per_op,omitempty"` // of the fastest replay; 0 if no call was made
	Pools         []Peak  `json:"pools"`
}

// Main runs every recording of the job on standard input through every subject
// and writes Events to standard output, a line each. It exits with 2 where it
// cannot.
func Main(subjects ...Subject) {
	if err := run(os.Stdin, os.Stdout, subjects); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(2)
	}
}

// run is Main on any input and output.
func run(in io.Reader, out io.Writer, subjects []Subject) error {
	var job Job
	if err := json.NewDecoder(in).Decode(&job); err != nil {
		return fmt.Errorf("the job: %w", err)
	}
	if len(job.Devices) != len(subjects) {
		return fmt.Errorf("the job has devices for %d subjects, of %d", len(job.Devices), len(subjects))
	}
	events := &events{lines: json.NewEncoder(out)}
	for _, source := range job.Recordings {
		recording, err := read(source.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", source.Name, err)
		}
		for i, s := range subjects {
			events.begin(source.Name, s, len(recording.Ops)*(1+job.Rounds))
			result := Result{Recording: source.Name, Spec: s.Spec, Arena: s.Arena}
			if result.Figures, err = s.replay(recording, job, job.Devices[i], events); err != nil {
				result.Error = err.Error()
			}
			events.write(Event{Result: &result})
		}
	}
	return events.err
}

func read(path string) (*trace.Trace, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return trace.Read(file)
}
