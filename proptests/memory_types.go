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

// coarsest returns the largest granule that the declaration asks for.
func (d *Declaration) coarsest() (granule uint64) {
	granule = d.Alignment
	for _, p := range d.Pools {
		granule = max(granule, p.MinAlignment)
	}
	return granule
}

// opensOn says whether New works on a device that is used by nobody else.
func (d *Declaration) opensOn(device *vkrt.Profile) bool { return newModel(*d, device).opens() }
