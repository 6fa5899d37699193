package generated

// plantedInDryRuns are bugs of blocks without memory.
var plantedInDryRuns = []bug{
	{"memory in a dry run", "gpuplan/readback", "readback_device.go",
		"if a.dry && !r.bind", "if false && a.dry && !r.bind", "native"},
	{"none even after it", "gpuplan/readback", "readback_device.go",
		"return !a.dry && a.memoryOf(block) == 0", "return false", "policy"},
	{"none for pages of one region", "gpuplan/upload", "upload_device.go",
		" && pool == uploadFramesNumber", "", "native"},
	{"memory where none is allowed", "gpuplan/readback", "readback_allocation.go",
		"if r.flags&NeverAllocate != 0 && a.owes(block) {", "if r.flags&NeverAllocate != 0 && false {", "errors"},
	{"counted as without memory", "gpuplan/buffers", "buffers_device.go",
		"	a.meterOf(pool).Settle(bytes)\n", "", "exact-unmapped"},
	{"gone, and counted as without memory", "gpuplan/buffers", "buffers_arena.go",
		"		a.partsMeter.Settle(bytes)\n", "", "exact-unmapped"},
	{"none given back all the same", "gpuplan/buffers", "buffers_device.go",
		"	if memory == 0 {\n		return\n	}\n", "", "total"},
	{"bytes of a block without memory", "gpuplan/upload", "upload_mapping.go",
		"		if failure = a.materialise(slot.Pool, int(slot.Rank), a.blockOf(slot)); !failure.Failed() {\n			bytes = a.bytesOf(slot)\n		}", "		bytes = a.bytesOf(slot)", "total"},
}
