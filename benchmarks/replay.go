package benchmarks

import (
	"testing"
	"time"
)

// stretches is into how many parts a replay is cut for min-ns/op.
const stretches = 64

// Replay times the replay of a trace. reset makes a new, empty block of the
// trace's capacity; replay runs some operations and counts the refused ones.
//
// It reports ns/op, and as min-ns/op the sum of the least time that each of
// 64 parts of the trace took, in which other programs on the machine show
// only where they disturb the same part every time; and refused.
func Replay(b *testing.B, t *Trace, reset func(), replay func(ops []Op) (refused int)) {
	timed := t.Ops[t.Setup:]
	refused, least := 0, [stretches]time.Duration{}
	for range b.N {
		b.StopTimer()
		reset()
		refused = replay(t.Ops[:t.Setup])
		b.StartTimer()
		for k := range stretches {
			before := time.Now()
			refused += replay(timed[len(timed)*k/stretches : len(timed)*(k+1)/stretches])
			if took := time.Since(before); least[k] == 0 || took < least[k] {
				least[k] = took
			}
		}
	}
	sum := time.Duration(0)
	for _, l := range least {
		sum += l
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(timed)), "ns/op")
	b.ReportMetric(float64(sum.Nanoseconds())/float64(len(timed)), "min-ns/op")
	b.ReportMetric(float64(refused), "refused")
}
