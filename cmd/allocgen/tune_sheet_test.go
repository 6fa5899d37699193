package main

import (
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// edited is a spec in every style, each value with what may stand around it.
const edited = `# the top
version: 1
package: pool # behind
target: host
arenas:
  "host": # quoted
    alignment: 16   # bytes
    pools:
      # flow
      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: "4KiB"} # } behind
      - {kind: tlsf, name: 'größe', max_size: 1MiB, # within
         policy: {pooled: { # } ] and ' and [
           block_size: 16MiB}},
         dealloc_period: 7}
      - name: große   # block
        kind: tlsf
        # above
        policy:
          pooled:
            block_size: 64MiB # inner
        dealloc_period: 10

# below
      - kind: direct
        name: last
        reclaim_at: 1GiB`

func TestSheet(t *testing.T) {
	for _, c := range []struct {
		path       []string
		key, value string
		old, new   string // what the edit replaces in the text
	}{
		{[]string{"small"}, "page_size", "1MiB", "page_size: 64KiB", "page_size: 1MiB"},
		{[]string{"small"}, "max_slice_size", "8KiB", `"4KiB"`, "8KiB"},
		{[]string{"small"}, "dealloc_period", "5", `"4KiB"}`, `"4KiB", dealloc_period: 5}`},
		{[]string{"small"}, "page_size", "", ", page_size: 64KiB", ""},
		{[]string{"small"}, "max_slice_size", "", `, max_slice_size: "4KiB"`, ""},
		{[]string{"small"}, "name", "", "name: small, ", ""},
		{[]string{"small"}, "unknown", "", "", ""},
		{[]string{"größe"}, "policy", "separate", "policy: {pooled: { # } ] and ' and [\n           block_size: 16MiB}}", "policy: separate"},
		{[]string{"größe", "policy", "pooled"}, "block_size", "1MiB", "16MiB", "1MiB"},
		{[]string{"größe"}, "dealloc_period", "9", "dealloc_period: 7", "dealloc_period: 9"},
		{[]string{"größe"}, "kind", "", "kind: tlsf, name", "name"},
		{[]string{"große"}, "kind", "linear", "kind: tlsf\n        # above", "kind: linear\n        # above"},
		{[]string{"große"}, "policy", "separate", "pooled:\n            block_size: 64MiB", "separate"},
		{[]string{"große", "policy", "pooled"}, "block_size", "32MiB", "64MiB", "32MiB"},
		{[]string{"große"}, "max_blocks", "3", "dealloc_period: 10\n", "dealloc_period: 10\n        max_blocks: 3\n"},
		{[]string{"große"}, "dealloc_period", "", "        dealloc_period: 10\n", ""},
		{[]string{"große"}, "name", "", "name: große   # block\n        ", ""},
		{[]string{"last"}, "reclaim_at", "2GiB", "1GiB", "2GiB"},
		{[]string{"last"}, "max_blocks", "2", "reclaim_at: 1GiB", "reclaim_at: 1GiB\n        max_blocks: 2"},
		{[]string{"last"}, "reclaim_at", "", "        reclaim_at: 1GiB", ""},
	} {
		sheet, err := readSheet([]byte(edited))
		if err != nil {
			t.Fatal(err)
		}
		mapping := find(sheet.root, append([]string{"arenas", "host", "pools"}, c.path...)...)
		if mapping == nil {
			t.Fatalf("%v is not found", c.path)
		}
		if strings.Count(edited, c.old) != 1 && c.old != "" {
			t.Fatalf("%q is not unique", c.old)
		}
		got, err := sheet.put(mapping, c.key, c.value)
		if want := strings.Replace(edited, c.old, c.new, 1); err != nil || string(got) != want {
			t.Errorf("%v: %s: %q: %v\n%s", c.path, c.key, c.value, err, got)
		}
	}
}

// TestSheetLines: new lines end as the others, and what a removed key had behind it
// stays.
func TestSheetLines(t *testing.T) {
	for _, c := range []struct{ old, key, value, want string }{
		{"a: 1\r\nb: 2 # two\r\n", "c", "3", "a: 1\r\nb: 2 # two\r\nc: 3\r\n"},
		{"a: 1\r\nb: 2", "c", "3", "a: 1\r\nb: 2\r\nc: 3"},
		{"a: 1\r\nb: 2 # two\r\nc: 3\r\n", "b", "", "a: 1\r\n# two\r\nc: 3\r\n"},
		{"a: 1\nb: 2\t# two", "b", "", "a: 1\n# two"},
		{"a: 1\nb:\n  - 2 # two\n", "b", "", "a: 1\n# two\n"},
	} {
		sheet, err := readSheet([]byte(c.old))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := sheet.put(sheet.root, c.key, c.value); err != nil || string(got) != c.want {
			t.Errorf("%q: %s: %q: %v, got %q", c.old, c.key, c.value, err, got)
		}
	}
}

// TestSheetRefuses what stands for text elsewhere, or is not where it ends plainly.
func TestSheetRefuses(t *testing.T) {
	sheet, err := readSheet([]byte("a: {x: &size 64KiB, y: *size, z: !!str 5, w: 1}\nb: *size\nc:\n  x: |\n    text\n  y: 5\n"))
	if err != nil {
		t.Fatal(err)
	}
	for key, of := range map[string]string{"x": "a", "y": "a", "z": "a", "w": ""} {
		if of == "" {
			continue
		}
		if got, err := sheet.put(find(sheet.root, of), key, "1"); err == nil {
			t.Errorf("%s.%s: %s", of, key, got)
		}
	}
	if got, err := sheet.put(find(sheet.root, "c"), "x", "1"); err == nil {
		t.Errorf("c.x: %s", got)
	}
	for _, path := range [][]string{{"b"}, {"a", "y"}, {"d"}, {"a", "w", "v"}} {
		if n := find(sheet.root, path...); n != nil {
			t.Errorf("%v is %v", path, n)
		}
	}
}

// TestCandidates: a move makes a spec that differs in its pool alone, and none where
// the spec would be wrong, the same, or another in its other parts.
func TestCandidates(t *testing.T) {
	const text = `version: 1
package: pool
target: host
arenas:
  first:
    pools:
      - &both {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB}
      - {name: rest, kind: tlsf, policy: {pooled: {block_size: 1MiB}}}
  second:
    pools:
      - *both
      - {name: rest, kind: direct}
`
	given := candidateOf(t, text, "first")
	if len(given.plan.Arenas) != 1 || given.plan.Tests || len(given.whole.Arenas) != 2 {
		t.Errorf("the plan has %d arenas, tests %v", len(given.plan.Arenas), given.plan.Tests)
	}
	for _, c := range []struct {
		pool int
		sets []keySet
		want string // the pool's kind and number of blocks, or "" for none
	}{
		{1, []keySet{{"max_blocks", "3"}}, "tlsf 3"},
		{1, []keySet{{"policy.pooled.block_size", "2MiB"}}, "tlsf 0"},
		{1, []keySet{{"policy.pooled.block_size", "1024KiB"}}, ""}, // the same
		{1, []keySet{{"policy.fixed.block_size", "1MiB"}}, ""},
		{1, []keySet{{"policy.pooled.block_size.more", "1MiB"}}, ""},
		{1, []keySet{{"page_size", "1MiB"}}, ""},                                       // not of the kind
		{1, []keySet{{"name", "other"}}, ""},                                           // pools keep their names
		{0, []keySet{{"page_size", "128KiB"}}, ""},                                     // of the second arena, too
		{1, []keySet{{"kind", "linear"}, {"max_blocks", "2"}}, "linear 2"},             // two at once
		{1, []keySet{{"kind", "linear"}, {"max_blocks", "1"}}, ""},                     // a flag more
		{1, []keySet{{"policy", "{pooled: {block_size: 1MiB}} # }"}, {"max", ""}}, ""}, // breaks the brackets
	} {
		got := ""
		if made := given.moved(move{c.pool, c.sets}); made != nil {
			p := made.arena.Pools[c.pool]
			got = string(p.Kind) + " " + string(rune('0'+p.Uint("max_blocks")))
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.sets, got, c.want)
		}
	}
	bounded := given.bounded(7)
	if bounded == nil || bounded.arena.MaxLive != 7 || bounded.bounded(9) != nil || bounded.whole.Arenas[1].MaxLive != 0 {
		t.Error("max_live is not set, or twice, or in the other arena")
	}
}

func candidateOf(t *testing.T, text, arena string) *candidate {
	t.Helper()
	plan, problems := spec.Compile("a.yaml", []byte(text))
	if problems.Failed() {
		t.Fatal(problems)
	}
	arenas, err := arenasOf("a.yaml", plan, arena, "")
	if err != nil {
		t.Fatal(err)
	}
	c := readCandidate(arenas[0], []byte(text), "")
	if c == nil {
		t.Fatal("no candidate")
	}
	return c
}
