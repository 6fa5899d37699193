package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/runtime/trace"
)

func TestDiff(t *testing.T) {
	const old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15"
	for _, c := range []struct{ old, new, want string }{
		{old, old, ""},
		{"a\n", "b\n", "@@ -1,1 +1,1 @@\n-a\n+b\n"},
		{"a\nb\n", "a\nx\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n"},
		{old, strings.Replace(strings.Replace(old, "2\n", "", 1), "14", "14\nnew", 1),
			"@@ -1,5 +1,4 @@\n 1\n-2\n 3\n 4\n 5\n@@ -12,4 +11,5 @@\n 12\n 13\n 14\n+new\n 15\n\\ No newline at end of file\n"},
		{"a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
	} {
		if c.want != "" {
			c.want = "--- f\n+++ f\n" + c.want
		}
		var got strings.Builder
		printDiff(&got, "f", []byte(c.old), []byte(c.new))
		if got.String() != c.want {
			t.Errorf("got\n%swant\n%s", &got, c.want)
		}
	}
}

// TestGoals: what is admitted beside the given spec, and what is better.
func TestGoals(t *testing.T) {
	given := replay.Figures{Ops: 6400, PeakInUse: 100, PeakReserved: 1000, NativeCalls: 10, Refused: 5, NsPerOp: 50}
	for _, c := range []struct {
		goal     string
		change   func(*replay.Figures)
		admitted bool
		better   bool // than the given spec
	}{
		{"peak", func(f *replay.Figures) {}, true, false},
		{"peak", func(f *replay.Figures) { f.PeakReserved = 900 }, true, true},
		{"peak", func(f *replay.Figures) { f.PeakReserved = 999 }, true, false},
		{"peak", func(f *replay.Figures) { f.NativeCalls = 9 }, true, true},
		{"peak", func(f *replay.Figures) { f.PeakReserved = 1001 }, false, false},
		{"peak", func(f *replay.Figures) { f.PeakReserved, f.Refused = 900, 6 }, false, false},
		{"peak", func(f *replay.Figures) { f.PeakReserved, f.Refused = 1900, 4 }, true, true},
		{"peak", func(f *replay.Figures) { f.PeakReserved, f.Refused = 2001, 4 }, false, true},
		{"peak", func(f *replay.Figures) { f.PeakInUse, f.PeakReserved, f.Refused = 600, 2400, 4 }, true, true},
		{"peak", func(f *replay.Figures) { f.PeakReserved, f.NativeCalls = 500, 144 }, true, true},
		{"peak", func(f *replay.Figures) { f.PeakReserved, f.NativeCalls = 500, 145 }, false, true},
		{"peak", func(f *replay.Figures) { f.Refused, f.NativeCalls = 4, 200 }, true, true},
		{"peak", func(f *replay.Figures) { f.Refused, f.NativeCalls = 4, 201 }, false, true},
		{"calls", func(f *replay.Figures) { f.NativeCalls, f.PeakReserved = 5, 2000 }, true, true},
		{"calls", func(f *replay.Figures) { f.NativeCalls, f.PeakReserved = 5, 2001 }, false, true},
		{"calls", func(f *replay.Figures) { f.NativeCalls = 11 }, false, false},
		{"latency", func(f *replay.Figures) { f.NsPerOp = 49 }, true, false},
		{"latency", func(f *replay.Figures) { f.NsPerOp = 52 }, true, false},
		{"latency", func(f *replay.Figures) { f.NsPerOp = 53 }, false, false},
		{"latency", func(f *replay.Figures) { f.NsPerOp = 40 }, true, true},
	} {
		g, _ := findGoal(c.goal)
		f := given
		c.change(&f)
		of := []replay.Figures{given}
		was, _ := g.scored(of, of)
		is, admitted := g.scored(of, []replay.Figures{f})
		if better := g.isBetter(is, was); admitted != c.admitted || better != c.better {
			t.Errorf("for %s: %+v: admitted %v, better %v", c.goal, f, admitted, better)
		}
	}
	g, _ := findGoal("peak")
	worse := given
	worse.PeakReserved = 1001
	if _, admitted := g.scored([]replay.Figures{given, given}, []replay.Figures{{}, worse}); admitted {
		t.Error("a recording that is worse is admitted beside one that is better")
	}
}

// TestNeighbours: every kind of pool has moves to sound specs, in the order of the
// seed, without what was measured.
func TestNeighbours(t *testing.T) {
	for kind, want := range map[string]string{
		"kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB": "page_size dealloc_period tlsf",
		"kind: exclusive_pages, max_alloc_size: 64KiB":               "growth dealloc_period tlsf",
		"kind: direct": "reclaim_at tlsf",
		"kind: tlsf, policy: {pooled: {block_size: 64KiB}}":                      "min_offset block_size separate sliced_pages exclusive_pages direct",
		"kind: tlsf, policy: {fixed: {block_size: 64KiB}}":                       "min_time block_size",
		"kind: tlsf, policy: {pooled: {block_size: 64KiB}}, min_alignment: 4KiB": "block_size !exclusive_pages !direct !no",
		"kind: tlsf, policy: fixed":                                              "min_time",
		"kind: tlsf, policy: separate, strategy: [min_time, min_offset]":         "block_size",
		"kind: linear, policy: {pooled: {block_size: 64KiB}}, max_size: 8KiB":    "block_size separate",
	} {
		text := "version: 1\npackage: pool\ntarget: host\narenas:\n  host:\n    pools:\n      - {name: all, " + kind + "}\n"
		given := candidateOf(t, text, "host")
		given.figures = []replay.Figures{{Pools: []replay.Peak{{Usage: replay.Usage{BytesInUse: 1 << 20, BytesReserved: 1 << 21}, LargestRequest: 6000}}}}
		search := func(seed uint64) (changes []string) {
			s := &search{best: given, seen: map[string]bool{given.plan.Hash(): true}, random: rand.New(rand.NewPCG(seed, 0)),
				recordings: []recording{{"a", &trace.Trace{Ops: []trace.Op{{Kind: trace.Alloc, Size: 6000}}}}}}
			hashes := map[string]bool{}
			list := s.neighbours()
			for _, c := range list {
				if hash := c.plan.Hash(); hashes[hash] || s.seen[hash] {
					t.Errorf("%s: %s is there twice", kind, c.change)
				} else {
					hashes[hash] = true
				}
				changes = append(changes, c.change)
			}
			s.seen[list[0].plan.Hash()] = true
			if rest := s.neighbours(); len(rest) != len(list)-1 {
				t.Errorf("%s: %d neighbours, %d when one was measured", kind, len(list), len(rest))
			}
			return changes
		}
		first := search(1)
		for _, word := range strings.Fields(want) {
			word, not := strings.CutPrefix(word, "!")
			if strings.Contains(strings.Join(first, "\n"), word) == not {
				t.Errorf("%s: a move names %s, or none: %v\n%s", kind, word, not, strings.Join(first, "\n"))
			}
		}
		if again := search(1); fmt.Sprint(again) != fmt.Sprint(first) {
			t.Errorf("%s: the same seed has another order", kind)
		}
		if other := search(2); len(first) > 3 && (fmt.Sprint(other) == fmt.Sprint(first) || len(other) != len(first)) {
			t.Errorf("%s: another seed has the same order", kind)
		}
	}
}

// TestBounds: what bounds a pool by what was measured raises nothing.
func TestBounds(t *testing.T) {
	for kind, want := range map[string]string{
		"kind: sliced_pages, page_size: 64KiB, max_slice_size: 1008": "[{0 [{max_pool_size 128KiB}]}]",
		"kind: tlsf, policy: {pooled: {block_size: 64KiB}}":          "[{0 [{max_blocks 2}]}]",
		"kind: direct": "[]",
	} {
		given := candidateOf(t, "version: 1\npackage: pool\ntarget: host\narenas:\n  host:\n    pools:\n      - {name: all, "+kind+"}\n", "host")
		given.figures = []replay.Figures{{Pools: []replay.Peak{{Usage: replay.Usage{BytesReserved: 1 << 17, NumberBlocks: 2}, LargestRequest: 999}}}}
		if got := fmt.Sprint((&search{best: given}).bounds()); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}
