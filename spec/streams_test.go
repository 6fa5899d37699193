package spec

import (
	"strings"
	"testing"
)

// TestStreamsShareTheSlots: the slots of an arena are as many as numbers of 24
// bits leave to each stream, whose own number takes whole bits.
func TestStreamsShareTheSlots(t *testing.T) {
	for count, want := range map[string]uint64{"2": 1 << 23, "3": 1 << 22, "4": 1 << 22, "5": 1 << 21, "256": 1 << 16} {
		src := "concurrency: {streams: {count: " + count + "}}\n" + exampleWhole
		p, ds := compile(t, src)
		if p == nil {
			t.Fatal(ds)
		}
		if got := p.Slots(p.Arenas[0]); got != want {
			t.Errorf("%s streams: %d slots, want %d", count, got, want)
		}
		bounded := strings.Replace(src, "    pools:", "    max_live: "+decimal(want)+"\n    pools:", 1)
		if got := broken(t, bounded); got != "" {
			t.Errorf("%s streams: max_live %d gives %s", count, want, got)
		}
		if got := broken(t, strings.Replace(bounded, decimal(want), decimal(want+1), 1)); got != ruleStreams {
			t.Errorf("%s streams: max_live %d gives %q", count, want+1, got)
		}
	}
}
