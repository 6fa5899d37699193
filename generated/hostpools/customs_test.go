package hostpools

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

const capacity = 1 << 16

// must is the result of a call that may not fail.
func must[R any](t *testing.T) func(R, Failure) R {
	return func(result R, failure Failure) R {
		t.Helper()
		if failure.Failed() {
			t.Fatal(failure)
		}
		return result
	}
}

// done is a call that may not fail.
func done(t *testing.T, failure Failure) {
	t.Helper()
	if failure.Failed() {
		t.Fatal(failure)
	}
}

// TestPoolOfItsOwn: a custom pool has a block of the size that New was told, is
// asked alone, and gives all back.
func TestPoolOfItsOwn(t *testing.T) {
	allocator := must[*Allocator](t)(New(capacity + 5))
	a := &allocator.Space
	heap := must[SpacePool](t)(a.CreatePool(SpaceHeap))
	region := must[SpaceHandle](t)(a.AllocIn(heap, 100, 1, 0)) // the declared pool rings would take it
	block := must[uint32](t)(a.Block(region))
	if size := must[uint64](t)(a.BlockSize(block)); size != capacity || block != 1 {
		t.Errorf("block %d of %d bytes", block, size)
	}
	if _, failure := a.AllocIn(heap, capacity, 1, 0); failure.Code() != OutOfSpace || failure.Pool() != "heap" {
		t.Errorf("a full pool spills: %v", failure)
	}
	if _, failure := a.AllocIn(heap, 100, 1, Dedicated); failure.Code() != UnsupportedCapability || failure.Detail() != NoOwnMemory {
		t.Errorf("a block of its own: %v", failure)
	}
	rings := must[SpacePool](t)(a.CreatePool(SpaceRings))
	if _, failure := a.AllocIn(rings, 513, 1, 0); failure.Code() != AllocationTooLarge || failure.Limit() != 512 {
		t.Errorf("too large: %v", failure)
	}
	if failure := a.DestroyPool(heap); failure.Code() != LiveAllocations || failure.Count() != 1 {
		t.Errorf("with a live region: %v", failure)
	}
	done(t, a.Free(region))
	done(t, a.DestroyPool(heap))
	if size := must[uint64](t)(a.BlockSize(block)); size != 0 {
		t.Errorf("the block is left: %d bytes", size)
	}
	if failure := allocator.Close(); failure.Code() != LivePools || failure.Count() != 1 {
		t.Errorf("Close: %v", failure)
	}
	done(t, a.DestroyPool(rings))
	done(t, allocator.Close())
}

// TestNoSpaceForAPool: a custom pool whose blocks are more than the arena's share
// is not made.
func TestNoSpaceForAPool(t *testing.T) {
	const most = spaceHeapMostBytes
	allocator := must[*Allocator](t)(New(most))
	a := &allocator.Space
	rest := must[SpaceHandle](t)(a.Alloc(spaceMaxReserved/64*64-2*most+64, 1))
	before := must[Stats](t)(allocator.Stats())
	_, failure := a.CreatePool(SpaceHeap)
	if failure.Code() != AllocationTooLarge || failure.Requested() != most || failure.Limit() != most-64 {
		t.Errorf("beyond the share: %v", failure)
	}
	if after := must[Stats](t)(allocator.Stats()); after != before {
		t.Errorf("%+v\nwas %+v", after, before)
	}
	done(t, a.Free(rest))
	must[uint64](t)(a.Reclaim())
	done(t, a.DestroyPool(must[SpacePool](t)(a.CreatePool(SpaceHeap))))
	done(t, allocator.Close())
}

