package ordered

import (
	"math/rand/v2"
	"testing"

	"github.com/allocgen/allocgen/templates/rank"
)

// inOrder checks the subtree of i and appends its members in order.
func inOrder(t *testing.T, s *Set, i uint32, order []uint32) []uint32 {
	if i == 0 {
		return order
	}
	n := s.nodes[i]
	for _, below := range [2]uint32{n.left, n.right} {
		if below != 0 && rank.Of(below) > rank.Of(i) {
			t.Fatalf("member %d is below %d and ranks higher", below, i)
		}
	}
	order = inOrder(t, s, n.left, order)
	if len(order) > 0 {
		if last := s.nodes[order[len(order)-1]]; last.size > n.size || last.size == n.size && last.tie >= n.tie {
			t.Fatalf("%d/%d comes before %d/%d", last.size, last.tie, n.size, n.tie)
		}
	}
	return inOrder(t, s, n.right, append(order, i))
}

// TestSetAgainstScan compares AtLeast with a look at every member.
func TestSetAgainstScan(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var set Set
	type key struct{ size, tie uint64 }
	members := map[uint32]key{}
	for step := range uint64(5000) {
		if i := 1 + r.Uint32N(100); members[i] != (key{}) {
			set.Remove(i)
			delete(members, i)
		} else {
			members[i] = key{1 + r.Uint64N(20), step}
			set.Insert(i, members[i].size, step)
		}
		size := r.Uint64N(23)
		var want uint32
		for i, k := range members {
			if best := members[want]; k.size >= size && (want == 0 || k.size < best.size || k.size == best.size && k.tie < best.tie) {
				want = i
			}
		}
		if found := set.AtLeast(size); found != want {
			t.Fatalf("AtLeast(%d) = %d, want %d", size, found, want)
		}
		if n := len(inOrder(t, &set, set.root, nil)); n != len(members) {
			t.Fatalf("%d members in the tree, want %d", n, len(members))
		}
	}
}
