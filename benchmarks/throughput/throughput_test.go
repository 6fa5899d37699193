package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/allocgen/allocgen/benchmarks"
)

// two lets two goroutines run at once, wherever the test does.
func two(t *testing.T) {
	t.Helper()
	before := runtime.GOMAXPROCS(2)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// TestRun: every figure is there, of calls none of which was refused, and the
// chart has a line of each.
func TestRun(t *testing.T) {
	two(t)
	var out bytes.Buffer
	svg := filepath.Join(t.TempDir(), "chart.svg")
	if err := run(&out, "2,4", 1, 20_000, svg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`\| 1 \| 1\.00 \| \d+\.\d\d \| \d+\.\d\d \| 1\.00 \|`,
		`\| 2 \|( \d+\.\d\d \|){6}\n\n`,
		`\| 2 \| own frees \| \d+\.\d\d \| \d+\.\d\d \| 0\.95 \| (met|missed) \|`,
		`\| 2 \| passed on \| \d+\.\d\d \| \d+\.\d\d \| 0\.95 \| (met|missed) \|`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
	drawn, err := os.ReadFile(svg)
	if err != nil {
		t.Fatal(err)
	}
	if lines := elements(t, drawn)["polyline"]; lines != 2*len(kinds) {
		t.Errorf("%d lines are drawn", lines)
	}
}

// elements counts the elements of an SVG by name.
func elements(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if start, ok := token.(xml.StartElement); ok {
			counts[start.Name.Local]++
		}
	}
}

// TestRefusals: what is refused, or left live, is found with every kind.
func TestRefusals(t *testing.T) {
	two(t)
	good := benchmarks.Repeatable(50, 200).Ops
	large := append([]benchmarks.Op{{Slot: 60, Size: 64 << 30, Align: 256}, {Slot: 60 | benchmarks.Freeing}}, good...)
	twice := append([]benchmarks.Op{{Slot: 60 | benchmarks.Freeing}}, good...)
	left := append([]benchmarks.Op{{Slot: 60, Size: 256, Align: 256}}, good...)
	for _, k := range kinds {
		for _, passesOn := range []bool{false, true} {
			for what, ops := range map[string][]benchmarks.Op{"": good, "too large": large, "freed twice": twice, "left": left} {
				m := measured{trace: &benchmarks.Trace{Slots: 61, Ops: ops}, passes: 3, least: map[figure]time.Duration{}}
				if err := m.once(k, 2, passesOn); (err == nil) != (what == "") {
					t.Errorf("%s, %s, %q: %v", k.name, how(passesOn), what, err)
				}
			}
		}
	}
}

// TestFits: what all goroutines have live at once fits one arena.
func TestFits(t *testing.T) {
	if n := most * (maxLive + ringLen); n > 32_700 {
		t.Errorf("%d regions may be live", n)
	}
}

// TestRatios: of rates that are known.
func TestRatios(t *testing.T) {
	m := measured{trace: &benchmarks.Trace{Ops: make([]benchmarks.Op, 10)}, passes: 10, goroutines: []int{1, 2},
		least: map[figure]time.Duration{
			{"none", false, 1}: 100, {"mutex", false, 1}: 200, {"streams", false, 1}: 105,
			{"none", true, 1}: 200, {"mutex", true, 1}: 200, {"streams", true, 1}: 400,
			{"none", false, 2}: 125, {"mutex", false, 2}: 800, {"streams", false, 2}: 125,
			{"none", true, 2}: 200, {"mutex", true, 2}: 800, {"streams", true, 2}: 250,
		}}
	var out strings.Builder
	m.print(&out, 1)
	for _, want := range []string{
		"\n| 1 | 1.00 | 0.50 | 0.95 | 1.00 | 1.00 | 0.50 |\n| 2 | 0.80 | 0.12 | 0.80 | 1.00 | 0.25 | 0.80 |\n",
		"\n| 1 | own frees | 0.50 | 0.95 | 0.95 | met |\n| 1 | passed on | 1.00 | 0.50 | 0.95 | missed |\n",
		"\n| 2 | own frees | 0.16 | 1.00 | 0.95 | met |\n| 2 | passed on | 0.25 | 0.80 | 0.95 | missed |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

func TestParse(t *testing.T) {
	two(t)
	if n, err := parse("4,2,2"); err != nil || len(n) != 2 || n[0] != 1 || n[1] != 2 {
		t.Errorf("%v, %v", n, err)
	}
	for _, list := range []string{"", "0", "17", "1,two"} {
		if n, err := parse(list); err == nil {
			t.Errorf("%q is %v", list, n)
		}
	}
	if err := run(io.Discard, "1", 0, 1, ""); err == nil {
		t.Error("no round: no error")
	}
}
