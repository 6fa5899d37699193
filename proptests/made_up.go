package proptests

import (
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// real returns the devices there are on which every arena is tried: one with
// memory that is not host_coherent, and one of many types, some of which serve
// only who asks for them.
func real() (list []vkrt.Profile) {
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
	small := usual / 2 // has no room for what is large; yet New wants room in the first type, if it is the only one
	if d.Memory.Strict {
		small = 2 * usual
	}
	atom := uint64(256) // the largest that Vulkan allows
	return []vkrt.Profile{
		madeUp("small heaps", vkrt.Limits{MaxMemoryAllocationCount: 4096, MaxMemoryAllocationSize: spacious, NonCoherentAtomSize: 64},
			[]uint64{2*usual + usual/2 + atom, usual + usual/2 + atom + 1, 3*usual + atom},
			[]vkrt.Type{{Flags: r}, {Flags: preferred, Heap: 1}, {Flags: visible, Heap: 2}, {Flags: r | d.Memory.Avoid}}),
		madeUp("few allocations", vkrt.Limits{MaxMemoryAllocationCount: 9, MaxMemoryAllocationSize: spacious, NonCoherentAtomSize: 1},
			[]uint64{spacious, usual/2 + 1},
			[]vkrt.Type{{Flags: r, Heap: 1}, {Flags: preferred}}),
		madeUp("small allocations", vkrt.Limits{MaxMemoryAllocationCount: 4096, MaxMemoryAllocationSize: max(alignUp(page, atom), usual/3) + d.Alignment - 1, NonCoherentAtomSize: 64},
			[]uint64{8*usual + atom, 5*usual + atom},
			[]vkrt.Type{{Flags: preferred}, {Flags: r, Heap: 1}, {Flags: visible, Heap: 1}}),
		madeUp("large atom", vkrt.Limits{MaxMemoryAllocationCount: 4096, MaxMemoryAllocationSize: spacious, NonCoherentAtomSize: atom},
			[]uint64{small + atom, 3*usual + atom, 4*usual + atom},
			[]vkrt.Type{{Flags: visible | d.Memory.Prefer}, {Flags: visible, Heap: 1}, {Flags: r, Heap: 2}}),
		madeUp("nothing compatible", vkrt.Limits{MaxMemoryAllocationCount: 4096, MaxMemoryAllocationSize: spacious, NonCoherentAtomSize: 1},
			[]uint64{spacious},
			[]vkrt.Type{{Flags: incompatible(r)}}),
	}
}

func madeUp(name string, limits vkrt.Limits, heaps []uint64, types []vkrt.Type) vkrt.Profile {
	all := vkrt.GuaranteedLimits()
	all.MaxMemoryAllocationCount = limits.MaxMemoryAllocationCount
	all.MaxMemoryAllocationSize = limits.MaxMemoryAllocationSize
	all.NonCoherentAtomSize = limits.NonCoherentAtomSize
	p := vkrt.Profile{Name: name, Types: types, Limits: all}
	for _, size := range heaps {
		p.Heaps = append(p.Heaps, vkrt.Heap{Size: size, Flags: vkrt.HeapDeviceLocal})
	}
	return p
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
		if p.Kind == slicedPages {
			page = max(page, p.page(d.Alignment))
		}
	}
	return max(min(usual, spacious/16), page), page
}
