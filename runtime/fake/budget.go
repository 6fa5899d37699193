package fake

// A budget is what VK_EXT_memory_budget says of a heap.
type budget struct{ budget, usage uint64 }

// SetBudget makes the device answer so, true or not, when asked for the budget
// of a heap. Before, it says that the budget is the heap and the usage what is
// live and what other programs hold. Allocators ask only where the profile has
// MemoryBudget.
func (f *Fake) SetBudget(heap uint32, bytes, usage uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.budgets[heap] = budget{bytes, usage}
}

// Occupy makes other programs hold so many bytes of a heap, or all of it if it
// has fewer. What does not fit beside them is refused with
// ErrorOutOfDeviceMemory.
func (f *Fake) Occupy(heap uint32, bytes uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.others[heap] = min(bytes, f.profile.Heaps[heap].Size)
}

func (f *Fake) budget(heap uint32) (bytes, usage uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: Budget, Heap: heap}
	f.planned(c)
	f.record(c)
	if set, ok := f.budgets[heap]; ok {
		return set.budget, set.usage
	}
	return f.profile.Heaps[heap].Size, f.heapUsed[heap] + f.others[heap]
}
