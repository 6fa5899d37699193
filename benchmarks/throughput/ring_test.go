package main

import (
	"runtime"
	"testing"
)

// TestRingFills: a ring takes so many handles and no more, gives them out in
// order, and none twice; over and over, as its counts wrap.
func TestRingFills(t *testing.T) {
	r := new(ring[uint64])
	start := ^uint32(0) - ringLen
	r.put.Store(start)
	r.taken.Store(start)
	r.sender = end{start, start, start}
	r.receiver = end{start, start, start}
	sent, received := uint64(0), uint64(0)
	for range 5 {
		for r.send(sent) {
			sent++
		}
		if sent-received != ringLen {
			t.Fatalf("%d handles are in a ring of %d", sent-received, ringLen)
		}
		for h, ok := r.receive(); ok; h, ok = r.receive() {
			if h != received {
				t.Fatalf("handle %d comes as number %d", h, received)
			}
			received++
		}
		if received != sent {
			t.Fatalf("%d of %d came", received, sent)
		}
	}
}

// TestRingTells: less than a batch is there once it is told.
func TestRingTells(t *testing.T) {
	r := new(ring[int])
	r.send(1)
	if _, ok := r.receive(); ok {
		t.Error("a handle came before it was told")
	}
	r.tell()
	if h, ok := r.receive(); !ok || h != 1 {
		t.Errorf("%d, %v came", h, ok)
	}
}

// TestRingPasses: from one goroutine to another all come, in order.
func TestRingPasses(t *testing.T) {
	const count = 100_000
	r := new(ring[int])
	go func() {
		for k := range count {
			for !r.send(k) {
			}
		}
		r.tell()
	}()
	for k := 0; k < count; {
		h, ok := r.receive()
		if !ok {
			runtime.Gosched()
			continue
		}
		if h != k {
			t.Fatalf("handle %d comes as number %d", h, k)
		}
		k++
	}
}
