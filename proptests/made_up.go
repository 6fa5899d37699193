package proptests

import (
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// known returns the devices there are on which every arena is tried: one with
// memory that is not host_coherent, and one of many types, some of which serve
// only who asks for them.
func known() (list []vkrt.Profile) {
	for _, name := range []string{"apple_m1", "amd_rx_6600_windows"} {
		p, ok := profiles.ByName(name)
		if !ok {
			panic("no profile " + name)
		}
		list = append(list, p)
	}
	return list
}

// spacious is the size of a heap that nothing fills.
const spacious = 1 << 60

// madeUp returns devices on which the arena meets often what it meets rarely on
// real ones, whatever its sizes are.
func (d *Declaration) madeUp() []vkrt.Profile {
	r, preferred := d.Memory.Require, d.Memory.Require|d.Memory.Prefer
	visible := r | vkrt.HostVisible | vkrt.HostCached
	usual, page := d.scale()
	small := usual / 2 // no room for what is large; but New wants room in the only type
	if d.Memory.Strict {
		small = 2 * usual
	}
	const atom = 256 // bytes, the largest that Vulkan allows
	list := []vkrt.Profile{
		// No heap holds a few of the largest blocks.
		madeUp("small heaps", limits(4096, spacious, 64),
			heaps(2*usual+usual/2+atom, usual+usual/2+atom+1, 3*usual+atom),
			[]vkrt.Type{{Flags: r}, {Flags: preferred, Heap: 1}, {Flags: visible, Heap: 2}, {Flags: r | d.Memory.Avoid}}),
		// Few blocks may be alive, however small.
		madeUp("few allocations", limits(9, spacious, 1),
			heaps(spacious, usual/2+1),
			[]vkrt.Type{{Flags: r, Heap: 1}, {Flags: preferred}}),
		// Requests that a pool accepts are too large for the device.
		madeUp("small allocations", limits(4096, max(alignUp(page, atom), usual/3, atom)+d.Alignment-1, 64),
			heaps(8*usual+atom, 5*usual+atom),
			[]vkrt.Type{{Flags: preferred}, {Flags: r, Heap: 1}, {Flags: visible, Heap: 1}}),
		// Extents are rounded up, in some types more than in others.
		madeUp("large atom", limits(4096, spacious, atom),
			heaps(small+atom, 3*usual+atom, 4*usual+atom),
			[]vkrt.Type{{Flags: visible | d.Memory.Prefer}, {Flags: visible, Heap: 1}, {Flags: r, Heap: 2}}),
		madeUp("nothing compatible", limits(4096, spacious, 1), heaps(spacious), []vkrt.Type{{Flags: incompatible(r)}}),
	}
	if d.watches() {
		// The device says what may be used of a heap. The heaps are no multiples of
		// much, and a few blocks are many.
		budget := madeUp("budget", limits(16, spacious, 16), heaps(6*usual+100, 4*usual+atom+1), []vkrt.Type{{Flags: preferred}, {Flags: r, Heap: 1}})
		budget.MemoryBudget = true
		list = append(list, budget)
	}
	for i := range list { // pages of a few granules
		list[i].Limits.BufferImageGranularity = min(d.Alignment<<(3+i), list[i].Limits.BufferImageGranularity)
	}
	return list
}

func madeUp(name string, limits vkrt.Limits, heaps []vkrt.Heap, types []vkrt.Type) vkrt.Profile {
	return vkrt.Profile{Name: name, Heaps: heaps, Types: types, Limits: limits}
}

// limits returns what Vulkan guarantees, but for these: of native allocations
// the number alive and the bytes of each, and the bytes of an atom.
func limits(count uint32, size, atom uint64) vkrt.Limits {
	l := vkrt.GuaranteedLimits()
	l.MaxMemoryAllocationCount, l.MaxMemoryAllocationSize, l.NonCoherentAtomSize = count, size, atom
	return l
}

func heaps(sizes ...uint64) (list []vkrt.Heap) {
	for _, size := range sizes {
		list = append(list, vkrt.Heap{Size: size, Flags: vkrt.HeapDeviceLocal})
	}
	return list
}

// incompatible returns flags that do not do where these are required.
func incompatible(required vkrt.MemoryFlags) vkrt.MemoryFlags {
	if required == 0 {
		return vkrt.Protected
	}
	return 0
}

// scale returns the size by which the made-up devices are measured, in bytes,
// about that of the largest block, and the largest page of a pool of sliced
// pages.
func (d *Declaration) scale() (usual, page uint64) {
	for _, p := range newModel(*d, nil).pools {
		usual = max(usual, p.usual)
		switch {
		case p.Kind == slicedPages:
			page = max(page, p.page(d.Alignment))
		case p.Policy == fixed || p.Policy == pooled:
			page = max(page, p.BlockSize)
		}
	}
	return max(min(usual, spacious/16), page), page
}
