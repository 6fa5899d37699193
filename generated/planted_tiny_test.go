package generated

// plantedInTiny are bugs that show late in a sequence of calls, of arenas whose
// sequences are all tried.
var plantedInTiny = []bug{
	{"a generation too many", "tiny/capped", "capped_slots_table.go",
		"if s.state > cappedSlotsGenerations {", "if s.state > cappedSlotsGenerations+1 {", "handles"},
	{"a refusal that outlives a free", "tinyranges/memory_fixed", "memory_fixed_only_tlsf_free.go",
		"	b.missed.state = memoryFixedOnlyTlsfFree\n", "", "complete"},
	{"a ring that stays one", "tiny/ring", "ring_only_linear_place.go",
		"if b.isRing() && s.regions[b.one].next == b.one {", "if false && b.isRing() && s.regions[b.one].next == b.one {", "errors"},
}
