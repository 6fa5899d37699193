package proptests

import (
	"math"
	"slices"
	"sync"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// naiveType is a memory type that the naive allocator uses.
type naiveType struct {
	index   uint32
	granule uint64
}

// naiveTypes looks for the types by sorting all of them by what they lack.
func naiveTypes(d Declaration, bug string, device *vkrt.Device) (list []naiveType) {
	if device == nil {
		return []naiveType{{0, d.Alignment}}
	}
	cost := map[uint32]int{}
	for i, t := range device.Types() {
		unusual := vkrt.LazilyAllocated | vkrt.Protected | vkrt.DeviceCoherentAMD | vkrt.DeviceUncachedAMD
		if t.Flags&d.Memory.Require != d.Memory.Require || t.Flags&unusual != d.Memory.Require&unusual {
			continue
		}
		granule := d.Alignment
		if t.Flags&vkrt.HostVisible != 0 && t.Flags&vkrt.HostCoherent == 0 && bug != "atom ignored" {
			granule = max(granule, device.Limits().NonCoherentAtomSize)
		}
		for bit := vkrt.MemoryFlags(1); bit != 0 && bug != "types by index"; bit <<= 1 {
			if bit&d.Memory.Prefer&^t.Flags != 0 {
				cost[uint32(i)]++
			}
			if bit&d.Memory.Avoid&t.Flags != 0 {
				cost[uint32(i)]++
			}
		}
		list = append(list, naiveType{uint32(i), granule})
	}
	slices.SortStableFunc(list, func(a, b naiveType) int { return cost[a.index] - cost[b.index] })
	if d.Memory.Strict && len(list) > 1 && bug != "strict ignored" {
		list = list[:1]
	}
	return list
}

// granule returns the granule of the type that is tried now.
func (n *naive) granule() uint64 {
	if n.at >= len(n.types) {
		return n.d.Alignment
	}
	return n.types[n.at].granule
}

// here returns the pages of the type that is tried now.
func (n *naive) here(p *naivePool) (pages []*naivePage) {
	for _, page := range p.pages {
		if page.at == n.at {
			pages = append(pages, page)
		}
	}
	return pages
}

// ceiling returns the size of the largest page there can be.
func (n *naive) ceiling() uint64 {
	if n.device == nil {
		return math.MaxUint64
	}
	ceiling := n.device.Limits().MaxMemoryAllocationSize
	for _, t := range n.candidates() {
		if n.bug != "ceiling not rounded" {
			ceiling = ceiling / t.granule * t.granule
		}
	}
	for i := range n.pools {
		if least := n.pools[i].MinAlignment; least > 0 {
			ceiling = ceiling / least * least
		}
	}
	return ceiling
}

// candidates returns the types that any request may use.
func (n *naive) candidates() []naiveType {
	memory := *n.d.Memory
	memory.Strict = false
	d := n.d
	d.Memory = &memory
	return naiveTypes(d, n.bug, n.device)
}

// opens says whether some heap has room for the pages of every pool.
func (n *naive) opens() bool {
	types := n.candidates()
	for _, p := range n.pools {
		fits := len(types) == 0 || p.pageSize == 0
		for _, t := range types {
			heap := n.device.Heaps()[n.device.Types()[t.index].Heap].Size
			fits = fits || n.bug == "pages above the heap" || p.pageSize <= heap && p.pageSize <= n.ceiling()
		}
		fits = fits && (len(types) == 0 || n.blocksFit(&p, types))
		if !fits {
			return false
		}
	}
	return true
}

// blocksFit says whether some heap, or that of the best type, has room for a block
// of a pool whose blocks are of one size.
func (n *naive) blocksFit(p *naivePool, types []naiveType) bool {
	if p.Policy != "fixed" && p.Policy != "pooled" || n.bug == "pages above the heap" {
		return true
	}
	for i, t := range types {
		heap := n.device.Heaps()[n.device.Types()[t.index].Heap].Size
		if p.BlockSize <= heap && p.BlockSize <= n.device.Limits().MaxMemoryAllocationSize && (i == 0 || p.Policy == "pooled") {
			return true
		}
	}
	return false
}

// placeOnTypes places a region of a pool in memory of one type after the other.
func (n *naive) placeOnTypes(p *naivePool, size, align uint64) (at naivePlace, f Failure) {
	if n.bug == "old pages of any type first" {
		for n.at = range n.types {
			for _, page := range n.idle(p) {
				if page.size >= n.extent(size) && p.Kind == "exclusive_pages" {
					n.moveAverage(p, size)
					return naivePlace{page, 0, 1}, Failure{}
				}
			}
		}
	}
	if p.isBlocks() {
		return n.byPolicy(p, size, align)
	}
	for n.at = range n.types {
		if at, f = n.place(p, size, align); !n.goesOn(f) {
			return at, f
		}
	}
	return at, f
}

// recoverable says whether another type may serve what failed so.
func (n *naive) recoverable(f Failure) bool {
	switch f.Result {
	case vkrt.ErrorOutOfDeviceMemory:
		return true
	case vkrt.ErrorOutOfHostMemory:
		return n.bug != "host memory never returns"
	case vkrt.ErrorDeviceLost:
		return n.bug == "lost device asked again"
	case vkrt.ErrorTooManyObjects:
		return n.bug == "limit taken for want of memory"
	}
	return false
}

// retries returns what is idle if that may help, and says how many attempts
// are to follow one that ended in f.
func (n *naive) retries(f Failure) int {
	switch {
	case n.device == nil || !n.recoverable(f) || n.bug == "no retry":
		return 0
	case n.bug == "only the last pool returned":
		last := &n.pools[len(n.pools)-1]
		idle := n.leaving(last)
		for _, page := range idle {
			n.drop(last, page)
		}
		return min(len(idle), 1)
	}
	switch returned, _ := n.reclaim(); {
	case n.bug == "two retries" && returned > 0:
		return 2
	case returned > 0 || n.bug == "retry for nothing":
		return 1
	}
	return 0
}

// combine returns the failure of a search that met f last and before, if
// anywhere, a pool at its cap.
func (n *naive) combine(full, f Failure) Failure {
	if !full.failed() || n.device == nil || !n.recoverable(f) || n.bug == "capacity error lost" {
		return f
	}
	if n.bug != "native failure lost" {
		full.Type, full.Result = f.Type, f.Result
	}
	return full
}

// newNative is newPage on a device.
func (n *naive) newNative(p *naivePool, bytes, cells uint64) (*naivePage, Failure) {
	if n.dry {
		n.unmapped.Now += bytes
		n.unmapped.Most = max(n.unmapped.Most, n.unmapped.Now)
		return n.addPage(p, bytes, cells), Failure{}
	}
	typ := n.types[n.at].index
	if f := n.budget(p, bytes, typ); f.failed() && (cells > 1 || n.bug != "budget only for blocks") {
		return nil, f
	}
	memory, outcome := n.device.Allocate(bytes, typ)
	f := Failure{Condition: "Call", Pool: p.Name, Type: int(typ) + 1, Result: outcome.Result()}
	if n.bug == "number of the candidate reported" {
		f.Type = n.at + 1
	}
	switch outcome.Reason() {
	case vkrt.OK:
		var mapped []byte
		if n.d.Memory.Persistent {
			var result vkrt.Result
			if mapped, result = n.device.Map(memory, bytes); result != vkrt.Success {
				n.device.Free(memory, bytes, typ)
				f.Result = result
				return nil, f
			}
		}
		page := n.addPage(p, bytes, cells)
		page.memory, page.bytes = memory, mapped
		if n.bug == "block asked for twice" && len(p.pages) == 3 {
			n.device.Allocate(bytes, typ)
		}
		return page, Failure{}
	case vkrt.Limit:
		f.Condition = "AllocationLimit"
		if n.bug == "limit told as a call" {
			f.Condition = "Call"
		}
	}
	return nil, f
}

// budget refuses what a pool may not take of a heap.
func (n *naive) budget(p *naivePool, bytes uint64, typ uint32) Failure {
	limits := n.device.Limits()
	if !p.WithinBudget || bytes > limits.MaxMemoryAllocationSize {
		return Failure{}
	}
	room := n.device.Headroom(n.device.Types()[typ].Heap)
	if bytes <= room || n.device.AllocationCount() >= uint64(limits.MaxMemoryAllocationCount) || n.bug == "budget not kept" {
		return Failure{}
	}
	return Failure{Condition: "Call", Pool: p.Name, Type: int(typ) + 1, Result: vkrt.ErrorOutOfDeviceMemory}
}

// freeNative returns the memory of a page.
func (n *naive) freeNative(page *naivePage) {
	if n.device == nil || n.bug == "native memory kept" {
		return
	}
	typ := n.types[page.at].index
	n.device.Free(page.memory, page.size, typ)
	if n.bug == "freed twice" {
		n.device.Free(page.memory, page.size, typ)
	}
}

func (n *naive) memory(handle uint64) (vkrt.Memory, uint32, Failure) {
	s, f := n.find(handle)
	switch {
	case f.failed():
		return 0, 0, f
	case n.bug == "memory of the first page":
		return n.pools[s.pool].pages[0].memory, n.types[s.page.at].index, Failure{}
	case n.bug == "number of the candidate told":
		return s.page.memory, uint32(s.page.at), Failure{}
	case s.page.memory == 0:
		s.page.memory, _ = n.device.Allocate(s.page.size, n.types[s.page.at].index)
		if n.bug != "used and still without memory" {
			n.unmapped.Now -= s.page.size
		}
	}
	return s.page.memory, n.types[s.page.at].index, Failure{}
}

// locked lets several goroutines use what crowd calls of an instance.
func locked(in Instance) Instance {
	var mu sync.Mutex
	unlocked := in
	in.Alloc = func(size, align uint64, flags Flags) (uint64, Failure) {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.Alloc(size, align, flags)
	}
	in.Free = func(handle uint64) Failure {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.Free(handle)
	}
	in.Locate = func(handle uint64) (Region, Failure) {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.Locate(handle)
	}
	in.Reclaim = func() (uint64, Failure) {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.Reclaim()
	}
	in.CopyIn = func(handle, offset uint64, bytes []byte) Failure {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.CopyIn(handle, offset, bytes)
	}
	in.CopyOut = func(handle, offset uint64, bytes []byte) Failure {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.CopyOut(handle, offset, bytes)
	}
	in.Memory = func(handle uint64) (vkrt.Memory, uint32, Failure) {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.Memory(handle)
	}
	in.BlockSize = func(block uint32) uint64 {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.BlockSize(block)
	}
	in.Usage = func() ([]Usage, Failure) {
		mu.Lock()
		defer mu.Unlock()
		return unlocked.Usage()
	}
	return in
}
