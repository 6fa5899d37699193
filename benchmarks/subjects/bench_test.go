package subjects

import (
	"flag"
	"testing"

	"github.com/allocgen/allocgen/benchmarks"
)

var traces = flag.String("traces", "", "directory of recordings to replay; those of package benchmarks without")

// BenchmarkTrace replays each trace in each arena that it suits. allocs/op is
// that of a second replay, as all of the first is warm-up.
func BenchmarkTrace(b *testing.B) {
	list, err := benchmarks.Load(*traces)
	if err != nil {
		b.Fatal(err)
	}
	for i := range List {
		s := &List[i]
		metadata := s.Metadata()
		b.Run(s.Name, func(b *testing.B) {
			for k := range list {
				if t := &list[k]; s.Suits(t) {
					b.Run(t.Name, func(b *testing.B) { bench(b, s, t, metadata) })
				}
			}
		})
	}
}

func bench(b *testing.B, s *Subject, t *Trace, metadata float64) {
	b.ReportAllocs() // has allocs/op shown
	var r *Run
	benchmarks.Replay(b, t, func() { r = s.Open(t) }, func(ops []benchmarks.Op) int { return r.Replay(ops) })
	b.ReportMetric(float64(s.Mallocs(t))/float64(len(t.Ops)), "allocs/op")
	b.ReportMetric(float64(s.HighWater(t)), "highwater-B")
	b.ReportMetric(metadata, "meta-B/live")
}
