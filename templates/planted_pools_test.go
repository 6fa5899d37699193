package templates

// Bugs of the pools, and of what cuts their pages.

var plantedInExtents = []bug{
	{"split off by one", "extents.go", "rest := n.size - size - gap", "rest := n.size - size - gap + 1", "broken: the extents of a page tile it"},
	{"left merge neglected", "extents.go", "before, behind := t.nodes[n.prev].largest != 0,", "before, behind := false,", "broken: no two neighbours are both free"},
	{"right merge neglected", "extents.go", "t.nodes[n.prev].largest != 0, t.nodes[n.next].largest != 0", "t.nodes[n.prev].largest != 0, false", "broken: no two neighbours are both free"},
	{"merged to the right, the start stays", "extents.go", "		t.nodes[next].start = n.start\n", "", "broken: the extents of a page tile it"},
	{"alignment of the size, not the start", "extents.go", "gap = -n.start & (align - 1)", "gap = -n.size & (align - 1)", "TestTreeAgainstList"},
	{"front passed over", "extents.go", "if i = t.front; t.nodes[i].size < size {", "if i = t.front; t.nodes[i].size <= size {", "TestEverySlotComesBack"},
	{"front moves though it lies behind", "treap.go", "if lowest == 0 || t.precedes(n, &t.nodes[lowest]) {", "if lowest == 0 || t.front == 0 {", "broken: the front is before the tree"},
	{"first of the tree not known", "treap.go", "			first = false\n", "", "broken: first is the first extent of the tree"},
	{"largest of the left subtree forgotten", "treap.go", "parent.largest = max(parent.size, t.nodes[parent.left].largest, t.nodes[parent.right].largest)", "parent.largest = max(parent.size, t.nodes[parent.right].largest)", "broken: largest is the maximum of its subtree"},
	{"largest stale above a resized one", "treap.go", "	t.nodes[i].size = size\n	t.correct(i)\n", "	t.nodes[i].size = size\n", "broken: largest is the maximum of its subtree"},
	{"right before left", "treap.go", "		case t.nodes[n.left].largest >= size:\n			i = n.left\n		case n.size >= size:\n			return i\n", "		case n.size >= size:\n			return i\n		case t.nodes[n.left].largest >= size:\n			i = n.left\n", "broken: first is the first extent of the tree"},
	{"pages by number, not by age", "treap.go", "return t.born[a.page] < t.born[b.page]", "return a.page < b.page", "TestTreeAgainstList"},
	{"Broken takes free neighbours", "broken.go", "	case n.prev != 0 && prev.largest != 0:\n		return \"no two neighbours are both free\"\n", "", "TestFreeNeighboursAreBroken"},
	{"Broken takes pages that end too soon", "broken.go", "n.next == 0 && n.start+n.size != granules:", "n.next == 0 && n.start+n.size > granules:", "TestDamageIsFound"},
	{"Broken takes a stale largest", "broken.go", "case n.largest != max(n.size, left.largest, right.largest):", "case n.largest < max(n.size, left.largest, right.largest):", "TestDamageIsFound"},
}

