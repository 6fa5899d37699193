package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/allocgen/allocgen/spec/size"
)

var tuneVerb = verb{
	name:     "tune",
	operands: "SPEC RECORDING...",
	most:     anyNumber,
	summary:  "look for a better spec for recordings",
	detail: `Changes the pools of an arena, a few keys at a time: kinds, sizes, policies and
strategies. It replays the recordings with each candidate and goes on from what is
best for the goal: the peak of reserved bytes, native calls, or the time of an
operation. What it finds is shown as a change of the spec's text, to standard output;
-write makes the change, -o writes the changed text to another file. The steps, with
what was measured, go to standard error, and in the end what each recording takes
before and after.

In no recording is the result worse than the given spec: fewer refusals count first,
then the goal, and there are bounds to what else it may cost, eight times the native
calls and 64 more, and but for peak twice the reserved bytes. Pools keep their names
and order. For peak the pools and max_live are bounded at last by what was measured:
leave those lines out, or raise the numbers, where there may be more to do than in the
recordings.

A search takes -time at most, and the batch that it is in. The same seed and number
of batches find the same, but for latency, which is measured. Exits with 0 also where
nothing is better.
`,
	setup: func(flags *flag.FlagSet) action {
		var t tuning
		flags.StringVar(&t.goal, "for", "peak", "the `GOAL`: peak, calls or latency")
		flags.StringVar(&t.arena, "arena", "", "the `NAME` of the arena, where the spec has several")
		flags.StringVar(&t.device, "device", "", "the `PROFILE` of the simulated device, as for replay")
		flags.StringVar(&t.capacity, "capacity", "", "a `SIZE` for blocks of which the spec says none; without it the recording's")
		flags.DurationVar(&t.time, "time", time.Minute, "the `TIME` after which no batch begins")
		flags.IntVar(&t.batches, "batches", 0, "the `NUMBER` of batches at most; 0: as many as there is time for")
		flags.Uint64Var(&t.seed, "seed", 1, "the `NUMBER` that decides the order of candidates")
		flags.BoolVar(&t.write, "write", false, "change the spec")
		flags.StringVar(&t.output, "o", "", "write the changed spec to a `FILE`, which must not be there, and do not show the change")
		return func(c *console, operands []string) status { return t.run(c, operands) }
	},
}

// tuning is the flags of tune.
type tuning struct {
	goal, arena, device, capacity, output string
	time                                  time.Duration
	batches                               int
	seed                                  uint64
	write                                 bool
}

func (t tuning) run(c *console, operands []string) status {
	s := &search{c: c, batches: t.batches, random: rand.New(rand.NewPCG(t.seed, 0))}
	if t.batches <= 0 {
		s.batches = -1
	}
	var known []string
	if s.goal, known = findGoal(t.goal); known != nil {
		if near := nearest(t.goal, known); near != "" {
			return c.misused("tune", "unknown goal %q; did you mean %s?", t.goal, near)
		}
		return c.misused("tune", "unknown goal %q, known: %s", t.goal, strings.Join(known, ", "))
	}
	if s.goal.noise > 0 {
		s.job.Rounds = rounds
	}
	if t.capacity != "" {
		var err error
		if s.job.Capacity, err = size.Parse(t.capacity); err != nil {
			return c.misused("tune", "-capacity %s: %v", t.capacity, err)
		}
	}
	if len(operands) < 2 {
		return c.misused("tune", "a spec and a recording are needed")
	}
	if t.write && t.output != "" {
		return c.misused("tune", "-write and -o exclude each other")
	}
	if err := refusePresent(toWrite(t.output)); err != nil {
		return c.fail(err)
	}
	given, answer := t.read(c, operands[0])
	if answer != yes {
		return answer
	}
	var err error
	if s.recordings, err = readRecordings(operands[1:]); err != nil {
		return c.fail(err)
	}
	return t.search(c, s, given)
}

// read returns the arena to tune.
func (t tuning) read(c *console, path string) (*candidate, status) {
	arenas, answer := drive(c, []string{path}, t.arena, t.device)
	if answer != yes {
		return nil, answer
	}
	if len(arenas) > 1 {
		return nil, c.misused("tune", "%s has several arenas: name one with -arena", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, c.fail(err)
	}
	given := readCandidate(arenas[0], text, "as given")
	if given == nil {
		return nil, c.fail(fmt.Errorf("%s was changed while it was read", path))
	}
	return given, yes
}

// search finds the best candidate and hands it over. An interrupt ends the search,
// not what follows.
func (t tuning) search(c *console, s *search, given *candidate) status {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s.until = time.Now().Add(t.time)
	if err := s.start(ctx, given); err != nil {
		return c.fail(err)
	}
	err := s.climb(ctx)
	if err == nil && s.goal.name == "peak" && ctx.Err() == nil {
		err = s.cap(ctx)
	}
	if err != nil && ctx.Err() == nil {
		return c.fail(err)
	}
	stop()
	if s.best == given {
		c.say("%s: nothing better in %s", given.path, plural(s.count, "candidate"))
		return yes
	}
	return t.deliver(c, s)
}

// deliver writes or shows the change, and then proves it by another replay.
func (t tuning) deliver(c *console, s *search) status {
	old, best := s.given.text, s.best
	switch path := best.path; {
	case t.write:
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) {
			return c.fail(refuse("%s was changed in the meantime: not overwriting it", path))
		}
		if err := install([]file{{path, best.text, changed}}); err != nil {
			return c.fail(err)
		}
		c.say("wrote %s", path)
	case t.output != "":
		if err := writeNew(c, []file{{t.output, best.text, missing}}); err != nil {
			return c.fail(err)
		}
		best.path = t.output
	default:
		printDiff(c.out, filepath.ToSlash(path), old, best.text)
	}
	return t.prove(c, s)
}

// prove replays the recordings with the spec as it was given and as it was found,
// which must be what it was found to be.
func (t tuning) prove(c *console, s *search) status {
	again := readCandidate(s.best.driven, s.best.text, s.best.change)
	if t.write || t.output != "" {
		var answer status
		if again, answer = t.read(c, s.best.path); answer != yes {
			return answer
		}
	}
	if err := s.measure(context.Background(), []*candidate{again}); err != nil {
		return c.fail(err)
	}
	for i, r := range s.recordings {
		was, is := s.given.figures[i], again.figures[i]
		text := fmt.Sprintf("refused %d to %d, reserved %s to %s, native calls %d to %d",
			was.Refused, is.Refused, brief(was.PeakReserved), brief(is.PeakReserved), was.NativeCalls, is.NativeCalls)
		if s.job.Rounds > 0 {
			text += fmt.Sprintf(", an operation %.1f ns to %.1f ns", was.NsPerOp, is.NsPerOp)
		}
		c.say("%s: %s", r.name, text)
	}
	if s.goal.noise == 0 && !s.isSame(again) {
		return c.fail(fmt.Errorf("%s: the last replay is not as the one that found it", s.best.path))
	}
	return yes
}
