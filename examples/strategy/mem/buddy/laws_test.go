package buddy

import (
	"math/rand/v2"
	"testing"
)

// placed is a region as the test remembers it.
type placed struct {
	region             uint32
	block              uint32
	start, end, extent uint64
}

// TestLaws: through random calls on two blocks, regions are aligned, within their
// block, and overlap none; an empty block takes what fits in it, and a range that
// was freed takes the same request again. This test goes with every instance, so
// it holds for all values of the parameters.
func TestLaws(t *testing.T) {
	const granules = min(64, largestBlock/alignment)
	r := rand.New(rand.NewPCG(1, 2))
	var s Space
	s.Init(4, 1)
	for number := range uint32(2) {
		s.Add(number, granules*alignment)
	}
	var live []placed
	for step := range 20000 {
		if r.IntN(5) < 2 && len(live) > 0 {
			at := r.IntN(len(live))
			gone := live[at]
			live[at] = live[len(live)-1]
			live = live[:len(live)-1]
			s.Free(gone.region)
			again := s.Alloc(gone.block, gone.extent, alignment, 0)
			if again == 0 {
				t.Fatalf("no room for %d bytes where %+v was", gone.extent, gone)
			}
			s.Free(again)
		} else {
			number, extent, align := uint32(r.IntN(2)), uint64(1+r.IntN(max(1, granules/4)))*alignment, alignment<<r.IntN(4)
			wasEmpty := s.IsEmpty(number)
			region := s.Alloc(number, extent, uint64(align), 0)
			if region == 0 {
				if wasEmpty {
					t.Fatalf("no room for %d bytes in an empty block", extent)
				}
				continue
			}
			p := placed{region, number, s.Offset(region), s.Offset(region) + s.Extent(region), extent}
			if s.BlockOf(region) != number || s.Extent(region) != extent || p.start%uint64(align) != 0 || p.end > granules*alignment {
				t.Fatalf("%+v for %d bytes at a multiple of %d in block %d", p, extent, align, number)
			}
			for _, other := range live {
				if other.block == number && other.start < p.end && p.start < other.end {
					t.Fatalf("%+v overlaps %+v", p, other)
				}
			}
			live = append(live, p)
		}
		var regions []uint32
		used := [2]uint64{}
		for _, p := range live {
			regions = append(regions, p.region)
			used[p.block] += p.extent
		}
		for number := range uint32(2) {
			if s.FreeBytes(number) != granules*alignment-used[number] || s.IsEmpty(number) != (used[number] == 0) {
				t.Fatalf("block %d: %d bytes free, and %d are used", number, s.FreeBytes(number), used[number])
			}
		}
		if step%64 == 0 { // which takes as long as blocks are large
			if law := s.Broken(regions); law != "" {
				t.Fatal(law)
			}
		}
	}
}