var plantedInSliced = []bug{
	{"extent one granule short", "pool.go", "return p.slices.Take(i, gap, granules), 0", "return p.slices.Take(i, gap, max(granules, 2)-1), 0", "TestPoolAgainstList"},
	{"alignment ignored", "pool.go", "uint32(max(align, alignment)/alignment)", "uint32(max(alignment, alignment)/alignment)", "TestPoolAgainstList"},
	{"new page isn't idle", "pool.go", "	p.idle.Join(n)\n}\n\n// Free", "	_ = n\n}\n\n// Free", "TestPoolAgainstList"},
	{"empty page isn't idle", "pool.go", "		p.pages[n].link = i\n		p.idle.Join(n)\n", "		p.pages[n].link = i\n", "broken: the idle pages form a list"},
	{"idle page's extent not known", "pool.go", "		p.pages[n].link = i\n		p.idle.Join(n)\n", "		p.idle.Join(n)\n", "broken: an idle page is one free extent"},
	{"taken back, and the newest idle one", "pool.go", "p.idle.Return(n)", "p.idle.Join(n)", "TestUnplaceIsAsBefore"},
	{"page returned keeps its extent", "pool.go", "	p.slices.Remove(p.pages[n].link)\n", "", "TestPoolAgainstList"},
	{"number of a page returned is lost", "pool.go", "p.pages[n].link, p.vacant = p.vacant, n", "p.pages[n].link = p.vacant", "broken: an idle page is one free extent"},
	{"number for block", "pool.go", "return p.pages[p.slices.Page(region)].block", "return p.slices.Page(region)", "TestPoolAgainstList"},
	{"four fifths of a page are enough", "pool.go", "(PageBytes-size)*5 < PageBytes", "(PageBytes-size)*4 < PageBytes", "TestAccepts"},
	{"limit of a slice where there is a cap", "pool.go", "return min(maxSliceSize, PageBytes)", "return maxSliceSize", "Accepts"},
	{"a page too many", "pool.go", "MaxPages = maxPoolSize / max(PageBytes, alignment)", "MaxPages = (maxPoolSize + alignment) / max(PageBytes, alignment)", "TestAccepts"},
	{"vacant pages counted", "pool.go", "		pages--\n", "", "TestPages"},
	{"Broken takes a stale extent of an idle page", "pool.go", "if i := p.pages[n].link; !p.slices.IsPage(i, n, PageBytes/alignment) {", "if i := p.pages[n].link; i == 0 {", "TestDamageIsFound"},
}

var plantedInExclusive = []bug{
	{"any page that is free", "pool.go", "p.free.Take(extent, 1<<64-1)", "p.free.Take(1, 1<<64-1)", "TestPoolAgainstList"},
	{"only pages of the very size", "pool.go", "p.free.Take(extent, 1<<64-1)", "p.free.Take(extent, extent)", "TestPoolAgainstList"},
	{"page in use is idle", "pool.go", "	p.idle.Leave(n)\n	return n, 0\n", "	return n, 0\n", "broken: the idle pages form a list"},
	{"of equals the newest", "pool.go", "	p.born[n] = p.created\n", "	p.born[n] = 1<<32 - p.created\n", "TestPoolAgainstList"},
	{"of equals the lowest number", "pool.go", "	p.born[n] = p.created\n", "	p.born[n] = uint64(n)\n", "TestPoolAgainstList"},
	{"page number's former age", "pool.go", "	p.born[n] = p.created\n", "	p.born[n] += p.created\n", "TestPoolAgainstList"},
	{"never idle again", "pool.go", "p.born[region])\n	p.idle.Join(region)\n", "p.born[region])\n", "TestPoolAgainstList"},
	{"taken back, and the newest idle one", "pool.go", "p.idle.Return(region)", "p.idle.Join(region)", "TestUnplaceIsAsBefore"},
	{"page returned is still free", "pool.go", "	p.free.Remove(n)\n", "", "broken: the members are in order, in a heap by rank"},
	{"newest idle page returned", "pool.go", "	return p.pages.Drop(n), true\n", "	return p.pages.Block(n), true\n", "broken: the idle pages form a list"},
	{"extent of what was asked", "pool.go", "func (p *Pool) Extent(region uint32) uint64 { return p.pages.Size(region) }", "func (p *Pool) Extent(region uint32) uint64 { return alignment }", "TestPoolAgainstList"},
	{"grows to the average alone", "pool.go", "extent = max(extent, (p.mean>>16+alignment-1)/alignment*alignment)", "extent = (p.mean>>16 + alignment - 1) / alignment * alignment", "PoolAgainstList"},
	{"average not rounded to granules", "pool.go", "(p.mean>>16+alignment-1)/alignment*alignment", "(p.mean>>16 + 1)", "PoolAgainstList"},
	{"average moves twice as fast", "pool.go", "bits.Mul64(p.mean, 99)", "bits.Mul64(p.mean, 98)", "TestAverage"},
	{"average of whole bytes", "pool.go", "bits.Add64(lo, size<<16, 0)", "bits.Add64(lo, size, 0)", "TestAverage"},
	{"Broken doesn't look at the idle list", "pool.go", "		law = p.idle.Broken(free)\n", "		law = p.free.Broken(free)\n", "TestDamageIsFound"},
	{"Broken doesn't look at the free set", "pool.go", "		law = p.free.Broken(free)\n", "		law = p.idle.Broken(free)\n", "TestDamageIsFound"},
}

