package proptests

import (
	"fmt"
	"math/rand"
	"sync"

	"github.com/allocgen/allocgen/runtime/fake"
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
	one, device := t.open()
	other := t.openOn(device)
	handle, f := one.Alloc(1, 1)
	if f.failed() {
		return nil // an arena that serves nothing has no handles
	}
	if got, want := other.Free(handle), (Failure{Condition: wrongAllocator}); got != want {
		return fmt.Errorf("law stale: the handle of another allocator is refused\nbroken: %v instead of %v", got, want)
	}
	return nil
}

// goroutines and steps are how many use an instance at once, for how long.
const goroutines, steps = 4, 4000

// crowd lets goroutines allocate, free, ask and reclaim on one instance. What
// each holds it must find again as it was; in the end nothing may be left.
func crowd(t trial) error {
	in, device := t.open()
	o := newOperands(t)
	errs := make([]error, goroutines)
	var taken sync.Map // by the place that a region begins at, as a Region of size 0
	var workers sync.WaitGroup
	for id := range goroutines {
		workers.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[id] = fmt.Errorf("law total: no call panics\nbroken: panic: %v", p)
				}
			}()
			errs[id] = worker(in, device, o, rand.New(rand.NewSource(int64(id))), &taken)
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
	if total := Sum(pools); f.failed() || total != (Usage{}) {
		return fmt.Errorf("law leakfree: with every region freed, Reclaim returns every byte\nbroken: %+v (%v)", total, f)
	}
	if f := in.Close(); f.failed() {
		return fmt.Errorf("law closed: Close refuses only while regions live\nbroken: %v", f)
	}
	if device != nil && (len(device.Live()) > 0 || len(device.Faults()) > 0 || device.Device().AllocationCount() > 0) {
		return fmt.Errorf("law leakfree: with every region freed, all native memory is returned, once\nbroken: left are %v, forbidden were %v",
			device.Live(), device.Faults())
	}
	return nil
}

// worker is one goroutine's part: it frees all it allocated. On a device it
// makes native allocations fail, its own or another's.
func worker(in Instance, device *fake.Fake, o *operands, r *rand.Rand, taken *sync.Map) error {
	type held struct {
		handle uint64
		at     Region
	}
	var mine []held
	for step := range steps {
		if len(mine) < 16 && step < steps-16 {
			if device != nil && r.Intn(64) == 0 && device.Pending() < mostFaults {
				fault := o.fault(r)
				device.FailNth(fake.Allocate, fault.ID, fault.Result)
			}
			size := o.small(r)
			handle, f := in.Alloc(size, o.natural(r))
			if f.failed() {
				continue // others hold what there is
			}
			at, f := in.Locate(handle)
			if f.failed() || at.Size != size {
				return fmt.Errorf("law located: a live handle resolves to its region\nbroken: %v (%v) for %d bytes", at, f, size)
			}
			if _, twice := taken.LoadOrStore(Region{at.Block, at.Offset, 0}, true); twice {
				return fmt.Errorf("law disjoint: the extents of live regions do not overlap\nbroken: %v is given twice", at)
			}
			mine = append(mine, held{handle, at})
		}
		if len(mine) == 0 || r.Intn(2) == 0 && step < steps-16 {
			continue
		}
		k := r.Intn(len(mine))
		if at, f := in.Locate(mine[k].handle); f.failed() || at != mine[k].at {
			return fmt.Errorf("law located: a region never moves\nbroken: %v (%v), and %v before", at, f, mine[k].at)
		}
		taken.Delete(Region{mine[k].at.Block, mine[k].at.Offset, 0})
		if f := in.Free(mine[k].handle); f.failed() {
			return fmt.Errorf("law stale: a live handle is freed once\nbroken: %v", f)
		}
		mine[k] = mine[len(mine)-1]
		mine = mine[:len(mine)-1]
		if step%256 == 0 {
			in.Reclaim()
			in.Usage()
		}
	}
	for _, h := range mine {
		if f := in.Free(h.handle); f.failed() {
			return fmt.Errorf("law stale: a live handle is freed once\nbroken: %v", f)
		}
	}
	return nil
}
