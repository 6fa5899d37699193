package proptests

import (
	"math/rand"
	"testing"
)

// TestImpossibleHistories: a history is explained only by an order of its calls in
// which the model does what came back.
func TestImpossibleHistories(t *testing.T) {
	trials, err := naiveSubject(declaration("open"), "").trials()
	if err != nil {
		t.Fatal(err)
	}
	gone, freed := Failure{Condition: unknownAllocation}, Failure{}
	for name, c := range map[string]struct {
		one, other [2]int64 // when two goroutines free one region
		got        [2]Failure
		possible   bool
	}{
		"one before the other":         {[2]int64{100, 101}, [2]int64{102, 103}, [2]Failure{freed, gone}, true},
		"at once, the first":           {[2]int64{100, 103}, [2]int64{101, 102}, [2]Failure{freed, gone}, true},
		"at once, the second":          {[2]int64{100, 103}, [2]int64{101, 102}, [2]Failure{gone, freed}, true},
		"both":                         {[2]int64{100, 103}, [2]int64{101, 102}, [2]Failure{freed, freed}, false},
		"neither":                      {[2]int64{100, 103}, [2]int64{101, 102}, [2]Failure{gone, gone}, false},
		"the later, after the earlier": {[2]int64{100, 101}, [2]int64{102, 103}, [2]Failure{gone, freed}, false},
	} {
		h := newHistory(trials[0], rand.New(rand.NewSource(1)))
		handle := h.before[0].got.handle
		h.events = [2][]event{
			{{verb: "free", handle: handle, got: outcome{failure: c.got[0]}, began: c.one[0], end: c.one[1]}},
			{{verb: "free", handle: handle, got: outcome{failure: c.got[1]}, began: c.other[0], end: c.other[1]}},
		}
		if h.explained(nil, [2]int{}) != c.possible {
			t.Errorf("%s: %v\n%s", name, c.possible, h)
		}
	}
}

// TestFiguresOfAMoment: figures that no order of the calls leads to are refused.
func TestFiguresOfAMoment(t *testing.T) {
	trials, err := naiveSubject(declaration("open"), "").trials()
	if err != nil {
		t.Fatal(err)
	}
	h := newHistory(trials[0], rand.New(rand.NewSource(1)))
	alloc, usage := event{verb: "alloc", size: 1}, event{verb: "usage"}
	h.call(&usage)
	h.call(&alloc)
	alloc.began, alloc.end, usage.began, usage.end = 100, 103, 101, 102
	for drift, possible := range map[uint64]bool{0: true, 1: true, 2: false} {
		usage := usage
		usage.usage = append([]Usage(nil), usage.usage...)
		usage.usage[0].NumberAllocs += drift
		usage.usage[0].BytesInUse += drift
		usage.usage[0].BytesPadding += drift * (trials[0].Declaration.Alignment - 1)
		h.events = [2][]event{{alloc}, {usage}}
		if h.explained(nil, [2]int{}) != possible {
			t.Errorf("%d regions more in use: %v\n%s", drift, possible, h)
		}
	}
}
