package policies_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/policies"
	"github.com/allocgen/allocgen/runtime/fake"
)

// everyOrder has an arena serve regions of these sizes and free them in every
// order. After each, nothing is in use and Reclaim leaves the bytes that New
// made.
func everyOrder[H any](t *testing.T, sizes []uint64, kept uint64, alloc func(size, align uint64) (H, policies.Failure),
	free func(H) policies.Failure, reclaim func() (uint64, policies.Failure), total func() policies.Usage) {
	t.Helper()
	regions := make([]H, len(sizes))
	for order := range orders(len(sizes)) {
		for k, size := range sizes {
			regions[k] = served[H](t)(alloc(size, 1))
		}
		for _, k := range order {
			if failure := free(regions[k]); failure.Failed() {
				t.Fatalf("in order %d: %v", order, failure)
			}
		}
		served[uint64](t)(reclaim())
		if got := total(); got != (policies.Usage{BytesReserved: kept, NumberBlocks: kept / mib}) {
			t.Fatalf("after order %d: %+v", order, got)
		}
	}
}

// orders yields every order of n numbers; a yielded one is good until the next.
func orders(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		order := make([]int, n)
		for k := range order {
			order[k] = k
		}
		var permute func(k int) bool
		permute = func(k int) bool {
			if k == n {
				return yield(order)
			}
			for other := k; other < n; other++ {
				order[k], order[other] = order[other], order[k]
				more := permute(k + 1)
				order[k], order[other] = order[other], order[k]
				if !more {
					return false
				}
			}
			return true
		}
		permute(0)
	}
}

// small are regions that share a block, large such as need several, or memory
// of their own.
var small, large = []uint64{1000, 300, 5000, 256, 70 * kib, 1}, []uint64{600 * kib, 100 * kib, 400 * kib, 500 * kib, 1000, 100 * kib}

// Under every policy, in ranges and in lines, freeing all in whatever order
// gives every native byte back.
func TestEveryOrderOfFrees(t *testing.T) {
	device := fake.New(heaps(1024*mib), fake.Options{Forget: true})
	a, failure := policies.New(device.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	for n := range 7 {
		for _, sizes := range [][]uint64{small[:n], large[:n]} {
			everyOrder(t, sizes, 0, a.Separate.Alloc, a.Separate.Free, a.Separate.Reclaim, func() policies.Usage {
				s, _ := a.Separate.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 2*mib, a.Fixed.Alloc, a.Fixed.Free, a.Fixed.Reclaim, func() policies.Usage {
				s, _ := a.Fixed.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.Pooled.Alloc, a.Pooled.Free, a.Pooled.Reclaim, func() policies.Usage {
				s, _ := a.Pooled.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.Adaptive.Alloc, a.Adaptive.Free, a.Adaptive.Reclaim, func() policies.Usage {
				s, _ := a.Adaptive.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.Automatic.Alloc, a.Automatic.Free, a.Automatic.Reclaim, func() policies.Usage {
				s, _ := a.Automatic.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.SeparateLine.Alloc, a.SeparateLine.Free, a.SeparateLine.Reclaim, func() policies.Usage {
				s, _ := a.SeparateLine.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 2*mib, a.FixedLine.Alloc, a.FixedLine.Free, a.FixedLine.Reclaim, func() policies.Usage {
				s, _ := a.FixedLine.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.PooledLine.Alloc, a.PooledLine.Free, a.PooledLine.Reclaim, func() policies.Usage {
				s, _ := a.PooledLine.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.AdaptiveLine.Alloc, a.AdaptiveLine.Free, a.AdaptiveLine.Reclaim, func() policies.Usage {
				s, _ := a.AdaptiveLine.Stats()
				return s.Total
			})
			everyOrder(t, sizes, 0, a.AutomaticLine.Alloc, a.AutomaticLine.Free, a.AutomaticLine.Reclaim, func() policies.Usage {
				s, _ := a.AutomaticLine.Stats()
				return s.Total
			})
		}
	}
	if live := device.Live(); len(live) != made {
		t.Errorf("live are %v", live)
	}
	if failure := a.Close(); failure.Failed() || len(device.Live()) > 0 || device.Device().OwnBytes(0) != 0 {
		t.Errorf("closed with %v, live %v", failure, device.Live())
	}
}
