package benchmarks

import (
	"testing"
	"time"
)

// Parts times a replay in 64 parts and keeps the least time that each took in
// any replay. Other programs on the machine show in their sum only where they
// disturb the same part every time.
type Parts [64]time.Duration

// Run times what comes behind the setup of a trace, and counts refusals there.
func (p *Parts) Run(t *Trace, replay func(ops []Op) (refused int)) (refused int) {
	timed := t.Ops[t.Setup:]
	for k := range p {
		before := time.Now()
		refused += replay(timed[len(timed)*k/len(p) : len(timed)*(k+1)/len(p)])
		if took := time.Since(before); p[k] == 0 || took < p[k] {
			p[k] = took
		}
	}
	return refused
}

// PerOp returns the sum of the parts in nanoseconds for each operation timed.
func (p *Parts) PerOp(t *Trace) float64 {
	sum := time.Duration(0)
	for _, least := range p {
		sum += least
	}
	return float64(sum.Nanoseconds()) / float64(len(t.Ops)-t.Setup)
}

// Replay times the replay of a trace. reset makes a new, empty block of the
// trace's capacity; replay runs some operations and counts the refused ones.
//
// It reports ns/op, as min-ns/op what Parts finds, and refused.
func Replay(b *testing.B, t *Trace, reset func(), replay func(ops []Op) (refused int)) {
	refused, parts := 0, Parts{}
	for range b.N {
		b.StopTimer()
		reset()
		refused = replay(t.Ops[:t.Setup])
		b.StartTimer()
		refused += parts.Run(t, replay)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*(len(t.Ops)-t.Setup)), "ns/op")
	b.ReportMetric(parts.PerOp(t), "min-ns/op")
	b.ReportMetric(float64(refused), "refused")
}
