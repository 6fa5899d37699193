package proptests

import (
	"math"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// memoryType is a memory type that serves an arena.
type memoryType struct {
	index   uint32
	granule uint64 // bytes, a power of two; offsets, extents and blocks are multiples of it
}

// memoryTypes returns the memory types that serve the arena on a device, the
// best one first. The host counts as one.
func (d *Declaration) memoryTypes(device *vkrt.Profile) (types []memoryType) {
	if device == nil {
		return []memoryType{{0, d.Alignment}}
	}
	types = d.candidates(device)
	if d.Memory.Strict && len(types) > 0 {
		return types[:1]
	}
	return types
}

// candidates returns the memory types that a request can find the best in, if
// there is one that it can't be in.
func (d *Declaration) candidates(device *vkrt.Profile) (types []memoryType) {
	chosen := vkrt.Choose(device.Types, math.MaxUint32, d.Memory.Require, d.Memory.Prefer, d.Memory.Avoid)
	for i := range chosen.Len() {
		t := memoryType{chosen.At(i), d.Alignment}
		const visible, coherent = vkrt.HostVisible, vkrt.HostCoherent
		if device.Types[t.index].Flags&(visible|coherent) == visible {
			t.granule = max(t.granule, device.Limits.NonCoherentAtomSize)
		}
		types = append(types, t)
	}
	return types
}

// coarsest returns the largest granule of the types.
func coarsest(types []memoryType) (granule uint64) {
	for _, t := range types {
		granule = max(granule, t.granule)
	}
	return granule
}

// opensOn says whether an arena can work with a device: some memory type must have
// room for a page of each pool of sliced pages. Where no type serves the arena,
// New leaves it to Alloc to say so.
func (d *Declaration) opensOn(device *vkrt.Profile) bool {
	types := d.candidates(device)
	room := uint64(0)
	for _, t := range types {
		room = max(room, device.Heaps[device.Types[t.index].Heap].Size)
	}
	room = min(room, device.Limits.MaxMemoryAllocationSize)
	if d.Memory.Buffers {
		room = min(room, device.Limits.MaxBufferSize)
	}
	for _, p := range d.Pools {
		if p.Kind == slicedPages && len(types) > 0 && p.page(d.Alignment) > room/coarsest(types)*coarsest(types) {
			return false
		}
	}
	return true
}
