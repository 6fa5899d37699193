package templates

// Bugs of the templates that keep a table of one kind.

var plantedInMeter = []bug{
	{"peak of reserved bytes follows", "meter.go",
		"m.Peak.BytesReserved = max(m.Peak.BytesReserved, m.Now.BytesReserved)", "m.Peak.BytesReserved = m.Now.BytesReserved", "TestMeterAgainstSums"},
	{"peak of blocks is of the last", "meter.go",
		"m.Peak.NumberBlocks = max(m.Peak.NumberBlocks, m.Now.NumberBlocks)", "m.Peak.NumberBlocks = m.Now.NumberBlocks", "TestMeterAgainstSums"},
	{"block not counted out", "meter.go", "	m.Now.NumberBlocks--\n", "", "TestMeterAgainstSums"},
	{"bytes of a block not counted out", "meter.go", "	m.Now.BytesReserved -= bytes\n", "", "TestMeterAgainstSums"},
	{"padding is the extent", "meter.go", "m.Now.BytesPadding += extent - size", "m.Now.BytesPadding += extent", "TestMeterAgainstSums"},
	{"extent in use", "meter.go", "m.Now.BytesInUse += size", "m.Now.BytesInUse += extent", "TestMeterAgainstSums"},
	{"padding lost on release", "meter.go", "	m.Now.BytesPadding -= extent - size\n", "", "TestMeterAgainstSums"},
	{"region not counted out", "meter.go", "	m.Now.NumberAllocs--\n", "", "TestMeterAgainstSums"},
	{"peak of bytes in use never moves", "meter.go", "if m.Now.BytesInUse > m.Peak.BytesInUse {", "if m.Peak.BytesInUse == 0 {", "TestMeterAgainstSums"},
	{"peak of padding is of bytes in use", "meter.go", "m.Peak.BytesPadding = m.Now.BytesPadding", "m.Peak.BytesPadding = m.Now.BytesInUse", "TestMeterAgainstSums"},
	{"peak of regions is the lowest", "meter.go", "if m.Now.NumberAllocs > m.Peak.NumberAllocs {", "if m.Now.NumberAllocs < m.Peak.NumberAllocs {", "TestMeterAgainstSums"},
	{"largest request is the last", "meter.go", "if size > m.LargestRequest {", "if size != m.LargestRequest {", "TestMeterAgainstSums"},
	{"largest request with its padding", "meter.go", "m.LargestRequest = size", "m.LargestRequest = extent", "TestMeterAgainstSums"},
}

var plantedInNames = []bug{
	{"no name takes room", "names.go", `lacking > 0 && name != ""`, "lacking > 0", "TestOnlyNamesTakeRoom"},
	{"room for one too few", "names.go", "int(i) + 1 - len(t.names)", "int(i) - len(t.names)", "TestTableAgainstMap"},
	{"room for one too many", "names.go", "int(i) + 1 - len(t.names)", "int(i) + 2 - len(t.names)", "TestOnlyNamesTakeRoom"},
	{"room as if there were none yet", "names.go", "make([]string, lacking)", "make([]string, i+1)", "TestOnlyNamesTakeRoom"},
	{"names of others lost when room is made", "names.go", "t.names = append(t.names, make([]string, lacking)...)", "t.names = make([]string, i+1)", "TestTableAgainstMap"},
	{"a name can't be taken away", "names.go", "		t.names[i] = name\n", "		if name != \"\" {\n			t.names[i] = name\n		}\n", "TestTableAgainstMap"},
	{"the first name stays", "names.go", "		t.names[i] = name\n", "		if t.names[i] == \"\" {\n			t.names[i] = name\n		}\n", "TestTableAgainstMap"},
	{"names pile up", "names.go", "t.names[i] = name\n", "t.names[i] += name\n", "TestTableAgainstMap"},
	{"name of the slot before", "names.go", "return t.names[i]", "return t.names[max(i, 1)-1]", "TestTableAgainstMap"},
	{"the last slot has no name", "names.go", "	if uint64(i) < uint64(len(t.names)) {\n		return", "	if uint64(i)+1 < uint64(len(t.names)) {\n		return", "TestTableAgainstMap"},
	{"a slot without room has a name", "names.go", "	if uint64(i) < uint64(len(t.names)) {\n		return t.names[i]\n	}\n	return \"\"", "	return t.names[min(int(i), len(t.names)-1)]", "TestTableAgainstMap"},
}

