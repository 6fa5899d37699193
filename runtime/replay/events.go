package replay

import (
	"encoding/json"
	"time"
)

// events writes Events. Progress is written at most once a second.
type events struct {
	lines *json.Encoder
	err   error // the first of lines
	now   Progress
	last  time.Time // when progress was written
}

func (e *events) write(event Event) {
	if err := e.lines.Encode(event); e.err == nil {
		e.err = err
	}
}

// begin starts the progress of one recording in one arena.
func (e *events) begin(recording string, s Subject, operations int) {
	e.now = Progress{Recording: recording, Spec: s.Spec, Arena: s.Arena, Of: operations}
}

// advance counts operations that were replayed.
func (e *events) advance(operations int) {
	e.now.Done += operations
	if now := time.Now(); now.Sub(e.last) >= time.Second {
		e.last = now
		written := e.now
		e.write(Event{Progress: &written})
	}
}
