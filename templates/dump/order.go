package dump

// order sorts the regions by block and offset, and tells every block which are
// its own.
func (l *Layout) order() {
	for root := len(l.regions)/2 - 1; root >= 0; root-- {
		l.sift(root, len(l.regions))
	}
	for end := len(l.regions) - 1; end > 0; end-- {
		l.regions[0], l.regions[end] = l.regions[end], l.regions[0]
		l.sift(0, end)
	}
	first := uint32(0)
	for i := range l.blocks {
		l.blocks[i].first = first
		first += l.blocks[i].count
	}
}

// sift restores, below root, the heap that the regions before end are: none comes
// before one below it.
func (l *Layout) sift(root, end int) {
	for child := 2*root + 1; child < end; child = 2*root + 1 {
		if child+1 < end && isBefore(&l.regions[child], &l.regions[child+1]) {
			child++
		}
		if !isBefore(&l.regions[root], &l.regions[child]) {
			return
		}
		l.regions[root], l.regions[child] = l.regions[child], l.regions[root]
		root = child
	}
}

// isBefore reports whether r comes before s.
func isBefore(r, s *Region) bool {
	return r.block < s.block || r.block == s.block && r.Offset < s.Offset
}
