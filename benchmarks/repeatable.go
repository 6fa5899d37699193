package benchmarks

// Repeatable returns so many operations of a random mix with at most so many
// regions live, and then frees of those that are, so that one can go through it
// again and again.
func Repeatable(regions, operations int) Trace {
	t := recorder{Trace: mix("repeatable", 256*miB, sizes{256, 128 * kiB, 256}, atMost{regions: regions}, 256)}
	t.Ops = t.Ops[:operations]
	live := make([]bool, t.Slots)
	for _, o := range t.Ops {
		live[o.Slot&^Freeing] = o.Slot&Freeing == 0
	}
	for slot, isLive := range live {
		if isLive {
			t.free(uint32(slot))
		}
	}
	return t.Trace
}
