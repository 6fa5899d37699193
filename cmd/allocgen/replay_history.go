package main

import (
	"bytes"

	"github.com/allocgen/allocgen/internal/snapshot"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/replay"
)

// history gathers what a replay tells of blocks and regions.
type history struct {
	snapshot.History
	made   map[uint32]int // the pool of each block
	placed map[int]int    // of each region the event that places it
}

// newHistory is of one arena. Its pools are of the memory type that serves it best,
// on the host of type 0.
func newHistory(d driven) *history {
	h := &history{made: map[uint32]int{}, placed: map[int]int{}}
	memoryType := uint32(0)
	if d.device != nil {
		m := d.arena.Memory
		if best := vkrt.Choose(d.device.Types, ^uint32(0), m.Require, m.Prefer, m.Avoid); best.Len() > 0 {
			memoryType = best.At(0)
		}
	}
	for _, p := range d.arena.Pools {
		h.Pools = append(h.Pools, snapshot.HistoryPool{Name: d.arena.Name + "/" + p.Name, MemoryType: memoryType})
	}
	return h
}

// see adds what an event tells. A region has its last name from the start.
func (h *history) see(event replay.Event) {
	p := event.Placement
	if p == nil {
		return
	}
	e := snapshot.Event{Op: uint64(max(p.Op, 0)), Pool: p.Pool, Block: uint64(p.Block), ID: uint64(p.Region), Offset: p.Offset, Size: p.Bytes}
	switch p.What {
	case replay.BlockMade:
		e.Kind = snapshot.BlockMade
		h.made[p.Block] = p.Pool
	case replay.BlockGone:
		e.Kind, e.Pool = snapshot.BlockReturned, h.made[p.Block]
	case replay.RegionPlaced:
		e.Kind = snapshot.RegionPlaced
		h.placed[p.Region] = len(h.Events)
	case replay.RegionNamed:
		if at, ok := h.placed[p.Region]; ok {
			h.Events[at].Name = p.Text
		}
		return
	case replay.RegionFreed:
		e.Kind = snapshot.RegionFreed
	case replay.Refused:
		e.Kind = snapshot.Refused
	}
	h.Events = append(h.Events, e)
}

// write writes the history to a file that is not there yet.
func (h *history) write(c *console, path string) status {
	var text bytes.Buffer
	if err := h.Write(&text); err != nil {
		return c.fail(err)
	}
	if err := writeNew(c, []file{{path, text.Bytes(), missing}}); err != nil {
		return c.fail(err)
	}
	return yes
}
