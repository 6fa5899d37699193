package spec

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// maxAtom is the largest nonCoherentAtomSize that Vulkan allows, in bytes.
const maxAtom = 256

// Candidates returns the memory types of a device that can serve the arena,
// best first.
func (a Arena) Candidates(device *vkrt.Profile) (types []uint32) {
	all := vkrt.Choose(device.Types, ^uint32(0), a.Memory.Require, a.Memory.Prefer, a.Memory.Avoid)
	for i := range all.Len() {
		types = append(types, all.At(i))
	}
	return types
}

// IsIncoherent reports whether the host may see memory of such a type that is
// not coherent, so that regions there must not share an atom.
func IsIncoherent(f vkrt.MemoryFlags) bool {
	return f&vkrt.HostVisible != 0 && f&vkrt.HostCoherent == 0
}

// Atom returns the largest nonCoherentAtomSize, in bytes, that the arena may
// have to keep to beside its alignment: 1 if none of its memory is incoherent.
func (a Arena) Atom(target Target, device *vkrt.Profile) uint64 {
	switch {
	case target != Vulkan, a.Memory.Require&vkrt.HostCoherent != 0:
		return 1
	case device == nil:
		return maxAtom
	}
	for _, typ := range a.Candidates(device) {
		if IsIncoherent(device.Types[typ].Flags) {
			return device.Limits.NonCoherentAtomSize
		}
	}
	return 1
}

// checkMemory reports properties that an arena wants and does not want, and
// what the pinned device cannot give it.
func checkMemory(r *reporter, a *object, device *vkrt.Profile, streams uint64) {
	memory := a.value("memory")
	if !memory.ok || memory.set == nil {
		return
	}
	wants := memoryOf(a)
	for _, pair := range []struct {
		keys   string
		shared vkrt.MemoryFlags
	}{
		{"require and prefer", wants.Require & wants.Prefer},
		{"require and avoid", wants.Require & wants.Avoid},
		{"prefer and avoid", wants.Prefer & wants.Avoid},
	} {
		if pair.shared != 0 {
			r.report(ruleFlags, memory.at, fmt.Sprintf("%v is in both %s", pair.shared, pair.keys), "remove it from one of them")
		}
	}
	if mode := a.value("map"); mode.text == "persistent" && wants.Require&vkrt.HostVisible == 0 {
		r.report(ruleMap, mode.at, "map persistent, and the memory need not be host_visible", "require host_visible")
	}
	if alignment := a.value("alignment"); a.value("buffers").set != nil && alignment.ok && alignment.num < maxAtom {
		r.report(ruleBuffers, alignment.at, fmt.Sprintf("buffers at multiples of %s", inUnits(alignment.num)), "declare an alignment of at least "+inUnits(maxAtom))
	}
	if device == nil {
		return
	}
	types := Arena{Memory: wants}.Candidates(device)
	if len(types) == 0 {
		r.report(ruleNoType, memory.at, fmt.Sprintf("no memory type of %s is %v", device.Name, wants.Require),
			"require less, and prefer the rest")
		return
	}
	for _, p := range a.value("pools").items {
		checkHeaps(r, p, types, device, streams)
	}
}

// checkHeaps reports pages and blocks that are larger than every heap that they
// could be in, or than the device allocates at once, and blocks that are too many
// for their heap in all streams.
func checkHeaps(r *reporter, p *object, types []uint32, device *vkrt.Profile, streams uint64) {
	heap := func(typ uint32) uint64 { return device.Heaps[device.Types[typ].Heap].Size }
	largest := uint64(0)
	for _, typ := range types {
		largest = max(largest, heap(typ))
	}
	check := func(key string, size uint64, at span, heap uint64) bool {
		bound := min(heap, device.Limits.MaxMemoryAllocationSize)
		if size > bound {
			r.report(ruleHeap, at, fmt.Sprintf("%s %s is more than %s, the most that %s allocates for the arena at once",
				key, inUnits(size), inUnits(bound), device.Name), "")
		}
		return size <= bound
	}
	if size, ok := p.sound("page_size", "max_pool_size"); ok {
		check("page_size", min(size[0].num, size[1].num), size[0].at, largest)
	}
	policy, ok := p.sound("policy", "min_blocks")
	if !ok || policy[0].set == nil {
		return
	}
	size, n := policy[0].size("block_size"), policy[1].num
	switch Policy(policy[0].text) {
	case Fixed:
		largest, n = heap(types[0]), policy[0].set.value("blocks").num
	case Pooled:
	default:
		return
	}
	at := policy[0].set.value("block_size").at
	n *= max(streams, 1)
	if check("block_size", size, at, largest) && n > heap(types[0])/size {
		r.report(ruleHeap, at, fmt.Sprintf("%d blocks of %s, which New makes, are more than their heap of %s has, %s",
			n, inUnits(size), device.Name, inUnits(heap(types[0]))), "")
	}
}
