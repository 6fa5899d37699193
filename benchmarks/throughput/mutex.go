package main

import (
	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/locked"
)

// openMutex has one arena with a lock, for all goroutines.
func openMutex(goroutines int, t *benchmarks.Trace, passesOn bool) *crew {
	a := benchmarks.Must(locked.New())
	c := &crew{close: func() bool { return a.Close().Failed() }}
	between := rings[locked.TightHandle](goroutines)
	for g := range goroutines {
		in := between[(g+goroutines-1)%goroutines]
		c.workers = append(c.workers, workMutex(&a.Tight, t, passesOn, between[g], in))
	}
	return c
}

func workMutex(a *locked.TightArena, t *benchmarks.Trace, passesOn bool, out, in *ring[locked.TightHandle]) func(passes int) int {
	handles := make([]locked.TightHandle, t.Slots)
	if !passesOn {
		return keeping(func() int { return keepMutex(a, handles, t.Ops) })
	}
	return passing(out, in,
		func() int { return passMutex(a, handles, t.Ops, out, in) },
		func() int { return takeMutex(a, in) })
}

// keepMutex goes through the work of a goroutine that frees what it allocates.
func keepMutex(a *locked.TightArena, handles []locked.TightHandle, ops []benchmarks.Op) (refused int) {
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

// passMutex goes through the work of one that frees what it is sent.
func passMutex(a *locked.TightArena, handles []locked.TightHandle, ops []benchmarks.Op, out, in *ring[locked.TightHandle]) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			for !out.send(handles[o.Slot&^benchmarks.Freeing]) {
				refused += takeMutex(a, in)
			}
			refused += takeMutex(a, in)
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

// takeMutex frees what was sent.
func takeMutex(a *locked.TightArena, in *ring[locked.TightHandle]) (refused int) {
	for h, ok := in.receive(); ok; h, ok = in.receive() {
		if a.Free(h).Failed() {
			refused++
		}
	}
	return refused
}
