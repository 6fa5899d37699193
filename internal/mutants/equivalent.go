package main

// An equivalent is a mutant that no test can notice: the file below templates, a
// text that is in it once, what it becomes, and why that changes nothing.
type equivalent struct{ file, from, to, why string }

// What several have in common.
const (
	noTie   = "the ranks of two nodes differ: rank.Of is one to one"
	noEqual = "two members never have the same size and tie"
	same    = "what is stored is what is there already"
	nothing = "appends nothing"
)

var equivalents = []equivalent{
	{"callsites/callsites.go", "lacking > 0 &&", "lacking >= 0 &&", nothing},
	{"names/names.go", "lacking > 0 &&", "lacking >= 0 &&", nothing},

	{"blocks/pool.go", "uint(0 - alignment&", "uint(0 + alignment&", "every algorithm demands a power of two as well"},
	{"blocks/search.go", "p.blocks[n].born < p.blocks[m].born", "p.blocks[n].born <= p.blocks[m].born", "two blocks were made one after the other"},

	{"layout/layout.go", "r.Offset < s.Offset", "r.Offset <= s.Offset", "no two regions lie at one place"},
	{"layout/layout.go", "len(l.regions) / 2", "len(l.regions) * 2", "what is not there has nothing below it"},
	{"layout/layout.go", "left > 0; left--", "left >= 0; left--", "the first of one stays where it is"},

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
	{"tlsf/alloc.go", "if i < branched &&", "if i <= branched &&", "a branched head has a range beside the mark"},
	{"tlsf/alloc.go", "if i >= branched {", "if i > branched {", "a branched head has a range beside the mark"},
	{"tlsf/alloc.go", "(x >= branched ||", "(x > branched ||", "a branched head has a range beside the mark"},
	{"tlsf/alloc.go", "n >= b.missed.size", "n > b.missed.size", "what is not known to be refused is searched for, and refused"},
	{"tlsf/alloc.go", "align >= b.missed.align", "align > b.missed.align", "what is not known to be refused is searched for, and refused"},
	{"tlsf/free.go", "case b.heads[c] >= branched:", "case b.heads[c] > branched:", "a branched head has a range beside the mark"},
	{"tlsf/free.go", "(x >= branched ||", "(x > branched ||", "a branched head has a range beside the mark"},
	{"tlsf/alloc.go", "if isMixed && how&Optimal != 0 {", "if isMixed && how&Optimal == 0 {", "the two contents swap their names, and only whether they differ counts"},
}
