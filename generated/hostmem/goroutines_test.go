package hostmem_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/allocgen/allocgen/generated/hostmem"
)

// place is where a region begins.
type place struct {
	block  uint32
	offset uint64
}

// exchange is what the goroutines share: the arena, the places that live
// regions begin at, and regions on their way from one goroutine to another.
type exchange struct {
	t       *testing.T
	arena   *hostmem.HostArena
	owned   sync.Map
	regions chan hostmem.HostHandle
}

func (x *exchange) at(h hostmem.HostHandle) place {
	block, failure := x.arena.Block(h)
	if failure.Failed() {
		x.t.Error(failure)
	}
	offset, _ := x.arena.Offset(h)
	return place{block, offset}
}

func (x *exchange) alloc(size, align uint64) (h hostmem.HostHandle) {
	h, failure := x.arena.Alloc(size, align)
	if failure.Failed() {
		x.t.Error(failure)
		return h
	}
	if _, taken := x.owned.LoadOrStore(x.at(h), true); taken {
		x.t.Errorf("%+v was given twice", x.at(h))
	}
	return h
}

func (x *exchange) free(h hostmem.HostHandle) {
	if _, ok := x.owned.LoadAndDelete(x.at(h)); !ok {
		x.t.Errorf("%+v was not owned", x.at(h))
	}
	if failure := x.arena.Free(h); failure.Failed() {
		x.t.Error(failure)
	}
}

// TestGoroutines: several goroutines allocate, pass regions on, free, ask and
// reclaim at once. No two live regions begin at one place, none is freed
// twice, and at the end nothing is left.
func TestGoroutines(t *testing.T) {
	allocator, failure := hostmem.New()
	if failure.Failed() {
		t.Fatal(failure)
	}
	x := &exchange{t: t, arena: &allocator.Host, regions: make(chan hostmem.HostHandle, 256)}
	var workers sync.WaitGroup
	for worker := range uint64(4) {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(worker, 3))
			for step := range 20_000 {
				h := x.alloc(1+r.Uint64N(6000), 1<<r.Uint32N(9))
				select {
				case x.regions <- h:
				case other := <-x.regions:
					x.free(other)
					x.free(h)
				}
				if step%1000 == 0 {
					allocator.Reclaim()
					allocator.Stats()
				}
			}
		})
	}
	workers.Wait()
	close(x.regions)
	for h := range x.regions {
		x.free(h)
	}
	allocator.Reclaim()
	if stats, _ := allocator.Stats(); stats.Total != (hostmem.Usage{}) {
		t.Errorf("%+v is left", stats.Total)
	}
	if failure := allocator.Close(); failure.Failed() {
		t.Error(failure)
	}
}
