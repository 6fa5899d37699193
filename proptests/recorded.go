package proptests

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

// The law of recordings: what an arena writes of its calls is the calls. Its first
// recording is of a life from the start, and a second one goes on at the mark.

// isRecorded reports whether the arena can write its calls to a file.
func isRecorded(d *Declaration) bool { return d.Trace }

// recordedLife is what two recordings, one after the other, have of a life.
type recordedLife struct {
	first, second []trace.Op
	seen          []glimpse // of the calls that were to be recorded
	usage         Usage     // at the mark
}

// recollection lives through operations while it records them, and replays both
// recordings, of which the second begins with what lived at the mark.
func recollection(t trial, ops []trace.Op) error {
	if !slices.ContainsFunc(ops, isPassing) {
		return nil
	}
	life, err := record(t, t.recordable(ops))
	if err != nil {
		return err
	}
	before, err := life.opening()
	if err != nil {
		return err
	}
	in := newInterpreter(t, 0)
	defer in.abandon()
	again := in.glimpses(life.first, nothing)
	in.Record(nil) // which has what was handed back as it had in the life that was recorded
	again = placing(append(again, in.glimpses(life.second[before:], nothing)...))
	if len(again) != len(life.seen) {
		return fmt.Errorf("%d calls are recorded that place or end regions, of %d", len(again), len(life.seen))
	}
	if err := differ(life.seen, again, "where the recording is replayed"); err != nil {
		return err
	}
	return life.reopened(t, before)
}

// recordable returns those of some operations that are calls of the arena and have
// a line. Some have every region end, or one that may have ended, or where there are
// streams one in another stream.
func (t trial) recordable(ops []trace.Op) (list []trace.Op) {
	for i, op := range ops {
		switch {
		case op.Kind == trace.Reclaim && i%2 == 0:
			op.Kind = trace.Clear
		case op.Kind == trace.FreeLive && op.ID%3 == 0 && t.Declaration.Streams > 1:
			op.Kind = trace.HandBackLive
		case op.Kind == trace.FreeLive && op.ID%5 == 0:
			op = trace.Op{Kind: trace.Free} // of the last region, as others have no other name
		}
		if op.Kind < trace.DryRun && op.Kind != trace.Fault && op.Kind != trace.Occupy && op.Flags>>7 == 0 {
			list = append(list, op)
		}
	}
	return list
}

// placing returns those of some glimpses that every recording has: idle blocks of a
// device may be returned within other calls, and what other streams end is written
// when its room is had back.
func placing(all []glimpse) []glimpse {
	return slices.DeleteFunc(all, func(g glimpse) bool {
		return g.op.Kind == trace.Reclaim || g.op.Kind == trace.HandBack || g.op.Kind == trace.HandBackLive ||
			g.op.Kind != trace.Alloc && g.failure.failed()
	})
}

// record lives through operations, and begins a second recording at the mark.
func record(t trial, ops []trace.Op) (life recordedLife, err error) {
	in := newInterpreter(t, 0)
	defer in.abandon()
	var seen []glimpse
	at := slices.IndexFunc(ops, isPassing)
	if life.first, err = in.recorded(func() { seen = in.glimpses(ops[:at], nothing) }); err != nil {
		return life, err
	}
	life.second, err = in.recorded(func() {
		in.guard(in.observe)
		life.usage = Sum(in.now.usage)
		seen = append(seen, in.glimpses(ops[at:], nothing)...)
	})
	life.seen = placing(slices.DeleteFunc(seen, func(g glimpse) bool { return !g.called }))
	return life, err
}

// recorded returns what the arena records of what happens meanwhile.
func (in *interpreter) recorded(meanwhile func()) ([]trace.Op, error) {
	if in.Record == nil {
		return nil, errors.New("the instance has no Record")
	}
	file, err := os.CreateTemp("", "*.trace")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if f := in.Record(file); f.failed() {
		return nil, fmt.Errorf("no recording begins: %s", f)
	}
	meanwhile()
	if f := in.Record(nil); f.failed() {
		return nil, fmt.Errorf("the recording does not end: %s", f)
	}
	tr, err := readRecording(file.Name())
	if err != nil {
		return nil, fmt.Errorf("the recording does not read: %w", err)
	}
	return tr.Ops, nil
}

// opening returns how many operations of the second recording are what lived when
// it began: the regions that are live at the end of the first, by name and size.
func (life *recordedLife) opening() (count int, err error) {
	want, got := map[uint64]uint64{}, map[uint64]uint64{}
	served := 0
	for _, op := range life.first {
		switch op.Kind {
		case trace.Alloc:
			for served < len(life.seen) && life.seen[served].op.Kind != trace.Alloc {
				served++
			}
			if served < len(life.seen) && !life.seen[served].failure.failed() {
				want[op.ID] = op.Size
			}
			served++
		case trace.Free, trace.HandBack:
			delete(want, op.ID)
		case trace.Clear:
			clear(want)
		}
	}
	for _, op := range life.second[:min(len(want), len(life.second))] {
		if op.Kind == trace.Alloc {
			got[op.ID] = op.Size
		}
	}
	if !maps.Equal(got, want) {
		return 0, fmt.Errorf("the second recording begins with regions %v (name: bytes) instead of %v", got, want)
	}
	return len(want), nil
}

// reopened replays the second recording by itself: where an arena without holes has
// room for all that lived when it began, it holds as much.
func (life *recordedLife) reopened(t trial, before int) error {
	in := newInterpreter(t, 0)
	defer in.abandon()
	opening := in.glimpses(life.second[:before], nothing)
	if slices.ContainsFunc(opening, func(g glimpse) bool { return g.failure.failed() }) {
		return nil
	}
	if now := Sum(in.now.usage); now.BytesInUse != life.usage.BytesInUse || now.NumberAllocs != life.usage.NumberAllocs {
		return fmt.Errorf("the second recording begins with %+v instead of %+v", now, life.usage)
	}
	in.glimpses(life.second[before:], nothing)
	return in.broken
}