var plantedInDirect = []bug{
	{"a larger block will do", "pool.go", "p.byExtent.Take(extent, extent)", "p.byExtent.Take(extent, 2*extent)", "TestPoolAgainstList"},
	{"block in use is idle", "pool.go", "	p.bySlot.remove(n)\n	return n, 0\n", "	return n, 0\n", "broken: the lowest idle slot is known"},
	{"of equals the highest slot", "pool.go", "uint64(region))\n", "1<<32-uint64(region))\n", "TestPoolAgainstList"},
	{"freed and in one set only", "pool.go", "	p.bySlot.insert(region)\n", "", "TestPoolAgainstList"},
	{"separate block kept", "pool.go", "	if region&ownBit != 0 {\n", "	if region&ownBit != 0 && p.slots.Size(region&^ownBit) == 0 {\n", "TestSeparateBlocksAreNeverIdle"},
	{"separate block is a slot like others", "pool.go", "return p.slots.Add(block, bytes) | ownBit", "return p.slots.Add(block, bytes)", "broken: the members are in order, in a heap by rank"},
	{"returned and still served", "pool.go", "	p.byExtent.Remove(n)\n", "", "broken: the members are in order, in a heap by rank"},
	{"returned and returned again", "pool.go", "	p.byExtent.Remove(n)\n	p.bySlot.remove(n)\n", "	p.byExtent.Remove(n)\n", "broken: the lowest idle slot is known"},
	{"block of a separate region not found", "pool.go", "return p.slots.Block(region &^ ownBit)", "return p.slots.Block(region & 1)", "TestPoolAgainstList"},
	{"need of the next size", "pool.go", "		return 0, extent\n", "		return 0, extent + alignment\n", "TestPoolAgainstList"},
	{"limit that is no extent", "pool.go", "(1<<64 - 1) &^ (alignment - 1)", "1<<64 - 1", "TestLimit"},
	{"stops at a word in use", "lowest.go", "		if was != 0 {\n			return\n		}\n		i = w\n	}\n}\n\n// remove", "		if was == 0 {\n			return\n		}\n		i = w\n	}\n}\n\n// remove", "TestPoolAgainstList"},
	{"summary stale after the last of a word", "lowest.go", "		if l[k][w] != 0 {\n			return\n		}\n", "		if l[k][w] == 0 {\n			return\n		}\n", "broken: the lowest idle slot is known"},
	{"words of 63", "lowest.go", "i = i*64 + uint32", "i = i*63 + uint32", "TestLowestAgainstMap"},
	{"highest of a word", "lowest.go", "uint32(bits.TrailingZeros64(l[k][i]))", "uint32(bits.Len64(l[k][i]) - 1)", "TestPoolAgainstList"},
	{"room for one word too few", "lowest.go", "for uint64(w) >= uint64(len(l[k])) {\n			l[k] = append(l[k], 0)", "for uint64(w) > uint64(len(l[k])) {\n			l[k] = append(l[k], 0)", "TestPoolAgainstList"},
	{"Broken looks at the slots alone", "lowest.go", "	for k := range l {\n		for len", "	for k := range l[:1] {\n		for len", "TestLowestAgainstMap"},
	{"Broken doesn't look at the set by extent", "pool.go", "		law = p.byExtent.Broken(idle)\n", "		law = p.bySlot.broken(idle)\n", "TestDamageIsFound"},
}
