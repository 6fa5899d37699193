package proptests

import (
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

// shrinkBudget bounds the operations that shrinking replays.
const shrinkBudget = 400_000

// shrinker makes a counterexample smaller as long as some law stays broken.
// gopter shrinks what it found itself; this one is for sequences that are too
// long for it.
type shrinker struct {
	replay func([]trace.Op) *counterexample // of what breaks a law
	best   *counterexample
	budget int // operations left to replay
}

func (c *counterexample) shrink(t trial) *counterexample {
	t.source = c.source
	return c.shrinkBy(func(ops []trace.Op) *counterexample { return replay(t, ops) })
}

func (c *counterexample) shrinkBy(replay func([]trace.Op) *counterexample) *counterexample {
	sh := &shrinker{replay, c, shrinkBudget}
	for sh.withoutChunks() || sh.withLessOperands() {
	}
	return sh.best
}

// try replaces the counterexample by ops if they break a law too.
func (sh *shrinker) try(ops []trace.Op) bool {
	if sh.budget -= len(ops) + 1; sh.budget < 0 {
		return false
	}
	smaller := sh.replay(ops)
	if smaller != nil {
		sh.best = smaller
	}
	return smaller != nil
}

// withoutChunks leaves out runs of operations, long ones first.
func (sh *shrinker) withoutChunks() (shrunk bool) {
	for chunk := (len(sh.best.ops) + 1) / 2; chunk > 0; chunk /= 2 {
		for at := 0; at+chunk <= len(sh.best.ops) && sh.budget > 0; {
			rest := slices.Delete(slices.Clone(sh.best.ops), at, at+chunk)
			if sh.try(rest) {
				shrunk = true
			} else {
				at += chunk
			}
		}
	}
	return shrunk
}

// withLessOperands lowers the operands one by one, in big steps first.
func (sh *shrinker) withLessOperands() (shrunk bool) {
	operands := [...]func(*trace.Op) *uint64{
		func(op *trace.Op) *uint64 { return &op.ID },
		func(op *trace.Op) *uint64 { return &op.Size },
		func(op *trace.Op) *uint64 { return &op.Align },
	}
	for i := 0; i < len(sh.best.ops) && sh.budget > 0; i++ {
		for _, operand := range operands {
			for sh.lower(i, operand) {
				shrunk = true
			}
		}
		for sh.unflag(i) {
			shrunk = true
		}
	}
	return shrunk
}

// unflag leaves out a flag of operation i.
func (sh *shrinker) unflag(i int) bool {
	for _, flag := range trace.AllFlags() {
		if i >= len(sh.best.ops) || sh.best.ops[i].Flags&flag == 0 {
			continue
		}
		ops := slices.Clone(sh.best.ops)
		ops[i].Flags &^= flag
		if sh.try(ops) {
			return true
		}
	}
	return false
}

// lower tries smaller values of one operand of operation i, 0 and 1 first: a
// pool may accept small requests and large ones, but none in between.
func (sh *shrinker) lower(i int, operand func(*trace.Op) *uint64) bool {
	if i >= len(sh.best.ops) {
		return false
	}
	value := *operand(&sh.best.ops[i])
	for less := uint64(0); less < value && sh.budget > 0; {
		ops := slices.Clone(sh.best.ops)
		*operand(&ops[i]) = less
		if sh.try(ops) {
			return true
		}
		if less == 0 {
			less = 1
		} else {
			less += (value - less + 1) / 2
		}
	}
	return false
}
