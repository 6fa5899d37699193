package layout

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestListAgainstSort compares the order with that of the standard library.
func TestListAgainstSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for count := range 200 {
		var list List
		var want []Region
		blocks, taken := 1+r.Uint32N(8), map[[2]uint64]bool{}
		for len(want) < count {
			region := Region{Block: r.Uint32N(blocks), Number: r.Uint32(), Offset: r.Uint64N(300), Extent: r.Uint64(), Size: r.Uint64()}
			if r.Uint32N(9) == 0 {
				region.Offset = r.Uint64()
			}
			if place := [2]uint64{uint64(region.Block), region.Offset}; !taken[place] {
				taken[place] = true
				list.Add(region)
				want = append(want, region)
			}
		}
		slices.SortFunc(want, func(a, b Region) int {
			return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Offset, b.Offset))
		})
		list.Sort()
		if list.Len() != count {
			t.Fatalf("%d regions of %d", list.Len(), count)
		}
		for rank, region := range want {
			if got := list.At(rank); got != region {
				t.Fatalf("of %d regions, that of rank %d is %+v, want %+v", count, rank, got, region)
			}
		}
	}
}
