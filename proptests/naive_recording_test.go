package proptests

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// naiveRecorder stands before an instance and records what is asked of it.
type naiveRecorder struct {
	Instance
	bug  string
	file *os.File
	live map[uint64]uint64 // sizes, by the names of regions
}

// naiveName is the name of a region: its slot.
func naiveName(handle uint64) uint64 { return handle & (1<<24 - 1) }

// recorded returns the instance with Record.
func recorded(in Instance, bug string) Instance {
	r := &naiveRecorder{Instance: in, bug: bug, live: map[uint64]uint64{}}
	in.Alloc, in.Free, in.Clear, in.Reclaim, in.Record = r.alloc, r.free, r.clear, r.reclaim, r.record
	return in
}

func (r *naiveRecorder) line(op trace.Op) {
	if r.file != nil && op.Flags>>7 == 0 {
		fmt.Fprintln(r.file, op)
	}
}

func (r *naiveRecorder) alloc(size, align uint64, flags Flags) (uint64, Failure) {
	handle, f := r.Alloc(size, align, flags)
	op := trace.Op{Kind: trace.Alloc, ID: naiveName(handle), Size: size, Align: align, Flags: trace.Flags(flags)}
	if f.failed() {
		op.ID = 1 << 24
	} else {
		r.live[op.ID] = size
	}
	switch r.bug {
	case "flags not recorded":
		op.Flags = 0
	case "alignment not recorded":
		op.Align = 1
	case "refused requests under a name":
		op.ID &= 1<<24 - 1
	}
	r.line(op)
	return handle, f
}

func (r *naiveRecorder) free(handle uint64) Failure {
	f := r.Free(handle)
	if !f.failed() {
		delete(r.live, naiveName(handle))
	}
	if !f.failed() && r.bug != "frees not recorded" || r.bug == "stale frees recorded" {
		r.line(trace.Op{Kind: trace.Free, ID: naiveName(handle)})
	}
	return f
}

func (r *naiveRecorder) clear() Failure {
	f := r.Clear()
	clear(r.live)
	if r.bug != "clears not recorded" {
		r.line(trace.Op{Kind: trace.Clear})
	}
	return f
}

func (r *naiveRecorder) reclaim() (uint64, Failure) {
	r.line(trace.Op{Kind: trace.Reclaim})
	return r.Reclaim()
}

func (r *naiveRecorder) record(file *os.File) Failure {
	r.file = file
	names := slices.Sorted(maps.Keys(r.live))
	if r.bug == "a live region forgotten" {
		names = names[min(1, len(names)):]
	}
	for _, name := range names {
		r.line(trace.Op{Kind: trace.Alloc, ID: name, Size: r.live[name], Align: 1})
	}
	return Failure{}
}

// plantedInRecordings are bugs of what an arena writes of its calls, in one with
// several strategies and few slots.
var plantedInRecordings = []plantedBug{
	{"flags not recorded", "recorded", 12, "recorded"},
	{"alignment not recorded", "recorded", 12, "recorded"},
	{"refused requests under a name", "recorded", 6, "recorded"},
	{"frees not recorded", "recorded", 3, "recorded"},
	{"stale frees recorded", "recorded", 8, "recorded"},
	{"clears not recorded", "recorded", 8, "recorded"},
	{"a live region forgotten", "recorded", 4, "recorded"},
}

// recordedArena is such an arena.
func recordedArena(string) Declaration {
	d := hostBlocks()["fixed every"]
	d.Trace, d.MaxLive = true, 6
	return d
}

func TestPlantedInRecordings(t *testing.T) {
	mustCatch(t, plantedInRecordings, recordedArena, config{scope: 2, seeded: 60_000, seed: 1})
}

func TestCorrectRecordings(t *testing.T) {
	if err := conform(naiveSubject(recordedArena(""), ""), config{scope: 2, seeded: 60_000, seed: 1}); err != nil {
		t.Error(err)
	}
}

// TestNoRecordIsFound: an arena that says that it records must.
func TestNoRecordIsFound(t *testing.T) {
	s := naiveSubject(recordedArena(""), "")
	made := s.New
	s.New = func() Instance {
		in := made()
		in.Record = nil
		return in
	}
	if err := conform(s, config{scope: 1, seeded: 2000, seed: 1}); err == nil {
		t.Error("it passes")
	}
}
