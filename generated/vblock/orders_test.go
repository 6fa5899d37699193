package vblock_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/vblock"
)

// orders returns every order of n numbers.
func orders(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, order := range orders(n - 1) {
		for at := range n { // where the last number goes
			longer := append(append([]int{}, order[:at]...), n-1)
			all = append(all, append(longer, order[at:]...))
		}
	}
	return all
}

// A request is one for a region of a scope.
type request struct {
	size, align uint64
	flags       vblock.Flags
}

// everyOrder has an arena with one block serve the requests and free them in
// every order. After each, one region takes the whole block.
func everyOrder[H any](t *testing.T, p player[H], whole uint64, requests []request) {
	t.Helper()
	regions := make([]H, len(requests))
	for _, order := range orders(len(requests)) {
		for k, r := range requests {
			regions[k] = served[H](t)(p.alloc(r.size, r.align, r.flags))
		}
		for _, k := range order {
			if failure := p.free(regions[k]); failure.Failed() {
				t.Fatalf("in order %d: %v", order, failure)
			}
		}
		h, failure := p.alloc(whole, 1, 0)
		if failure.Failed() {
			t.Fatalf("after order %d the block is not whole: %v", order, failure)
		}
		p.free(h)
	}
}

func TestEveryOrderOfFrees(t *testing.T) {
	requests := []request{{100, 1, 0}, {1, 64, 0}, {257, 1, 0}, {100, 256, 0}, {31, 32, 0}, {200, 1, 0}}
	upper := append([]request{}, requests...)
	for k := 1; k < len(upper); k += 2 {
		upper[k].flags = vblock.Upper
	}
	a := open(t, 1024)
	for n := range len(requests) + 1 {
		everyOrder(t, onSpan(a), 1024, requests[:n])
		everyOrder(t, onRing(a), 1024, requests[:n])
		everyOrder(t, onRing(a), 1024, upper[:n])
		everyOrder(t, onStacks(a), 64<<10, upper[:n])
	}
	if stats := served[vblock.Stats](t)(a.Stats()); stats.Total.NumberAllocs != 0 || stats.Total.BytesInUse != 0 || stats.Total.BytesPadding != 0 {
		t.Errorf("%+v", stats.Total)
	}
}

// The same in a ring that has wrapped: the regions lie round the end of the
// block when they are freed.
func TestEveryOrderAroundTheEnd(t *testing.T) {
	a := open(t, 1024)
	p := onRing(a)
	for _, order := range orders(6) {
		first := served[vblock.RingHandle](t)(p.alloc(600, 1, 0))
		var regions [6]vblock.RingHandle
		for k, size := range [...]uint64{100, 150, 174, 200, 100, 299} { // three to the end, three from the start
			if k == 3 {
				p.free(first)
			}
			regions[k] = served[vblock.RingHandle](t)(p.alloc(size, 1, 0))
		}
		for _, k := range order {
			if failure := p.free(regions[k]); failure.Failed() {
				t.Fatalf("in order %d: %v", order, failure)
			}
		}
		h, failure := p.alloc(1024, 1, 0)
		if failure.Failed() {
			t.Fatalf("after order %d the block is not whole: %v", order, failure)
		}
		p.free(h)
	}
}
