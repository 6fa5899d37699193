package main

import (
	"time"

	"github.com/allocgen/allocgen/runtime/trace"
)

// rounds is how often a recording is replayed for its time; the fastest counts.
const rounds = 7

// op is one call of a recording: an allocation, or with size 0 a free.
type op struct {
	region      int // its place in the table of regions
	size, align uint64
}

// dense numbers the regions of a recording from 0, so that no replay spends
// its time on names. What isn't an allocation or a free by name is left out.
func dense(recorded []trace.Op) (ops []op, regions int) {
	places := map[uint64]int{}
	for _, o := range recorded {
		switch o.Kind {
		case trace.Alloc:
			places[o.ID] = regions
			ops = append(ops, op{regions, o.Size, o.Align})
			regions++
		case trace.Free:
			if place, ok := places[o.ID]; ok {
				ops = append(ops, op{region: place})
			}
		}
	}
	return ops, regions
}

// figures are what an allocator holds.
type figures struct{ live, reserved, padding, pages uint64 }

// result is what an allocator made of a recording.
type result struct {
	peak    figures // each at its own time
	refused int
	nsPerOp float64
}

// An allocator serves the regions of one recording.
type allocator struct {
	alloc func(region int, size, align uint64) (ok bool)
	free  func(region int)
	now   func() figures
	close func()
}

// measure replays the recording: first for the figures, which are read after
// every call, then for the time.
func measure(ops []op, open func() allocator) (r result) {
	a := open()
	for _, o := range ops {
		if o.size == 0 {
			a.free(o.region)
			continue
		}
		if !a.alloc(o.region, o.size, o.align) {
			r.refused++
		}
		now := a.now()
		r.peak = figures{
			max(r.peak.live, now.live), max(r.peak.reserved, now.reserved),
			max(r.peak.padding, now.padding), max(r.peak.pages, now.pages),
		}
	}
	a.close()
	for round := range rounds {
		a := open()
		begin := time.Now()
		for _, o := range ops {
			if o.size == 0 {
				a.free(o.region)
			} else {
				a.alloc(o.region, o.size, o.align)
			}
		}
		ns := float64(time.Since(begin).Nanoseconds()) / float64(len(ops))
		if round == 0 || ns < r.nsPerOp {
			r.nsPerOp = ns
		}
		a.close()
	}
	return r
}
