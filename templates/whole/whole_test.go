package whole

import "testing"

// TestClaim: the blocks enter their sizes, each where no other is.
func TestClaim(t *testing.T) {
	var b Blocks
	b.Init(7)
	for k := range uint32(5) {
		b.Add(k, uint64(k)+5)
	}
	b.Drop(1)
	b.Drop(4)
	if sizes := [6]uint64{}; !b.Claim(sizes[:]) || sizes != [6]uint64{0, 6, 7, 0, 9} {
		t.Errorf("the blocks claim %d", sizes)
	}
	if b.Claim(make([]uint64, 4)) {
		t.Error("a block is claimed beyond the end")
	}
	if b.Claim([]uint64{0, 1, 0, 0, 0}) {
		t.Error("a block is claimed twice")
	}
}
