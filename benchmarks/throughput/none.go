package main

import (
	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/alloc"
)

// openNone has allocators without a lock, one a goroutine. Handles that are
// passed on come back to who sent them, for no one else may free them.
func openNone(goroutines int, t *benchmarks.Trace, passesOn bool) *crew {
	c := &crew{close: func() bool { return false }}
	between := rings[alloc.TightHandle](goroutines)
	for g := range goroutines {
		a := benchmarks.Must(alloc.New(1))
		closeOthers := c.close
		c.close = func() bool { return a.Close().Failed() || closeOthers() }
		c.workers = append(c.workers, workNone(&a.Tight, t, passesOn, between[g]))
	}
	return c
}

func workNone(a *alloc.TightArena, t *benchmarks.Trace, passesOn bool, own *ring[alloc.TightHandle]) func(passes int) int {
	handles := make([]alloc.TightHandle, t.Slots)
	if !passesOn {
		return keeping(func() int { return keepNone(a, handles, t.Ops) })
	}
	return passing(own, own,
		func() int { return passNone(a, handles, t.Ops, own, own) },
		func() int { return takeNone(a, own) })
}

// Functions like these are there for each kind of arena: a call through an
// interface or a type parameter would cost about as much as what is looked for.

// keepNone goes through the work of a goroutine that frees what it allocates.
func keepNone(a *alloc.TightArena, handles []alloc.TightHandle, ops []benchmarks.Op) (refused int) {
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

// passNone goes through the work of one that frees what it is sent.
func passNone(a *alloc.TightArena, handles []alloc.TightHandle, ops []benchmarks.Op, out, in *ring[alloc.TightHandle]) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			for !out.send(handles[o.Slot&^benchmarks.Freeing]) {
				refused += takeNone(a, in)
			}
			refused += takeNone(a, in)
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

// takeNone frees what was sent.
func takeNone(a *alloc.TightArena, in *ring[alloc.TightHandle]) (refused int) {
	for h, ok := in.receive(); ok; h, ok = in.receive() {
		if a.Free(h).Failed() {
			refused++
		}
	}
	return refused
}
