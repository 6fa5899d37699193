package templates

// Bugs of the template that writes dumps.

var plantedInDump = []bug{
	{"sizes of the pool before stay", "dump.go", "		l.sizes[n] = 0\n", "", "TestDumpIsRead"},
	{"pools without blocks stay", "dump.go", "	if p.count == 0 {\n", "	if p.count > 1<<20 {\n", "TestDumpIsRead"},
	{"numbers of the arena before", "dump.go", "		l.byNumber[n] = uint32(len(l.blocks))\n", "		if l.byNumber[n] == 0 {\n			l.byNumber[n] = uint32(len(l.blocks))\n		}\n", "TestDumpIsRead"},
	{"block has its place for a number", "dump.go", "number: uint32(n)}", "number: l.byNumber[n]}", "TestDumpIsRead"},
	{"no block is its region's own", "dump.go", "	b.own = r.Own\n", "", "TestDumpReads"},
	{"regions are not put in order", "dump.go", "	l.places.Sort()\n", "", "TestDumpIsRead"},
	{"block of the arena, not of all", "dump.go", "at.Block, at.Number = l.byNumber[at.Block], ", "at.Number = ", "TestDumpIsRead"},
	{"number of the slot stays", "dump.go", "at.Block, at.Number = l.byNumber[at.Block], uint32(len(l.regions))", "at.Block = l.byNumber[at.Block]", "TestDumpIsRead"},
	{"first regions are everyone's", "dump.go", "		first += l.blocks[i].count\n", "", "TestDumpIsRead"},
	{"gap behind the last region is lost", "sums.go", "	s.addRange(b.bytes - end)\n", "", "TestDumpIsRead"},
	{"smallest is the first", "sums.go", "t.smallestRegion < s.smallestRegion", "false", "TestDumpIsRead"},
	{"smallest range is nothing", "sums.go", "(s.ranges == 0 || t.smallestRange < s.smallestRange)", "t.smallestRange < s.smallestRange", "TestDumpIsRead"},
	{"empty ranges count", "sums.go", "	if bytes != 0 {\n", "	if bytes+1 != 0 {\n", "TestDumpIsRead"},
	{"all is of one type", "sums.go", "all[p.MemoryType]", "all[0]", "TestDumpIsRead"},
	{"heap has the types of all", "write.go", "		if m.heap == number {\n", "		if m.heap <= number {\n", "TestDumpIsRead"},
	{"total is of the first type", "write.go", "total.add(types[i])", "total.add(types[i/2])", "TestDumpIsRead"},
	{"bits by their number", "write.go", "1<<bit, 16)", "uint64(bit), 16)", "TestDumpReads"},
	{"free range from 0 on", "pools.go", `w.number("Offset", start)`, `w.number("Offset", 0)`, "TestDumpIsRead"},
	{"free range in front is not written", "pools.go", "		w.free(end, at.Offset)\n", "", "TestDumpIsRead"},
	{"own blocks are among the others", "pools.go", "		if !blocks[i].own {\n", "		if blocks[i].count < 99 {\n", "TestDumpReads"},
	{"quotes end a string", "json.go", `r == '"' || `, "", "TestDumpIsRead"},
	{"control characters as they are", "json.go", "case r < ' ':", "case r < 0:", "TestNamesAreText"},
	{"control characters by half", "json.go", "digits[r>>4]", "digits[0]", "TestNamesAreText"},
	{"comma before the first", "json.go", "	w.follows, w.flat = false, flat\n", "	w.flat = flat\n", "TestDumpIsRead"},
	{"all on one line", "json.go", "	if !w.flat {\n		w.line()\n	} else", "	if w.depth == 0 {\n		w.line()\n	} else", "TestDumpReads"},
}
