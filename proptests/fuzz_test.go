package proptests

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

func FuzzNaive(f *testing.F) {
	Fuzz(f, naiveSubject(declarations()["ladder"], ""))
}

// fuzzedNaive is what Fuzz tries of a naive arena.
func fuzzedNaive(t *testing.T, d Declaration, bug string) *fuzzed {
	t.Helper()
	z, err := newFuzzed(naiveSubject(d, bug))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestSeedsFind: what Fuzz starts from breaks the law that a bug breaks, and is
// made smaller.
func TestSeedsFind(t *testing.T) {
	for _, c := range []struct{ declaration, bug, law string }{
		{"ladder", "split off by one", "first-fit"},
		{"ladder", "generation not checked", "stale"},
		{"device sliced", "types by index", "native"},
	} {
		z := fuzzedNaive(t, declaration(c.declaration), c.bug)
		var found *counterexample
		for _, s := range z.seeds() {
			if found == nil {
				found = z.live(s.where, s.rolled)
			}
		}
		if found == nil || len(found.ops) > 4 || !strings.Contains(found.Error(), "law "+c.law) || !strings.Contains(found.Error(), "found by fuzzing") {
			t.Errorf("%s: %v", c.bug, found)
		}
	}
}

// TestDice: bytes come to every kind of operation, to every edge and to every
// flag of an arena, and any number of them is so many operations.
func TestDice(t *testing.T) {
	for name, d := range deviceDeclarations() {
		z := fuzzedNaive(t, d, "")
		kinds, sizes, flags := map[trace.Kind]bool{}, map[uint64]bool{}, Flags(0)
		r := rand.New(rand.NewSource(1))
		rolled := make([]byte, fuzzedLength*diceOfOp+1)
		for range 200 {
			r.Read(rolled)
			ops := z.ops(0, rolled)
			if len(ops) != fuzzedLength {
				t.Fatalf("%s: %d operations, want %d", name, len(ops), fuzzedLength)
			}
			for _, op := range ops {
				kinds[op.Kind], sizes[op.Size] = true, true
				flags |= op.Flags
			}
		}
		o := newOperands(z.trials[0])
		for _, edge := range append(o.edges, o.huge...) {
			if !sizes[edge] {
				t.Errorf("%s: no request for %d bytes", name, edge)
			}
		}
		if len(kinds) < 6 || flags&d.Flags != d.Flags {
			t.Errorf("%s: kinds %v, flags %v of %v", name, kinds, flags, d.Flags)
		}
		if got := z.ops(0, rolled[:diceOfOp+1]); len(got) != 2 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
