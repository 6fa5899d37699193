package proptests

import (
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/trace"
)

// opened is the law of what New makes or returns.
var opened = law{Name: "opening", Statement: "New makes the blocks that stay, or fails and returns all native memory"}

// opening makes the native allocations of New fail in turn, with each result: New
// then makes do with smaller blocks, where the policy has any, or it fails and
// returns what it has made.
func opening(t trial) *counterexample {
	stay := func(p Pool) bool { return p.stays() > 0 }
	if !t.isSimulated() || !slices.ContainsFunc(t.Declaration.Pools, stay) {
		return nil
	}
	t.source = search{name: "failing native allocations of New"}
	m := newModel(t.Declaration, t.profile)
	m.opens()
	simulated := fake.New(*t.profile, fake.Options{BufferAddress: true})
	t.NewOn(simulated.Device())
	alone := len(allocations(callsForMemory(simulated))) == len(allocations(m.device.calls))
	for _, result := range trace.FaultResults() {
		fault := trace.Op{Kind: trace.Fault, Result: result}
		for pending := false; !pending; {
			fault.ID++
			var err error
			if pending, err = t.openFailing(fault, alone); err != nil {
				return t.counterexample([]trace.Op{fault}, err)
			}
		}
	}
	return nil
}

// openFailing makes an instance while a fault is pending, and says whether it
// still is, and which law is broken. The model tells what should be of an arena that
// is alone.
func (t trial) openFailing(op trace.Op, alone bool) (pending bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p)
		}
	}()
	simulated := fake.New(*t.profile, fake.Options{BufferAddress: true})
	simulated.FailNth(fake.Allocate, op.ID, op.Result)
	in, opens := t.NewOn(simulated.Device())
	pending = simulated.Pending() > 0
	made := allocations(callsForMemory(simulated))
	m := newModel(t.Declaration, t.profile)
	m.device.faults = []fault{{op.ID, op.Result}}
	should := m.opens()
	if want := allocations(m.device.calls); alone && (opens != should || !slices.Equal(made, want)) {
		return pending, opened.breach(fmt.Errorf("opens: %t instead of %t, with the native calls %v instead of %v", opens, should, made, want))
	}
	if opens {
		in.Close()
	}
	if err := left(simulated); err != nil {
		return pending, opened.breach(err)
	}
	return pending, nil
}

// allocations returns the native allocations among calls, but for what they are
// dedicated to.
func allocations(calls []fake.Call) (list []fake.Call) {
	for _, c := range calls {
		if c.Kind == fake.Allocate {
			c.Dedicated = vkrt.Dedicated{}
			list = append(list, c)
		}
	}
	return list
}
