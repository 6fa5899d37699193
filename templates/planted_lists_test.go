package templates

// Bugs of the templates that number things and keep them in order.

var plantedInWhole = []bug{
	{"vacant numbers never given", "whole.go", "	if n != 0 {\n		b.vacant =", "	if n != 0 && bytes == 0 {\n		b.vacant =", "TestLastVacatedFirst"},
	{"vacant numbers lost but the last", "whole.go", "b.vacant = b.entries[n].block\n", "b.vacant = 0\n", "TestLastVacatedFirst"},
	{"list cut when a number is vacated", "whole.go", "entry{block: b.vacant}, n", "entry{}, n", "broken: a number is a block's or vacant"},
	{"block keeps its size", "whole.go", "entry{block: b.vacant}, n", "entry{b.entries[n].size, b.vacant}, n", "broken: the vacant numbers form a list"},
	{"number for block", "whole.go", "	block = b.entries[n].block\n", "	block = n\n", "TestLastVacatedFirst"},
	{"vacant numbers counted", "whole.go", "		if e.size != 0 {\n", "		if e.size != 0 || e.block != 0 {\n", "TestLastVacatedFirst"},
	{"sizes not summed", "whole.go", "			bytes += e.size\n", "			bytes = e.size\n", "TestLastVacatedFirst"},
	{"a block claims what another has", "whole.go", "uint64(e.block) >= uint64(len(sizes)) || sizes[e.block] != 0", "uint64(e.block) >= uint64(len(sizes))", "TestClaim"},
	{"a vacant number claims", "whole.go", "		if e.size == 0 {\n			continue\n", "		if e.size == 0 && e.block == 0 {\n			continue\n", "TestClaim"},
	{"Broken takes vacant for live", "whole.go", "n == 0 || uint64(n) >= uint64(len(b.entries)) || taken[n] {\n			return nil, \"a live", "n == 0 || uint64(n) >= uint64(len(b.entries)) {\n			return nil, \"a live", "TestDamageIsFound"},
	{"Broken takes a vacant number with a size", "whole.go", " || taken[n] || b.entries[n].size != 0 {", " || taken[n] {", "TestDamageIsFound"},
	{"Broken takes a block without a size", "whole.go", "			if b.entries[n].size == 0 {\n				return nil, \"a number is a block's or vacant\"\n			}\n", "", "TestDamageIsFound"},
	{"Broken takes number 0 for live", "whole.go", "if n == 0 || uint64(n)", "if uint64(n)", "TestDamageIsFound"},
}

var plantedInNumbering = []bug{
	{"larger child moves up", "numbering.go", "b.vacant[child+1] < b.vacant[child]", "b.vacant[child+1] > b.vacant[child]", "broken: the vacant numbers form a heap"},
	{"right child forgotten at the end", "numbering.go", "child+1 < last &&", "child+2 < last &&", "broken: the vacant numbers form a heap"},
	{"sinks past larger ones", "numbering.go", "if sinking <= b.vacant[child] {", "if sinking >= b.vacant[child] {", "broken: the vacant numbers form a heap"},
	{"sinks by one level", "numbering.go", "child < last; child = 2*at + 1 {", "child < last; child = last {", "broken: the vacant numbers form a heap"},
	{"last vacant number lost", "numbering.go", "		b.vacant[at] = sinking\n", "		b.vacant[at] = n\n", "broken: the vacant numbers form a heap"},
	{"rises past smaller ones", "numbering.go", "b.vacant[(at-1)/2] > n {", "b.vacant[(at-1)/2] < n {", "broken: the vacant numbers form a heap"},
	{"rises by one level", "numbering.go", "		at = (at - 1) / 2\n", "		at = (at - 1) / 2\n		break\n", "broken: the vacant numbers form a heap"},
	{"last vacated first", "numbering.go", "n := b.vacant[0]", "n := b.vacant[len(b.vacant)-1]", "TestLowestVacantFirst"},
	{"size outlives the block", "numbering.go", "	b.sizes[n] = 0\n", "", "broken: a number is a block's or vacant"},
	{"size of the block before", "numbering.go", "		return b.sizes[n]\n", "		return b.sizes[max(n, 1)-1]\n", "TestLowestVacantFirst"},
	{"size of the new block forgotten", "numbering.go", "	b.sizes[n] = size\n", "	b.sizes[n] = 1\n", "TestLowestVacantFirst"},
	{"buffer outlives the block", "numbering.go", "b.natives[n] = native{memory: memory, rank: rank}", "b.natives[n].memory, b.natives[n].rank = memory, rank", "TestBufferGoesWithItsBlock"},
	{"more sizes are no other blocks", "numbering.go", "return len(sizes) == len(b.sizes)", "return len(sizes) >= len(b.sizes)", "TestBlocksAreTheirSizes"},
	{"Broken takes any order of vacant numbers", "numbering.go", " || at > 0 && b.vacant[(at-1)/2] >= n {", " || at < 0 {", "TestDamageIsFound"},
	{"Broken takes a number twice", "numbering.go", "b.vacant[(at-1)/2] >= n {", "b.vacant[(at-1)/2] > n {", "TestDamageIsFound"},
	{"Broken doesn't count vacant numbers", "numbering.go", "	if vacant != len(b.vacant) {", "	if vacant > len(b.sizes) {", "TestDamageIsFound"},
}

