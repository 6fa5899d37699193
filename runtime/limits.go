package vkrt

import "math"

// Limits are the limits of a device that bear on memory. Sizes and alignments
// are bytes, alignments powers of two.
type Limits struct {
	MaxMemoryAllocationCount         uint32 // native allocations alive at a time
	MaxMemoryAllocationSize          uint64 // of one native allocation
	BufferImageGranularity           uint64 // between linear and optimal resources
	NonCoherentAtomSize              uint64 // of flushes and invalidations
	MinMemoryMapAlignment            uint64 // of the address of a map
	MaxBufferSize                    uint64
	MinStorageBufferOffsetAlignment  uint64
	MinUniformBufferOffsetAlignment  uint64
	OptimalBufferCopyOffsetAlignment uint64 // a recommendation
}

// A limit is one field of Limits. Its key in profile files is its name in
// Vulkan, in snake_case.
type limit struct {
	key        string
	guaranteed uint64 // what every device offers, and the value if unknown
	most       bool   // guaranteed is the largest value allowed, not the least
	power      bool   // an alignment: a power of two
	top        uint64 // the largest number that the field holds
	get        func(l *Limits) uint64
	set        func(l *Limits, n uint64)
}

// limits has a row for every field of Limits.
var limits = []limit{
	{"max_memory_allocation_count", 4096, false, false, math.MaxUint32,
		func(l *Limits) uint64 { return uint64(l.MaxMemoryAllocationCount) },
		func(l *Limits, n uint64) { l.MaxMemoryAllocationCount = uint32(n) }},
	wide("max_memory_allocation_size", 1<<30, false, false, func(l *Limits) *uint64 { return &l.MaxMemoryAllocationSize }),
	wide("buffer_image_granularity", 131072, true, true, func(l *Limits) *uint64 { return &l.BufferImageGranularity }),
	wide("non_coherent_atom_size", 256, true, true, func(l *Limits) *uint64 { return &l.NonCoherentAtomSize }),
	wide("min_memory_map_alignment", 64, false, true, func(l *Limits) *uint64 { return &l.MinMemoryMapAlignment }),
	wide("max_buffer_size", 1<<30, false, false, func(l *Limits) *uint64 { return &l.MaxBufferSize }),
	wide("min_storage_buffer_offset_alignment", 256, true, true, func(l *Limits) *uint64 { return &l.MinStorageBufferOffsetAlignment }),
	wide("min_uniform_buffer_offset_alignment", 256, true, true, func(l *Limits) *uint64 { return &l.MinUniformBufferOffsetAlignment }),
	// Vulkan sets no bound here, so that none is taken to be recommended.
	wide("optimal_buffer_copy_offset_alignment", 1, false, true, func(l *Limits) *uint64 { return &l.OptimalBufferCopyOffsetAlignment }),
}

// wide makes the row of a 64-bit field.
func wide(key string, guaranteed uint64, most, power bool, field func(l *Limits) *uint64) limit {
	return limit{key, guaranteed, most, power, math.MaxUint64,
		func(l *Limits) uint64 { return *field(l) },
		func(l *Limits, n uint64) { *field(l) = n }}
}

// GuaranteedLimits returns what Vulkan guarantees on every device.
func GuaranteedLimits() (l Limits) {
	for _, row := range limits {
		row.set(&l, row.guaranteed)
	}
	return l
}