// TestCustomPoolsAreAsTheDeclaredOne: requests to a custom pool, and the same to
// the declared one of another allocator, have the same outcomes.
func TestCustomPoolsAreAsTheDeclaredOne(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		var allocators [2]*Allocator
		for i := range allocators {
			allocators[i] = must[*Allocator](t)(New(capacity))
		}
		pool := must[SinglePool](t)(allocators[1].Single.CreatePool(SingleSteps))
		ask := [2]func(size, align uint64, flags Flags) (SingleHandle, Failure){
			allocators[0].Single.AllocWith,
			func(size, align uint64, flags Flags) (SingleHandle, Failure) {
				return allocators[1].Single.AllocIn(pool, size, align, flags)
			},
		}
		var regions [2][]SingleHandle
		for step := range 400 {
			op, size, align, k, flags := r.IntN(20), r.Uint64N(3000), uint64(1)<<r.IntN(9), r.IntN(1<<20), Flags(0)
			if size%7 == 0 {
				flags = []Flags{Dedicated, NeverAllocate, NeverAllocate | Dedicated, 1 << 7}[k%4]
			}
			var got [2]string
			for i := range allocators {
				a := &allocators[i].Single
				switch {
				case op < 12:
					region, failure := ask[i](size, align, flags)
					got[i] = failure.String()
					if !failure.Failed() {
						regions[i] = append(regions[i], region)
						got[i] = fmt.Sprint(must[uint64](t)(a.Offset(region)))
					}
				case op < 19 && len(regions[i]) > 0:
					at := k % len(regions[i])
					done(t, a.Free(regions[i][at]))
					regions[i] = slices.Delete(regions[i], at, at+1)
				case op == 19:
					got[i] = fmt.Sprint(must[uint64](t)(a.Reclaim()))
				}
				stats := must[SingleStats](t)(a.Stats()).Total
				got[i] += fmt.Sprintf(": %d in use, %d blocks", stats.BytesInUse, stats.NumberBlocks-uint64(i)) // the declared block of the second
			}
			if got[0] != got[1] {
				t.Fatalf("seed %d, step %d: the declared pool %s, the custom one %s", seed, step, got[0], got[1])
			}
		}
	}
}

// TestDamageIsFound: Recover opens no arena whose custom pools and regions don't
// agree.
func TestDamageIsFound(t *testing.T) {
	allocator := must[*Allocator](t)(New(capacity))
	a := &allocator.Space
	pool := must[SpacePool](t)(a.CreatePool(SpaceRings))
	number, _ := a.customs.Find(pool.spacePool)
	region, _ := a.slots.Find(must[SpaceHandle](t)(a.AllocIn(pool, 100, 1, 0)).space)
	for name, damage := range map[string]func() (mend func()){
		"a count": func() func() { a.live[number+1]++; return func() { a.live[number+1]-- } },
		"a pool that is dead": func() func() {
			before := slices.Clone(a.customs.slots)
			table := a.customs
			a.customs.Vacate(number)
			return func() { a.customs = table; copy(a.customs.slots, before) }
		},
		"a pool like another": func() func() {
			a.customs.slots[number].Pool = spaceHeapNumber
			return func() { a.customs.slots[number].Pool = spaceRingsNumber }
		},
		"a region of another pool": func() func() {
			a.slots.slots[region].Custom = 0
			return func() { a.slots.slots[region].Custom = uint8(number) + 1 }
		},
		"a region of no pool": func() func() {
			a.slots.slots[region].Custom = 4
			return func() { a.slots.slots[region].Custom = uint8(number) + 1 }
		},
	} {
		mend := damage()
		a.poisoned = true
		if failure := allocator.Recover(); failure.Code() != SynchronizationPoisoned {
			t.Errorf("%s: taken for sound: %v", name, failure)
		}
		mend()
		if failure := allocator.Recover(); failure.Failed() {
			t.Errorf("%s: mended, and %v", name, failure)
		}
	}
}

// TestPoolsOfManyGoroutines: goroutines make, use and destroy custom pools at
// once.
func TestPoolsOfManyGoroutines(t *testing.T) {
	allocator := must[*Allocator](t)(New(capacity))
	a := &allocator.Space
	var work sync.WaitGroup
	for g := range 6 { // for four pools
		work.Go(func() {
			for round := range 100 {
				pool, failure := a.CreatePool(SpaceRings + SpacePoolKind(round%2))
				if failure.Code() == HostAllocationFailed {
					continue
				}
				region, failure := a.AllocIn(pool, uint64(100+g), 1, 0)
				if failure.Failed() || a.Free(region).Failed() || a.DestroyPool(pool).Failed() {
					t.Error(failure)
				}
			}
		})
	}
	work.Wait()
	done(t, allocator.Close())
}
