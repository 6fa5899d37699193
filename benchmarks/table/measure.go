package main

import (
	"fmt"
	"math"

	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/subjects"
)

// measured is the figures of one run.
type measured struct {
	traces map[string]*benchmarks.Trace
	files  map[string]string // of the traces that rivals replay, by name
	rivals rivals
	rows   []ratio
	parts  map[figure]*benchmarks.Parts
	perOp  map[figure]float64
}

// subject returns ours of a name.
func subject(name string) *subjects.Subject {
	for i := range subjects.List {
		if subjects.List[i].Name == name {
			return &subjects.List[i]
		}
	}
	panic("no subject " + name)
}

// take takes every figure of the ratios, one after the other, so many times
// over: what the two of a ratio meet on the machine is then much the same.
func (m *measured) take(rounds int) error {
	m.parts, m.perOp = map[figure]*benchmarks.Parts{}, map[figure]float64{}
	for range rounds {
		taken := map[figure]bool{}
		for _, r := range m.rows {
			for _, f := range []figure{r.of, r.to} {
				if taken[f] {
					continue
				}
				taken[f] = true
				if err := m.once(f); err != nil {
					return fmt.Errorf("%s, %s: %w", f.subject, f.trace, err)
				}
			}
		}
	}
	return nil
}

// once takes a figure once more and keeps the lower one.
func (m *measured) once(f figure) error {
	t := m.traces[f.trace]
	if rival, ok := m.rivals[f.subject]; ok {
		least, err := rival.perOp(m.files[f.trace])
		if old, ok := m.perOp[f]; err == nil && (!ok || least < old) {
			m.perOp[f] = least
		}
		return err
	}
	if f.subject == yardstick {
		return nil // there is none
	}
	if m.parts[f] == nil {
		m.parts[f] = new(benchmarks.Parts)
	}
	for range 3 {
		replay := opened(f.subject, t)
		replay(t.Ops[:t.Setup])
		m.parts[f].Run(t, replay)
	}
	m.perOp[f] = m.parts[f].PerOp(t)
	return nil
}

// opened makes ours ready for a trace.
func opened(name string, t *benchmarks.Trace) (replay func(ops []benchmarks.Op) (refused int)) {
	if name == barePair {
		return new(pair).replay
	}
	return subject(name).Open(t).Replay
}

// against returns what a ratio's figure is compared with.
func (m *measured) against(r *ratio) float64 {
	to := m.of(r.to)
	if r.pairs != 0 {
		to += r.pairs * m.of(figure{barePair, r.to.trace})
	}
	return to
}

// of returns a figure, NaN if there is no yardstick to take it of.
func (m *measured) of(f figure) float64 {
	if v, ok := m.perOp[f]; ok && v > 0 {
		return v
	}
	return math.NaN()
}
