package proptests

import (
	"fmt"
	"os"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Subject is one arena of a package under test. New or NewOn makes a fresh
// allocator, thousands of times: NewOn where the declaration has Memory.
type Subject struct {
	Declaration Declaration
	New         func() Instance
	NewOn       func(*vkrt.Device) (in Instance, opens bool) // false where New refuses the device, or fails for want of native memory
}

// Instance is one allocator's arena, seen through functions, so that a package
// under test declares no interface. Calls are made from one goroutine, or from
// several where the declaration says that they may be.
type Instance struct {
	Alloc     func(size, align uint64, flags Flags) (handle uint64, f Failure)
	Free      func(handle uint64) Failure
	Locate    func(handle uint64) (Region, Failure)
	Memory    func(handle uint64) (memory vkrt.Memory, typ uint32, f Failure) // of the region's block; nil on the host
	Mapping                                                                   // zero on the host
	BlockSize func(block uint32) uint64                                       // bytes; 0 if there is no such block
	Reclaim   func() (returned uint64, f Failure)                             // bytes
	Clear     func() Failure                                                  // frees every region
	Usage     func() (pools []Usage, f Failure)                               // in order of declaration
	Peaks     func() (pools []Peak, f Failure)                                // likewise
	Close     func() Failure
	Record    func(*os.File) Failure // of the calls from now on; nil where the declaration has no Trace

	// Where the declaration has pools that defer: whether new blocks are without
	// memory, and the bytes in those that still are.
	DryRun   func(on bool) Failure
	Unmapped func() (pools []Unmapped, f Failure)

	// The same arena in the other streams of the allocator, which hold no region
	// but when several goroutines are tried; nil without streams.
	Others []Instance
}

// everyStream returns the same arena in every stream of the allocator.
func (in Instance) everyStream() []Instance { return append([]Instance{in}, in.Others...) }

// Mapping is how the host gets at the bytes of live regions in memory of a
// device. Ranges are bytes from the start of the region.
type Mapping struct {
	Map               func(handle uint64) ([]byte, Failure)
	Unmap             func(handle uint64) Failure
	Bytes             func(handle uint64) ([]byte, Failure) // of a region that is mapped
	Flush, Invalidate func(handle, offset, size uint64) Failure
	CopyIn, CopyOut   func(handle, offset uint64, bytes []byte) Failure
}

// Region says where a live region lies.
type Region struct {
	Block  uint32
	Offset uint64 // bytes from the start of the block
	Size   uint64 // bytes, as requested
}

// Usage is what one pool holds now.
type Usage struct {
	BytesReserved uint64 // in blocks
	BytesInUse    uint64 // requested by live regions
	BytesPadding  uint64 // between a region's request and its extent
	NumberAllocs  uint64 // live regions
	NumberBlocks  uint64
}

// Sum returns what several pools hold together.
func Sum(pools []Usage) (total Usage) {
	for _, u := range pools {
		total.BytesReserved += u.BytesReserved
		total.BytesInUse += u.BytesInUse
		total.BytesPadding += u.BytesPadding
		total.NumberAllocs += u.NumberAllocs
		total.NumberBlocks += u.NumberBlocks
	}
	return total
}

// Peak is the highest value that each field of a pool's usage had on its own.
type Peak struct {
	Usage
	LargestRequest uint64 // bytes; the largest request that the pool served
}

// Unmapped is how many of the bytes that a pool has reserved are in blocks without
// memory, now and at most.
type Unmapped struct{ Now, Most uint64 }

// Failure is the outcome of a call. The zero value is success.
type Failure struct {
	Condition string // the built-in name of the condition, such as "InvalidRequest"
	Pool      string // the pool that the condition is about, if it is about one

	// The condition's payload: of AllocationTooLarge the bytes requested and
	// the limit; of PoolCapacityExceeded the bytes requested and in use; of
	// LiveAllocations the count. Otherwise zero.
	A, B uint64

	// Of Call and AllocationLimit, and of a PoolCapacityExceeded or OutOfSpace after
	// which another pool met native want of memory, what the last native allocation
	// met: Type is the index of its memory type and 1 more, Result what it gave
	// or, where the driver was not called, would have given. Otherwise zero.
	Type   int
	Result vkrt.Result
}

// Names of the conditions that the model predicts.
const (
	allocationLimit       = "AllocationLimit"
	allocationTooLarge    = "AllocationTooLarge"
	alreadyMapped         = "AlreadyMapped"
	call                  = "Call"
	closed                = "Closed"
	hostAllocationFailed  = "HostAllocationFailed"
	invalidRequest        = "InvalidRequest"
	liveAllocations       = "LiveAllocations"
	noCompatibleMemory    = "NoCompatibleMemoryType"
	notMapped             = "NotMapped"
	outOfSpace            = "OutOfSpace"
	poolCapacityExceeded  = "PoolCapacityExceeded"
	serialExhausted       = "SerialExhausted"
	unknownAllocation     = "UnknownAllocation"
	unsupportedCapability = "UnsupportedCapability"
	wrongAllocator        = "WrongAllocator"
)

func (f Failure) failed() bool { return f.Condition != "" }

// outOfMemory says whether a native allocation failed for want of memory,
// which another memory type, or returning what is idle, may cure.
func (f Failure) outOfMemory() bool {
	return f.Result == vkrt.ErrorOutOfDeviceMemory || f.Result == vkrt.ErrorOutOfHostMemory
}

// ofCapacity says whether a pool may have no more blocks, or the request must
// not lead to one.
func (f Failure) ofCapacity() bool {
	return f.Condition == poolCapacityExceeded || f.Condition == outOfSpace
}

// ofPart says whether memory of another type may serve the request.
func (f Failure) ofPart() bool { return f.ofCapacity() || f.outOfMemory() }

// String spells the failure for reports.
func (f Failure) String() string {
	if !f.failed() {
		return "success"
	}
	s := f.Condition
	if f.Pool != "" {
		s += " of pool " + f.Pool
	}
	if f.A != 0 || f.B != 0 {
		s += fmt.Sprintf(" {%d %d}", f.A, f.B)
	}
	if f.Type != 0 {
		s += fmt.Sprintf(" in memory type %d", f.Type-1)
	}
	if f.Result != vkrt.Success {
		s += ": " + f.Result.String()
	}
	return s
}

func (r Region) String() string {
	return fmt.Sprintf("block %d offset %d size %d", r.Block, r.Offset, r.Size)
}
