package proptests

import (
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// plantedInBlocks are bugs of pools of blocks.
var plantedInBlocks = []plantedBug{
	// Of tlsf.
	{"largest range taken", "fixed", 8, "frugal"},
	{"end not left for last", "fixed", 12, "frugal"},
	{"behind a gap", "fixed", 3, "placed"},
	{"highest offset", "fixed lowest", 4, "lowest"},
	{"exact range missed", "fixed", 8, "coalesced"},
	{"quick search gives up", "fixed quick", 2, "complete"},
	{"fullest block last", "one size", 8, "policy"},
	{"youngest of equal blocks", "fixed every", 4, "coalesced"},
	{"strategy of the request ignored", "fixed every", 8, "policy"},
	{"left merge missed", "fixed", 8, "placed"},
	{"page before not looked at", "mixed", 5, "granular"},
	{"page behind not looked at", "mixed", 6, "granular"},

	// Of linear.
	{"every block", "lines", 8, "coalesced"},
	{"newest empty block", "lines", 8, "coalesced"},
	{"last block only", "lines", 8, "coalesced"},
	{"room between the first and the last", "ring", 5, "append"},
	{"never wraps", "ring", 5, "errors"},
	{"wraps with a gap", "ring", 6, "errors"},
	{"upper in a ring", "ring", 8, "errors"},
	{"upper not aligned", "ring", 3, "aligned"},
	{"second lane stays second", "ring", 8, "errors"},
	{"page before not looked at", "mixed ring", 4, "granular"},

	// Of strategies of one's own.
	{"over another region", "strategy", 3, "vacant"},
	{"exact range missed", "emptiest first", 8, "coalesced"},
	{"left merge missed", "strategy", 31, "policy"},
	{"fullest block last", "emptiest first", 6, "policy"},
	{"page behind not looked at", "device strategy", 6, "granular"},
	{"newest empty block", "own lines", 8, "coalesced"},

	// Of policies.
	{"pooled blocks halved", "device lines", 4, "policy"},
	{"large in blocks first", "device adaptive", 4, "policy"},
	{"half is large", "halves", 2, "policy"},
	{"large only separate", "device adaptive", 4, "coalesced"},
	{"halved below the minimum", "device adaptive", 6, "policy"},
	{"separate before the next type", "device adaptive", 6, "policy"},
	{"growth and failure counted apart", "device automatic", 4, "policy"},
	{"grows to the request", "device automatic", 4, "policy"},
	{"preferred rounded down", "device automatic", 4, "policy"},
	{"allocations not counted", "device automatic", 15, "complete"},
	{"headroom not looked at", "device automatic", 8, "policy"},
	{"separate storage counted", "device pooled", 8, "errors"},
	{"every empty block kept", "halves", 6, "coalesced"},
	{"no empty block kept", "halves", 3, "coalesced"},
	{"blocks that stay returned", "one size", 3, "leakfree"},
	{"minimum of each type", "device pooled", 8, "leakfree"},
	{"blocks that stay kept by Close", "device fixed", 0, "closed"},
	{"want of space ends the search", "spilling", 8, "errors"},

	{"numbers without end", "few numbers", 8, "errors"},
	{"numbers without end", "fewer numbers", 10, "policy"},

	// Of extents.
	{"no margin", "guarded", 3, "exact-stats"},
	{"margin no padding", "guarded", 3, "exact-stats"},
	{"margin in separate storage", "guarded", 3, "policy"},
	{"min alignment ignored", "guarded", 3, "exact-stats"},
	{"separate storage of the arena's granule", "guarded", 3, "inside"},

	// Of flags.
	{"unknown flags accepted", "fixed", 1, "errors"},
	{"contradiction accepted", "halves", 1, "errors"},
	{"two strategies accepted", "fixed every", 1, "errors"},
	{"upper anywhere", "spilling", 4, "errors"},
	{"dedicated taken for a hint", "halves", 1, "policy"},
	{"own memory kept", "halves", 2, "exact-stats"},
	{"images among buffers", "buffers", 4, "policy"},
	{"never allocates", "halves", 2, "coalesced"},
	{"never makes room", "spilling", 8, "exact-stats"},
	{"budget not kept", "budgeted", 4, "policy"},
	{"budget only for blocks", "budgeted", 4, "policy"},
	{"budget not kept", "budgeted kinds", 4, "exact-fit"},
}

func TestPlantedInBlocks(t *testing.T) {
	mustCatch(t, plantedInBlocks, blockDeclaration, config{scope: 3, ops: 60_000, seeded: 60_000, seed: 1})
}

// plantedInChoices are bugs that no single life shows.
var plantedInChoices = []plantedBug{
	{"equal ranges in turns", "fixed", 20, "traceless"},
	{"equal ranges by the last region", "fixed", 20, "confluent"},
	{"equal ranges by chance", "fixed", 20, "repeatable"},
}

// TestPlantedInChoices tries many lives, as few of them have a choice, and as what is
// left to chance may come out alike.
func TestPlantedInChoices(t *testing.T) {
	mustCatch(t, plantedInChoices, blockDeclaration, config{scope: 2, seeded: 400_000, seed: 1})
}

// TestOpeningCatches what New leaves when it fails halfway.
func TestOpeningCatches(t *testing.T) {
	right, err := naiveSubject(blockDeclaration("device fixed"), "").trials()
	if err != nil {
		t.Fatal(err)
	}
	wrong := right[0]
	wrong.Subject = naiveSubject(blockDeclaration("device fixed"), "New leaves a block")
	found := opening(wrong)
	if found == nil || !strings.HasPrefix(found.Error(), "law opening: ") {
		t.Errorf("found %v", found)
	}
	if _, err := wrong.trials(); err == nil || !strings.Contains(err.Error(), "fails and leaves native memory") {
		t.Errorf("error %v", err)
	}
}

// beside is a subject whose allocator has two more arenas, one before it and one
// after it. Nothing lives there, but they have blocks from the beginning.
func beside(s Subject, other Declaration) Subject {
	alone := s.NewOn
	s.NewOn = func(device *vkrt.Device) (in Instance, opens bool) {
		before, after := newNaive(other, "", device), newNaive(other, "", device)
		if !before.opens() || !before.open() {
			return in, false
		}
		in, opens = alone(device)
		if !opens {
			before.surrender()
			return in, false
		}
		if !after.open() {
			before.surrender()
			in.Close()
			return in, false
		}
		closeIt := in.Close
		in.Close = func() Failure {
			f := closeIt()
			if !f.failed() {
				before.surrender()
				after.surrender()
			}
			return f
		}
		return in, true
	}
	return s
}

// TestSiblings: other arenas of an allocator may have blocks.
func TestSiblings(t *testing.T) {
	for _, name := range []string{"device own", "device fixed", "strict adaptive", "device sliced", "guarded"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := beside(naiveSubject(blockDeclaration(name), ""), blockDeclaration("device fixed"))
			if err := conform(s, config{scope: 3, ops: 6000, seeded: 6000, seed: 1}); err != nil {
				t.Error(err)
			}
		})
	}
}
