//go:build cgo

package main

import (
	"fmt"

	"github.com/allocgen/allocgen/benchmarks"
	"github.com/allocgen/allocgen/benchmarks/gpualloc"
	"github.com/allocgen/allocgen/benchmarks/gputwin"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// subject is what serves a trace.
type subject struct {
	name  string
	most  float64 // times the twin that it may take; 0: no target
	trace *benchmarks.Trace
	open  func(d *vkrt.Device, t *benchmarks.Trace) (*replayer, error)

	parts      benchmarks.Parts
	cold, warm int    // native calls for the whole trace, the first time and later
	mallocs    uint64 // of Go's heap, for the whole trace, later
}

// subjectsFor returns all subjects, the twin first. A native allocation takes so
// much longer that fewer of them are made.
func subjectsFor(d *vkrt.Device, t *benchmarks.Trace, operations int) []subject {
	few := window(t, nativeLive(d), operations)
	return []subject{
		{name: "host twin", trace: t, open: openTwin},
		{name: "vulkan", most: 1.5, trace: t, open: openVulkan},
		{name: "vkAllocateMemory, vkFreeMemory", trace: &few, open: openNative},
	}
}

// replayer replays operations, at first with nothing live.
type replayer struct {
	replay func(ops []benchmarks.Op) (refused int)
	clear  func() // ends what is live
	close  func() error
}

func openTwin(_ *vkrt.Device, t *benchmarks.Trace) (*replayer, error) {
	a, failure := gputwin.New()
	if failure.Failed() {
		return nil, failure.Err()
	}
	handles := make([]gputwin.DeviceHandle, t.Slots)
	return &replayer{
		replay: func(ops []benchmarks.Op) int { return replayTwin(&a.Device, handles, ops) },
		clear:  func() { a.Device.Clear() },
		close: func() error {
			a.Device.Clear()
			return a.Close().Err()
		},
	}, nil
}

func openVulkan(d *vkrt.Device, t *benchmarks.Trace) (*replayer, error) {
	a, failure := gpualloc.New(d)
	if failure.Failed() {
		return nil, fmt.Errorf("the allocator doesn't open on %s: %w", d.Profile().Name, failure.Err())
	}
	handles := make([]gpualloc.DeviceHandle, t.Slots)
	return &replayer{
		replay: func(ops []benchmarks.Op) int { return replayVulkan(&a.Device, handles, ops) },
		clear:  func() { a.Device.Clear() },
		close: func() error {
			a.Device.Clear()
			return a.Close().Err()
		},
	}, nil
}

// One function for each arena: a call through an interface or a type parameter
// would cost about as much as a tenth of what is measured.

func replayTwin(a *gputwin.DeviceArena, handles []gputwin.DeviceHandle, ops []benchmarks.Op) (refused int) {
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

func replayVulkan(a *gpualloc.DeviceArena, handles []gpualloc.DeviceHandle, ops []benchmarks.Op) (refused int) {
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
