package view

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/allocgen/allocgen/internal/snapshot"
)

// readTrace is a trace as those who read it see it.
type readTrace struct {
	TraceEvents []struct {
		Name, Ph string
		Pid, Tid int
		Ts, Dur  uint64
		Args     map[string]any
	}
}

func traceOf(t *testing.T, h *snapshot.History) (r readTrace) {
	t.Helper()
	p := &Picture{Title: "run", History: h}
	text := written(t, func(w *bytes.Buffer) error { return p.WritePerfetto(w) })
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTrace: every region is a slice for as long as it lives, in a thread of its
// block where no other does; and at every operation the counters say what is
// reserved and in use.
func TestTrace(t *testing.T) {
	h := drawn(t, 3, 400)
	type thread struct{ process, thread int }
	until, block := map[thread]uint64{}, map[thread]float64{}
	names := map[thread]bool{}
	lives := map[[4]uint64]int{} // pool, operation, bytes, offset
	counters := map[string]map[uint64]float64{"reserved": {}, "in use": {}}
	refused := 0
	slices := map[thread][][2]uint64{}
	for _, e := range traceOf(t, h).TraceEvents {
		at := thread{e.Pid, e.Tid}
		switch e.Ph {
		case "M":
			names[at] = true
		case "C":
			counters[e.Name][e.Ts] = e.Args["bytes"].(float64)
		case "i":
			refused++
		case "X":
			if b, ok := block[at]; ok && b != e.Args["block"] || !names[at] {
				t.Fatalf("%+v is in a thread of block %v", e, b)
			}
			block[at] = e.Args["block"].(float64)
			slices[at] = append(slices[at], [2]uint64{e.Ts, e.Ts + e.Dur})
			lives[[4]uint64{uint64(e.Pid), e.Ts, uint64(e.Args["bytes"].(float64)), uint64(e.Args["offset"].(float64))}]++
		}
	}
	for at, list := range slices {
		for _, s := range list { // in the order in which they ended
			if s[0] < until[at] {
				t.Errorf("two regions at once in %+v", at)
			}
			until[at] = s[1]
		}
	}
	m := snapshot.NewMoment(h)
	reserved, inUse := 0.0, 0.0
	for i, e := range h.Events {
		if err := m.Step(); err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case snapshot.Refused:
			refused--
		case snapshot.RegionPlaced:
			lives[[4]uint64{uint64(e.Pool) + 1, e.Op, e.Size, e.Offset}]--
		}
		if i+1 < len(h.Events) && h.Events[i+1].Op == e.Op {
			continue
		}
		if n, ok := counters["reserved"][e.Op]; ok {
			reserved = n
		}
		if n, ok := counters["in use"][e.Op]; ok {
			inUse = n
		}
		if u := m.Usage(); float64(u.Reserved) != reserved || float64(u.InUse) != inUse {
			t.Fatalf("operation %d: the counters say %v and %v of %+v", e.Op, reserved, inUse, u)
		}
	}
	for life, n := range lives {
		if n != 0 {
			t.Errorf("region %v has %d slices too many", life, n)
		}
	}
	if refused != 0 {
		t.Errorf("%d refusals too many", refused)
	}
}

// TestLivesLast: a region lasts from its operation to the one that ends it, or to
// the end.
func TestLivesLast(t *testing.T) {
	h := &snapshot.History{Pools: []snapshot.HistoryPool{{Name: "p"}}, Events: []snapshot.Event{
		{Kind: snapshot.BlockMade, Op: 2, Size: 64},
		{Kind: snapshot.RegionPlaced, Op: 2, ID: 1, Size: 8},
		{Kind: snapshot.RegionPlaced, Op: 3, ID: 2, Offset: 8, Size: 8, Name: "named"},
		{Kind: snapshot.RegionFreed, Op: 7, ID: 1},
		{Kind: snapshot.RegionPlaced, Op: 7, ID: 1, Offset: 16, Size: 8},
	}}
	got := map[string][]uint64{}
	for _, e := range traceOf(t, h).TraceEvents {
		if e.Ph == "X" {
			got[e.Name] = append(got[e.Name], uint64(e.Tid), e.Ts, e.Dur)
		}
	}
	want := map[string][]uint64{"region 1": {1, 2, 5, 1, 7, 1}, "named": {2, 3, 5}}
	for name, lives := range want {
		if asJSON(t, got[name]) != asJSON(t, lives) {
			t.Errorf("%s: %v, want %v", name, got[name], lives)
		}
	}
}

func TestASnapshotHasNoTrace(t *testing.T) {
	p := &Picture{Snapshot: still()}
	if err := p.WritePerfetto(io.Discard); !errors.Is(err, ErrNoHistory) {
		t.Error(err)
	}
}
