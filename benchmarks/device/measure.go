//go:build cgo

package main

import (
	"fmt"
	"runtime"

	"github.com/allocgen/allocgen/benchmarks"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// take times every subject, one after the other, so many times over: what they
// meet on the machine is then much the same.
func take(subjects []subject, d *vkrt.Device, rounds int) error {
	for range rounds {
		for i := range subjects {
			if err := subjects[i].once(d); err != nil {
				return fmt.Errorf("%s: %w", subjects[i].name, err)
			}
		}
	}
	return nil
}

// once times a replay by a new subject. A region made and freed before has its
// first block there: what a block costs is the driver's, and of each run once.
func (s *subject) once(d *vkrt.Device) error {
	r, err := s.open(d, s.trace)
	if err != nil {
		return err
	}
	refused := r.replay([]benchmarks.Op{{Slot: 0, Size: 256, Align: 256}, {Slot: benchmarks.Freeing}})
	refused += r.replay(s.trace.Ops[:s.trace.Setup])
	refused += s.parts.Run(s.trace, r.replay)
	if err := r.close(); err != nil {
		return err
	}
	return served(refused)
}

// count counts in two replays of the whole trace, the first of which warms up.
func (s *subject) count(d *vkrt.Device) error {
	var calls int
	counted, err := counting(d, &calls)
	if err != nil {
		return err
	}
	r, err := s.open(counted, s.trace)
	if err != nil {
		return err
	}
	refused := r.replay(s.trace.Ops)
	s.cold = calls
	r.clear()
	calls = 0
	refused += r.replay(s.trace.Ops)
	s.warm = calls
	r.clear()
	if err := r.close(); err != nil {
		return err
	}
	if s.mallocs, err = s.countMallocs(d); err != nil {
		return err
	}
	return served(refused)
}

// countMallocs counts on the device itself: counting calls costs some.
func (s *subject) countMallocs(d *vkrt.Device) (uint64, error) {
	r, err := s.open(d, s.trace)
	if err != nil {
		return 0, err
	}
	r.replay(s.trace.Ops)
	r.clear()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.replay(s.trace.Ops)
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, r.close()
}

// served is an error where requests were refused: what those cost is another
// question.
func served(refused int) error {
	if refused != 0 {
		return fmt.Errorf("%d requests were refused", refused)
	}
	return nil
}
