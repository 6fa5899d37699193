package main

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/allocgen/allocgen/runtime/replay"
	"github.com/allocgen/allocgen/runtime/trace"
)

// batchSize is how many candidates are compiled into one program: enough that its
// linking costs little, few enough that the next ones start from the best of them.
const batchSize = 12

// A search looks for a better spec, from one to the best of its neighbours. The
// seed, and the number of batches, decide all but measured times.
type search struct {
	c          *console
	goal       goal
	recordings []recording
	job        replay.Job
	until      time.Time
	batches    int // left, 0 where only the time bounds them
	random     *rand.Rand

	given *candidate
	best  *candidate
	seen  map[string]bool // hashes of plans that were measured
	count int             // candidates measured
}

// find climbs from the given spec as far as it gets, and bounds what it found.
func (s *search) find(ctx context.Context, given *candidate) error {
	err := s.start(ctx, given)
	if err == nil {
		err = s.climb(ctx)
	}
	if err == nil && s.goal.name == "peak" && ctx.Err() == nil {
		err = s.cap(ctx)
	}
	return err
}

// start measures the given spec.
func (s *search) start(ctx context.Context, given *candidate) error {
	s.seen = map[string]bool{given.plan.Hash(): true}
	if err := s.measure(ctx, []*candidate{given}); err != nil {
		return err
	}
	if given.figures == nil {
		return refuse("%s: not replayed, New fails", given.name())
	}
	s.given, s.best = given, given
	given.score, _ = s.goal.scored(given.figures, given.figures)
	return nil
}

// climb moves to better candidates until there is none, or no time.
func (s *search) climb(ctx context.Context) error {
	for queue := s.neighbours(); len(queue) > 0 && s.hasTime(ctx); {
		batch := queue[:min(batchSize, len(queue))]
		queue = queue[len(batch):]
		if err := s.measure(ctx, batch); err != nil {
			return err
		}
		s.batches--
		if s.advance(batch) {
			queue = s.neighbours()
		}
	}
	return nil
}

// hasTime reports whether another batch may begin.
func (s *search) hasTime(ctx context.Context) bool {
	return ctx.Err() == nil && s.batches != 0 && time.Now().Before(s.until)
}

// neighbours returns what a move makes of the best candidate and was not measured,
// in the order of the seed.
func (s *search) neighbours() (list []*candidate) {
	made := map[string]bool{}
	for _, m := range movesOf(s.best.driven, s.best.figures, s.largest()) {
		c := s.best.moved(m)
		if c == nil || s.seen[c.plan.Hash()] || made[c.plan.Hash()] {
			continue
		}
		made[c.plan.Hash()] = true
		list = append(list, c)
	}
	s.random.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list
}

// largest is the size of the largest request, in bytes.
func (s *search) largest() (size uint64) {
	for _, r := range s.recordings {
		for _, op := range r.Ops {
			if op.Kind == trace.Alloc {
				size = max(size, op.Size)
			}
		}
	}
	return size
}

// advance takes the best of a batch, if it is better than the best so far.
func (s *search) advance(batch []*candidate) (better bool) {
	before := s.best
	for _, c := range batch {
		if c.figures == nil {
			continue
		}
		var admitted bool
		if c.score, admitted = s.goal.scored(s.given.figures, c.figures); admitted && s.goal.isBetter(c.score, s.best.score) {
			s.best = c
		}
	}
	if s.best == before {
		return false
	}
	s.c.say("candidate %d, %s%s", s.count, s.best.change, s.step(before, s.best))
	return true
}

// measure replays the recordings in candidates, in one program. Those whose New
// fails get no figures.
func (s *search) measure(ctx context.Context, batch []*candidate) error {
	var arenas []driven
	for _, c := range batch {
		arenas = append(arenas, c.driven)
		s.seen[c.plan.Hash()] = true
	}
	p, err := buildDriver(ctx, arenas)
	if err != nil {
		return err
	}
	defer p.remove()
	var results []replay.Result
	err = p.run(ctx, s.job, s.recordings, func(event replay.Event) {
		if event.Result != nil {
			results = append(results, *event.Result)
		}
	})
	if err != nil {
		return err
	}
	for i, c := range batch {
		for k := i; k < len(results); k += len(batch) {
			if results[k].Error != "" {
				c.figures = nil
				break
			}
			c.figures = append(c.figures, results[k].Figures)
		}
	}
	s.count += len(batch)
	return nil
}
