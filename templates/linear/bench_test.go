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
	for _, t := range append(list, stack(1_000), queue("oldest_of_1k", 1_000), queue("oldest_of_100k", 100_000)) {
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

// stack allocates and frees, the last first, so many regions at a time.
func stack(depth int) (t benchmarks.Trace) {
	t = benchmarks.Trace{Name: "stack", Capacity: uint64(depth) << 10, Slots: depth}
	for range 200 {
		for k := range depth {
			t.Ops = append(t.Ops, benchmarks.Op{Slot: uint32(k), Align: 256, Size: uint64(1 + k%1024)})
		}
		for k := depth - 1; k >= 0; k-- {
			t.Ops = append(t.Ops, benchmarks.Op{Slot: uint32(k) | benchmarks.Freeing})
		}
	}
	return t
}

// queue keeps so many regions live and frees the oldest one for each new one.
func queue(name string, live int) (t benchmarks.Trace) {
	t = benchmarks.Trace{Name: name, Capacity: uint64(live) << 10, Slots: live}
	for k := range 4 * live {
		slot := uint32(k % live)
		if k >= live {
			t.Ops = append(t.Ops, benchmarks.Op{Slot: slot | benchmarks.Freeing})
		}
		t.Ops = append(t.Ops, benchmarks.Op{Slot: slot, Align: 256, Size: 1 << 10})
	}
	return t
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
