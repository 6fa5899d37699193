package tlsf

// How long a search looks at one range after the other.
const (
	unlimited = 64 // more than the bits of a size

	// min_time looks so often in a request's own class, once in the next, and
	// does so twice.
	ownClass = 6
)

// find returns a free range that holds n granules from a multiple of align
// granules on, of contents state, and that multiple; or 0.
func (s *Space) find(b *block, n, align uint64, how, state uint8) (i uint32, at uint64) {
	if HasStrategies {
		asked := how & strategyBits
		if hasMinMemory && asked == MinMemory {
			return s.findTightest(b, n, align, state)
		}
		if hasMinOffset && asked == MinOffset {
			return s.findLowest(b, n, align, state)
		}
		if hasMinTime && asked == MinTime {
			return s.findQuickly(b, n, align, state)
		}
	}
	if strategy == MinOffset {
		return s.findLowest(b, n, align, state)
	}
	if strategy == MinTime {
		return s.findQuickly(b, n, align, state)
	}
	return s.findTightest(b, n, align, state)
}

// findTightest tries the tightest range. If its place or its neighbours reject
// the request, it tries one that surely holds it, and without one all others in
// the order of their sizes.
func (s *Space) findTightest(b *block, n, align uint64, state uint8) (i uint32, at uint64) {
	if i = s.tightest(b, n, unlimited); i == 0 {
		return 0, 0
	}
	if at, fits := s.fit(i, n, align, state); fits {
		return i, at
	}
	if sure, at := s.findSure(b, n, align, state, unlimited); sure != 0 {
		return sure, at
	}
	for i = s.larger(b, i, n); i != 0; i = s.larger(b, i, n) {
		if at, fits := s.fit(i, n, align, state); fits {
			return i, at
		}
	}
	return 0, 0
}

// findQuickly tries one range of about the wanted size, and one that surely
// holds the request.
func (s *Space) findQuickly(b *block, n, align uint64, state uint8) (i uint32, at uint64) {
	if i = s.tightest(b, n, ownClass); i == 0 {
		return 0, 0
	}
	if at, fits := s.fit(i, n, align, state); fits {
		return i, at
	}
	return s.findSure(b, n, align, state, ownClass)
}

// findSure returns a range that is large enough wherever it starts and
// whatever its neighbours are.
func (s *Space) findSure(b *block, n, align uint64, state uint8, looks int) (i uint32, at uint64) {
	n, wanted := n+align-1, n
	if isMixed && s.page != 0 {
		n = wanted + max(align, s.page) + s.page - 2
	}
	if n > b.free {
		return 0, 0
	}
	if i = s.tightest(b, n, looks); i == 0 {
		return 0, 0
	}
	at, _ = s.fit(i, wanted, align, state)
	return i, at
}

// findLowest tries ranges in the order of their offsets.
func (s *Space) findLowest(b *block, n, align uint64, state uint8) (i uint32, at uint64) {
	for i = s.lowest(b, n); i != 0; i = s.behind(i, n) {
		if at, fits := s.fit(i, n, align, state); fits {
			return i, at
		}
	}
	return 0, 0
}

// fit returns the first multiple of align in the free range i, of at least n
// granules, from where a region with contents state may start, and whether n
// granules from there on are in the range and apart from its neighbours.
func (s *Space) fit(i uint32, n, align uint64, state uint8) (at uint64, fits bool) {
	start := s.start(i)
	end := start + s.size(i)
	at = (start + align - 1) &^ (align - 1)
	if isMixed && s.page != 0 {
		inPage := s.page - 1
		if s.state(s.prev(i))&state == 0 && (start-1)|inPage >= at {
			align = max(align, s.page)
			at = (start + align - 1) &^ (align - 1)
		}
		if s.state(s.next(i))&state == 0 && (at+n-1)|inPage >= end {
			return at, false
		}
	}
	return at, at+n <= end
}
