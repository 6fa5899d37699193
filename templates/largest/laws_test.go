package largest

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// thing is a size, and when it was seen.
type thing struct {
	size uint64
	when int
}

// TestListAgainstSort compares what is picked with the head of all things
// seen, sorted.
func TestListAgainstSort(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for run := range 300 {
		var list List
		var kept [Count]thing
		var seen []thing
		sizes := 1 + r.Uint64N(40) // few, so that many are equal
		for when := range run {
			size := r.Uint64N(sizes)
			seen = append(seen, thing{size, when})
			if n, ok := list.Add(size); ok {
				kept[n] = seen[when]
			}
		}
		slices.SortStableFunc(seen, func(a, b thing) int { return int(b.size) - int(a.size) })
		var got []thing
		for rank := range list.Len() {
			got = append(got, kept[list.At(rank)])
		}
		if want := seen[:min(Count, len(seen))]; !slices.Equal(got, want) {
			t.Fatalf("of %d things %v were picked, want %v", run, got, want)
		}
	}
}
