// Package benchmarks replays recordings for the benchmarks of allocators. It
// reads recordings, or makes some, into a form that costs little to step
// through, and times their replay.
package benchmarks

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

// Freeing is set in the slot of an operation that frees.
const Freeing = 1 << 31

// Op is an allocation or a free. A region is named by its slot; slots of freed
// regions are used again, so that a table of them stays small.
type Op struct {
	Slot  uint32
	Align uint32 // bytes, of an allocation
	Size  uint64 // bytes, of an allocation
}

// Trace is a recording to replay.
type Trace struct {
	Name     string
	Capacity uint64 // bytes of the one block to replay it in
	Slots    int
	Setup    int // the first operations, which set the stage and aren't timed
	Ops      []Op
}

// A recorder builds a trace.
type recorder struct {
	Trace
	vacant []uint32
}

// alloc adds an allocation and returns its slot.
func (r *recorder) alloc(size, align uint64) (slot uint32) {
	if n := len(r.vacant); n > 0 {
		slot, r.vacant = r.vacant[n-1], r.vacant[:n-1]
	} else {
		slot = uint32(r.Slots)
		r.Slots++
	}
	r.Ops = append(r.Ops, Op{Slot: slot, Align: uint32(align), Size: size})
	return slot
}

// free adds a free.
func (r *recorder) free(slot uint32) {
	r.Ops = append(r.Ops, Op{Slot: slot | Freeing})
	r.vacant = append(r.vacant, slot)
}

// Load returns the recordings in a directory, or those of Made if it is "".
func Load(directory string) (list []Trace, err error) {
	if directory == "" {
		return Made(), nil
	}
	paths, err := filepath.Glob(filepath.Join(directory, "*.trace"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no recordings in %s", directory)
	}
	for _, path := range paths {
		t, err := read(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, t)
	}
	return list, nil
}

// read reads a recording. One that doesn't say how large a block it was made
// in gets 8 GiB.
func read(path string) (Trace, error) {
	file, err := os.Open(path)
	if err != nil {
		return Trace{}, err
	}
	defer file.Close()
	recording, err := trace.Read(file)
	if err != nil {
		return Trace{}, err
	}
	r := recorder{Trace: Trace{Name: strings.TrimSuffix(filepath.Base(path), ".trace"), Capacity: 8 << 30}}
	if capacity, ok := recording.Capacity(); ok {
		r.Capacity = capacity
	}
	live := map[uint64]uint32{}
	for _, o := range recording.Ops {
		slot, isLive := live[o.ID]
		switch {
		case o.Kind == trace.Alloc && !isLive:
			live[o.ID] = r.alloc(o.Size, o.Align)
		case o.Kind == trace.Free && isLive:
			delete(live, o.ID)
			r.free(slot)
		}
	}
	return r.Trace, nil
}
