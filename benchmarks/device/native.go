//go:build cgo

package main

import (
	"github.com/allocgen/allocgen/benchmarks"
	vkrt "github.com/allocgen/allocgen/runtime"
)

// guaranteedLive is how many regions are live at most where each is a native
// allocation: Vulkan promises a few more.
const guaranteedLive = 4000

// nativeLive is guaranteedLive, or less on a device that has not that many.
func nativeLive(d *vkrt.Device) int {
	return int(min(guaranteedLive, d.Limits().MaxMemoryAllocationCount/2))
}

// window returns a trace of which no more than most regions are live at once:
// what would be one too many is left out. It ends so many operations after so
// many are live, and those alone are timed.
func window(t *benchmarks.Trace, most, operations int) benchmarks.Trace {
	w := benchmarks.Trace{Name: t.Name, Capacity: t.Capacity, Slots: t.Slots}
	isLive, live := make([]bool, t.Slots), 0
	for _, o := range t.Ops {
		slot, frees := o.Slot&^benchmarks.Freeing, o.Slot&benchmarks.Freeing != 0
		if frees != isLive[slot] || !frees && live == most {
			continue
		}
		isLive[slot] = !frees
		if frees {
			live--
		} else {
			live++
		}
		w.Ops = append(w.Ops, o)
		if w.Setup == 0 && live == most {
			w.Setup = len(w.Ops)
		}
		if w.Setup != 0 && len(w.Ops) == w.Setup+operations {
			break
		}
	}
	return w
}

// openNative makes a native allocation for each region, of the memory type that
// the allocator takes.
func openNative(d *vkrt.Device, t *benchmarks.Trace) (*replayer, error) {
	n := native{
		device: d,
		typ:    vkrt.Choose(d.Types(), ^uint32(0), vkrt.DeviceLocal, 0, 0).At(0),
		held:   make([]held, t.Slots),
	}
	return &replayer{replay: n.replay, clear: n.clear, close: func() error {
		n.clear()
		return nil
	}}, nil
}

type native struct {
	device *vkrt.Device
	typ    uint32
	held   []held // by slot
}

// held is a native allocation, all zero for none.
type held struct {
	memory vkrt.Memory
	size   uint64
}

func (n *native) replay(ops []benchmarks.Op) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.Slot&benchmarks.Freeing != 0 {
			n.free(o.Slot &^ benchmarks.Freeing)
			continue
		}
		m, outcome := n.device.Allocate(o.Size, n.typ)
		if !outcome.OK() {
			refused++
			continue
		}
		n.held[o.Slot] = held{m, o.Size}
	}
	return refused
}

func (n *native) free(slot uint32) {
	if h := n.held[slot]; h.memory != 0 {
		n.device.Free(h.memory, h.size, n.typ)
		n.held[slot] = held{}
	}
}

func (n *native) clear() {
	for slot := range n.held {
		n.free(uint32(slot))
	}
}
