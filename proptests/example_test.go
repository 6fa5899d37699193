package proptests_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/proptests"
	"github.com/allocgen/allocgen/runtime/trace"
)

// full is an arena whose pool may hold no page at all: a small thing to
// conform to, as it refuses every request. A generated package's test passes
// the methods of its arena in the same way.
type full struct{ closed bool }

func (a *full) failure() (f proptests.Failure) {
	if a.closed {
		f.Condition = "Closed"
	}
	return f
}

func (a *full) alloc(size, align uint64, flags proptests.Flags) (uint64, proptests.Failure) {
	f := a.failure()
	switch {
	case f.Condition != "":
	case size == 0 || align == 0 || align > 1<<30 || align&(align-1) != 0 || flags != 0:
		f.Condition = "InvalidRequest"
	case size > 1024:
		f = proptests.Failure{Condition: "AllocationTooLarge", A: size, B: 1024}
	default:
		f = proptests.Failure{Condition: "PoolCapacityExceeded", Pool: "small", A: size}
	}
	return 0, f
}

func (a *full) find(handle uint64) proptests.Failure {
	f := a.failure()
	switch {
	case f.Condition != "":
	case handle == 0:
		f.Condition = "UnknownAllocation"
	default:
		f.Condition = "WrongAllocator" // it never issued a handle
	}
	return f
}

func (a *full) close() proptests.Failure {
	f := a.failure()
	a.closed = true
	return f
}

func newFull() proptests.Instance {
	a := &full{}
	return proptests.Instance{
		Alloc:     a.alloc,
		Free:      a.find,
		Locate:    func(h uint64) (proptests.Region, proptests.Failure) { return proptests.Region{}, a.find(h) },
		BlockSize: func(uint32) uint64 { return 0 },
		Reclaim:   func() (uint64, proptests.Failure) { return 0, a.failure() },
		Clear:     a.failure,
		Usage:     func() ([]proptests.Usage, proptests.Failure) { return make([]proptests.Usage, 1), a.failure() },
		Peaks:     func() ([]proptests.Peak, proptests.Failure) { return make([]proptests.Peak, 1), a.failure() },
		Close:     a.close,
	}
}

// heap is that arena as the suite sees it.
var heap = proptests.Subject{
	Declaration: proptests.Declaration{
		Package:   "hostmem",
		Arena:     "heap",
		Alignment: 16,
		Pools: []proptests.Pool{
			{Name: "small", Kind: "sliced_pages", PageSize: 4096, MaxSliceSize: 1024, MaxPoolSize: 15},
		},
	},
	New: newFull,
}

// A test of a package has the t that these want; an example has to make one.
func ExampleRun() {
	var t testing.T
	proptests.Garbage(&t, heap) // first, and then the test may be one of several: t.Parallel()
	proptests.Run(&t, heap)
	fmt.Println("failed:", t.Failed())
	// Output: failed: false
}

func ExampleReplay() {
	var t testing.T
	recording, err := trace.Read(strings.NewReader("a 1 1000 16\nf 1\n"))
	if err != nil {
		panic(err)
	}
	proptests.Replay(&t, heap, recording)
	fmt.Println("failed:", t.Failed())
	// Output: failed: false
}
