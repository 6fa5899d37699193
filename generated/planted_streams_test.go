package generated

// meanwhile, in what is planted, lets other goroutines run, by what yielding adds
// to the package.
const (
	meanwhile = "meanwhile()\n	"
	yielding  = "package %s\n\nimport \"runtime\"\n\nfunc meanwhile() { runtime.Gosched() }\n"
)

// plantedInStreams are bugs of what happens between streams. Which law finds those
// of two goroutines that meet at the wrong moment is up to them.
var plantedInStreams = []bug{
	{"freed twice, here and elsewhere", "hoststreams/ranges", "ranges_slots_streams.go",
		"	if !t.claims.end(i, uint32(handle>>rangesSlotsNumberBits)&(1<<rangesSlotsGenerationBits-1)) {\n		return false\n	}\n",
		"	t.claims.end(i, uint32(handle>>rangesSlotsNumberBits)&(1<<rangesSlotsGenerationBits-1))\n", "total"},
	{"ended without a claim", "hoststreams/slices", "slices_arena.go",
		"a.slots.IsLive(i-1) && a.slots.Claim(i-1)", "a.slots.IsLive(i-1)", "stale"},
	{"handed back and still found", "hoststreams/ranges", "ranges_slots_table.go",
		"	if !t.claims.lives(i, state&^rangesSlotsLiveBit) {\n		return i, false\n	}\n", "", "stale"},
	{"last handed back first", "hoststreams/slices", "slices_slots_claims.go",
		"		w.below.Store(c.front)\n		c.front, next = next, below\n", "		c.front = c.top.Swap(0) | next\n		next = below * 0\n", "handles"},
	{"never drained", "hoststreams/ranges", "ranges_allocation.go",
		"if a.slots.HasBack() {", "if a.slots.HasBack() && a.closed {", "coalesced"},
	{"room handed back too soon", "hoststreams/ranges", "ranges_arena.go",
		"return home != a && home.slots.HandBack(handle)", "back := home != a && home.slots.HandBack(handle)\n	if back {\n		home.drain()\n	}\n	return back", "exact-stats"},
	{"live in the first stream only", "hoststreams/slices", "allocator.go",
		"		live += uint64(s.Slices.slots.Live())\n", "		if i == 0 {\n			live += uint64(s.Slices.slots.Live())\n		}\n", "occupied"},
	{"the first stream's figures", "hoststreams/slices", "allocator.go",
		"inSlices, failure := s.Slices.Stats()", "s = &a.streams[0]\n		inSlices, failure := s.Slices.Stats()", "stale"},
	{"asked in its own stream only", "hoststreams/slices", "slices_arena.go",
		"	a = a.home(handle.slices)\n	a.mutex.Lock()\n	defer a.mutex.Unlock()\n	if a.poisoned {\n		return offset", "	a.mutex.Lock()\n	defer a.mutex.Unlock()\n	if a.poisoned {\n		return offset", "total"},
	{"the stream next door", "hoststreams/slices", "slices_arena.go",
		"return &a.allocator.streams[stream].Slices", "return &a.allocator.streams[(stream+1)%streamCount].Slices", "errors"},
	{"pushed over what others push", "hoststreams/ranges", "ranges_slots_claims.go",
		"if c.top.CompareAndSwap(top, i+1) {", meanwhile + "if c.top.Store(i + 1); true {", ""},
	{"claimed by look, then by step", "hoststreams/ranges", "ranges_slots_claims.go",
		"return w != nil && w.state.CompareAndSwap(generation|rangesSlotsLiveBit, generation)", "if w == nil || w.state.Load() != generation|rangesSlotsLiveBit {\n		return false\n	}\n	" + meanwhile + "w.state.Store(generation)\n	return true", ""},
}
