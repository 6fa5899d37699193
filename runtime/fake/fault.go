package fake

import (
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A Fault is a call that Vulkan does not allow: a real driver may do anything.
type Fault struct {
	Call Call
	Text string // why
}

// String returns the call and why it is a fault.
func (f Fault) String() string { return f.Call.String() + ": " + f.Text }

// Faults returns every fault, in order.
func (f *Fake) Faults() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.faults)
}

// fault records a fault. The caller holds the lock.
func (f *Fake) fault(c Call, text string) { f.faults = append(f.faults, Fault{c, text}) }

// allocateBreach returns why an allocation is a fault, or "".
func (f *Fake) allocateBreach(c Call) string {
	limits := &f.profile.Limits
	switch {
	case c.Size == 0:
		return "a size of 0"
	case uint64(c.Type) >= uint64(len(f.profile.Types)):
		return fmt.Sprintf("there are %d memory types", len(f.profile.Types))
	case c.Size > f.profile.Heaps[f.profile.Types[c.Type].Heap].Size:
		return "larger than its heap"
	case c.Size > limits.MaxMemoryAllocationSize:
		return fmt.Sprintf("above max_memory_allocation_size, %d", limits.MaxMemoryAllocationSize)
	case uint64(len(f.live)) >= uint64(limits.MaxMemoryAllocationCount):
		return fmt.Sprintf("above max_memory_allocation_count, %d", limits.MaxMemoryAllocationCount)
	case c.Priority < 0 || c.Priority > 1:
		return "a priority out of 0 to 1"
	case c.DeviceAddress && !f.options.BufferAddress:
		return "the feature bufferDeviceAddress is not enabled"
	case c.Dedicated != vkrt.Dedicated{}:
		return f.dedicatedBreach(c)
	}
	return ""
}

// dedicatedBreach returns why an allocation for one resource is a fault, or "".
func (f *Fake) dedicatedBreach(c Call) string {
	if c.Dedicated.Buffer != 0 && c.Dedicated.Image != 0 {
		return "dedicated to a buffer and an image"
	}
	r, lost := f.lookUp(c.Dedicated)
	switch {
	case lost != "":
		return lost
	case c.Size != r.Size:
		return fmt.Sprintf("the resource asks for %d bytes", r.Size)
	}
	return ""
}

// mapBreach returns why a map is a fault, or "".
func (f *Fake) mapBreach(c Call, live *memory) string {
	switch {
	case f.profile.Types[live.Type].Flags&vkrt.HostVisible == 0:
		return "the memory is not host_visible"
	case live.Mapped:
		return "the memory is mapped already"
	case c.Size != live.Size:
		return fmt.Sprintf("the memory has %d bytes", live.Size)
	}
	return ""
}

// syncBreach returns why a flush or an invalidation is a fault, or "".
func (f *Fake) syncBreach(c Call, live *memory) string {
	atom := f.profile.Limits.NonCoherentAtomSize
	switch {
	case !live.Mapped:
		return "the memory is not mapped"
	case c.Size == 0:
		return "a size of 0"
	case c.Offset >= live.Size || c.Size > live.Size-c.Offset:
		return fmt.Sprintf("the memory has %d bytes", live.Size)
	case c.Offset%atom != 0 || c.Size%atom != 0 && c.Size != live.Size-c.Offset:
		return fmt.Sprintf("not cut at multiples of %d", atom)
	}
	return ""
}
