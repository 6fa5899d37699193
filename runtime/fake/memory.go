package fake

import (
	"cmp"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Memory is memory that is allocated and not freed.
type Memory struct {
	Memory    vkrt.Memory
	Size      uint64 // bytes
	Type      uint32
	Dedicated vkrt.Dedicated
	Mapped    bool
}

// memory is a live Memory with its bytes, which exist once it was mapped.
type memory struct {
	Memory
	bytes   []byte
	address bool // buffers with an address may be bound to it
}

// Live returns the memory that is allocated, oldest first. After an allocator
// was closed it is empty, or the allocator leaks.
func (f *Fake) Live() []Memory {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]Memory, 0, len(f.live))
	for _, m := range f.live {
		list = append(list, m.Memory)
	}
	slices.SortFunc(list, func(a, b Memory) int { return cmp.Compare(a.Memory, b.Memory) })
	return list
}

func (f *Fake) allocate(info vkrt.AllocateInfo) (vkrt.Memory, vkrt.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{
		Kind: Allocate, Size: info.Size, Type: info.Type, Dedicated: info.Dedicated,
		Priority: info.Priority, DeviceAddress: info.DeviceAddress,
	}
	switch c.Result = f.planned(c); {
	case c.Result != vkrt.Success:
	case c.Size > f.ceiling:
		c.Result = f.refusal
	default:
		c.Result = f.serve(&c)
	}
	f.record(c)
	return c.Memory, c.Result
}

// serve allocates memory as a driver would that has as much as the profile
// says and is not asked to break a rule.
func (f *Fake) serve(c *Call) vkrt.Result {
	if breach := f.allocateBreach(*c); breach != "" {
		c.Result = vkrt.ErrorUnknown
		f.fault(*c, breach)
		return c.Result
	}
	heap := f.profile.Types[c.Type].Heap
	left := f.profile.Heaps[heap].Size - f.others[heap]
	if used := f.heapUsed[heap]; used > left || c.Size > left-used {
		return vkrt.ErrorOutOfDeviceMemory
	}
	f.last++
	f.heapUsed[heap] += c.Size
	c.Memory = f.last
	f.live[f.last] = &memory{Memory: Memory{f.last, c.Size, c.Type, c.Dedicated, false}, address: c.DeviceAddress}
	return vkrt.Success
}

func (f *Fake) free(m vkrt.Memory) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: Free, Memory: m}
	f.planned(c)
	f.record(c)
	if live := f.find(c); live != nil {
		f.heapUsed[f.profile.Types[live.Type].Heap] -= live.Size
		delete(f.live, m)
	}
}

// find returns the memory that a call is for, or records a fault and returns
// nil.
func (f *Fake) find(c Call) *memory {
	live := f.live[c.Memory]
	switch {
	case live != nil:
	case c.Memory == 0 || c.Memory > f.last:
		f.fault(c, "no such memory was ever allocated")
	default:
		f.fault(c, "the memory was freed before")
	}
	return live
}
