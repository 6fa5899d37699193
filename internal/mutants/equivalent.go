package main

// An equivalent is a mutant that no test can notice: the file below templates, a
// text that is in it once, what it becomes, and why that changes nothing.
type equivalent struct{ file, from, to, why string }

// What several have in common.
const (
	noTie        = "the ranks of two nodes differ: rank.Of is one to one"
	noEqual      = "two members never have the same size and tie"
	same         = "what is stored is what is there already"
	nothing      = "appends nothing"
	nothingBelow = "what is not there has nothing below it"
	staysFirst   = "the first of one stays where it is"
	onePlace     = "no two regions lie at one place"
	marked       = "a branched head has a range beside the mark"
	masked       = "a class has its word: the mask only spares a check of bounds"
)

var equivalents = []equivalent{
	{"callsites/callsites.go", "lacking > 0 &&", "lacking >= 0 &&", nothing},
	{"names/names.go", "lacking > 0 &&", "lacking >= 0 &&", nothing},

	{"blocks/pool.go", "uint(0 - alignment&", "uint(0 + alignment&", "every algorithm demands a power of two as well"},
	{"blocks/pool.go", "uint(BlockLimit - maxBlocks)", "uint(BlockLimit + maxBlocks)", "tlsf has as many blocks as the pool says, linear as many as there can be; what a strategy has is tested with strategies"},
	{"blocks/search.go", "p.blocks[n].born < p.blocks[m].born", "p.blocks[n].born <= p.blocks[m].born", "two blocks were made one after the other"},

	{"dump/dump.go", "len(l.sizes) < numbers", "len(l.sizes) <= numbers", "what is too long is cut"},
	{"dump/sums.go", "t.smallestRegion < s.smallestRegion", "t.smallestRegion <= s.smallestRegion", same},
	{"dump/sums.go", "t.smallestRange < s.smallestRange", "t.smallestRange <= s.smallestRange", same},

	{"layout/layout.go", "r.Offset < s.Offset", "r.Offset <= s.Offset", onePlace},
	{"layout/layout.go", "len(l.regions) / 2", "len(l.regions) * 2", nothingBelow},
	{"layout/layout.go", "left > 0; left--", "left >= 0; left--", staysFirst},

	{"meter/meter.go", "m.Now.BytesInUse > m.Peak.BytesInUse", "m.Now.BytesInUse >= m.Peak.BytesInUse", same},
	{"meter/meter.go", "m.Now.BytesPadding > m.Peak.BytesPadding", "m.Now.BytesPadding >= m.Peak.BytesPadding", same},
	{"meter/meter.go", "m.Now.NumberAllocs > m.Peak.NumberAllocs", "m.Now.NumberAllocs >= m.Peak.NumberAllocs", same},
	{"meter/meter.go", "size > m.LargestRequest", "size >= m.LargestRequest", same},

	{"numbering/numbering.go", "b.vacant[child+1] < b.vacant[child]", "b.vacant[child+1] <= b.vacant[child]", "a number is vacant once, so these differ"},
	{"numbering/numbering.go", "sinking <= b.vacant[child]", "sinking < b.vacant[child]", "a number is vacant once, so these differ"},
	{"numbering/numbering.go", "b.vacant[(at-1)/2] > n", "b.vacant[(at-1)/2] >= n", "a number is vacant once, so these differ"},

	{"ordered/ordered.go", "rank.Of(*link) > r;", "rank.Of(*link) >= r;", noTie},
	{"ordered/ordered.go", "m.tie < tie", "m.tie <= tie", noEqual},
	{"ordered/ordered.go", "rank.Of(left) > rank.Of(right)", "rank.Of(left) >= rank.Of(right)", noTie},
	{"ordered/ordered.go", "size == n.size && tie < n.tie", "size == n.size && tie <= n.tie", noEqual},
	{"ordered/ordered.go", "rank.Of(below) >= rank.Of(i)", "rank.Of(below) > rank.Of(i)", "equal only for a node below itself, which runs out of members"},
	{"ordered/ordered.go", "last.tie > n.tie", "last.tie >= n.tie", noEqual},

	{"extents/broken.go", "rank.Of(n.left) > rank.Of(i)", "rank.Of(n.left) >= rank.Of(i)", noTie},
	{"extents/broken.go", "rank.Of(n.right) > rank.Of(i)", "rank.Of(n.right) >= rank.Of(i)", noTie},
	{"extents/broken.go", "&& t.root != 0 ||", "&& t.root == 0 ||", "a root below another node breaks the walk in address order too"},
	{"extents/extents.go", "t.nodes[t.first].size < size", "t.nodes[t.first].size <= size", "the search of the tree finds its first extent as well"},
	{"extents/treap.go", "rank.Of(n.up) < r;", "rank.Of(n.up) <= r;", noTie},
	{"extents/treap.go", "a.start < b.start", "a.start <= b.start", "two extents of a page start apart"},
	{"extents/treap.go", "t.born[a.page] < t.born[b.page]", "t.born[a.page] <= t.born[b.page]", "two pages were added one after the other"},
	{"extents/treap.go", "rank.Of(n.left) > rank.Of(n.right)", "rank.Of(n.left) >= rank.Of(n.right)", noTie},

	{"slots/table.go", "shared  = slotBits < numberBits", "shared  = slotBits <= numberBits", "without streams every handle is of stream 0"},

	{"sliced/pool.go", "uint64(n) < uint64(len(busy))", "uint64(n) <= uint64(len(busy))", "that an extent's page is one was checked before"},

	{"linear/broken.go", "r.start > b.size", "r.start >= b.size", "a region of some size that begins at the end goes past it"},
	{"linear/place.go", "if isMixed && how&Optimal != 0 {", "if isMixed && how&Optimal == 0 {", "the two contents swap their names, and only whether they differ counts"},

	{"tlsf/alloc.go", "align > alignment", "align >= alignment", "place finds the same, and takes longer"},
	{"tlsf/alloc.go", "if i < branched &&", "if i <= branched &&", marked},
	{"tlsf/alloc.go", "if i >= branched {", "if i > branched {", marked},
	{"tlsf/alloc.go", "(x >= branched ||", "(x > branched ||", marked},
	{"tlsf/alloc.go", "n >= b.missed.size", "n > b.missed.size", "what is not known to be refused is searched for, and refused"},
	{"tlsf/alloc.go", "align >= b.missed.align", "align > b.missed.align", "what is not known to be refused is searched for, and refused"},
	{"tlsf/free.go", "case b.heads[c] >= branched:", "case b.heads[c] > branched:", marked},
	{"tlsf/free.go", "(x >= branched ||", "(x > branched ||", marked},
	{"tlsf/alloc.go", "if isMixed && how&Optimal != 0 {", "if isMixed && how&Optimal == 0 {", "the two contents swap their names, and only whether they differ counts"},
	{"tlsf/broken.go", "x != 0 && known < len(c.nodes);", "x != 0 && known <= len(c.nodes);", "one node more than there are is as wrong"},
	{"tlsf/classes.go", "if n >= exact {", "if n > exact {", "exact is the class of exact granules either way"},
	{"tlsf/classes.go", "from(c uint32) uint32 {\n\tw := c / 64 & (classes/64 - 1)", "from(c uint32) uint32 {\n\tw := c / 64 & (classes*64 - 1)", masked},
	{"tlsf/classes.go", "bits.TrailingZeros64(top)) & (classes/64 - 1)", "bits.TrailingZeros64(top)) & (classes*64 - 1)", masked},
	{"tlsf/classes.go", "= i\n\tw := c / 64 & (classes/64 - 1)", "= i\n\tw := c / 64 & (classes*64 - 1)", masked},
	{"tlsf/classes.go", "unmark(c uint32) {\n\tw := c / 64 & (classes/64 - 1)", "unmark(c uint32) {\n\tw := c / 64 & (classes*64 - 1)", masked},
	{"tlsf/offset_nodes.go", "s.start(node.first[middle%fanout]) < start", "s.start(node.first[middle%fanout]) <= start", "no two free ranges begin at one place"},
	{"tlsf/offsets.go", "i = s.prev(i); i == b.edge", "i = s.prev(i); i != b.edge", "makeRoom finds the same place, and takes longer"},
	{"tlsf/offsets.go", "s.nodes[x].count > fanout/4 {", "s.nodes[x].count > fanout*4 {", "tell corrects the same, and takes longer"},
	{"tlsf/offsets.go", "if size <= most {", "if size < most {", same},
	{"tlsf/ranges.go", "needed > 1<<16", "needed >= 1<<16", "needed is odd"},
	{"tlsf/ranges.go", "(atMost-1)>>1", "(atMost+1)>>1", "the two highest bits are set either way"},
	{"tlsf/search.go", "(start-1)|inPage", "(start+1)|inPage", "where only one of the two clashes, a page begins at at"},
	{"tlsf/sizes.go", "(x >= branched ||", "(x > branched ||", marked},
	{"tlsf/sizes.go", "case b.heads[c&(classes-1)] >= branched:", "case b.heads[c&(classes-1)] > branched:", marked},
	{"tlsf/sizes.go", "if head < branched {", "if head <= branched {", marked},
	{"tlsf/tlsf.go", "granularity > alignment {", "granularity >= alignment {", "no two ranges share a page of one granule"},
}