var plantedInOrdered = []bug{
	{"of equals the last", "ordered.go", "size < n.size || size == n.size && tie < n.tie", "size < n.size || size == n.size && tie > n.tie", "broken: the members are in order, in a heap by rank"},
	{"ties mean nothing where a tree is split", "ordered.go", "m.size < size || m.size == size && m.tie < tie", "m.size < size", "broken: the members are in order, in a heap by rank"},
	{"split the other way", "ordered.go", "m.size < size || m.size", "m.size > size || m.size", "broken: the members are in order, in a heap by rank"},
	{"what was above stays below", "ordered.go", "*below, *above = 0, 0", "*below = 0", "broken: the members are in order, in a heap by rank"},
	{"exact sizes missed", "ordered.go", "if n.size >= size {", "if n.size > size {", "TestSetAgainstScan"},
	{"any that fits", "ordered.go", "found, link = link, &n.left", "found, link = link, &n.right", "TestSetAgainstScan"},
	{"one of most is too large", "ordered.go", "s.nodes[*found].size > most", "s.nodes[*found].size >= most", "TestSetAgainstScan"},
	{"most means nothing", "ordered.go", "if found == nil || s.nodes[*found].size > most {", "if found == nil {", "TestSetAgainstScan"},
	{"right subtree lost", "ordered.go", "*link = left | right", "*link = left", "broken: the members are in order, in a heap by rank"},
	{"lower rank on top after a merge", "ordered.go", "if rank.Of(left) > rank.Of(right) {", "if rank.Of(left) < rank.Of(right) {", "broken: the members are in order, in a heap by rank"},
	{"new ones on top", "ordered.go", "*link != 0 && rank.Of(*link) > r; {", "*link != 0 && rank.Of(*link) > r && size == 0; {", "broken: the members are in order, in a heap by rank"},
	{"taken and still there", "ordered.go", "	s.cut(found)\n", "", "broken: the members are in order, in a heap by rank"},
	{"Broken takes any order", "ordered.go", " || last.size > n.size || last.size", " || last.size", "TestDamageIsFound"},
	{"Broken takes any heap", "ordered.go", "		if below != 0 && rank.Of(below) >= rank.Of(i) {\n			return false\n		}\n", "		_ = below\n", "TestHeapIsKept"},
	{"Broken misses a member that is gone", "ordered.go", "&node{}) || left != 0 {", "&node{}) {", "TestDamageIsFound"},
}

