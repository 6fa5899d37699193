package maps

import (
	"math/rand/v2"
	"testing"
)

// TestTableAgainstCounts enters, joins, leaves and forgets at random, and
// compares with a count and bytes of each block.
func TestTableAgainstCounts(t *testing.T) {
	var table Table
	var bytes [8][]byte
	var counts [8]int
	r := rand.New(rand.NewPCG(1, 2))
	for step := range 10000 {
		n := uint32(r.Uint64N(8))
		switch joined := false; {
		case r.Uint64N(50) == 0:
			table.Forget(n)
			table.Forget(uint32(len(table.blocks)))
			counts[n], bytes[n] = 0, nil
		case counts[n] > 0 && r.Uint64N(2) == 0:
			if last := table.IsLast(n); last != (counts[n] == 1) {
				t.Fatalf("step %d: block %d has its last region: %t, of %d", step, n, last, counts[n])
			}
			table.Leave(n)
			counts[n]--
			if counts[n] == 0 {
				bytes[n] = nil
			}
		default:
			if joined = table.Join(n); joined != (counts[n] > 0) {
				t.Fatalf("step %d: block %d joined: %t, with %d before", step, n, joined, counts[n])
			}
			if !joined {
				bytes[n] = make([]byte, 1)
				table.Enter(n, bytes[n])
			}
			counts[n]++
		}
		for n := range uint32(9) {
			var want []byte
			if n < 8 {
				want = bytes[n]
			}
			if got := table.Bytes(n); len(got) != len(want) || len(got) > 0 && &got[0] != &want[0] {
				t.Fatalf("step %d: block %d has other bytes", step, n)
			}
		}
	}
}
