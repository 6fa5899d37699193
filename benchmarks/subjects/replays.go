package subjects

import (
	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/alloc"
	"github.com/allocgen/allocgen/benchmarks/locked"
	"github.com/allocgen/allocgen/benchmarks/streamed"
)

// One function for each arena: a call through an interface or a type parameter
// would cost about as much as a tenth of what is measured.

func replayTight(a *alloc.TightArena, handles []alloc.TightHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayLocked(a *locked.TightArena, handles []locked.TightHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayStreamed(a *streamed.TightArena, handles []streamed.TightHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayLow(a *alloc.LowArena, handles []alloc.LowHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayQuick(a *alloc.QuickArena, handles []alloc.QuickHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayWide(a *alloc.WideArena, handles []alloc.WideHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayOrdered(a *alloc.OrderedArena, handles []alloc.OrderedHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replaySlices(a *alloc.SlicesArena, handles []alloc.SlicesHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayBlocks(a *alloc.BlocksArena, handles []alloc.BlocksHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}

func replayPages(a *alloc.PagesArena, handles []alloc.PagesHandle, ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			a.Free(handles[o.Slot&^benchmarks.Freeing])
			continue
		}
		h, failure := a.Alloc(o.Size, uint64(o.Align))
		if failure.Failed() {
			refused++
		}
		handles[o.Slot] = h
	}
	return refused
}
