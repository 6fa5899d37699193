package tlsf

import "testing"

// TestClasses: every size is in one class, classes are in order, those below
// exact hold one size, and none is out of bounds.
func TestClasses(t *testing.T) {
	last := uint32(0)
	for n := uint64(1); n <= granules; n += 1 + n>>12 {
		c := classOf(n)
		if c < last || c+1 >= classes || n < exact && uint64(c) != n {
			t.Fatalf("%d granules are in class %d behind class %d", n, c, last)
		}
		last = c
	}
}
