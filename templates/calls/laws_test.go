package calls

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// words are the words of flags by bit, written out.
var words = [...]string{"min_memory", "min_offset", "min_time", "upper", "dedicated", "never_allocate", "optimal"}

// spelled is the line of a call, by another way.
func spelled(c Call) string {
	fields := []string{string(rune(c.Kind))}
	switch c.Kind {
	case Alloc:
		fields = append(fields, strconv.Itoa(int(c.Number)), strconv.FormatUint(c.Size, 10), strconv.FormatUint(c.Align, 10))
		for bit, word := range words {
			if c.Flags&(1<<bit) != 0 {
				fields = append(fields, word)
			}
		}
	case Free, HandBack, DryRun, Use:
		fields = append(fields, strconv.Itoa(int(c.Number)))
	}
	return strings.Join(fields, " ") + "\n"
}

// TestLinesOfCalls: each kind has what it needs, with every flag, and comes behind
// the text that there is.
func TestLinesOfCalls(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text, want := []byte("# a\n"), "# a\n"
	for flags := range 1 << len(words) {
		for _, kind := range []Kind{Alloc, Free, HandBack, Reclaim, Clear, DryRun, Use} {
			c := Call{Kind: kind, Number: r.Uint32(), Code: uint16(r.Uint32())}
			if kind == Alloc {
				c.Size, c.Align, c.Flags = r.Uint64()>>r.Uint32N(64), r.Uint64()>>r.Uint32N(64), uint8(flags)
			}
			text, want = c.Append(text), want+spelled(c)
		}
	}
	if string(text) != want {
		for i, line := range strings.Split(want, "\n") {
			if got := strings.Split(string(text)+"\n", "\n"); i >= len(got) || got[i] != line {
				t.Fatalf("line %d is not %q:\n%.400s", i+1, line, text)
			}
		}
		t.Fatalf("more than is wanted:\n%s", text[len(want):])
	}
}

// TestNoLineForWhatHasNoWord: a request with a flag that the language does not have
// is left out, not spelled as another.
func TestNoLineForWhatHasNoWord(t *testing.T) {
	for flags := 1 << 7; flags < 1<<8; flags++ {
		c := Call{Kind: Alloc, Size: 1, Align: 1, Flags: uint8(flags)}
		if text := c.Append([]byte("kept")); string(text) != "kept" {
			t.Fatalf("flags %#x: %q", flags, text)
		}
	}
}

// TestLinesOfNames: a name stays on its line, whatever it holds, and of a long one
// as much is said as there is room for.
func TestLinesOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                          "l 7 \"\"\n",
		"shadow  map":               "l 7 \"shadow  map\"\n",
		"two\nlines \"\\":           "l 7 \"two\\nlines \\\"\\\\\"\n",
		"\xff\x00":                  "l 7 \"\\xff\\x00\"\n",
		strings.Repeat("é", 600):    "l 7 \"" + strings.Repeat("é", 500) + "\"\n",
		strings.Repeat("x", 100000): "l 7 \"" + strings.Repeat("x", 1000) + "\"\n",
	} {
		if text := AppendName([]byte("# a\n"), 7, name); string(text) != "# a\n"+want {
			t.Errorf("%.20q: %q", name, text)
		}
	}
}

// TestLongestLines: no line is longer than the language reads, and none allocates
// where there is room.
func TestLongestLines(t *testing.T) {
	const most = 1<<32 - 1
	name := strings.Repeat("\xff", 2*longestName)
	buffer := make([]byte, 0, LongestLine)
	c := Call{Size: 1<<64 - 1, Align: 1<<64 - 1, Number: most, Kind: Alloc, Flags: 1<<7 - 1}
	allocs := testing.AllocsPerRun(100, func() {
		if line := AppendName(buffer, most, name); len(line) > LongestLine {
			t.Fatalf("%d bytes", len(line))
		}
		if line := c.Append(buffer); len(line) > LongestLine {
			t.Fatalf("%d bytes", len(line))
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
