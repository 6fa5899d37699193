package events

import (
	"testing"

	"github.com/allocgen/allocgen/templates/calls"
)

// TestRingAgainstList compares what is remembered with the end of a list of all
// calls, after each.
func TestRingAgainstList(t *testing.T) {
	var ring Ring
	var all []calls.Call
	for n := range uint64(3*lastEvents + 2) {
		last := all[max(0, len(all)-lastEvents):]
		if ring.Count() != n || ring.Len() != uint64(len(last)) {
			t.Fatalf("%d of %d calls are remembered, want %d of %d", ring.Len(), ring.Count(), len(last), n)
		}
		for rank, want := range last {
			if got := ring.At(uint64(rank)); got != want {
				t.Fatalf("of %d calls, that of rank %d is %+v, want %+v", n, rank, got, want)
			}
		}
		c := calls.Call{Size: n, Align: n + 1, Number: uint32(n), Kind: calls.Alloc, Flags: uint8(n), Code: uint16(n)}
		ring.Add(&c)
		all = append(all, c)
	}
}

// TestAddAllocatesNothing: what is remembered lies in the ring itself.
func TestAddAllocatesNothing(t *testing.T) {
	ring := new(Ring)
	if n := testing.AllocsPerRun(100, func() { ring.Add(&calls.Call{Kind: calls.Free}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
