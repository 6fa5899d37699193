package replay

import (
	"time"

	"github.com/allocgen/allocgen/runtime/trace"
)

// stride is how many operations pass between looks at the clock.
const stride = 4096

// replay runs a recording through the arena. The error is New's.
func (s Subject) replay(recording *trace.Trace, job Job, device string, out *events) (Figures, error) {
	capacity := job.Capacity
	if said, ok := recording.Capacity(); ok && capacity == 0 {
		capacity = said
	}
	in, m, err := s.open(device, capacity)
	if err != nil {
		return Figures{}, err
	}
	var placed func(Placement)
	if job.Placements {
		placed = func(p Placement) { out.write(Event{Placement: &p}) }
	}
	w := newWalk(in, m, placed)
	for i, op := range recording.Ops {
		w.do(op)
		if i%stride == stride-1 {
			out.advance(stride)
		}
	}
	figures := w.end(s.Pools)
	if len(w.steps) == 0 {
		return figures, nil // there is nothing to time
	}
	for round := range job.Rounds {
		took, err := s.time(w, device, capacity)
		if err != nil {
			return figures, err
		}
		ns := float64(took.Nanoseconds()) / float64(len(w.steps))
		if round == 0 || ns < figures.NsPerOp {
			figures.NsPerOp = ns
		}
		out.advance(len(w.steps))
	}
	return figures, nil
}

// open makes a fresh allocator on a machine of its own.
func (s Subject) open(device string, capacity uint64) (*Instance, *machine, error) {
	m, err := newMachine(device)
	if err != nil {
		return nil, nil, err
	}
	in, err := s.Open(m.device, capacity)
	return in, m, err
}

// time makes the calls of a walk in a fresh allocator, on a machine of its own.
func (s Subject) time(w *walk, device string, capacity uint64) (time.Duration, error) {
	in, m, err := s.open(device, capacity)
	if err != nil {
		return 0, err
	}
	in.arena.grow(w.slots)
	begin := time.Now()
	in.arena.run(w.steps, func(s step) { in.aside(m, s) })
	return time.Since(begin), nil
}
