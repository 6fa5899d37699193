package linear

import "testing"

// TestIs: a block is known by its number and size, and no other is.
func TestIs(t *testing.T) {
	var s Space
	s.Init(0, 0)
	blocks := uint32(1)
	if !isSingle {
		blocks = 3
	}
	for n := range blocks {
		s.Add(n, uint64(n+2)*alignment)
	}
	for n := range blocks {
		if size := uint64(n+2) * alignment; !s.Is(n, size) || s.Is(n, size+alignment) || !isSingle && s.Is(blocks, size) {
			t.Errorf("block %d of %d bytes isn't that, or another is it", n, size)
		}
	}
}
