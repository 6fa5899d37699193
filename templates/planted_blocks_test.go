package templates

// plantedInBlocks are bugs of pools of blocks, whatever divides these.
var plantedInBlocks = []bug{
	{"emptiest block first", "search.go", "	for at := first; at < len(p.order); at++ {\n", "	for at := len(p.order) - 1; at >= first; at-- {\n", "TestPoolAgainstList"},
	{"the last block only", "search.go", "p.empty.Oldest(); last == 0", "p.empty.Oldest(); last == 0 || p.last != 0", "PoolAgainstList"},
	{"two empty blocks kept", "pool.go", "p.count > p.least && p.empty.Oldest() != 0", "p.count > p.least+1 && p.empty.Oldest() != 0", "TestPoolAgainstList"},
	{"no empty block kept", "pool.go", "p.count > p.least && p.empty.Oldest() != 0", "p.count > p.least", "TestDamageIsFound"},
	{"order stale after a free", "pool.go", "	p.space.Free(region)\n	if searches {\n		p.settle(n)\n	}\n	return n\n", "	p.space.Free(region)\n	return n\n", "broken: the order is that of free bytes, then of age"},
	{"block's own size, not its granules", "pool.go", "p.space.Add(n, p.usable(bytes))", "p.space.Add(n, bytes-Granule)", "broken: a block is in the space, with its whole granules"},
	{"blocks that stay don't go at the end", "pool.go", "	p.least = 0\n	if !tracks", "	if !tracks", "TestPoolAgainstList"},
	{"halved below the least size", "adaptive.go", "max(extent, minBlockSize)", "extent", "Growth"},
	{"halved once too often", "automatic.go", "mostHalvings  = 3", "mostHalvings  = 4", "TestGrowth"},
	{"as large as the largest", "automatic.go", "g.Bytes/2 > largest &&", "g.Bytes/2 >= largest &&", "TestGrowth"},
	{"holds the request once", "automatic.go", "g.Bytes/2 >= 2*extent {", "g.Bytes/2 >= extent {", "TestGrowth"},
	{"blocks above the headroom", "automatic.go", "if g.Bytes <= g.headroom {", "if g.Bytes <= 2*g.headroom {", "TestGrowth"},
	{"crowded at three quarters", "automatic.go", "allocations*4 > most*3", "allocations*4 >= most*3", "TestGrowth"},
	{"half of preferred prefers separate storage", "growth.go", "return extent > p.start/2\n", "return extent >= p.start/2\n", "TestGrowth"},
	{"Broken doesn't count blocks", "broken.go", "case count != p.count ||", "case count > 1<<24 ||", "TestDamageIsFound"},
}

// plantedInLinear are bugs of stacks and rings.
var plantedInLinear = []bug{
	{"alignment halved", "place.go", "		at = (b.tail + align - 1) &^ (align - 1)\n		if extent > b.limit || at > b.limit-extent {\n			if", "		at = (b.tail + align/2 - 1) &^ (align/2 - 1)\n		if extent > b.limit || at > b.limit-extent {\n			if", "TestSpaceAgainstLists"},
	{"exactly full refused", "place.go", "if extent > b.limit || at > b.limit-extent {\n			if", "if extent > b.limit || at >= b.limit-extent {\n			if", "TestSpaceAgainstLists"},
	{"room that overflows", "place.go", "if extent > b.limit || at > b.limit-extent {\n			if", "if at+extent > b.limit {\n			if", "TestExtremes"},
	{"wraps where there is no room", "place.go", "if !b.canWrap() || extent >", "if !b.canWrap() || extent/2 >", "TestSpaceAgainstLists"},
	{"wraps under a double stack", "place.go", "b.part == b.one && !b.isUpper }", "b.part == b.one }", "TestSpaceAgainstLists"},
	{"limit of the ring stays", "place.go", "		if b.isRing() {\n			b.limit = regions[next].start\n		}\n", "", "broken: tail and limit say where the next region goes"},
	{"tail stays", "place.go", "		b.tail = regions[prev].start + regions[prev].extent\n", "", "broken: tail and limit say where the next region goes"},
	{"bytes in use stay", "place.go", "	b.used -= r.extent\n", "", "TestSpaceAgainstLists"},
	{"parts not swapped", "place.go", "		b.one, b.two = b.two, b.one\n", "", "broken: part two is empty where part one is"},
	{"upper ignored", "place.go", "how&Upper != 0, state); !fits {", "false, state); !fits {", "TestSpaceAgainstLists"},
	{"upper in a wrapped ring", "place.go", "fits && !b.isRing()", "fits", "TestSpaceAgainstLists"},
	{"upper over the lower ones", "place.go", "return at, at >= b.tail && !s.clash", "return at, !s.clash", "TestSpaceAgainstLists"},
	{"lower ones over the upper", "place.go", "		b.limit = s.regions[s.regions[b.two].prev].start\n	}\n", "		b.limit = b.size\n	}\n", "broken: tail and limit say where the next region goes"},
	{"contents on one page", "place.go", "state&other == 0 && (end-1)|s.inPage >= start", "state&other == 0 && (end-1)|s.inPage > start", "SpaceAgainstLists"},
	{"contents not looked at behind", "place.go", "return at, !isMixed || !s.clash(at+extent, state, b.limit, s.atLimit(b).state)", "return at, true", "SpaceAgainstLists"},
	{"Broken takes a stale limit", "broken.go", "b.limit != limit ||", "b.limit < limit ||", "TestFiguresOfABlock"},
	{"Broken takes a stale tail", "broken.go", "if b.tail != tail ||", "if b.tail < tail ||", "TestFiguresOfABlock"},
	{"Broken takes regions over one another", "broken.go", "if r.start < end || r.start%alignment", "if r.start%alignment", "TestFiguresOfABlock"},
	{"Broken takes wrong bytes in use", "broken.go", "	if used != b.used {", "	if used > b.size {", "TestFiguresOfABlock"},
}

