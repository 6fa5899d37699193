package ordered

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSetAgainstScan compares Take with a look at every member.
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
		most := size + r.Uint64N(23)
		if members[want].size > most {
			want = 0
		}
		if taken := set.Take(size, most); taken != want {
			t.Fatalf("Take(%d, %d) = %d, want %d", size, most, taken, want)
		}
		if k := members[want]; want != 0 && r.IntN(4) != 0 {
			set.Insert(want, k.size, k.tie)
		} else {
			delete(members, want)
		}
		if law := set.Broken(slices.Collect(maps.Keys(members))); law != "" {
			t.Fatalf("broken: %s", law)
		}
	}
}