var plantedInIdle = []bug{
	{"newest is the oldest", "idle.go", "return l.entries[0].newer", "return l.entries[0].older", "broken: the idle pages form a list"},
	{"joins at the other end", "idle.go", "newest := l.entries[0].older", "newest := l.entries[0].newer", "broken: the idle pages form a list"},
	{"newest doesn't know the one that joins", "idle.go", "l.entries[newest].newer, l.entries[0].older = n, n", "l.entries[0].older = n", "broken: the idle pages form a list"},
	{"still the newest after it left", "idle.go", "l.entries[older].newer, l.entries[newer].older = newer, older", "l.entries[older].newer = newer", "broken: the idle pages form a list"},
	{"still the oldest after it left", "idle.go", "l.entries[older].newer, l.entries[newer].older = newer, older", "l.entries[newer].older = older", "broken: the idle pages form a list"},
	{"returns behind the newest", "idle.go", "	l.entries[older].newer, l.entries[newer].older = n, n\n", "	_, _ = older, newer\n	l.Join(n)\n", "TestReturnIsAsBefore"},
	{"neighbour forgets who returns", "idle.go", "	l.entries[older].newer, l.entries[newer].older = n, n\n", "	_ = newer\n	l.entries[older].newer = n\n", "broken: the idle pages form a list"},
	{"due one too late", "idle.go", "l.clock-l.entries[n].since < deallocPeriod", "l.clock-l.entries[n].since <= deallocPeriod", "Period"},
	{"due one too early", "idle.go", "l.clock-l.entries[n].since < deallocPeriod", "l.clock-l.entries[n].since+1 < deallocPeriod", "Period"},
	{"idle since the beginning", "idle.go", "l.entries[n].since = l.clock", "l.entries[n].since = 0", "Period"},
	{"time stands still", "idle.go", "{ l.clock++ }", "{ l.clock |= 0 }", "Period"},
	{"an empty list has an oldest", "idle.go", "	if len(l.entries) == 0 {\n		return 0\n	}\n", "", "TestDamageIsFound"},
	{"Broken takes wrong links back", "idle.go", " || l.entries[n].older != older || l.entries[n].since", " || l.entries[n].since", "TestDamageIsFound"},
	{"Broken takes a page too few", "idle.go", "if left != 0 || len(l.entries)", "if left < 0 || len(l.entries)", "TestDamageIsFound"},
	{"Broken takes another newest", "idle.go", "if left != 0 || len(l.entries) > 0 && l.entries[0].older != older {", "if left != 0 {", "TestDamageIsFound"},
}

var plantedInSlots = []bug{
	{"generation not checked", "table.go", "t.slots[i].state == state", "t.slots[i].state&state&liveBit != 0", "TestFindOnlyTheLive"},
	{"owner not checked", "table.go", "t.slots[i].state == state && !t.IsForeign(handle)", "t.slots[i].state == state", "TestFindOnlyTheLive"},
	{"stream not checked", "table.go", "shared && t.Stream(handle) != t.Stream(t.owner)", "shared && t.Stream(handle) > 1<<24", "FindOnlyTheLive"},
	{"generation stays", "table.go", "s.state = s.state&^liveBit + 1", "s.state = s.state &^ liveBit", "TestLastVacatedFirst"},
	{"retired one too early", "table.go", "if s.state > generations {", "if s.state >= generations {", "RoomRunsOut"},
	{"live ones not counted down", "table.go", "	t.live--\n", "", "FindOnlyTheLive"},
	{"taken and not vacated", "table.go", "	t.Vacate(uint32(i))\n", "", "TestTakeOnlyTheLive"},
	{"taken by a stale handle", "table.go", "s.state&liveBit == 0 || t.owner|uint64(s.state&^liveBit)<<numberBits|i != handle", "s.state&liveBit == 0 || t.IsForeign(handle)", "TestTakeOnlyTheLive"},
	{"another slot named than issued", "table.go", "		return t.vacant - 1\n", "		return t.Len()\n", "TestVacantIsIssuedNext"},
	{"handed back twice", "streams.go", "	if !t.claims.end(i, uint32(handle>>numberBits)&(1<<generationBits-1)) {\n		return false\n	}\n", "	t.claims.end(i, uint32(handle>>numberBits)&(1<<generationBits-1))\n", "FindOnlyTheLive"},
	{"last handed back first", "claims.go", "	for next := c.top.Swap(0); next != 0; {\n", "	c.front = c.top.Swap(0)\n	for next := c.front * 0; next != 0; {\n", "FindOnlyTheLive"},
	{"ended by any generation", "claims.go", "w.state.CompareAndSwap(generation|liveBit,", "w.state.CompareAndSwap(w.state.Load()|liveBit,", "FindOnlyTheLive"},
	{"Broken takes a vacant slot that lives", "table.go", "if waiting[i] || generation == 0", "if generation == 0", "TestDamageIsFound"},
	{"Broken doesn't count", "table.go", "	if live != t.live {", "	if live > 1<<24 {", "TestDamageIsFound"},
	{"Broken takes a live slot that is listed", "streams.go", "agree = t.claims.lives(i, generation) && !back[i] ||", "agree = t.claims.lives(i, generation) ||", "FindOnlyTheLive"},
}
