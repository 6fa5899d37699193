package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/allocgen/allocgen/runtime/trace"
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

In no recording does the result refuse more than the given spec. Where it refuses as
much it takes no more of the goal, or for latency, which varies, up to 5 % more; there are
bounds to what else it may cost, eight times the native calls and 64 more, and twice the
reserved bytes. Where it refuses less it may take more of the goal, too, and the bounds
are wider. Pools keep their names and order, and comments stay, but for some within what
goes, which are named. For peak the pools and max_live are bounded at last by what was
measured: leave those lines out, or raise the numbers, where there may be more to do than
in the recordings.

A search takes -time at most, and the batch that it is in. The same seed and number
of batches find the same, but for latency, which is measured. Exits with 0 also where
nothing is better, and with 2 where it was interrupted: what it has by then is shown, and
no file is written.
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
	if i := slices.IndexFunc(operands[1:], hasSpecName); i >= 0 {
		return c.misused("tune", "it tunes one spec, and %s is another", operands[1+i])
	}
	if t.batches < 0 || t.time < 0 {
		return c.misused("tune", "-batches and -time cannot be negative")
	}
	if t.write && t.output != "" {
		return c.misused("tune", "-write and -o exclude each other")
	}
	if err := refuseTarget(t.output); err != nil {
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
	for _, r := range s.recordings {
		if !slices.ContainsFunc(r.Ops, func(op trace.Op) bool { return op.Kind == trace.Alloc }) {
			return c.fail(refuse("%s: nothing in it to tune for: it allocates nothing", r.name))
		}
	}
	ctx, stop := interruptible()
	defer stop()
	return t.search(ctx, c, s, given)
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

// search finds the best candidate, proves it and hands it over. Interrupted, it shows
// what it has.
func (t tuning) search(ctx context.Context, c *console, s *search, given *candidate) status {
	s.until = time.Now().Add(t.time)
	err := s.find(ctx, given)
	if err == nil && s.best != given {
		err = t.prove(ctx, s)
	}
	switch {
	case ctx.Err() != nil:
		return t.interrupted(c, s)
	case err != nil:
		return c.fail(err)
	case s.best == given:
		c.say("%s: nothing better in %s", given.path, plural(s.count, "candidate"))
		return yes
	}
	return t.deliver(c, s)
}
