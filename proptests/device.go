package proptests

import (
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// device is the model of a device: the account of what the arena holds of it,
// the native calls that are to fail, and those that there should have been.
type device struct {
	*vkrt.Profile
	maps   bool                  // every block, as long as it lives
	count  uint64                // native allocations alive
	own    [vkrt.MaxHeaps]uint64 // their bytes
	last   vkrt.Memory           // given out
	faults []fault               // in the order in which they were planned
	calls  []fake.Call           // since the interpreter looked
}

// fault makes one native allocation fail.
type fault struct {
	left   uint64 // native allocations until it does, that one included
	result vkrt.Result
}

// allocate makes a native allocation, or says why not. Of the failure it knows
// all but the pool.
func (d *device) allocate(bytes uint64, typ uint32) (vkrt.Memory, Failure) {
	f := Failure{Condition: call, Type: int(typ) + 1}
	heap := d.Types[typ].Heap
	switch {
	case d.count >= uint64(d.Limits.MaxMemoryAllocationCount):
		f.Condition, f.Result = allocationLimit, vkrt.ErrorTooManyObjects
		return 0, f
	case bytes > d.Heaps[heap].Size-d.own[heap]:
		f.Result = vkrt.ErrorOutOfDeviceMemory
		return 0, f
	}
	c := fake.Call{Kind: fake.Allocate, Size: bytes, Type: typ, Result: d.verdict()}
	if c.Result == vkrt.Success {
		d.last++
		d.count++
		d.own[heap] += bytes
		c.Memory, f = d.last, Failure{}
	}
	d.calls = append(d.calls, c)
	f.Result = c.Result
	if d.maps && c.Result == vkrt.Success {
		return d.mapped(c)
	}
	return c.Memory, f
}

// mapLimit is the size in bytes above which the simulated device maps nothing.
const mapLimit = 64 << 20

// mapped maps memory just allocated, or returns it and says why not.
func (d *device) mapped(c fake.Call) (vkrt.Memory, Failure) {
	m := fake.Call{Kind: fake.Map, Memory: c.Memory, Size: c.Size}
	if c.Size > mapLimit {
		m.Result = vkrt.ErrorMemoryMapFailed
	}
	d.calls = append(d.calls, m)
	if m.Result == vkrt.Success {
		return c.Memory, Failure{}
	}
	d.giveBack(c.Memory, c.Size, c.Type)
	return 0, Failure{Condition: call, Type: int(c.Type) + 1, Result: m.Result}
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
