package proptests

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/allocgen/allocgen/runtime/trace"
)

// Fuzz looks for calls after which the subject breaks its declaration among those
// that go test -fuzz comes to by what they cover. Without -fuzz it tries a few
// short sequences that every subject has use for, and the corpus. It does nothing
// where recordings are replayed instead.
func Fuzz(f *testing.F, s Subject) {
	f.Helper()
	if *flagTraces != "" {
		f.Skip("recordings are replayed")
	}
	spareCollections()
	z, err := newFuzzed(s)
	if err != nil {
		f.Fatalf("%s.%s: declaration: %v", s.Declaration.Package, s.Declaration.Arena, err)
	}
	for _, s := range z.seeds() {
		f.Add(s.where, s.rolled)
	}
	f.Fuzz(func(t *testing.T, where uint8, rolled []byte) {
		if found := z.live(where, rolled); found != nil {
			t.Fatalf("%s.%s: %vto find it again: %s\nor with these operations alone, in NAME.trace: go test %s -run Conformance -args -proptests.recordings=DIRECTORY",
				s.Declaration.Package, s.Declaration.Arena, found, rerun(t.Name()), tested())
		}
	})
}

// fuzzed makes operations of bytes: they are the dice by which those of short
// sequences are drawn. So a change of one byte is one of one operand, which is as
// likely at an edge as it is there, and everything that bytes can be is an
// operation.
type fuzzed struct {
	Subject
	trials []trial
	draw   []gopter.Gen // an operation, in each trial
}

// newFuzzed returns the subject on every device that it is tried on, and where
// the host can see its memory also with regions that are written to.
func newFuzzed(s Subject) (*fuzzed, error) {
	defer s.claim()()
	trials, err := s.trials()
	for _, t := range trials {
		if t.isSimulated() && t.isVisible() {
			t.written = true
			trials = append(trials, t)
		}
	}
	z := &fuzzed{Subject: s, trials: trials}
	for _, t := range trials {
		z.draw = append(z.draw, genCommand(t))
	}
	return z, err
}

// An operation takes so many dice, and in one life there are no more of them than
// these.
const diceOfOp, fuzzedLength = 16, 256

// ops returns the operations that dice make in a trial.
func (z *fuzzed) ops(place int, rolled []byte) (ops []trace.Op) {
	for of := range slices.Chunk(rolled[:min(len(rolled), fuzzedLength*diceOfOp)], diceOfOp) {
		d := dice(of)
		ops = append(ops, trace.Op(z.draw[place](&gopter.GenParameters{Rng: rand.New(&d)}).Result.(command)))
	}
	return ops
}

// live lives through the operations that dice make, in one of the trials.
func (z *fuzzed) live(where uint8, rolled []byte) *counterexample {
	defer z.claim()()
	place := int(where) % len(z.trials)
	t := z.trials[place]
	t.source = search{name: "fuzzing"}
	found := replay(t, z.ops(place, rolled))
	if found != nil {
		found = found.shrink(t)
		found.picture = t.picture(found.ops)
	}
	return found
}

// seed is what others are made from: which trial, and the dice.
type seed struct {
	where  uint8
	rolled []byte
}

// seeds returns lives in which regions come and then go, come and go in turns, are
// freed twice, and ones with every kind of operation: each at least once, and at
// least one in each trial.
func (z *fuzzed) seeds() (list []seed) {
	lives := [][]trace.Kind{
		slices.Concat(slices.Repeat([]trace.Kind{trace.Alloc}, 12), slices.Repeat([]trace.Kind{trace.FreeLive}, 12)),
		slices.Repeat([]trace.Kind{trace.Alloc, trace.Alloc, trace.FreeLive}, 8),
		{trace.Alloc, trace.Clear, trace.Alloc, trace.Free, trace.Free, trace.Reclaim, trace.Alloc},
		slices.Repeat([]trace.Kind{trace.Fault, trace.Alloc, trace.HandBackLive, trace.Alloc, trace.Occupy, trace.Alloc, trace.HandBack}, 3),
	}
	r := rand.New(rand.NewSource(1))
	for i := range max(len(lives), len(z.trials)) {
		s := seed{where: uint8(i % len(z.trials))}
		for _, kind := range lives[i%len(lives)] {
			of := make([]byte, diceOfOp)
			r.Read(of)
			for face := range 256 { // the first die is for the kind; not every subject has all
				if of[0] = byte(face); z.ops(int(s.where), of)[0].Kind == kind {
					break
				}
			}
			s.rolled = append(s.rolled, of...)
		}
		list = append(list, s)
	}
	return list
}

// dice are bytes as a source of what rand.Rand draws: one a number, two where it
// may be large, and when there are no more, zeros.
type dice []byte

func (d *dice) next() (n uint64) {
	if len(*d) > 0 {
		n, *d = uint64((*d)[0]), (*d)[1:]
	}
	return n
}

// Int63 has the byte in its high half, of which numbers below 2^31 are made, and
// in its low half.
func (d *dice) Int63() int64 {
	n := int64(d.next())
	return n<<32 | n
}

// Uint64 has both bytes at every height.
func (d *dice) Uint64() uint64 {
	n := d.next() | d.next()<<8
	return n<<48 | n<<32 | n<<16 | n
}

// Seed does nothing: dice have no other seed than themselves.
func (d *dice) Seed(int64) {}