var plantedInCallsites = []bug{
	{"no site takes room", "callsites.go", "lacking > 0 && site != 0", "lacking > 0 && site == 0", "TestTableAgainstMap"},
	{"room for one too few", "callsites.go", "int(i) + 1 - len(t.sites)", "int(i) - len(t.sites)", "TestTableAgainstMap"},
	{"sites of others lost when room is made", "callsites.go", "t.sites = append(t.sites, make([]uintptr, lacking)...)", "t.sites = make([]uintptr, i+1)", "TestTableAgainstMap"},
	{"a site can't be taken away", "callsites.go", "		t.sites[i] = site\n", "		t.sites[i] = max(t.sites[i], site)\n", "TestTableAgainstMap"},
	{"the first site stays", "callsites.go", "		t.sites[i] = site\n", "		if t.sites[i] == 0 {\n			t.sites[i] = site\n		}\n", "TestTableAgainstMap"},
	{"site of the slot before", "callsites.go", "return t.sites[i]", "return t.sites[max(i, 1)-1]", "TestTableAgainstMap"},
	{"the last slot has no site", "callsites.go", "	if uint64(i) < uint64(len(t.sites)) {\n		return", "	if uint64(i)+1 < uint64(len(t.sites)) {\n		return", "TestTableAgainstMap"},
	{"the allocator's own line", "callsites.go", "skipped = 3", "skipped = 2", "TestCallerNamesTheCaller"},
	{"the caller's caller", "callsites.go", "skipped = 3", "skipped = 4", "TestCallerNamesTheCaller"},
	{"no site is somewhere", "callsites.go", "	if site == 0 {", "	if site != 0 {", "TestCallerNamesTheCaller"},
	{"the line behind the call", "callsites.go", "frame.Line, frame.Function", "frame.Line + 1, frame.Function", "TestCallerNamesTheCaller"},
	{"function for file", "callsites.go", "Site{frame.File, frame.Line, frame.Function}", "Site{frame.Function, frame.Line, frame.File}", "TestCallerNamesTheCaller"},
}

var plantedInGuards = []bug{
	{"another word", "guards.go", "0x7F84E666", "0x7F84E667", "TestEveryByteIsGuarded"},
	{"most significant first", "guards.go", "(i % 4 * 8)", "(24 - i%4*8)", "TestEveryByteIsGuarded"},
	{"half a word over and over", "guards.go", "i % 4 * 8", "i % 2 * 8", "TestEveryByteIsGuarded"},
	{"bits for bytes", "guards.go", "i % 4 * 8", "i % 4 * 4", "TestEveryByteIsGuarded"},
	{"place of the byte", "guards.go", "return i &^ 3", "return i", "TestEveryByteIsGuarded"},
	{"place of the word behind", "guards.go", "return i &^ 3", "return i&^3 + 4", "TestEveryByteIsGuarded"},
	{"whole is damaged at 0", "guards.go", "return -1", "return 0", "TestEveryByteIsGuarded"},
	{"first byte of each word looked at", "guards.go", "if bytes[i] != at(i) {", "if i%4 == 0 && bytes[i] != at(i) {", "TestEveryByteIsGuarded"},
	{"only more than the guard is damage", "guards.go", "if bytes[i] != at(i) {", "if bytes[i] > at(i) {", "TestEveryByteIsGuarded"},
	{"last byte not set", "guards.go", "	for i := range bytes {\n		bytes[i] = at(i)", "	for i := range len(bytes) - 1 {\n		bytes[i] = at(i)", "TestEveryByteIsGuarded"},
	{"last word not looked at", "guards.go", "	for i := range bytes {\n		if", "	for i := range len(bytes) - 4 {\n		if", "TestEveryByteIsGuarded"},
}

