package templates

// Bugs of the templates that tell what an arena was called for.

var plantedInCalls = []bug{
	{"a word too far", "calls.go", "start, flags = end+1, flags>>1", "start, flags = end, flags>>1", "TestLinesOfCalls"},
	{"the first flag only", "calls.go", "flags>>1\n	}\n	return text", "0\n	}\n	return text", "TestLinesOfCalls"},
	{"two flags for one", "calls.go", "if flags&1 != 0 {", "if flags&3 != 0 {", "TestLinesOfCalls"},
	{"no flag, and a line without an end", "calls.go", "	if flags == 0 {\n		return text", "	if flags == 0 {\n		return text[:len(text)-1]", "TestLinesOfCalls"},
	{"words of flags in another order", "calls.go", "min_memory min_offset min_time", "min_offset min_memory min_time", "TestLinesOfCalls"},
	{"a flag without a word left out", "calls.go", "if c.Flags>>7 != 0 {", "if c.Flags>>8 != 0 {", "TestNoLineForWhatHasNoWord"},
	{"an image has no line", "calls.go", "if c.Flags>>7 != 0 {", "if c.Flags>>6 != 0 {", "TestLinesOfCalls"},
	{"no number of what is handed back", "calls.go", "if c.Kind != Reclaim && c.Kind != Clear {", "if c.Kind != Reclaim && c.Kind != Clear && c.Kind != HandBack {", "TestLinesOfCalls"},
	{"a number of every call", "calls.go", "if c.Kind != Reclaim && c.Kind != Clear {", "{", "TestLinesOfCalls"},
	{"alignment before size", "calls.go", "uint64(c.Number), 10)\n	}\n	if c.Kind == Alloc {", "uint64(c.Number), 10)\n	}\n	if c.Size, c.Align = c.Align, c.Size; c.Kind == Alloc {", "TestLinesOfCalls"},
	{"a long name whole", "calls.go", "name[:min(len(name), longestName)]", "name", "TestLinesOfNames"},
	{"a name as it is", "calls.go", "strconv.AppendQuote(append(text, ' '), name[:min(len(name), longestName)])", "append(append(text, ' '), name[:min(len(name), longestName)]...)", "TestLinesOfNames"},
	{"names too long for their lines", "calls.go", "longestName = 1000", "longestName = 2000", "TestLinesOfNames"},
	{"over what there is", "calls.go", "text = append(text, byte(c.Kind))", "text = append(text[:0], byte(c.Kind))", "TestLinesOfCalls"},
}

var plantedInEvents = []bug{
	{"one too few", "events.go", "r.calls[r.count%lastEvents] = *c", "r.calls[r.count%max(1, lastEvents-1)] = *c", "TestRingAgainstList"},
	{"the first stay", "events.go", "r.calls[r.count%lastEvents] = *c", "if r.count < lastEvents {\n		r.calls[r.count] = *c\n	}", "TestRingAgainstList"},
	{"never counted on", "events.go", "	r.count++\n", "", "TestRingAgainstList"},
	{"counted up to the room", "events.go", "	r.count++\n", "	r.count = min(r.count+1, lastEvents)\n", "TestRingAgainstList"},
	{"counted before it is there", "events.go", "	r.calls[r.count%lastEvents] = *c\n	r.count++\n", "	r.count++\n	r.calls[r.count%lastEvents] = *c\n", "TestRingAgainstList"},
	{"always full", "events.go", "min(r.count, lastEvents)", "lastEvents", "TestRingAgainstList"},
	{"room for one more", "events.go", "min(r.count, lastEvents)", "min(r.count, lastEvents+1)", "TestRingAgainstList"},
	{"newest first", "events.go", "(r.count-r.Len()+rank)", "(r.count-1-rank)", "TestRingAgainstList"},
	{"the order of their places", "events.go", "r.count-r.Len()+rank", "rank", "TestRingAgainstList"},
	{"a place too far", "events.go", "r.count-r.Len()+rank", "r.count-r.Len()+rank+1", "TestRingAgainstList"},
	{"what is remembered for the count of all", "events.go", "return r.count }", "return r.Len() }", "TestRingAgainstList"},
}

var plantedInLayout = []bug{
	{"by blocks only", "layout.go", "return r.Block < s.Block || r.Block == s.Block && r.Offset < s.Offset", "return r.Block < s.Block", "TestListAgainstSort"},
	{"by offsets only", "layout.go", "return r.Block < s.Block || r.Block == s.Block && r.Offset < s.Offset", "return r.Offset < s.Offset", "TestListAgainstSort"},
	{"offsets before blocks", "layout.go", "r.Block < s.Block || r.Block == s.Block && r.Offset < s.Offset", "r.Offset < s.Offset || r.Offset == s.Offset && r.Block < s.Block", "TestListAgainstSort"},
	{"backwards", "layout.go", "r.Offset < s.Offset", "r.Offset > s.Offset", "TestListAgainstSort"},
	{"no heap to begin with", "layout.go", "l.sink(at-1, len(l.regions))", "l.sink(at-1, 0)", "TestListAgainstSort"},
	{"half a heap to begin with", "layout.go", "at := len(l.regions) / 2", "at := len(l.regions) / 4", "TestListAgainstSort"},
	{"the last two as they are", "layout.go", "left > 0; left--", "left > 1; left--", "TestListAgainstSort"},
	{"sunk among what has come off", "layout.go", "l.sink(0, left)", "l.sink(0, left+1)", "TestListAgainstSort"},
	{"the first child only", "layout.go", "if child+1 < count &&", "if child+1 < 0 &&", "TestListAgainstSort"},
	{"the nearer child", "layout.go", "l.regions[child].isBefore(&l.regions[child+1])", "!l.regions[child].isBefore(&l.regions[child+1])", "TestListAgainstSort"},
	{"one step down", "layout.go", "child < count; child = 2*at + 1 {", "child < count; child = count {", "TestListAgainstSort"},
	{"a region forgotten", "layout.go", "append(l.regions, r)", "append(l.regions[:max(0, len(l.regions)-1)], l.regions[max(0, len(l.regions)-1):]...)", "TestListAgainstSort"},
}
