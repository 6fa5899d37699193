package main

import (
	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/streamed"
)

// openStreams has one allocator with a stream for each goroutine.
func openStreams(goroutines int, t *benchmarks.Trace, passesOn bool) *crew {
	a := benchmarks.Must(streamed.New())
	c := &crew{close: func() bool { return a.Close().Failed() }}
	between := rings[streamed.TightHandle](goroutines)
	for g := range goroutines {
		in := between[(g+goroutines-1)%goroutines]
		c.workers = append(c.workers, workStreams(&a.Stream(g).Tight, t, passesOn, between[g], in))
	}
	return c
}

func workStreams(a *streamed.TightArena, t *benchmarks.Trace, passesOn bool, out, in *ring[streamed.TightHandle]) func(passes int) int {
	handles := make([]streamed.TightHandle, t.Slots)
	if !passesOn {
		return keeping(func() int { return keepStreams(a, handles, t.Ops) })
	}
	return passing(out, in,
		func() int { return passStreams(a, handles, t.Ops, out, in) },
		func() int { return takeStreams(a, in) })
}

// keepStreams goes through the work of a goroutine that frees what it allocates.
func keepStreams(a *streamed.TightArena, handles []streamed.TightHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			if a.Free(handles[o.Slot&^benchmarks.Freeing]).Failed() {
				refused++
			}
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

// passStreams goes through the work of one that frees what it is sent.
func passStreams(a *streamed.TightArena, handles []streamed.TightHandle, ops []benchmarks.Op, out, in *ring[streamed.TightHandle]) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			for !out.send(handles[o.Slot&^benchmarks.Freeing]) {
				refused += takeStreams(a, in)
			}
			refused += takeStreams(a, in)
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

// takeStreams frees what was sent.
func takeStreams(a *streamed.TightArena, in *ring[streamed.TightHandle]) (refused int) {
	for h, ok := in.receive(); ok; h, ok = in.receive() {
		if a.Free(h).Failed() {
			refused++
		}
	}
	return refused
}
