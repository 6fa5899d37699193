package proptests

import (
	"fmt"
	"math/rand"
	"runtime"
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

// relation is a law of two lives: what differs between them changes nothing of
// what both have.
type relation struct {
	Name, Statement string
	holds           func(*Declaration) bool
	breach          func(trial, []trace.Op) error // of lives of some operations; nil too for operations that it says nothing of
	mark            []trace.Op                    // is put into operations drawn for it
}

// relations are what no single life shows, where a strategy leaves a choice.
var relations = []relation{
	{"repeatable", "the same calls do the same wherever the tables of an allocator are, and whatever the garbage collector does meanwhile",
		func(*Declaration) bool { return true }, repetition, nil},
	{"traceless", "a region that comes and goes, and neither needs a new block nor sends one away, leaves no trace: what comes later is placed as without it",
		leavesNoTrace, traces, []trace.Op{{Kind: trace.Alloc, ID: passing}, {Kind: trace.Free, ID: passing}}},
	{"confluent", "in whatever order every region is freed, an arena ends the same: in its figures, and in where it places what comes later",
		endsAlike, confluence, []trace.Op{{Kind: trace.Clear}}},
	{"recorded", "what an arena records of its calls, from any moment on, is those calls: replayed, they do the same",
		isRecorded, recollection, []trace.Op{{Kind: trace.Alloc, ID: passing}}},
}

// passing is the name of the region that comes and goes.
const passing = 1 << 32

// livesShare is for how many operations of seeded runs one life of a relation
// stands, and livedBefore and livedAfter how many operations are drawn on both
// sides of the mark.
const livesShare, livedBefore, livedAfter = 1000, 40, 80

// related looks for lives that break a relation.
func related(t trial, c config) *counterexample {
	if t.real != nil {
		return nil // others use the device meanwhile
	}
	t.source = search{"comparing lives", config{seeded: c.seeded, seed: c.seed}}
	o := newOperands(t)
	for i := range relations {
		rel := &relations[i]
		if !rel.holds(&t.Declaration) {
			continue
		}
		r := rand.New(rand.NewSource(c.seed))
		for range c.seeded / livesShare {
			ops := slices.Concat(newLife(o, r, livedBefore), rel.mark, newLife(o, r, livedAfter))
			if at := slices.IndexFunc(ops, isPassing); at >= 0 {
				ops[at].Size, ops[at].Align, ops[at].Flags = o.small(r), o.natural(r), o.anyFlags(r)
			}
			again := func(ops []trace.Op) *counterexample {
				if err := rel.breach(t, ops); err != nil {
					err = (&law{Name: rel.Name, Statement: rel.Statement}).breach(err)
					return t.counterexample(ops, err)
				}
				return nil
			}
			if found := again(ops); found != nil {
				return found.shrinkBy(again)
			}
		}
	}
	return nil
}

func isPassing(op trace.Op) bool { return op.ID == passing }

// glimpse is what an operation shows of an instance, but for handles, of which the
// generation tells how many regions there were.
type glimpse struct {
	op       trace.Op
	failure  Failure
	at       Region
	returned uint64
	usage    []Usage
	called   bool // the operation meant a call
}

// glimpse performs an operation.
func (in *interpreter) glimpse(op trace.Op) glimpse {
	in.step = step{}
	called := false
	in.guard(func() error {
		called = in.call(op)
		return in.observe()
	}, op)
	got := &in.step.got
	return glimpse{op, got.failure, got.at, got.returned, in.now.usage, called}
}

// glimpses performs operations, and something before each.
func (in *interpreter) glimpses(ops []trace.Op, meanwhile func()) (list []glimpse) {
	for _, op := range ops {
		meanwhile()
		list = append(list, in.glimpse(op))
	}
	return list
}

func nothing() {}

// differ returns how one life differs from another, if it does.
func differ(one, other []glimpse, how string) error {
	for i, g := range one {
		if h := other[i]; g.failure != h.failure || g.at != h.at || g.returned != h.returned || !slices.Equal(g.usage, h.usage) {
			return fmt.Errorf("%s, with usage %+v, instead of %s, with usage %+v, %s: %s", h.outcome(), h.usage, g.outcome(), g.usage, how, g.op)
		}
	}
	return nil
}

func (g glimpse) outcome() string {
	switch {
	case g.failure.failed():
		return g.failure.String()
	case g.op.Kind == trace.Alloc:
		return g.at.String()
	}
	return fmt.Sprintf("%d bytes returned", g.returned)
}

// leavesNoTrace reports whether nothing counts regions, or remembers where the last
// one was: no average, period or bounded generation, and in a line no several blocks.
// A strategy of one's own may.
func leavesNoTrace(d *Declaration) bool {
	return d.generations() == maxGeneration && !slices.ContainsFunc(d.Pools, func(p Pool) bool {
		return p.Growth == "average" || p.DeallocPeriod > 0 || p.isSeveralLines() || p.Kind == strategyBlocks
	})
}

// isSeveralLines reports whether regions lie in lines in more than one block.
func (p *Pool) isSeveralLines() bool {
	return p.Kind == linearBlocks && p.Policy != separate && p.most() != 1
}

// traces has a region come and go at the mark in one of two lives.
func traces(t trial, ops []trace.Op) error {
	at := slices.IndexFunc(ops, isPassing)
	if at < 0 || at+1 == len(ops) || ops[at].Kind != trace.Alloc || ops[at+1].Kind != trace.Free || !isPassing(ops[at+1]) {
		return nil
	}
	one, other := newInterpreter(t, 0), newInterpreter(t, 0)
	defer one.abandon()
	defer other.abandon()
	one.glimpses(ops[:at], nothing)
	other.glimpses(ops[:at], nothing)
	acquired, reserved := other.model.acquired, other.model.reserved()
	came := other.glimpse(ops[at])
	if other.model.reserved() != reserved {
		return nil
	}
	other.glimpse(ops[at+1])
	if other.model.reserved() != reserved || other.model.acquired != acquired {
		return nil
	}
	how := fmt.Sprintf("had %s not been (%s)", ops[at], came.outcome())
	return differ(one.glimpses(ops[at+2:], nothing), other.glimpses(ops[at+2:], nothing), how)
}

// endsAlike reports whether nothing remembers the order of frees even after Reclaim:
// no bounded generation, no slots of blocks of which the last one vacated is used
// next, and no empty blocks in a line of which the oldest comes next, or of which some
// stay. A strategy of one's own may.
func endsAlike(d *Declaration) bool {
	return d.generations() == maxGeneration && !slices.ContainsFunc(d.Pools, func(p Pool) bool {
		return p.Kind == directBlocks || p.MinBlocks > 0 || p.Policy == fixed && p.isSeveralLines() || p.Kind == strategyBlocks
	})
}

// sheds reports whether it matters in which order blocks become empty: some are then
// returned, or the oldest first.
func (d *Declaration) sheds() bool {
	return slices.ContainsFunc(d.Pools, func(p Pool) bool {
		return p.DeallocPeriod > 0 || p.Policy != "" && p.Policy != fixed && p.Policy != separate
	})
}

// freeings are orders in which all live regions are freed, by the rank of
// the next one among those left.
var freeings = []struct {
	name string
	next func(left int) int
}{
	{"oldest first", func(int) int { return 0 }},
	{"newest first", func(left int) int { return left - 1 }},
	{"the middle first", func(left int) int { return left / 2 }},
}

// confluence frees every region at the mark, in other orders in other lives, and
// reclaims where it matters which blocks became empty first.
func confluence(t trial, ops []trace.Op) error {
	at := slices.IndexFunc(ops, func(op trace.Op) bool { return op.Kind == trace.Clear })
	if at < 0 {
		return nil
	}
	var first []glimpse
	for _, order := range freeings {
		in := newInterpreter(t, 0)
		in.glimpses(ops[:at], nothing)
		for len(in.live) > 0 && in.broken == nil {
			in.glimpse(trace.Op{Kind: trace.FreeLive, ID: uint64(order.next(len(in.live)))})
		}
		if t.Declaration.sheds() {
			in.glimpse(trace.Op{Kind: trace.Reclaim})
		}
		end := glimpse{op: ops[at], usage: in.now.usage}
		seen := append([]glimpse{end}, in.glimpses(ops[at+1:], nothing)...)
		in.abandon()
		if first == nil {
			first = seen
		}
		if err := differ(first, seen, "freed "+order.name+" and not "+freeings[0].name); err != nil {
			return err
		}
	}
	return nil
}

// repetition lives twice, the second time among garbage that comes to lie between
// the tables of the instance.
func repetition(t trial, ops []trace.Op) error {
	one, other := newInterpreter(t, 0), newInterpreter(t, 0)
	defer one.abandon()
	defer other.abandon()
	var kept [][]byte
	first, turn := one.glimpses(ops, nothing), 0
	second := other.glimpses(ops, func() {
		if turn++; turn%3 == 0 {
			kept = append(kept, make([]byte, 1<<(turn%12)))
		}
		if turn == len(ops)/2 {
			runtime.GC()
		}
	})
	runtime.KeepAlive(kept)
	return differ(first, second, "in a second life")
}
