package proptests

import (
	"cmp"
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"testing"

	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/trace"
)

// garbage is the law of what calls leave for Go's collector.
var garbage = law{Name: "garbage-free", Statement: "allocations and frees like those before, for which there are no native calls, take nothing of Go's heap"}

// Garbage tests that allocations and frees of the subject come to take nothing of Go's
// heap: when it has lived one life of them hundreds of times, as many more take not a
// byte for each. What other goroutines allocate is counted as well, so that no
// other test may run meanwhile: it is to be called before t.Parallel.
//
// It says nothing of an arena that cannot live on like that, since its slots serve
// few regions or every region is a native allocation, nor of one on the device of
// [OnDevice]. With -proptests.recordings it does nothing.
//
// Of a strategy of the user's own it first does a little of what Run does, which is
// to say soon, and by few operations, that one panics or does not return.
func Garbage(t *testing.T, s Subject) {
	t.Helper()
	if *flagTraces != "" || s.realDevice() != nil {
		return
	}
	w := watchOver(t, s)
	defer w.release()
	c := asked()
	c.ops, c.seeded = c.ops/glanceShare, c.seeded/glanceShare
	glance := func() error {
		_, err := explore(s, c, w)
		return err
	}
	own := slices.ContainsFunc(s.Declaration.Pools, func(p Pool) bool { return p.Kind == strategyBlocks })
	if own {
		if err := glance(); err != nil {
			t.Fatal(report(s, t.Name(), err))
		}
	}
	err := litter(s, c.seed, w)
	if err == nil {
		return
	}
	if !own {
		err = cmp.Or(glance(), err) // what else is wrong says more
	}
	t.Fatal(report(s, t.Name(), err))
}

// glanceShare is for how many operations of Run one stands that Garbage tries.
const glanceShare = 20

// A life has so many operations and is lived so many times before it is looked at,
// and then again, on up to so many instances.
const garbageLength, lives, instances = 64, 256, 4

// litter looks for a life that leaves garbage, on the first device that needs no
// native calls for it.
func litter(s Subject, seed int64, w *watch) error {
	trials, err := s.trials()
	if err != nil {
		return fmt.Errorf("declaration: %w", err)
	}
	for _, t := range trials {
		t.source, t.watch = search{"living one life again and again, of which what is left is freed", config{seed: seed}}, w
		told := false
		again := func(ops []trace.Op) *counterexample {
			found, now := t.littered(ops)
			told = told || now
			return found
		}
		o := newOperands(t)
		for _, size := range []func(*rand.Rand) uint64{o.small, o.spread, o.brimming} {
			if found := again(o.steadyLife(rand.New(rand.NewSource(seed)), size)); found != nil {
				found = found.shrinkBy(again)
				found.broken = fmt.Errorf("%w%s", found.broken, t.culprit(found.ops))
				return found
			}
		}
		if told {
			return nil
		}
	}
	return nil
}

// brimming draws sizes at which behaviour changes, and now and then the largest usual one.
func (o *operands) brimming(r *rand.Rand) uint64 {
	if r.Intn(4) == 0 {
		return o.usual
	}
	return o.near(r)
}

// steadyLife draws allocations of a size, and frees, of few regions, by their names.
func (o *operands) steadyLife(r *rand.Rand, size func(*rand.Rand) uint64) (ops []trace.Op) {
	for range garbageLength {
		op := trace.Op{Kind: trace.Free, ID: uint64(r.Intn(steadyNames))}
		if r.Intn(2) == 0 {
			op.Kind, op.Size, op.Align = trace.Alloc, size(r), o.anyAlign(r)
			op.Flags = o.anyFlags(r) &^ Dedicated
		}
		ops = append(ops, op)
	}
	return ops
}

// steadyNames is how many regions live at once at most.
const steadyNames = 8

// littered returns a life as a counterexample if it leaves garbage on every one of
// several instances: Go's own goroutines leave some now and then. It says whether
// that can be told.
func (t trial) littered(ops []trace.Op) (found *counterexample, told bool) {
	for range instances {
		lived, told, err := t.litter(ops)
		if err == nil {
			return nil, told
		}
		found = t.counterexample(lived, err)
	}
	return found, true
}

// routine is an instance that lives one life again and again, without the calls that
// fail. Its interpreter has no model, and is for what it guards.
type routine struct {
	*interpreter
	simulated *fake.Fake
	life      []trace.Op
}

func (t trial) routine(ops []trace.Op) *routine {
	in, _, simulated := t.open()
	return &routine{&interpreter{Instance: in, trial: t, ops: ops}, simulated, slices.Clone(ops)}
}

// live lives the life so many times as it is before one looks.
func (r *routine) live() {
	once := func() error {
		r.life = r.liveSteadily(r.life)
		return nil
	}
	for range lives {
		r.guard(once)
	}
}

// litter returns how a life leaves garbage, if that can be told: not where calls that
// were served come to fail, or make native ones.
func (t trial) litter(ops []trace.Op) (lived []trace.Op, told bool, err error) {
	r := t.routine(ops)
	defer r.abandon()
	r.live()
	var before, after runtime.MemStats
	calls, steady := callsOf(r.simulated), len(r.life)
	runtime.ReadMemStats(&before)
	r.live()
	runtime.ReadMemStats(&after)
	bytes := (after.TotalAlloc - before.TotalAlloc) / lives
	switch {
	case r.broken != nil:
		return ops, true, r.broken
	case len(r.life) == 0 || len(r.life) != steady || callsOf(r.simulated) != calls:
		return r.life, false, nil
	case bytes > 0:
		return r.life, true, garbage.breach(fmt.Errorf("%d bytes a life", bytes))
	}
	return r.life, true, nil
}

// culprit says where the garbage of a life comes from.
func (t trial) culprit(ops []trace.Op) string {
	r := t.routine(ops)
	defer r.abandon()
	line := whence(r.live)
	if line == "" {
		return ", none in this package: does another test leave a goroutine running?"
	}
	return ", most at " + line
}

// callsOf is how many native calls a device was asked for, if there is one.
func callsOf(simulated *fake.Fake) int {
	if simulated == nil {
		return 0
	}
	return len(simulated.Calls())
}

// liveSteadily lives a life, but for allocations of what lives and frees of what does
// not, and frees what is left. It takes the calls that fail out of the life.
func (in Instance) liveSteadily(ops []trace.Op) []trace.Op {
	var handles [steadyNames]uint64
	served := ops[:0]
	for _, op := range ops {
		handle, f := &handles[op.ID], Failure{}
		switch {
		case op.Kind == trace.Alloc && *handle == 0:
			*handle, f = in.Alloc(op.Size, op.Align, op.Flags)
		case op.Kind == trace.Free && *handle != 0:
			f = in.Free(*handle)
			*handle = 0
		}
		if !f.failed() {
			served = append(served, op)
		}
	}
	for _, handle := range handles {
		if handle != 0 {
			in.Free(handle)
		}
	}
	return served
}
