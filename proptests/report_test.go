package proptests

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// setFlags makes Run quick.
func setFlags(t *testing.T) {
	t.Helper()
	ops, seeded := *flagOps, *flagSeeded
	t.Cleanup(func() { *flagOps, *flagSeeded = ops, seeded })
	*flagOps, *flagSeeded = 1000, 1000
}

func TestRun(t *testing.T) {
	setFlags(t)
	Run(t, naiveSubject(declarations()["ladder"], ""))
}

func recording(t *testing.T) *trace.Trace {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "runtime", "trace", "testdata", "frames.trace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tr, err := trace.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// frameArena serves all of the recording but its largest textures.
func frameArena() Declaration {
	return arena(256, pool("small", 64<<10, 16<<10, 512<<10), pool("large", 256<<10, 224<<10, 1<<20))
}

func TestReplay(t *testing.T) {
	Replay(t, naiveSubject(frameArena(), ""), recording(t))
}

func TestReplayCatches(t *testing.T) {
	err := conformReplay(naiveSubject(frameArena(), "padding lost on free"), recording(t), nil)
	var found *counterexample
	if !errors.As(err, &found) || len(found.ops) > 6 {
		t.Errorf("want at most 6 operations: %v", err)
	}
}

func TestReport(t *testing.T) {
	s := naiveSubject(declarations()["open"], "many live")
	first := conform(s, config{scope: 5, seeded: 120_000, seed: 1})
	got := report(s, "TestConformance/some arena", first)
	const head = "naive.main: law errors: a call fails exactly when, and with exactly what, the order of checks demands\n" +
		"broken: HostAllocationFailed instead of success\nfound by a seeded run, after these 61 operations:\na 0 1 1\n"
	const command = "to find it again: go test github.com/allocgen/allocgen/proptests -run '^TestConformance$/^some arena$' -args -proptests.seed="
	if !strings.HasPrefix(got, head) || !strings.Contains(got, command) {
		t.Errorf("report:\n%s", got)
	}
	var found *counterexample
	errors.As(first, &found)
	if again := conform(s, found.source.rerun); again == nil || again.Error() != first.Error() {
		t.Errorf("first %v\nagain %v", first, again)
	}
}

func TestSeedOf(t *testing.T) {
	if seed, err := seedOf(""); seed != 1 || err != nil {
		t.Error(seed, err)
	}
	if seed, err := seedOf("-7"); seed != -7 || err != nil {
		t.Error(seed, err)
	}
	if _, err := seedOf("abc"); err == nil || err.Error() != `PROPTESTS_SEED: "abc" is no number of 64 bits` {
		t.Error(err)
	}
}

func TestReportWithoutCounterexample(t *testing.T) {
	s := naiveSubject(arena(24), "")
	want := "naive.main: declaration: alignment 24 is not a power of two"
	if got := report(s, "TestX", conform(s, config{scope: 5})); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTraceText holds what a counterexample prints to what package trace reads.
func TestTraceText(t *testing.T) {
	err := conform(naiveSubject(declarations()["tiny"], "serial as host"), config{scope: 5, ops: 20_000, seed: 1})
	_, text, ok := strings.Cut(err.Error(), "operations:\n")
	if !ok {
		t.Fatal(err)
	}
	tr, err := trace.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if c := replay(trial{Subject: naiveSubject(declarations()["tiny"], "serial as host")}, tr.Ops); c == nil || len(c.ops) != len(tr.Ops) {
		t.Errorf("%q does not break the law again", text)
	}
}

// TestPanicked: of a panic the line is said that it came about in, also where the
// runtime raises it.
func TestPanicked(t *testing.T) {
	var none []int
	for _, f := range []func(){func() { panic("no") }, func() { none[len(none)]++ }} {
		err := func() (err error) {
			defer func() { err = panicked(recover()) }()
			f()
			return nil
		}()
		if !regexp.MustCompile(`^law total: every call returns, and none panics\nbroken: panic: .*, at report_test.go:\d+$`).MatchString(err.Error()) {
			t.Error(err)
		}
	}
}
