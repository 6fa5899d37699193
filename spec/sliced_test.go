package spec

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// pools returns a spec with an arena of an alignment and pools whose sizes are
// given as "page slice" or "page slice capacity".
func pools(alignment uint64, sizes ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s    alignment: %d\n    pools:\n", exampleArena, alignment)
	for i, s := range sizes {
		v := append(strings.Fields(s), "")
		fmt.Fprintf(&b, "      - {name: p%d, kind: sliced_pages, page_size: %s, max_slice_size: %s", i, v[0], v[1])
		if v[2] != "" {
			fmt.Fprintf(&b, ", max_pool_size: %s", v[2])
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func TestSizesThatDoNotFitEachOther(t *testing.T) {
	for _, c := range []struct {
		alignment uint64
		sizes     string
		want      string
	}{
		{16, "64 64", ""},
		{1, "7 3", ""},
		{16, "72 64", ruleMultiple},
		{16, "64 8", ruleMultiple},
		{16, "72 8", ruleMultiple + " " + ruleMultiple},
		{16, "64 80", ruleSlice},
		{16, "64 16 64", ""},
		{16, "64 16 63", ruleShrunk},
		{16, "64 16 15", ruleShrunk},
		{16, "64 16 1", ruleShrunk},
		{1, "2147483647 1", ""},
		{1, "2147483648 1", ruleGranules},
		{2, "2147483648 2", ""},
		{1 << 27, "128PiB 1GiB", ""},
		{1 << 26, "128PiB 1GiB", ruleGranules},
		{1 << 30, "1GiB 1GiB 128PiB", ""},
	} {
		if got := broken(t, pools(c.alignment, c.sizes)); got != c.want {
			t.Errorf("alignment %d, %s: got %q, want %q", c.alignment, c.sizes, got, c.want)
		}
	}
}

func TestShrunkPageIsPrinted(t *testing.T) {
	for capacity, want := range map[string]string{
		"1MiB":  "the page shrinks to 1 MiB (1048576 bytes)",
		"1000":  "the page shrinks to 992 bytes",
		"16":    "the page shrinks to 16 bytes",
		"15":    "the pool has no page and refuses every request",
		"2047k": "unknown unit",
	} {
		_, ds := compile(t, pools(16, "2MiB 4KiB "+capacity))
		if len(ds) != 1 || !strings.Contains(ds[0].Message, want) {
			t.Errorf("capacity %s: %v, want %q", capacity, ds, want)
		}
	}
}

func TestSmallestAlignmentThatWorks(t *testing.T) {
	for _, page := range []uint64{1 << 31, 1<<31 + 1<<20, 1 << 32, 1<<40 - 1<<20, 1 << 40, 1 << 57} {
		for alignment := uint64(1); page>>31 >= alignment; alignment *= 2 {
			_, ds := compile(t, pools(alignment, fmt.Sprintf("%d %d", page, alignment)))
			least := alignment
			for page/least >= 1<<31 {
				least *= 2
			}
			if len(ds) != 1 || ds[0].Hint != "the smallest alignment that works is "+inUnits(least) {
				t.Errorf("page %d, alignment %d: %v, want %d", page, alignment, ds, least)
			}
		}
	}
}

func TestUnreachablePools(t *testing.T) {
	for _, c := range []struct {
		sizes []string
		want  string
	}{
		{[]string{"64KiB 4KiB", "1MiB 64KiB"}, ""},
		{[]string{"64KiB 4KiB", "4KiB 1KiB"}, ruleUnreachable},
		{[]string{"64KiB 4KiB 1MiB", "4KiB 1KiB"}, ""},
		{[]string{"64KiB 64KiB", "64KiB 4KiB 1MiB"}, ruleUnreachable},
		// The last fifth of the larger page is accepted by the first alone.
		{[]string{"64KiB 4KiB", "4KiB 4KiB"}, ruleUnreachable},
		{[]string{"64KiB 4KiB", "1MiB 60KiB 2MiB"}, ""},
		// Two covers meet: up to 800 by the first, 801 to 1000 by the last fifth.
		{[]string{"1000 800", "1000 1000 4000"}, ruleUnreachable},
		{[]string{"1000 799", "1000 1000 4000"}, ""},
		{[]string{"500 400", "1000 500", "1000 300"}, ruleUnreachable},
		{[]string{"500 400", "1000 500", "1001 300"}, ""},
		{[]string{"500 500", "1000 800", "1000 300"}, ruleUnreachable},
		// A shrunk page accepts only what fits it.
		{[]string{"500 500", "1000 1000 500"}, ruleShrunk + " " + ruleUnreachable},
		{[]string{"500 500", "1000 1000 501"}, ruleShrunk},
		// What is broken covers nothing.
		{[]string{"500 600", "100 50"}, ruleSlice},
	} {
		alignment := uint64(1)
		got := strings.Fields(broken(t, pools(alignment, c.sizes...)))
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: got %q, want %q", c.sizes, got, c.want)
		}
	}
}

// accepts is the rule of sliced pages in the words of its definition.
func accepts(s sliced, size uint64) bool {
	small := size <= s.slice && size <= s.page
	return small || s.capacity == Unlimited && size <= s.page && (s.page-size)*5 < s.page
}

func contains(intervals []interval, size uint64) bool {
	return slices.ContainsFunc(intervals, func(i interval) bool { return i.first <= size && size <= i.last })
}

func TestAcceptedIntervalsExhaustively(t *testing.T) {
	for page := uint64(1); page <= 40; page++ {
		for slice := uint64(1); slice <= page; slice++ {
			for _, capacity := range []uint64{page, Unlimited} {
				s := sliced{page, slice, capacity}
				for size := uint64(1); size <= page+2; size++ {
					if got := contains(s.accepts(), size); got != accepts(s, size) {
						t.Fatalf("%+v accepts %d: %t", s, size, got)
					}
				}
			}
		}
	}
}

func TestCoverExhaustively(t *testing.T) {
	const top = 6
	var all []interval
	for first := uint64(1); first <= top; first++ {
		for last := first; last <= top; last++ {
			all = append(all, interval{first, last})
		}
	}
	for _, a := range all {
		for _, b := range all {
			for _, c := range all {
				var set cover
				set.add([]interval{a, b})
				set.add([]interval{c})
				for _, asked := range all {
					want := true
					for size := asked.first; size <= asked.last; size++ {
						want = want && contains([]interval{a, b, c}, size)
					}
					if got := set.holds([]interval{asked}); got != want {
						t.Fatalf("%v and %v and %v hold %v: %t", a, b, c, asked, got)
					}
				}
			}
		}
	}
}
