package proptests

import (
	"fmt"
	"math/rand"
	"sync"
)

// together tests what one instance used by one goroutine doesn't show: that
// allocators tell each other's handles apart and, where the declaration has
// it, that several goroutines may use one at once.
func together(t trial) *counterexample {
	if err := apart(t); err != nil {
		return &counterexample{source: search{name: "using two allocators"}, device: t.name(), broken: err}
	}
	if t.Declaration.Concurrent {
		if err := crowd(t); err != nil {
			return &counterexample{source: search{name: "using several goroutines"}, device: t.name(), broken: err}
		}
	}
	return nil
}

// apart holds a handle of one instance against another.
func apart(t trial) error {
	one, _, _ := t.open()
	other, _, _ := t.open()
	handle, f := one.Alloc(1, 1, 0)
	if f.failed() {
		return nil // an arena that serves nothing has no handles
	}
	if got, want := other.Free(handle), (Failure{Condition: wrongAllocator}); got != want {
		return fmt.Errorf("law stale: the handle of another allocator is refused\nbroken: %v instead of %v", got, want)
	}
	one.Free(handle)
	if f, g := one.Close(), other.Close(); f.failed() || g.failed() {
		return fmt.Errorf("law closed: Close refuses only while regions live\nbroken: %v, %v", f, g)
	}
	return nil
}

// crowd lets goroutines allocate, free, ask and reclaim on one instance. What
// each holds it must find again as it was; in the end nothing may be left.
func crowd(t trial) error {
	var others account // what other users hold of the device
	if t.real != nil {
		others = accountOf(t.real)
	}
	in, device, simulated := t.open()
	fresh, _ := in.Usage()
	c := newCrew(t, in, simulated)
	errs := make([]error, goroutines)
	var workers sync.WaitGroup
	for id := range goroutines {
		workers.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[id] = fmt.Errorf("law total: no call panics\nbroken: panic: %v", p)
				}
			}()
			errs[id] = c.work(rand.New(rand.NewSource(int64(id))))
		})
	}
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	in.Reclaim()
	pools, f := in.Usage()
	total, stay := Sum(pools), Usage{NumberBlocks: Sum(fresh).NumberBlocks}
	if stay.NumberBlocks > 0 {
		stay.BytesReserved = total.BytesReserved // a block that stays may have another's size
	}
	if f.failed() || total != stay {
		return fmt.Errorf("law leakfree: with every region freed, Reclaim returns every byte but of blocks that stay\nbroken: %+v (%v)", total, f)
	}
	if f := in.Close(); f.failed() {
		return fmt.Errorf("law closed: Close refuses only while regions live\nbroken: %v", f)
	}
	if simulated != nil && (len(simulated.Live()) > 0 || len(simulated.Faults()) > 0) {
		return fmt.Errorf("law leakfree: with every region freed, all native memory is returned, once\nbroken: left are %v, forbidden were %v",
			simulated.Live(), simulated.Faults())
	}
	if device != nil && accountOf(device) != others {
		return fmt.Errorf("law leakfree: with every region freed, all native memory is returned, once\nbroken: the device counts %d, and others have %d",
			device.AllocationCount(), others.count)
	}
	return nil
}
