package proptests

import (
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// device is the model of a device: the account of what the arena holds of it,
// the native calls that are to fail, and those that there should have been.
type device struct {
	*vkrt.Profile
	account
	users    account               // what others hold of it
	maps     bool                  // every block, as long as it lives
	most     uint64                // bytes of a native allocation
	mapLimit uint64                // bytes above which nothing can be mapped
	last     vkrt.Memory           // given out
	others   [vkrt.MaxHeaps]uint64 // bytes that other programs hold, by heap
	faults   []fault               // in the order in which they were planned
	calls    []fake.Call           // since the interpreter looked
}

// newDevice returns the model of a device that is used by nobody else.
func newDevice(profile *vkrt.Profile, memory *Memory) *device {
	d := &device{Profile: profile, maps: memory.Persistent, mapLimit: simulatedMapLimit, most: profile.Limits.MaxMemoryAllocationSize}
	if memory.Buffers {
		d.most = min(d.most, profile.Limits.MaxBufferSize)
	}
	return d
}

// heap returns the heap of a memory type.
func (d *device) heap(typ uint32) vkrt.Heap { return d.Heaps[d.Types[typ].Heap] }

// account is what a device keeps of the native allocations alive.
type account struct {
	count uint64
	own   [vkrt.MaxHeaps]uint64 // bytes, by heap
}

// accountOf returns the account of a device.
func accountOf(d *vkrt.Device) (a account) {
	a.count = d.AllocationCount()
	for heap := range d.Heaps() {
		a.own[heap] = d.OwnBytes(uint32(heap))
	}
	return a
}

// less returns what is left of an account without another one.
func (a account) less(b account) account {
	a.count -= b.count
	for heap := range a.own {
		a.own[heap] -= b.own[heap]
	}
	return a
}

// bytes returns the bytes of all heaps.
func (a *account) bytes() (sum uint64) {
	for _, bytes := range a.own {
		sum += bytes
	}
	return sum
}

// fault makes one native allocation fail.
type fault struct {
	left   uint64 // native allocations until it does, that one included
	result vkrt.Result
}

// headroom returns the bytes that may be allocated in a heap within the budget:
// what the device says, or four fifths of the heap.
func (d *device) headroom(heap uint32) uint64 {
	size, usage := d.Heaps[heap].Size, d.own[heap]
	budget := size - size/5 - min(size%5, 1)
	if d.MemoryBudget {
		d.calls = append(d.calls, fake.Call{Kind: fake.Budget, Heap: heap})
		budget, usage = size, d.own[heap]+d.others[heap]
	}
	return budget - min(budget, usage)
}

// allocate makes a native allocation, within the budget if that is asked for, or
// says why not. Of the failure it knows all but the pool.
func (d *device) allocate(bytes uint64, typ uint32, within bool) (vkrt.Memory, Failure) {
	f := Failure{Condition: call, Type: int(typ) + 1, Result: vkrt.ErrorOutOfDeviceMemory}
	heap := d.Types[typ].Heap
	if bytes > d.most {
		return 0, f
	}
	above := within && bytes > d.headroom(heap)
	switch {
	case d.count >= uint64(d.Limits.MaxMemoryAllocationCount):
		f.Condition, f.Result = allocationLimit, vkrt.ErrorTooManyObjects
		return 0, f
	case above || bytes > d.Heaps[heap].Size-d.own[heap]:
		return 0, f
	}
	c := fake.Call{Kind: fake.Allocate, Size: bytes, Type: typ, Result: d.verdict()}
	if left := d.Heaps[heap].Size - d.others[heap]; c.Result == vkrt.Success && bytes > left-min(left, d.own[heap]) {
		c.Result = vkrt.ErrorOutOfDeviceMemory
	}
	if c.Result == vkrt.Success {
		d.last++
		d.count++
		d.own[heap] += bytes
		c.Memory, f = d.last, Failure{}
	}
	d.calls = append(d.calls, c)
	f.Result = c.Result
	if !d.maps || f.failed() {
		return c.Memory, f
	}
	if f = d.mapMemory(c.Memory, bytes, typ); f.failed() {
		d.giveBack(c.Memory, bytes, typ)
		return 0, f
	}
	return c.Memory, f
}

// simulatedMapLimit is the size in bytes above which a simulated device maps
// nothing.
const simulatedMapLimit = 64 << 20

// mapMemory makes a native map, or says why not.
func (d *device) mapMemory(m vkrt.Memory, bytes uint64, typ uint32) (f Failure) {
	c := fake.Call{Kind: fake.Map, Memory: m, Size: bytes}
	if bytes > d.mapLimit {
		c.Result = vkrt.ErrorMemoryMapFailed
		f = Failure{Condition: call, Type: int(typ) + 1, Result: c.Result}
	}
	d.calls = append(d.calls, c)
	return f
}

// verdict counts a call to the driver and returns what it says: of several
// faults that meet in one call, what the first one planned has it say.
func (d *device) verdict() (result vkrt.Result) {
	var pending []fault
	for _, f := range d.faults {
		f.left--
		switch {
		case f.left > 0:
			pending = append(pending, f)
		case result == vkrt.Success:
			result = f.result
		}
	}
	d.faults = pending
	return result
}

// free returns the memory of a block.
func (d *device) free(b *block) {
	d.giveBack(b.memory, b.size, b.part.index)
}

func (d *device) giveBack(m vkrt.Memory, bytes uint64, typ uint32) {
	d.count--
	d.own[d.Types[typ].Heap] -= bytes
	d.calls = append(d.calls, fake.Call{Kind: fake.Free, Memory: m})
}
