package proptests

import (
	"errors"
	"regexp"
	"testing"
)

// waste is garbage, which the compiler must not do without.
var waste []byte

// TestLitter: where frees leave garbage, an allocation shows it.
func TestLitter(t *testing.T) {
	s := naiveSubject(declarations()["ladder"], "")
	opened := s.New
	s.New = func() Instance {
		in := opened()
		free := in.Free
		in.Free = func(handle uint64) Failure {
			waste = make([]byte, 64)
			return free(handle)
		}
		return in
	}
	err := litter(s, 1, nil)
	var found *counterexample
	if !errors.As(err, &found) || len(found.ops) != 1 || !regexp.MustCompile(`^law garbage-free: .*\nbroken: \d+ bytes a life, most at garbage_test.go:\d+\n`).MatchString(err.Error()) {
		t.Error(err)
	}
}

// TestLitterUntold: nothing is said of an arena that serves nothing, nor of one of
// which every region is a native allocation.
func TestLitterUntold(t *testing.T) {
	for _, d := range []Declaration{arena(16, pool("none", 4096, 1024, 15)), deviceBlocks()["device own"]} {
		if err := litter(naiveSubject(d, ""), 1, nil); err != nil {
			t.Error(err)
		}
	}
}
