package proptests

import "slices"

// linear is the model of how a linear pool fills blocks, of one memory type:
// from the front to the end. A region goes behind the last one, and what is
// between two regions is lost until one of them is an end.
type linear struct{ appended }

// appended is the blocks of an algorithm that puts regions behind one another.
type appended struct {
	pages
	last *block // that a region went to; nil if it is gone
}

// lanes are the live regions of a block in the order in which they came. Regions
// come to the second lane where a block of a pool that has but one is a ring or a
// double stack.
type lanes struct {
	one, two []extent
	falls    bool // the second lane grows down from the top
}

func (l *linear) find(r request) (*block, extent) {
	for _, b := range l.tried() {
		if at, ok := l.fit(b, r); ok {
			return b, extent{offset: at, size: r.need}
		}
	}
	return nil, extent{}
}

// tried returns the blocks that are tried: the only one or the one just made for
// this, or the one appended to last and then the one that has been empty longest.
func (l *appended) tried() (blocks []*block) {
	if l.pool.upper() {
		return l.blocks
	}
	if i := slices.IndexFunc(l.blocks, func(b *block) bool { return b.fresh }); i >= 0 {
		return l.blocks[i : i+1]
	}
	if l.last != nil {
		blocks = append(blocks, l.last)
	}
	var oldest *block
	for _, b := range l.blocks {
		if b.idle() && (oldest == nil || b.turn < oldest.turn) {
			oldest = b
		}
	}
	if oldest != nil {
		blocks = append(blocks, oldest)
	}
	return blocks
}

// fit returns where in a block a region goes.
func (l *linear) fit(b *block, r request) (at uint64, ok bool) {
	page := l.pool.arena.granularity()
	rings := len(b.two) > 0 && !b.falls
	low, high := lastOf(b.one), lastOf(b.two)
	switch {
	case r.has(Upper) && rings:
		return 0, false
	case r.has(Upper):
		return between(low, high, b.room).fitBelow(r, page)
	case rings:
		return between(high, &b.one[0], b.room).fit(r, page)
	case len(b.two) > 0:
		return between(low, high, b.room).fit(r, page)
	}
	if at, ok = between(low, nil, b.room).fit(r, page); ok || low == nil || !l.pool.upper() {
		return at, ok
	}
	return between(nil, &b.one[0], b.room).fit(r, page)
}

func lastOf(lane []extent) *extent {
	if len(lane) == 0 {
		return nil
	}
	return &lane[len(lane)-1]
}

// between returns the room from one extent to another, or from the front, or to
// the end.
func between(before, behind *extent, room uint64) gap {
	g := gap{0, room, before, behind}
	if before != nil {
		g.start = before.end()
	}
	if behind != nil {
		g.end = behind.offset
	}
	return g
}

// fitBelow returns the last place in the gap where a request fits.
func (g gap) fitBelow(r request, page uint64) (at uint64, ok bool) {
	mixes := func(neighbour *extent) bool { return neighbour != nil && neighbour.optimal != r.has(Optimal) }
	if r.need > g.end {
		return 0, false
	}
	at = (g.end - r.need) &^ (r.step - 1)
	if mixes(g.behind) && (at+r.need-1)/page == g.end/page {
		top := g.end &^ (page - 1)
		if r.need > top {
			return 0, false
		}
		at = (top - r.need) &^ (r.step - 1)
	}
	return at, at >= g.start && !(mixes(g.before) && (g.start-1)/page == at/page)
}

func (l *linear) entered(b *block, e extent, r request) {
	l.last = b
	switch {
	case r.has(Upper):
		b.falls = true
		fallthrough
	case len(b.one) > 0 && e.offset < b.one[0].offset:
		b.two = append(b.two, e)
	default:
		b.one = append(b.one, e)
	}
}

// left makes the second lane of a ring the first one when that is empty.
func (l *linear) left(b *block, e extent) {
	gone := func(other extent) bool { return other.offset == e.offset }
	b.one, b.two = slices.DeleteFunc(b.one, gone), slices.DeleteFunc(b.two, gone)
	if len(b.two) == 0 {
		b.falls = false
	}
	if len(b.one) == 0 && !b.falls {
		b.one, b.two = b.two, nil
	}
}

// newSize returns the size of the largest block that a request may lead to.
func (l *linear) newSize(r request) uint64 { return l.mostNew(r) }

func (l *appended) unlist(b *block) {
	if l.last == b {
		l.last = nil
	}
}
