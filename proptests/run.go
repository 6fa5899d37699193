// Package proptests is the conformance suite of generated allocators: a
// reference model, the laws that every arena keeps to, and what searches for
// a sequence of calls that breaks one.
//
// A package under test describes one of its arenas as a [Subject] and passes
// it to [Run], to [Garbage] for what can be told only while no other test runs, and to
// [Fuzz] for what go test -fuzz comes to. The model predicts
// every placement, handle, failure and statistic exactly, so a subject passes only
// if it agrees call by call. Only where a strategy, of tlsf or of one's own, leaves a
// choice does the model follow the subject, and hold it to what the strategy promises.
//
// An arena in the memory of a Vulkan device is tried on simulated devices, some
// made up for it and some known, or on the one that it is pinned to. There
// native allocations fail as well, other programs hold memory, and the model
// predicts every native call, those of New among them. With [OnDevice] it is tried on a real device. Regions that the host can see are
// written to, on a real device all of them, and must keep what was written.
//
// A failure prints the broken law, the shortest sequence found, in the language
// of package trace, and the command that finds it again. A call that does not return
// is such a failure after a minute, and ends the test binary.
package proptests

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

var (
	drawn, misdrawn = seedOf(os.Getenv(seedVariable))

	flagOps    = flag.Int("proptests.ops", 200_000, "operations that gopter generates for a subject, in short sequences that shrink")
	flagSeeded = flag.Int("proptests.seeded", 100_000, "operations of seeded runs for a subject, in long sequences")
	flagTraces = flag.String("proptests.recordings", "", "directory whose recordings, NAME.trace, are replayed; nothing else is then tried")
	flagSeed   = flag.Int64("proptests.seed", drawn, "seed of all that is drawn; "+seedVariable+" in the environment sets the default")
)

// seedVariable has the seed for a whole run of go test, of whose packages not all
// know the flag.
const seedVariable = "PROPTESTS_SEED"

// seedOf returns the seed that a text says, 1 without one.
func seedOf(text string) (int64, error) {
	if text == "" {
		return 1, nil
	}
	seed, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 1, fmt.Errorf("%s: %q is no number of 64 bits", seedVariable, text)
	}
	return seed, nil
}

// config says how much is tried.
type config struct {
	ops, seeded int
	seed        int64
	scope       int // length of the sequences that are all tried
	tiny        int // how many there may be of a tiny arena, for which the length follows; 0 = its length is scope
}

// Run tests that the subject keeps its declaration. The flags -proptests.ops,
// -proptests.seeded and -proptests.seed of the test binary say how long and
// with which seed; go test's -short tries about a tenth, and under the race
// detector, which sees nothing in what one goroutine does, a hundredth. With
// -proptests.recordings=DIRECTORY it replays the recordings there instead.
// Without GOGC in the environment it has the whole test binary collect garbage
// less often.
func Run(t *testing.T, s Subject) {
	t.Helper()
	name := s.Declaration.Package + "." + s.Declaration.Arena
	if misdrawn != nil {
		t.Fatal(misdrawn)
	}
	w := watchOver(t, s)
	defer w.release()
	if *flagTraces != "" {
		if err := recordings(t, s, *flagTraces, w); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return
	}
	c := asked()
	every, err := explore(s, c, w)
	if err != nil {
		t.Fatal(report(s, t.Name(), err))
	}
	where := ""
	if device := s.realDevice(); device != nil {
		c, where = c.onReal(), on(device.Profile().Name)
	} else if !testing.Short() {
		note(name, every)
	}
	c, _ = c.of(&s.Declaration)
	t.Logf("%s: every sequence of up to %d operations, which lead to %d states, then %d operations in short sequences and %d in long ones, seed %d, keep every law%s",
		name, every.length, every.states, c.ops, c.seeded, c.seed, where)
}

// asked returns what is to be tried, of which the flags say how much.
func asked() config {
	spareCollections()
	c := config{*flagOps, *flagSeeded, *flagSeed, 5, 300_000}
	if testing.Short() {
		c.ops, c.seeded, c.scope, c.tiny = c.ops/10, c.seeded/10, 4, c.tiny/10
		if raced {
			c.ops, c.seeded, c.scope, c.tiny = c.ops/10, c.seeded/10, 3, c.tiny/10
		}
	}
	return c
}

// spareCollections lets garbage grow to more than the runtime would: an instance
// is short-lived, and its tables are most of the memory there is. The
// environment's GOGC goes before.
var spareCollections = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
})