var plantedInLargest = []bug{
	{"of equals the last", "largest.go", "rank > 0 && size > l.sizes", "rank > 0 && size >= l.sizes", "TestListAgainstSort"},
	{"an equal takes the last place", "largest.go", "size <= l.sizes[l.ranked[rank]]", "size < l.sizes[l.ranked[rank]]", "TestListAgainstSort"},
	{"the first keeps its place", "largest.go", "rank > 0 && size", "rank > 1 && size", "TestListAgainstSort"},
	{"smallest first", "largest.go", "rank > 0 && size > l.sizes", "rank > 0 && size < l.sizes", "TestListAgainstSort"},
	{"number of another thing", "largest.go", "own := l.ranked[rank]", "own := uint8(rank)", "TestListAgainstSort"},
	{"rank for number", "largest.go", "return int(own), true", "return rank, true", "TestListAgainstSort"},
	{"one place left empty", "largest.go", "if rank < Count {", "if rank < Count-1 {", "TestListAgainstSort"},
	{"others don't move on", "largest.go", "		l.ranked[rank] = l.ranked[rank-1]\n", "", "TestListAgainstSort"},
	{"size forgotten", "largest.go", "l.ranked[rank], l.sizes[own] = own, size", "l.ranked[rank] = own", "TestListAgainstSort"},
	{"number for rank", "largest.go", "return int(l.ranked[rank])", "return rank", "TestListAgainstSort"},
	{"two things of one number", "largest.go", "l.ranked[rank] = uint8(rank)", "l.ranked[rank] = uint8(rank) / 2", "TestListAgainstSort"},
	{"one too few said to be picked", "largest.go", "return l.len", "return min(l.len, Count-1)", "TestListAgainstSort"},
}

var plantedInMaps = []bug{
	{"mapped for no one", "maps.go", "entry{bytes, 1}", "entry{bytes, 0}", "TestTableAgainstCounts"},
	{"one who joins is not counted", "maps.go", "	t.blocks[n].count++\n", "", "TestTableAgainstCounts"},
	{"joined without a map", "maps.go", "		return false\n", "		return true\n", "TestTableAgainstCounts"},
	{"last but one is last", "maps.go", "t.blocks[n].count == 1", "t.blocks[n].count <= 2", "TestTableAgainstCounts"},
	{"never the last", "maps.go", "t.blocks[n].count == 1", "t.blocks[n].count < 1", "TestTableAgainstCounts"},
	{"unmapped for the last but one", "maps.go", "t.blocks[n].count--; t.blocks[n].count == 0", "t.blocks[n].count--; t.blocks[n].count <= 1", "TestTableAgainstCounts"},
	{"one who leaves is not counted", "maps.go", "t.blocks[n].count--; t.blocks[n].count == 0", "t.blocks[n].count == 1", "TestTableAgainstCounts"},
	{"map outlives the last", "maps.go", "		t.Forget(n)\n", "", "TestTableAgainstCounts"},
	{"bytes outlive the map", "maps.go", "t.blocks[n] = entry{}", "t.blocks[n].count = 0", "TestTableAgainstCounts"},
	{"first block's bytes", "maps.go", "return t.blocks[n].bytes", "return t.blocks[0].bytes", "TestTableAgainstCounts"},
	{"blocks before are mapped too", "maps.go", "append(t.blocks, entry{})", "append(t.blocks, entry{bytes, 1})", "TestTableAgainstCounts"},
	{"block behind the last forgotten", "maps.go", "	if uint64(n) < uint64(len(t.blocks)) {\n		t.blocks[n] = entry{}", "	if uint64(n) <= uint64(len(t.blocks)) {\n		t.blocks[n] = entry{}", "TestTableAgainstCounts"},
}
