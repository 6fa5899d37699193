package idle

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestListAgainstSlice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	var list List
	var order []uint32
	for range 5000 {
		n := 1 + r.Uint32N(30)
		if at := slices.Index(order, n); at >= 0 {
			list.Leave(n)
			order = slices.Delete(order, at, at+1)
		} else {
			list.Join(n)
			order = append(order, n)
		}
		oldest := uint32(0)
		if len(order) > 0 {
			oldest = order[0]
		}
		if list.Oldest() != oldest {
			t.Fatalf("the oldest is %d, want %d", list.Oldest(), oldest)
		}
		if law := list.Broken(order); law != "" {
			t.Fatalf("broken: %s", law)
		}
	}
}

// TestPeriod: a page is due after exactly deallocPeriod reservations.
func TestPeriod(t *testing.T) {
	if deallocPeriod != 0 {
		var list List
		list.Tick()
		list.Join(5)
		for range min(deallocPeriod, 1000) {
			if deallocPeriod <= 1000 && list.Due() != 0 {
				t.Fatal("due too early")
			}
			list.Tick()
		}
		if (list.Due() == 5) != (deallocPeriod <= 1000) {
			t.Fatalf("after %d reservations page %d is due", min(deallocPeriod, 1000), list.Due())
		}
	}
}