// Replay tests that the subject keeps its declaration while it lives through
// a recording. Requests that the arena refuses are part of that.
func Replay(t *testing.T, s Subject, tr *trace.Trace) {
	t.Helper()
	w := watchOver(t, s)
	defer w.release()
	if err := conformReplay(s, tr, w); err != nil {
		t.Fatal(report(s, t.Name(), err))
	}
}

// report words an error for the reader of the test named test.
func report(s Subject, test string, err error) string {
	text := fmt.Sprintf("%s.%s: %v", s.Declaration.Package, s.Declaration.Arena, err)
	var found *counterexample
	if !errors.As(err, &found) {
		return text
	}
	line := text + "to find it again: " + rerun(test)
	if c := found.source.rerun; c != (config{}) { // but where nothing was drawn
		line += fmt.Sprintf(" -args -proptests.seed=%d -proptests.ops=%d -proptests.seeded=%d", c.seed, c.ops, c.seeded)
	}
	return line
}

// rerun returns the command that runs one test of this binary again, and no other.
func rerun(test string) string {
	var pattern []string
	for part := range strings.SplitSeq(test, "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	return fmt.Sprintf("go test %s -run '%s'", tested(), strings.Join(pattern, "/"))
}

// tested returns the package that this binary tests, as go test takes it.
func tested() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Path == "command-line-arguments.test" { // files of no package
		return "."
	}
	return strings.TrimSuffix(info.Path, ".test")
}

// explore is Run: it returns what was searched exhaustively, and what is wrong with
// the subject. On several devices each gets its share of what is tried.
func explore(s Subject, c config, w *watch) (every scope, err error) {
	defer s.claim()()
	trials, err := s.trials()
	if err != nil {
		return every, fmt.Errorf("declaration: %w", err)
	}
	c, less := c.of(&s.Declaration)
	for at, t := range trials {
		t.watch = w
		part, parts := c.share(len(trials)), len(trials)
		if at > 0 { // the first has small heaps, which short sequences fill
			part.scope--
		}
		if t.real != nil {
			part, parts = c.onReal(), realShare
		}
		part.scope = max(part.scope, reach(len(alphabet(t)), part.tiny))
		reached, found := t.conform(part)
		if found != nil {
			rerun := &found.source.rerun
			rerun.ops, rerun.seeded = rerun.ops*parts*less, rerun.seeded*parts*less
			return every, found
		}
		every.add(reached)
	}
	return every, nil
}

// tinyShare is for how many operations drawn by chance one stands where an arena is
// tiny.
const tinyShare = 10

// of returns what is tried of an arena, and by how much less is drawn by chance. A
// tiny one is soon worn out, and what it does is seen in all of its short sequences.
func (c config) of(d *Declaration) (of config, less int) {
	if c.tiny == 0 || !d.isTiny() {
		c.tiny = 0
		return c, 1
	}
	c.ops, c.seeded = c.ops/tinyShare, c.seeded/tinyShare
	return c, tinyShare
}

// share returns what is tried on each of n devices.
func (c config) share(n int) config {
	if n > 1 {
		c.ops, c.seeded, c.scope, c.tiny = (c.ops+n-1)/n, (c.seeded+n-1)/n, c.scope-1, c.tiny/n
	}
	return c
}

func (t trial) conform(c config) (every scope, found *counterexample) {
	for _, search := range []func() *counterexample{
		func() (found *counterexample) { every, found = exhaust(t, c.scope); return found },
		func() *counterexample { return short(t, c.seed, c.ops) },
		func() *counterexample { return writing(t, c) },
		func() *counterexample { return wearOut(t) },
		func() *counterexample { return opening(t) },
		func() *counterexample { return sweep(t, c.seed, c.seeded) },
		func() *counterexample { return related(t, c) },
		func() *counterexample { return seeded(t, c.seed, c.seeded) },
		func() *counterexample { return together(t) }, // last, as it has no operations to show
	} {
		if found := search(); found != nil {
			found.picture = t.picture(found.ops)
			return every, found
		}
	}
	return every, nil
}

func conformReplay(s Subject, tr *trace.Trace, w *watch) error {
	defer s.claim()()
	trials, err := s.trials()
	if err != nil {
		return fmt.Errorf("declaration: %w", err)
	}
	for _, t := range trials {
		t.source, t.watch = search{name: "replaying a recording"}, w
		if found := replay(t, tr.Ops); found != nil {
			found = found.shrink(t)
			found.picture = t.picture(found.ops)
			return found
		}
	}
	return nil
}
