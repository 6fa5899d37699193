package spec

import (
	"fmt"
	"math/bits"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A Fit is how a plan for vulkan works out on one device.
type Fit struct {
	Device  *vkrt.Profile
	Arenas  []ArenaFit // in the order of the plan
	Caveats []Caveat
}

// An ArenaFit is the memory types that serve an arena.
type ArenaFit struct {
	Arena  string
	Strict bool      // only the first type serves it
	Types  []TypeFit // best first; none if the device has none for it
}

// A TypeFit is a memory type that has every property that an arena requires.
type TypeFit struct {
	Index    uint32
	Flags    vkrt.MemoryFlags
	Heap     uint32
	HeapSize uint64           // bytes
	Lacks    vkrt.MemoryFlags // what the arena prefers
	Has      vkrt.MemoryFlags // what the arena avoids
}

// Why says what speaks against the type, or that nothing does.
func (t TypeFit) Why() string {
	var against []string
	if t.Lacks != 0 {
		against = append(against, "lacks "+t.Lacks.String()+", which is preferred")
	}
	if t.Has != 0 {
		against = append(against, "is "+t.Has.String()+", which is avoided")
	}
	if against == nil {
		return "as wanted"
	}
	return strings.Join(against, "; ")
}

// A Caveat is what a device cannot give, or only in another way than the spec
// says. It is about the whole package where Arena is "".
type Caveat struct {
	Arena, Pool string
	Message     string
}

// On returns how the plan works out on a device with such a profile, which is
// sound. The plan's target is vulkan.
func (p *Plan) On(device *vkrt.Profile) Fit {
	fit := Fit{Device: device}
	if p.Device != nil && p.Device != device {
		fit.warn("", "", "the spec pins %s: New refuses a device with other memory types, smaller heaps or worse limits", p.Device.Name)
	}
	for _, a := range p.Arenas {
		of := ArenaFit{Arena: a.Name, Strict: a.Strict}
		for _, i := range a.Candidates(device) {
			t := device.Types[i]
			of.Types = append(of.Types, TypeFit{i, t.Flags, t.Heap, device.Heaps[t.Heap].Size,
				a.Memory.Prefer &^ t.Flags, a.Memory.Avoid & t.Flags})
		}
		fit.Arenas = append(fit.Arenas, of)
		fit.arena(a, of)
	}
	fit.atNew(p)
	return fit
}

func (f *Fit) warn(arena, pool, format string, args ...any) {
	f.Caveats = append(f.Caveats, Caveat{arena, pool, fmt.Sprintf(format, args...)})
}

// arena warns of what the device does to an arena and its pools.
func (f *Fit) arena(a Arena, of ArenaFit) {
	if len(of.Types) == 0 {
		f.warn(a.Name, "", "no memory type is %s: every request fails with NoCompatibleMemoryType; %s",
			a.Memory.Require, nearestType(f.Device.Types, a.Memory.Require))
		return
	}
	if atom := a.Atom(Vulkan, f.Device); atom > a.Alignment {
		f.warn(a.Name, "", "memory that is not host_coherent is flushed in atoms of %s, so that regions there are multiples of it, and not of the alignment %s",
			inUnits(atom), inUnits(a.Alignment))
	}
	for _, q := range a.Pools {
		f.sizes(a, q, of.Types)
		f.counts(a, q, of.Types)
	}
}

// nearestType says which type lacks the fewest of the properties.
func nearestType(types []vkrt.Type, require vkrt.MemoryFlags) string {
	best, fewest := 0, 33
	for i, t := range types {
		if n := bits.OnesCount32(uint32(require &^ t.Flags)); n < fewest {
			best, fewest = i, n
		}
	}
	missing := require &^ types[best].Flags
	if missing == 0 {
		return fmt.Sprintf("type %d is, and serves only arenas that require the rest of %s too", best, types[best].Flags)
	}
	return fmt.Sprintf("type %d comes nearest and lacks %s", best, missing)
}

// native returns the sizes of the pool's native allocations, the largest first
// and the one that it makes at the least: 0 where each is that of a request.
func (q Pool) native(alignment uint64) (largest, least uint64) {
	switch {
	case q.Kind == SlicedPages:
		return q.page(alignment), q.page(alignment)
	case q.Kind == ExclusivePages:
		return q.Uint("max_alloc_size"), 0
	case q.Policy() == Fixed, q.Policy() == Pooled:
		return q.Uint("block_size"), q.Uint("block_size")
	case q.Policy() == Adaptive:
		return q.Uint("block_size"), q.Uint("min_block_size")
	}
	return 0, 0
}

// bound returns the most bytes that the device allocates at once in memory of a
// type, for an arena.
func (f *Fit) bound(a Arena, t TypeFit) uint64 {
	most := min(t.HeapSize, f.Device.Limits.MaxMemoryAllocationSize)
	if a.Buffers != 0 {
		most = min(most, f.Device.Limits.MaxBufferSize)
	}
	return most
}

// sizes warns of pages and blocks that are larger than what the device allocates.
func (f *Fit) sizes(a Arena, q Pool, types []TypeFit) {
	largest, least := q.native(a.Alignment)
	best, most := f.bound(a, types[0]), uint64(0)
	for _, t := range types {
		most = max(most, f.bound(a, t))
	}
	served := most
	if a.Strict || q.Policy() == Fixed { // New makes no fixed block in another type
		served = best
	}
	const once = "the most that the device allocates for it at once"
	switch {
	case largest <= best:
	case q.Kind == ExclusivePages && largest > served:
		f.warn(a.Name, q.Name, "max_alloc_size %s is more than %s, %s: larger requests fail", inUnits(largest), inUnits(served), once)
	case q.Policy() == Adaptive && least > served:
		f.warn(a.Name, q.Name, "min_block_size %s is more than %s, %s: there is no block, and each region takes an allocation of its own", inUnits(least), inUnits(served), once)
	case q.Policy() == Adaptive && largest > served:
		f.warn(a.Name, q.Name, "block_size %s is more than %s, %s: blocks are halved until they fit", inUnits(largest), inUnits(served), once)
	case largest > most, q.Policy() == Fixed:
		f.warn(a.Name, q.Name, "%s %s is more than %s, %s: New refuses the device", q.sizedBy(), inUnits(largest), inUnits(served), once)
	case largest > served:
		f.warn(a.Name, q.Name, "%s %s is more than %s, %s in the one type of a strict arena: there can be none", q.sizedBy(), inUnits(largest), inUnits(served), once)
	default:
		f.warn(a.Name, q.Name, "%s %s is more than %s, the most that the device allocates at once in type %d, which is the best: what is larger goes to another type", q.sizedBy(), inUnits(largest), inUnits(best), types[0].Index)
	}
}

// sizedBy returns the key that says how large the pool's native allocations are.
func (q Pool) sizedBy() string {
	switch q.Kind {
	case SlicedPages:
		return "page_size"
	case ExclusivePages:
		return "max_alloc_size"
	}
	return "block_size"
}

// counts warns of native allocations that run out before the memory does.
func (f *Fit) counts(a Arena, q Pool, types []TypeFit) {
	count := uint64(f.Device.Limits.MaxMemoryAllocationCount)
	size, _ := q.native(a.Alignment)
	isOwn := q.Kind == Direct || q.Kind == ExclusivePages || q.Policy() == Separate
	if isOwn && uint64(a.MaxLive) > count {
		f.warn(a.Name, q.Name, "each region takes an allocation of its own, and the device has %d in all: fewer than max_live, %d", count, a.MaxLive)
	}
	if isOwn || size == 0 || q.Policy() == Fixed {
		return
	}
	room := min(types[0].HeapSize, q.Capacity())
	if q.IsBlocks() && q.Uint("max_blocks") > 0 {
		room = min(room, saturated(q.Uint("max_blocks"), size))
	}
	if room/size > count {
		f.warn(a.Name, q.Name, "the %d allocations that the device has end after %s in pieces of %s, and not at the %s that there is room for",
			count, inUnits(saturated(count, size)), inUnits(size), inUnits(room))
	}
}

// atNew warns of blocks that New makes, in all pools together and every stream.
func (f *Fit) atNew(p *Plan) {
	bytes, all := make([]uint64, len(f.Device.Heaps)), uint64(0)
	for i, a := range p.Arenas {
		if len(f.Arenas[i].Types) == 0 {
			continue
		}
		heap := f.Arenas[i].Types[0].Heap
		for _, q := range a.Pools {
			n, size := q.atNew()
			n *= max(uint64(p.Streams), 1)
			all += n
			sum, carry := bits.Add64(bytes[heap], saturated(n, size), 0)
			bytes[heap] = sum | -carry
		}
	}
	for heap, n := range bytes {
		if has := f.Device.Heaps[heap].Size; n > has {
			f.warn("", "", "New makes blocks of %s together in heap %d, which has %s", inUnits(n), heap, inUnits(has))
		}
	}
	if count := uint64(f.Device.Limits.MaxMemoryAllocationCount); all > count {
		f.warn("", "", "New makes %d blocks, and the device has %d allocations in all", all, count)
	}
}

// saturated returns a product, or the largest number where that is larger.
func saturated(a, b uint64) uint64 {
	over, product := bits.Mul64(a, b)
	if over != 0 {
		return ^uint64(0)
	}
	return product
}
