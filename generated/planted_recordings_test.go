package generated

// plantedInRecordings are bugs of what arenas record of their calls.
var plantedInRecordings = []bug{
	{"a free without a line", "hosttrace/ranges", "ranges_arena.go",
		"		a.note(callsFree, a.slots.Number(handle.ranges))\n", "", "recorded"},
	{"a line without flags", "hosttrace/ranges", "ranges_notes.go", "uint8(flags)", "uint8(flags)&0", "recorded"},
	{"Clear without a line", "hosttrace/slices", "slices_arena.go", "		a.note(callsClear, 0)\n", "", "recorded"},
	{"what another stream ended without a line", "hosttrace/slices", "slices_arena.go", "		a.note(callsHandBack, i)\n", "", "recorded"},
	{"a refused request without a line", "hosttrace/slices", "slices_notes.go",
		"	if a.recording.file != nil {\n		a.recording.add(&c)\n	}\n	if failure", "	if a.recording.file != nil && c.Code == 0 {\n		a.recording.add(&c)\n	}\n	if failure", "recorded"},
	{"a refused request under the name of a region", "hosttrace/slices", "slices_notes.go", "a.slots.Len()", "0", "recorded"},
	{"a live region forgotten", "hosttrace/slices", "slices_recording.go", "if a.slots.IsLive(i) {", "if i > 0 && a.slots.IsLive(i) {", "recorded"},
	{"the last lines kept", "hosttrace/stack", "stack_recording.go",
		"writeReport(a.recording.file, a.recording.text)", "writeReport(a.recording.file, nil)", "recorded"},
	{"an image taken for a buffer", "gputrace/device", "device_notes.go", "		c.Flags |= callsOptimal\n", "", "recorded"},
}
