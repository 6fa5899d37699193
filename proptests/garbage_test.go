package proptests

import (
	"errors"
	"strings"
	"testing"
)

// TestLitter: the naive arena, which makes a map's entry for each region, leaves
// garbage, and one call shows it.
func TestLitter(t *testing.T) {
	err := litter(naiveSubject(declarations()["ladder"], ""), 1)
	var found *counterexample
	if !errors.As(err, &found) || len(found.ops) != 1 || !strings.HasPrefix(err.Error(), "law garbage-free: ") {
		t.Error(err)
	}
}

// TestLitterUntold: nothing is said of an arena that serves nothing, nor of one of
// which every region is a native allocation.
func TestLitterUntold(t *testing.T) {
	for _, s := range []Subject{naiveSubject(arena(16, pool("none", 4096, 1024, 15)), ""), naiveSubject(declaration("device own"), "")} {
		if err := litter(s, 1); err != nil {
			t.Error(err)
		}
	}
}
