package proptests

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// together tests what one instance used by one goroutine doesn't show: that
// allocators tell each other's handles apart and, where the declaration has
// it, that several goroutines may use one at once. They write to what the host can
// see.
func together(t trial) *counterexample {
	t.written = t.written || t.isSimulated() && t.isVisible()
	t.source = search{name: "using two allocators"}
	if err := apart(t); err != nil {
		return t.counterexample(nil, err)
	}
	if t.Declaration.Concurrent {
		t.source = search{name: "using several goroutines, whose turns differ from run to run: another, or one with -race, may say more"}
		in := &interpreter{trial: t} // without an instance, for what it guards
		for _, several := range []func(trial) error{crowd, contend, linearised} {
			if in.guard(func() error { return several(t) }); in.broken != nil {
				return t.counterexample(nil, in.broken)
			}
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

// crowd lets goroutines allocate, pass on, free, ask and reclaim on one instance,
// or each on its own stream. What one holds it must find as another left it; in
// the end nothing may be left.
func crowd(t trial) error {
	var others account // what other users hold of the device
	if t.real != nil {
		others = accountOf(t.real)
	}
	in, device, simulated := t.open()
	fresh := in.held()
	c := newCrew(t, in, simulated)
	if err := atOnce(goroutines, func(id int) error { return c.worker(id).work() }); err != nil {
		return err
	}
	if err := c.finish(); err != nil {
		return err
	}
	for _, stream := range c.streams {
		stream.Reclaim()
	}
	total, stay := in.held(), Usage{NumberBlocks: fresh.NumberBlocks}
	if stay.NumberBlocks > 0 {
		stay.BytesReserved = total.BytesReserved // a block that stays may have another's size
	}
	if total != stay {
		return fmt.Errorf("law leakfree: with every region freed, Reclaim returns every byte but of blocks that stay\nbroken: %+v", total)
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

// held returns what an instance holds, in all streams.
func (in Instance) held() (total Usage) {
	var all []Usage
	for _, stream := range in.everyStream() {
		pools, f := stream.Usage()
		if f.failed() {
			panic(f.String())
		}
		all = append(all, pools...)
	}
	return Sum(all)
}

// atOnce has several goroutines do something, and returns the first error.
func atOnce(count int, do func(id int) error) error {
	errs := make([]error, count)
	var workers sync.WaitGroup
	for id := range count {
		workers.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[id] = panicked(p)
				}
			}()
			errs[id] = do(id)
		})
	}
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// contended is how many regions all goroutines free at once, contests how often.
const contended, contests = 64, 16

// contend has all goroutines free the same regions at once, half of them the
// first one last, each in its stream if there are streams: every region goes once.
func contend(t trial) error {
	in, _, _ := t.open()
	streams := in.everyStream()
	for range contests {
		handles := fill(streams, contended)
		ended := make([]atomic.Int32, len(handles))
		var ready atomic.Int32
		err := atOnce(goroutines, func(id int) error {
			for ready.Add(1); ready.Load() < goroutines; {
				runtime.Gosched()
			}
			for k := range handles {
				if id%2 == 1 {
					k = len(handles) - 1 - k
				}
				if !streams[id%len(streams)].Free(handles[k]).failed() {
					ended[k].Add(1)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for k := range ended {
			if n := ended[k].Load(); n != 1 {
				return fmt.Errorf("law stale: a live handle is freed once, whoever else frees it\nbroken: %s was freed %d times", describe(handles[k]), n)
			}
		}
	}
	if f := in.Close(); f.failed() {
		return fmt.Errorf("law closed: Close refuses only while regions live\nbroken: %v", f)
	}
	return nil
}

// fill allocates up to so many small regions, in one stream after the other.
func fill(streams []Instance, most int) (handles []uint64) {
	for _, stream := range streams {
		for range most / len(streams) {
			handle, f := stream.Alloc(1, 1, 0)
			if f.failed() {
				break
			}
			handles = append(handles, handle)
		}
	}
	return handles
}
