package direct

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLowestAgainstMap adds and removes slots near and far, and compares.
func TestLowestAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var set lowest
	members := map[uint32]bool{}
	for step := range 3000 {
		if step%60 == 0 { // or the lowest were of the first word nearly always
			for i := range members {
				set.remove(i)
			}
			clear(members)
		}
		i := 1 + uint32(step/60)<<r.Uint32N(14) + r.Uint32N(1<<r.Uint32N(20))
		if members[i] {
			set.remove(i)
			delete(members, i)
		} else {
			set.insert(i)
			members[i] = true
		}
		list := slices.Sorted(maps.Keys(members))
		want := uint32(0)
		if len(list) > 0 {
			want = list[0]
		}
		if first := set.first(); first != want {
			t.Fatalf("the lowest is %d, want %d", first, want)
		}
	}
	list := slices.Sorted(maps.Keys(members))
	if law := set.broken(list); law != "" {
		t.Error(law)
	}
	if set.broken(list[1:]) == "" || set.broken(append(list, 1<<21)) == "" {
		t.Error("a member too few or too many is taken for sound")
	}
	for k := range set {
		set[k][0] ^= 2
		if set.broken(list) == "" {
			t.Errorf("a wrong bit of level %d is taken for sound", k)
		}
		set[k][0] ^= 2
	}
}
