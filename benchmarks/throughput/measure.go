package main

import (
	"fmt"
	"time"

	"github.com/allocgen/allocgen/benchmarks"
)

// kind is a way in which goroutines get memory.
type kind struct {
	name string
	open func(goroutines int, t *benchmarks.Trace, passesOn bool) *crew
}

// kinds are those measured, of which the first is what others are compared
// with.
var kinds = []kind{
	{"none", openNone},
	{"mutex", openMutex},
	{"streams", openStreams},
}

// figure is what is measured.
type figure struct {
	kind       string
	passesOn   bool
	goroutines int
}

// measured is the figures of one run.
type measured struct {
	trace      *benchmarks.Trace
	passes     int // of each goroutine through the trace
	goroutines []int
	least      map[figure]time.Duration
}

// take takes every figure, one after the other, so many times over, and keeps
// the least time of each: what they meet on the machine is then much the same.
func (m *measured) take(rounds int) error {
	for range rounds {
		for _, n := range m.goroutines {
			for _, passesOn := range []bool{false, true} {
				for _, k := range kinds {
					if err := m.once(k, n, passesOn); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// once takes a figure once more. Allocators are made anew, so that none is
// shaped by what another number of goroutines did.
func (m *measured) once(k kind, n int, passesOn bool) error {
	took, refused := k.open(n, m.trace, passesOn).run(m.passes)
	if refused != 0 {
		return fmt.Errorf("%s, %d goroutines: %d calls were refused", k.name, n, refused)
	}
	f := figure{k.name, passesOn, n}
	if old, ok := m.least[f]; !ok || took < old {
		m.least[f] = took
	}
	return nil
}

// rate returns how many operations a nanosecond all goroutines did together.
func (m *measured) rate(kind string, passesOn bool, n int) float64 {
	operations := n * m.passes * len(m.trace.Ops)
	return float64(operations) / float64(m.least[figure{kind, passesOn, n}].Nanoseconds())
}

// relative returns a rate as a multiple of what one goroutine does with none.
func (m *measured) relative(kind string, passesOn bool, n int) float64 {
	return m.rate(kind, passesOn, n) / m.rate(kinds[0].name, passesOn, 1)
}
