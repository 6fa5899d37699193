package tlsf

import (
	"flag"
	"testing"

	"github.com/allocgen/allocgen/benchmarks"
)

var traces = flag.String("traces", "", "directory of recordings to replay; those of package benchmarks without")

// BenchmarkTrace replays each trace in one block. refused counts the requests
// that found no room, highwater-B is the
// end of the highest region.
func BenchmarkTrace(b *testing.B) {
	list, err := benchmarks.Load(*traces)
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range list {
		if maxLive != 0 && t.Slots > maxLive || t.Capacity > largestBlock {
			continue
		}
		b.Run(t.Name, func(b *testing.B) {
			s, regions := new(Space), make([]uint32, t.Slots)
			reset := func() {
				s.Init(t.Slots, 0)
				s.Add(0, t.Capacity)
			}
			benchmarks.Replay(b, &t, reset, func(ops []benchmarks.Op) (refused int) {
				return replay(s, ops, regions)
			})
			b.ReportMetric(float64(highWater(s, &t, regions, reset)), "highwater-B")
		})
	}
}

// replay runs ops in the space's one block and counts the refusals.
func replay(s *Space, ops []benchmarks.Op, regions []uint32) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing == 0 {
			region := s.Alloc(0, (o.Size+alignment-1)/alignment*alignment, uint64(o.Align), 0)
			regions[o.Slot] = region
			if region == 0 {
				refused++
			}
		} else if region := regions[o.Slot&^benchmarks.Freeing]; region != 0 {
			s.Free(region)
		}
	}
	return refused
}

// highWater replays a trace once more and returns the highest end of a region.
func highWater(s *Space, t *benchmarks.Trace, regions []uint32, reset func()) (highest uint64) {
	reset()
	for i := range t.Ops {
		replay(s, t.Ops[i:i+1], regions)
		if slot := t.Ops[i].Slot; slot&benchmarks.Freeing == 0 && regions[slot] != 0 {
			highest = max(highest, s.Offset(regions[slot])+s.Extent(regions[slot]))
		}
	}
	return highest
}
