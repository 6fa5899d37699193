package vkrt

// Headroom returns the bytes that may still be allocated in a heap without
// exceeding the program's budget. By VK_EXT_memory_budget that is its budget,
// at most the heap, less its usage, at least the own bytes; without the
// extension, 80 % of the heap less the own bytes. It is 0 where more is in use.
//
// It is a snapshot: other allocators and programs may use it up at any time.
func (d *Device) Headroom(heap uint32) uint64 {
	size, usage := d.profile.Heaps[heap].Size, d.own[heap].Load()
	budget := size - size/5
	if size%5 != 0 {
		budget-- // four fifths are rounded down
	}
	if d.profile.MemoryBudget {
		reported, used := d.call.MemoryBudget(heap)
		budget, usage = min(reported, size), max(used, usage)
	}
	if budget < usage {
		return 0
	}
	return budget - usage
}
