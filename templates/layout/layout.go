// Package layout puts regions in the order in which they lie in their blocks.
//
// Laws: after Sort the regions are those that were added, by their blocks, and
// in a block by their offsets.
//
// Cost: Add is O(1) amortised; Sort is O(n log n), a heap sort, and allocates
// nothing. 40 bytes a region.
package layout

// Region is a live region. No two lie at one place.
type Region struct {
	Block  uint32
	Number uint32 // of its slot
	Offset uint64 // bytes from the start of the block
	Extent uint64 // bytes of the block that it takes
	Size   uint64 // bytes, as requested
}

// isBefore reports whether r lies before s.
func (r *Region) isBefore(s *Region) bool {
	return r.Block < s.Block || r.Block == s.Block && r.Offset < s.Offset
}

// List is some regions. Its zero value has none.
type List struct{ regions []Region }

// Add adds a region.
func (l *List) Add(r Region) { l.regions = append(l.regions, r) }

// Len returns the number of regions.
func (l *List) Len() int { return len(l.regions) }

// At returns the region of a rank below Len.
func (l *List) At(rank int) Region { return l.regions[rank] }

// Sort puts the regions in order: as a heap first, of which the last comes off
// as long as there is one.
func (l *List) Sort() {
	for at := len(l.regions) / 2; at > 0; at-- {
		l.sink(at-1, len(l.regions))
	}
	for left := len(l.regions) - 1; left > 0; left-- {
		l.regions[0], l.regions[left] = l.regions[left], l.regions[0]
		l.sink(0, left)
	}
}

// sink moves a region down among the first count ones, until none below lies
// behind it.
func (l *List) sink(at, count int) {
	for child := 2*at + 1; child < count; child = 2*at + 1 {
		if child+1 < count && l.regions[child].isBefore(&l.regions[child+1]) {
			child++
		}
		if !l.regions[at].isBefore(&l.regions[child]) {
			return
		}
		l.regions[at], l.regions[child] = l.regions[child], l.regions[at]
		at = child
	}
}
