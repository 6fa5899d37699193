package proptests

import (
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// TestPicture: a counterexample shows where regions lie before its last operation
// and after it, by the places that the instance tells.
func TestPicture(t *testing.T) {
	trials, err := naiveSubject(arena(16, pool("all", 1024, 1024, 2048)), "").trials()
	if err != nil {
		t.Fatal(err)
	}
	row := func(block, cells string) string {
		return "  block " + block + " |" + cells + strings.Repeat(".", pictureWidth-len(cells)) + "| 1024 bytes\n"
	}
	for text, want := range map[string]string{
		"":                                    "",
		"c":                                   "",
		"a 0 32 1\na 1 64 1\na 2 1000 1\nf 0": "before f 0:\n" + row("0", "aabbbb") + row("1", strings.Repeat("c", 63)) + "after:\n" + row("0", "..bbbb") + row("1", strings.Repeat("c", 63)),
		"a 0 17 1":                            "before a 0 17 1:\n  no region lives\nafter:\n" + row("0", "aa"),
		"a 0 1 1\na 1 1 1\nx":                 "before x:\n" + row("0", "ab") + "after:\n  no region lives\n",
	} {
		tr, err := trace.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := trials[0].picture(tr.Ops); got != want {
			t.Errorf("%q:\n%swant\n%s", text, got, want)
		}
	}
}

// TestCrowdedPicture: what is too small to be told apart is a plus, and of many
// blocks the first are shown.
func TestCrowdedPicture(t *testing.T) {
	trials, err := naiveSubject(arena(16, pool("all", 4096, 4096, none)), "").trials()
	if err != nil {
		t.Fatal(err)
	}
	ops := []trace.Op{{Size: 16, Align: 1}, {Size: 16, Align: 1}, {Size: 4000, Align: 1}}
	for range 9 {
		ops = append(ops, trace.Op{Size: 4096, Align: 1})
	}
	got := trials[0].picture(ops)
	if !strings.Contains(got, "  block 0 |+"+strings.Repeat("c", 62)) || !strings.Contains(got, "after:\n") || strings.Count(got, "more blocks") != 2 {
		t.Error(got)
	}
	found := &counterexample{picture: got}
	if !strings.HasSuffix(found.Error(), got) {
		t.Errorf("a counterexample does not show its picture:\n%v", found)
	}
}
