package vkrt

import (
	"errors"
	"sync/atomic"
)

// A Device is a Vulkan device as allocators see it. All allocators on one
// native device share one Device, for it keeps the account of what they hold:
//
//	count     = native allocations alive   ≤ MaxMemoryAllocationCount
//	own[heap] = Σ their sizes in the heap  ≤ size of the heap
//
// Both are reserved before the driver is called and given back when it refuses,
// so that they hold at every moment under any concurrency.
//
// Its methods may be called from any goroutine, but not two at a time for the
// same memory, buffer or image. They panic for the index of a heap or type that
// does not exist.
type Device struct {
	call    Functions
	profile Profile
	count   atomic.Uint64
	own     [MaxHeaps]atomic.Uint64
}

// NewDevice makes a device of its tables and functions. The error joins a
// Violation for each rule that malformed tables break and an error for each
// missing function.
func NewDevice(p Profile, f Functions) (*Device, error) {
	errs := f.missing(&p)
	for _, v := range p.malformed() {
		errs = append(errs, v)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return &Device{call: f, profile: p.Clone()}, nil
}

// Profile returns the tables of the device.
func (d *Device) Profile() Profile { return d.profile.Clone() }

// Functions returns the native functions of the device, for programs that count
// calls, or change them, in another Device, which has an account of its own.
func (d *Device) Functions() Functions { return d.call }

// Heaps returns the heaps of the device. They must not be changed.
func (d *Device) Heaps() []Heap { return d.profile.Heaps }

// Types returns the memory types of the device. They must not be changed.
func (d *Device) Types() []Type { return d.profile.Types }

// Limits returns the limits of the device.
func (d *Device) Limits() Limits { return d.profile.Limits }

// Allocate makes a native allocation of size bytes, at least 1, of a memory
// type. It refuses, in this order and before the driver is called, a size above
// MaxMemoryAllocationSize (TooLarge), one allocation more than
// MaxMemoryAllocationCount (Limit), where the caller keeps within the budget
// more than the Headroom of the heap (OverBudget), and own bytes above its size
// (HeapFull). A refusal changes nothing. O(1) beside the driver.
func (d *Device) Allocate(size uint64, typ uint32) (Memory, Outcome) {
	return d.AllocateWith(AllocateInfo{Size: size, Type: typ})
}

// AllocateDedicated is Allocate for memory of one resource.
func (d *Device) AllocateDedicated(size uint64, typ uint32, dedicated Dedicated) (Memory, Outcome) {
	return d.AllocateWith(AllocateInfo{Size: size, Type: typ, Dedicated: dedicated})
}

// AllocateWith is Allocate with all that Vulkan wants to know of an allocation.
// DeviceAddress where HasBufferAddress is false is refused first, as Native with
// ErrorFeatureNotPresent, without a call of the driver; where it is true all
// memory is allocated so, for any buffer may come to lie in it.
func (d *Device) AllocateWith(info AllocateInfo) (Memory, Outcome) {
	size, heap := info.Size, d.profile.Types[info.Type].Heap
	if info.DeviceAddress && !d.HasBufferAddress() {
		return 0, Outcome{reason: Native, result: ErrorFeatureNotPresent}
	}
	info.DeviceAddress = d.HasBufferAddress()
	if size > d.profile.Limits.MaxMemoryAllocationSize {
		return 0, Outcome{reason: TooLarge}
	}
	above := info.WithinBudget && size > d.Headroom(heap) // asked before anything is reserved: the driver may panic
	if !reserve(&d.count, 1, uint64(d.profile.Limits.MaxMemoryAllocationCount)) {
		return 0, Outcome{reason: Limit}
	}
	if above {
		release(&d.count, 1)
		return 0, Outcome{reason: OverBudget}
	}
	if !reserve(&d.own[heap], size, d.profile.Heaps[heap].Size) {
		release(&d.count, 1)
		return 0, Outcome{reason: HeapFull}
	}
	served := false
	defer func() { // also when the driver panics
		if !served {
			release(&d.own[heap], size)
			release(&d.count, 1)
		}
	}()
	m, result := d.call.AllocateMemory(info)
	if result != Success {
		return 0, Outcome{reason: Native, result: result}
	}
	served = true
	return m, Outcome{}
}

// Free returns a native allocation, with the size and type that it was made
// with. It panics rather than let the account fall below zero.
func (d *Device) Free(m Memory, size uint64, typ uint32) {
	d.call.FreeMemory(m)
	release(&d.own[d.profile.Types[typ].Heap], size)
	release(&d.count, 1)
}

// Map maps the whole of a native allocation, which must be host_visible and
// not be mapped. The bytes are valid until Unmap or Free.
func (d *Device) Map(m Memory, size uint64) ([]byte, Result) { return d.call.MapMemory(m, size) }

// Unmap ends a map.
func (d *Device) Unmap(m Memory) { d.call.UnmapMemory(m) }

// Flush makes the host's writes to a range of mapped memory visible to the
// device. Offset and end are multiples of NonCoherentAtomSize, or the end is
// that of the memory.
func (d *Device) Flush(m Memory, offset, size uint64) Result {
	return d.call.FlushMemory(m, offset, size)
}

// Invalidate makes the device's writes to a range of mapped memory visible to
// the host; the range is as for Flush.
func (d *Device) Invalidate(m Memory, offset, size uint64) Result {
	return d.call.InvalidateMemory(m, offset, size)
}

// AllocationCount returns how many native allocations are alive.
func (d *Device) AllocationCount() uint64 { return d.count.Load() }

// OwnBytes returns the bytes of the native allocations alive in a heap.
func (d *Device) OwnBytes(heap uint32) uint64 { return d.own[heap].Load() }

// reserve adds n to an account unless it would exceed the limit.
func reserve(account *atomic.Uint64, n, limit uint64) bool {
	for {
		held := account.Load()
		if n > limit || held > limit-n {
			return false
		}
		if account.CompareAndSwap(held, held+n) {
			return true
		}
	}
}

// release takes n, reserved before, from an account.
func release(account *atomic.Uint64, n uint64) {
	if account.Add(-n) > ^n {
		panic("vkrt: more native memory was returned than allocated")
	}
}
