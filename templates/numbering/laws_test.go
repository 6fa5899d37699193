package numbering

import (
	"math/rand/v2"
	"testing"
)

// TestLowestVacantFirst compares with a search from number 0 up.
func TestLowestVacantFirst(t *testing.T) {
	var blocks Blocks
	sizes := map[uint32]uint64{}
	r := rand.New(rand.NewPCG(1, 2))
	for step := range uint64(4000) {
		if n := r.Uint32N(100); sizes[n] != 0 && step%3 != 0 {
			if size := blocks.Drop(n); size != sizes[n] {
				t.Fatalf("Drop(%d) = %d, want %d", n, size, sizes[n])
			}
			delete(sizes, n)
		} else {
			lowest := uint32(0)
			for sizes[lowest] != 0 {
				lowest++
			}
			sizes[lowest] = step + 1
			if n := blocks.Add(step + 1); n != lowest {
				t.Fatalf("Add gave number %d, the lowest vacant is %d", n, lowest)
			}
		}
		if law := blocks.Broken(); law != "" {
			t.Fatalf("broken: %s", law)
		}
		for n := range uint32(120) {
			if blocks.Size(n) != sizes[n] {
				t.Fatalf("Size(%d) = %d, want %d", n, blocks.Size(n), sizes[n])
			}
		}
	}
}
