package vkrt

import "slices"

// What the tables of a device can hold at most: VK_MAX_MEMORY_HEAPS and
// VK_MAX_MEMORY_TYPES.
const (
	MaxHeaps = 16
	MaxTypes = 32
)

// A Profile says what allocators must know of a device. [ReadProfile] reads one
// from a file, [Profile.Verify] says whether Vulkan allows it.
type Profile struct {
	Name         string
	Vendor       string // empty if unknown
	DeviceType   DeviceType
	APIVersion   string // "1.3" or "1.3.255"; empty if unknown
	Driver       string // as the driver names its version; empty if unknown
	MemoryBudget bool   // VK_EXT_memory_budget is there
	// Deviations lists the rules, by ID, that the device is known to break.
	Deviations []string
	Heaps      []Heap
	Types      []Type // in the order of their indices
	Limits     Limits
}

// A Heap is memory of one place.
type Heap struct {
	Size  uint64 // bytes
	Flags HeapFlags
}

// A Type is a way to use the memory of a heap.
type Type struct {
	Flags MemoryFlags
	Heap  uint32 // index of the heap
}

// A DeviceType is a VkPhysicalDeviceType.
type DeviceType uint8

// The device types.
const (
	OtherDevice   DeviceType = iota // other
	IntegratedGPU                   // integrated_gpu
	DiscreteGPU                     // discrete_gpu
	VirtualGPU                      // virtual_gpu
	CPU                             // cpu
)

var deviceTypeWords = []string{"other", "integrated_gpu", "discrete_gpu", "virtual_gpu", "cpu"}

// String returns the word of the device type, as in profile files; that of
// OtherDevice for a value that is none of the above.
func (t DeviceType) String() string {
	if int(t) >= len(deviceTypeWords) {
		t = OtherDevice
	}
	return deviceTypeWords[t]
}

// Clone returns a copy that shares no memory with p.
func (p Profile) Clone() Profile {
	p.Deviations = slices.Clone(p.Deviations)
	p.Heaps = slices.Clone(p.Heaps)
	p.Types = slices.Clone(p.Types)
	return p
}
