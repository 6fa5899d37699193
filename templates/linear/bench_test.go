package linear

import (
	"flag"
	"testing"

	"github.com/allocgen/allocgen/benchmarks"
)

var traces = flag.String("traces", "", "directory of recordings to replay; those of package benchmarks without")

// BenchmarkTrace replays in one block those traces that a ring can serve.
func BenchmarkTrace(b *testing.B) {
	list, err := benchmarks.Load(*traces)
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range list {
		s, regions := new(Space), make([]uint32, t.Slots)
		reset := func() {
			s.Init(t.Slots, 0)
			s.Add(0, t.Capacity)
		}
		if reset(); replay(s, t.Ops, regions) != 0 {
			continue
		}
		b.Run(t.Name, func(b *testing.B) {
			benchmarks.Replay(b, &t, reset, func(ops []benchmarks.Op) (refused int) {
				return replay(s, ops, regions)
			})
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
