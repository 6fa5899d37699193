package spec

import (
	"fmt"
	"strings"
	"testing"
)

func TestCamel(t *testing.T) {
	for name, want := range map[string][2]string{
		"a": {"A", "a"}, "frame": {"Frame", "frame"}, "frame_data": {"FrameData", "frameData"},
		"a_1": {"A1", "a1"}, "a1_b": {"A1B", "a1B"}, "a1b": {"A1b", "a1b"}, "a_b_c": {"ABC", "aBC"},
	} {
		if got := [2]string{Camel(name), LowerCamel(name)}; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// named returns a spec with arenas, each with pools: "a: b c" is an arena a
// with the pools b and c.
func named(arenas ...string) string {
	var b strings.Builder
	b.WriteString(exampleHead + "arenas:\n")
	for _, a := range arenas {
		arena, pools, _ := strings.Cut(a, ": ")
		fmt.Fprintf(&b, "  %s:\n    pools:\n", arena)
		for name := range strings.FieldsSeq(pools) {
			fmt.Fprintf(&b, "      - {name: %s, kind: sliced_pages, page_size: 64, max_slice_size: 16, max_pool_size: 128}\n", name)
		}
	}
	return b.String()
}

func TestNamesThatMeetInGo(t *testing.T) {
	for _, c := range []struct {
		arenas []string
		want   string
	}{
		{[]string{"a: b c d"}, ""},
		{[]string{"a: b", "b: a"}, ""},
		{[]string{"a: b", "b: b"}, ""},
		{[]string{"ab: c", "a_b: d"}, ""},
		{[]string{"a: a a_a"}, ""},
		{[]string{"a1_b: c", "a1b: c"}, ""},
		{[]string{"a: b b_idle"}, ruleClash},
		{[]string{"a: b_tlsf b"}, ruleClash},
		{[]string{"a: b b"}, ruleTwins},
		{[]string{"a: b b b"}, ruleTwins + " " + ruleTwins},
		{[]string{"a: b_1 b1"}, ruleClash},
		{[]string{"a_1: b", "a1: c"}, ruleClash},
		{[]string{"a: b_c", "a_b: c"}, ruleClash},
		{[]string{"a: b", "a_b: c"}, ruleClash},
		{[]string{"a_b: c", "a: b"}, ruleClash},
		{[]string{"device: a", "device_handle: b"}, ruleClash},
		{[]string{"stats: a"}, ruleReserved},
		{[]string{"check_corruption: a"}, ruleReserved},
		{[]string{"plan_hash: a"}, ruleReserved},
		{[]string{"a: total"}, ruleReserved},
		{[]string{"total: stats"}, ""},
		{[]string{"a: total total"}, ruleReserved + " " + ruleTwins},
	} {
		if got := broken(t, named(c.arenas...)); got != c.want {
			t.Errorf("%v: got %q, want %q", c.arenas, got, c.want)
		}
	}
}

func TestReservedNamesAreThoseThatSpecsCanWrite(t *testing.T) {
	for scope, names := range reserved {
		for _, name := range names {
			snake := strings.ToLower(name[:1])
			for _, r := range name[1:] {
				if r >= 'A' && r <= 'Z' {
					snake += "_"
				}
				snake += strings.ToLower(string(r))
			}
			arena := map[Scope]string{ArenaScope: snake + ": p", PoolScope: "a: " + snake}[scope]
			if got := broken(t, named(arena)); got != ruleReserved && got != ruleName {
				t.Errorf("%s %s: %q", scope, snake, got)
			}
		}
	}
}
