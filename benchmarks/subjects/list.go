package subjects

import (
	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/alloc"
	"github.com/allocgen/allocgen/benchmarks/locked"
	"github.com/allocgen/allocgen/benchmarks/streamed"
)

// blockBytes is the size of a block of kind tlsf, and more than any trace's.
const blockBytes = 32 << 30

// List is all subjects, by the names that they have in what is printed.
var List = []Subject{
	{"min_memory", 32_700, blockBytes - 1, true, openTight},
	{"min_offset", 32_700, blockBytes - 1, true, openLow},
	{"min_time", 32_700, blockBytes - 1, true, openQuick},
	{"mutex", 32_700, blockBytes - 1, true, openLocked},
	{"streams", 32_700, blockBytes - 1, true, openStreamed},
	{"min_memory_32bit", 100_000, blockBytes - 1, true, openWide},
	{"linear", 100_001, 1 << 40, false, openOrdered},
	{"sliced_pages", 4_097, 256 << 20, false, openSlices},
	{"direct", 100_001, 1 << 40, false, openBlocks},
	{"exclusive_pages", 100_001, 1 << 40, false, openPages},
}

// fresh returns an allocator for a trace.
func fresh(t *Trace) *alloc.Allocator { return benchmarks.Must(alloc.New(t.Capacity)) }

func openTight(t *Trace) *Run {
	a := fresh(t)
	return run(&a.Tight, t, blockBytes-t.Capacity, func(handles []alloc.TightHandle, ops []benchmarks.Op) int {
		return replayTight(&a.Tight, handles, ops)
	})
}

// openLocked and openStreamed open what openTight does, for several goroutines.
func openLocked(t *Trace) *Run {
	a := benchmarks.Must(locked.New())
	return run(&a.Tight, t, blockBytes-t.Capacity, func(handles []locked.TightHandle, ops []benchmarks.Op) int {
		return replayLocked(&a.Tight, handles, ops)
	})
}

func openStreamed(t *Trace) *Run {
	a := &benchmarks.Must(streamed.New()).Stream(0).Tight
	return run(a, t, blockBytes-t.Capacity, func(handles []streamed.TightHandle, ops []benchmarks.Op) int {
		return replayStreamed(a, handles, ops)
	})
}

func openLow(t *Trace) *Run {
	a := fresh(t)
	return run(&a.Low, t, blockBytes-t.Capacity, func(handles []alloc.LowHandle, ops []benchmarks.Op) int {
		return replayLow(&a.Low, handles, ops)
	})
}

func openQuick(t *Trace) *Run {
	a := fresh(t)
	return run(&a.Quick, t, blockBytes-t.Capacity, func(handles []alloc.QuickHandle, ops []benchmarks.Op) int {
		return replayQuick(&a.Quick, handles, ops)
	})
}

func openWide(t *Trace) *Run {
	a := fresh(t)
	return run(&a.Wide, t, blockBytes-t.Capacity, func(handles []alloc.WideHandle, ops []benchmarks.Op) int {
		return replayWide(&a.Wide, handles, ops)
	})
}

func openOrdered(t *Trace) *Run {
	a := fresh(t)
	return run(&a.Ordered, t, 0, func(handles []alloc.OrderedHandle, ops []benchmarks.Op) int {
		return replayOrdered(&a.Ordered, handles, ops)
	})
}

func openSlices(t *Trace) *Run {
	a := fresh(t)
	r := run(&a.Slices, t, 0, func(handles []alloc.SlicesHandle, ops []benchmarks.Op) int {
		return replaySlices(&a.Slices, handles, ops)
	})
	r.reserved = func() uint64 { return benchmarks.Must(a.Peaks()).Slices.Slices.BytesReserved }
	return r
}

func openBlocks(t *Trace) *Run {
	a := fresh(t)
	r := run(&a.Blocks, t, 0, func(handles []alloc.BlocksHandle, ops []benchmarks.Op) int {
		return replayBlocks(&a.Blocks, handles, ops)
	})
	r.reserved = func() uint64 { return benchmarks.Must(a.Peaks()).Blocks.Blocks.BytesReserved }
	return r
}

func openPages(t *Trace) *Run {
	a := fresh(t)
	r := run(&a.Pages, t, 0, func(handles []alloc.PagesHandle, ops []benchmarks.Op) int {
		return replayPages(&a.Pages, handles, ops)
	})
	r.reserved = func() uint64 { return benchmarks.Must(a.Peaks()).Pages.Pages.BytesReserved }
	return r
}