// plantedInTLSF are bugs of ranges in classes and by offset.
var plantedInTLSF = []bug{
	{"left merge neglected", "free.go", "	case s.state(prev) == free:\n", "	case s.state(prev) == free && s.state(next) == free:\n", "broken: no two neighbours are both free"},
	{"right merge neglected", "free.go", "	case s.state(next) == free:\n		i, was = next", "	case s.state(next) == free && prev == next:\n		i, was = next", "broken: no two neighbours are both free"},
	{"free granules not counted", "free.go", "	b.free += size\n", "", "TestSpaceAgainstList"},
	{"refusal remembered after a free", "free.go", "	b.missed.state = free\n", "", "TestSpaceAgainstList"},
	{"stays in a class it has outgrown", "free.go", "case c == to && older == 0:", "case older == 0:", "broken: a class lists each of its ranges once"},
	{"a granule too many cut off", "alloc.go", "s.setPlace(i, start+n, rest)", "s.setPlace(i, start+n+1, rest-1)", "broken: the ranges of a block tile it"},
	{"class stale after a cut", "alloc.go", "if to == c && next == 0 {", "if next == 0 {", "broken: a class lists each of its ranges once"},
	{"gap counted as the region's", "alloc.go", "rest := size - gap - n", "rest := size - n", "broken: the ranges of a block tile it"},
	{"bit of an empty class stays", "classes.go", "	if next == 0 {\n		b.unmark(c)\n	}\n", "", "broken: a bit is set for each class with a head"},
	{"classes a step too wide", "classes.go", "c = first + t<<classBits + uint32(n>>t)", "c = first + t<<classBits + uint32(n>>t>>1)", "broken: a class is a search tree with the smallest size on top"},
	{"smaller range moves down", "sizes.go", "		if size <= at {\n", "		if size >= at {\n", "broken: a class is a search tree with the smallest size on top"},
	{"branched with one size", "sizes.go", "if s.sizeChild(root, 0)|s.sizeChild(root, 1) == 0 {", "if s.sizeChild(root, 0)|s.sizeChild(root, 1) == root {", "broken: a branched class has several sizes"},
	{"tail taken where it is too small", "sizes.go", "	if c == tailClass && s.size(i) < n {\n		return 0\n	}\n", "", "TestSpaceAgainstList"},
	{"largest stale in the tree by offset", "offsets.go", "		s.setLargest(x, node.at, size)\n", "", "broken: the tree by offset lists the free ranges in order"},
	{"edge not recycled", "tlsf.go", "	s.recycle(b.edge)\n", "", "broken: every range is in a block or recycled"},
	{"Broken takes free neighbours", "broken.go", "			if c.state(prev) == free {\n				return", "			if c.state(prev) > edge {\n				return", "TestFreeNeighboursAreBroken"},
	{"Broken doesn't count free granules", "broken.go", "case b.free != freeGranules:", "case b.free > b.size:", "TestDamageIsFound"},
}
