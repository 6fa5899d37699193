package proptests

import (
	"math/rand"
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

// sweepLength is how many operations each life of a sweep has at most, and
// sweepShare for how many of a seeded run each of them stands.
const sweepLength, sweepShare = 200, 200

// sweep lives one life again and again: in each another native allocation
// fails, from the first one to the last, with each result.
func sweep(t trial, seed int64, seeded int) *counterexample {
	if !t.isSimulated() {
		return nil
	}
	t.source = search{name: "failing every native allocation in turn"}
	life := newLife(newOperands(t), rand.New(rand.NewSource(seed)), min(sweepLength, seeded/sweepShare))
	for _, result := range trace.FaultResults() {
		fault := trace.Op{Kind: trace.Fault, Result: result}
		for pending := false; !pending; {
			fault.ID++
			ops := slices.Insert(slices.Clone(life), 0, fault)
			in := newInterpreter(t, 0)
			for _, op := range ops {
				in.apply(op)
			}
			pending = in.fake.Pending() > 0
			if in.finish() != nil {
				return t.counterexample(ops, in.broken).shrink(t)
			}
		}
	}
	return nil
}

// newLife draws operations in which regions come and go about as often, so
// that some blocks are idle most of the time.
func newLife(o *operands, r *rand.Rand, length int) (ops []trace.Op) {
	for range length {
		op := trace.Op{Kind: trace.FreeLive, ID: r.Uint64()}
		switch n := r.Intn(64); {
		case n == 0:
			op = trace.Op{Kind: trace.Reclaim}
		case n < 36:
			op = trace.Op{Kind: trace.Alloc, Size: o.anySize(r), Align: o.anyAlign(r), Flags: o.anyFlags(r)}
		}
		ops = append(ops, op)
	}
	return ops
}
