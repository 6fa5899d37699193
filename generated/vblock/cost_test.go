package vblock_test

import (
	"testing"
	"time"

	"github.com/allocgen/allocgen/generated/vblock"
)

// unit is what holes are aligned to, and as large as, but for what is said.
const unit = 16 << 10

// few and many are numbers of holes.
const few, many = 500, 16000

// fragmented returns an allocator in whose arena heap so many holes begin a
// granule behind a multiple of unit and end at the next, with or without free
// room behind them.
func fragmented(t *testing.T, holes uint64, room bool) *vblock.Allocator {
	t.Helper()
	const granule = 256
	a := open(t, 1)
	ok := served[vblock.HeapHandle](t)
	var freed []vblock.HeapHandle
	for range holes {
		ok(a.Heap.AllocWith(granule, 1, vblock.MinOffset))
		freed = append(freed, ok(a.Heap.AllocWith(unit-granule, 1, vblock.MinOffset)))
	}
	ok(a.Heap.Alloc(granule, 1))
	if !room {
		ok(a.Heap.Alloc(16<<30-holes*unit-2*granule, 1))
	}
	for _, h := range freed {
		a.Heap.Free(h)
	}
	return a
}

// fastest returns how long a call takes in nanoseconds, in the fastest of
// several runs.
func fastest(call func()) float64 {
	const runs, calls = 40, 250
	best := time.Hour
	for range runs {
		begin := time.Now()
		for range calls {
			call()
		}
		best = min(best, time.Since(begin))
	}
	return float64(best.Nanoseconds()) / calls
}

// grows reports whether a call takes longer among many holes than can be
// chance: were it to look at them one by one, it would take 32 times as long.
func grows(t *testing.T, name string, one, other float64) {
	t.Helper()
	if t.Logf("%s: %.0f ns among %d holes, %.0f ns among %d", name, one, few, other, many); other > 6*one+100 {
		t.Errorf("%s: the time grows with the holes", name)
	}
}

var strategies = []struct {
	name  string
	flags vblock.Flags
}{{"min_memory", vblock.MinMemory}, {"min_time", vblock.MinTime}, {"min_offset", vblock.MinOffset}}

// A request for which every hole of its class is a granule too small is refused
// without a look at each.
func TestRefusalAmongManyHoles(t *testing.T) {
	refusal := func(a *vblock.Allocator, flags vblock.Flags) float64 {
		granule := served[vblock.HeapHandle](t)(a.Heap.Alloc(256, 1))
		return fastest(func() {
			a.Heap.Free(granule) // so that the arena cannot know the answer from before
			defer func() { granule, _ = a.Heap.Alloc(256, 1) }()
			if _, failure := a.Heap.AllocWith(unit, 1, flags); failure.Code() != vblock.OutOfSpace {
				t.Fatal(failure)
			}
		})
	}
	small, large := fragmented(t, few, false), fragmented(t, many, false)
	for _, s := range strategies {
		grows(t, s.name, refusal(small, s.flags), refusal(large, s.flags))
	}
}

// A request that alignment keeps out of every hole, half as large as it is, soon
// gets room behind them. The lowest offset is known only after all were asked.
func TestAlignedAmongManyHoles(t *testing.T) {
	round := func(a *vblock.Allocator, flags vblock.Flags) float64 {
		return fastest(func() {
			h, failure := a.Heap.AllocWith(unit/2, unit, flags)
			if failure.Failed() {
				t.Fatal(failure)
			}
			a.Heap.Free(h)
		})
	}
	small, large := fragmented(t, few, true), fragmented(t, many, true)
	for _, s := range strategies[:2] {
		grows(t, s.name, round(small, s.flags), round(large, s.flags))
	}
}
