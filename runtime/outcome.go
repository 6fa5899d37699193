package vkrt

// A Reason says why a native allocation was served or not.
type Reason uint8

// The reasons, in the order in which Allocate looks for them.
const (
	OK         Reason = iota // served
	TooLarge                 // above MaxMemoryAllocationSize
	Limit                    // MaxMemoryAllocationCount allocations are alive
	OverBudget               // above the headroom of the heap, where the caller keeps to it
	HeapFull                 // the allocators' own bytes would exceed the heap
	Native                   // the driver said no
)

var reasonWords = [...]string{"ok", "too_large", "limit", "over_budget", "heap_full", "native"}

// An Outcome is what became of a native allocation. Outcomes are comparable;
// the zero Outcome is OK.
type Outcome struct {
	reason Reason
	result Result // of the driver; Success where it was not called
}

// Reason returns why the allocation was served or not.
func (o Outcome) Reason() Reason { return o.reason }

// OK reports whether the allocation was served.
func (o Outcome) OK() bool { return o.reason == OK }

// Result returns what the driver said, and where it was not called what it
// would say by Vulkan: ErrorTooManyObjects for Limit, ErrorOutOfDeviceMemory
// for TooLarge, OverBudget and HeapFull.
func (o Outcome) Result() Result {
	switch o.reason {
	case TooLarge, OverBudget, HeapFull:
		return ErrorOutOfDeviceMemory
	case Limit:
		return ErrorTooManyObjects
	}
	return o.result
}

// Recoverable reports whether a smaller request, one of another memory type, or
// the same one after memory was returned may be served. It is false for OK, for
// Limit and for a driver that gave another reason than want of memory.
func (o Outcome) Recoverable() bool {
	switch o.reason {
	case TooLarge, OverBudget, HeapFull:
		return true
	case Native:
		return o.result == ErrorOutOfDeviceMemory || o.result == ErrorOutOfHostMemory
	}
	return false
}

// String returns the word of the reason, and for Native the result too:
// "native VK_ERROR_DEVICE_LOST".
func (o Outcome) String() string {
	text := reasonWords[o.reason]
	if o.reason == Native {
		text += " " + o.result.String()
	}
	return text
}
