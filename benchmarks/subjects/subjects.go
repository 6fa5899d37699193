// Package subjects replays traces through generated arenas, as a program would
// call them: with handles, failures and figures.
package subjects

import (
	"reflect"

	"github.com/allocgen/allocgen/benchmarks"
)

// Trace is short for what benchmarks has.
type Trace = benchmarks.Trace

// Subject is an arena to measure.
type Subject struct {
	Name string

	maxLive  int
	capacity uint64 // bytes of the largest trace that it serves
	anything bool   // whether it serves any size in any order
	open     func(t *Trace) *Run
}

// Fits reports whether the subject has room for a trace.
func (s *Subject) Fits(t *Trace) bool { return t.Slots < s.maxLive && t.Capacity <= s.capacity }

// Suits reports whether the subject is one to serve a trace: it fits, and a
// kind with an order or a size of its own refuses nothing of it.
func (s *Subject) Suits(t *Trace) bool {
	if !s.Fits(t) {
		return false
	}
	return s.anything || s.Open(t).Replay(t.Ops) == 0
}

// Open makes the subject ready for a trace.
func (s *Subject) Open(t *Trace) *Run { return s.open(t) }

// Run is an arena that replays a trace, at first empty.
type Run struct {
	// Replay runs operations and counts the refused ones.
	Replay func(ops []benchmarks.Op) (refused int)
	// Clear makes the arena empty again.
	Clear func()

	end      func(slot uint32) uint64 // of the region of a slot in its block; 0 without one
	reserved func() uint64            // the most bytes of all blocks together; nil where there is one
	tables   reflect.Value
}

// arena is what generated arenas have in common. No call that is timed goes
// through it.
type arena[Handle any, Failure benchmarks.Failure] interface {
	Alloc(size, align uint64) (Handle, Failure)
	Offset(Handle) (uint64, Failure)
	Size(Handle) (uint64, Failure)
	Clear() Failure
}

// run makes a Run of an arena whose one block is so many bytes larger than the
// trace's, which a region at its start takes.
func run[Handle any, Failure benchmarks.Failure](a arena[Handle, Failure], t *Trace, excess uint64, replay func([]Handle, []benchmarks.Op) int) *Run {
	handles := make([]Handle, t.Slots)
	fill := func() {
		if excess != 0 {
			benchmarks.Must(a.Alloc(excess, 1))
		}
	}
	fill()
	return &Run{
		Replay: func(ops []benchmarks.Op) int { return replay(handles, ops) },
		Clear: func() {
			a.Clear()
			fill()
		},
		end: func(slot uint32) uint64 {
			size, failure := a.Size(handles[slot])
			if failure.Failed() {
				return 0
			}
			return benchmarks.Must(a.Offset(handles[slot])) + size - excess
		},
		tables: reflect.ValueOf(a).Elem(),
	}
}
