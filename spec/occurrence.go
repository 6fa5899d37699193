package spec

import (
	"slices"
)

// An Occurrence is one way in which a method of the generated package can
// meet a condition. Pool and Field say where in the spec it comes from, and
// are empty if no pool or key brings it about.
type Occurrence struct {
	Operation string // the method
	Arena     string // whose method it is, "" for the Allocator's own
	Pool      string
	Field     string
	Condition ConditionRef
	How       string // as a clause, with what it names
}

// String returns the occurrence as a sentence without its full stop: "Alloc in
// arena upload: pool small has max_pool_size 8 MiB, so it can be full".
func (o Occurrence) String() string { return o.Operation + " " + o.where() + ": " + o.How }

// where says whose method it is.
func (o Occurrence) where() string {
	if o.Operation == "New" {
		return "of the package"
	}
	if o.Arena == "" {
		return "of the allocator"
	}
	return "in arena " + o.Arena
}

// The methods that meet the same conditions.
var (
	byFlags    = []string{"AllocWith", "AllocFor"}
	bySize     = slices.Concat([]string{"Alloc"}, byFlags)
	byMaking   = []string{"CreateBuffer", "CreateImage"}
	byRequest  = slices.Concat(bySize, byMaking)
	byNeeds    = slices.Concat([]string{"AllocFor"}, byMaking)
	byImage    = []string{"AllocFor", "CreateImage"}
	byBinding  = []string{"BindBuffer", "BindImage"}
	byEnding   = []string{"DestroyBuffer", "DestroyImage"}
	byMapping  = []string{"Map", "Unmap", "Bytes"}
	bySyncing  = []string{"Flush", "Invalidate"}
	byCopying  = []string{"CopyIn", "CopyOut"}
	byResource = slices.Concat(byMaking, byBinding, byEnding)
	byFreeing  = slices.Concat([]string{"Free"}, byEnding)
	byRange    = slices.Concat(bySyncing, byCopying)
	ofDevice   = slices.Concat(byBinding, byEnding, byMapping, byRange)
	byHandle   = []string{"Free", "Block", "Offset", "Size"}
	byNative   = []string{"Memory", "MemoryType", "Buffer"}
	byName     = []string{"SetName", "Name"}
	bySite     = []string{"CallSite"}
	byRecord   = []string{"Record"}
	byEvents   = []string{"AppendEvents", "WriteEvents", "DumpOnFailure"}
	byStream   = []string{"Stream"}
	byArena    = []string{"Clear", "Reclaim", "BlockSize", "Stats"}
	byCustom   = []string{"AllocIn", "AllocForIn"}
	toCustom   = slices.Concat(byCustom, []string{"DestroyPool"})
	ofCustom   = []string{"CreatePool", "DestroyPool"}
	ofRegion   = slices.Concat(byHandle, byNative, byName, bySite, byStream, ofDevice)
	inAnyArena = slices.Concat(byRequest, ofRegion, byArena, ofCustom, byRecord, byEvents)
	onlyVulkan = slices.Concat(byNeeds, byNative, ofDevice)
	overall    = []string{"Reclaim", "Stats", "Peaks", "AppendLeaks", "WriteLeaks", "AppendJSON", "WriteJSON", "CheckCorruption", "DryRun", "Close"}
	byFile     = []string{"WriteLeaks", "WriteJSON"}
	byOneFile  = []string{"WriteEvents"}
	toFile     = []string{"Record", "WriteEvents", "DumpOnFailure"}
)

// An origin is a condition that methods can meet, in as many ways as the
// declaration has.
type origin struct {
	condition  ConditionRef
	operations []string
	ways       func(*Plan, Arena) []way
}

// A way is how a condition comes about, and what in the spec brings it about.
type way struct{ pool, field, how string }

// arenaOrigins is what the methods of an arena can meet, by the conditions'
// numbers.
var arenaOrigins = byNumber(slices.Concat(anyArena, firstUses))

// anyArena is what they meet whether or not there are dry runs.
var anyArena = []origin{
	{ConditionRef{"NoCompatibleMemoryType", ""}, byRequest, incompatible},
	{ConditionRef{"NoCompatibleMemoryType", ""}, byNeeds, onVulkan("the resource can be one for which no memory type of the arena will do")},
	{ConditionRef{"InvalidRequest", "size_is_zero"}, byRequest, always("the caller asks for 0 bytes")},
	{ConditionRef{"InvalidRequest", "alignment_is_zero"}, bySize, always("the caller gives the alignment 0")},
	{ConditionRef{"InvalidRequest", "alignment_too_large"}, bySize, always("the caller gives an alignment above 1 GiB")},
	{ConditionRef{"InvalidRequest", "alignment_not_power_of_two"}, bySize, always("the caller gives an alignment that is not a power of two")},
	{ConditionRef{"InvalidRequest", "resource_needs_other_type"}, byBinding, always("the caller gives a resource that cannot be in memory of the region's type")},
	{ConditionRef{"InvalidRequest", "resource_needs_alignment"}, byBinding, always("the caller gives a resource that requires more alignment than the region has")},
	{ConditionRef{"InvalidRequest", "resource_needs_more"}, byBinding, always("the caller gives a resource that is larger than the region")},
	{ConditionRef{"InvalidRequest", "resource_needs_own_memory"}, byBinding, always("the caller gives a resource that needs memory of its own, and a region that was not reserved for it")},
	{ConditionRef{"InvalidRequest", "resource_is_two"}, []string{"AllocFor"}, always("the caller gives both a buffer and an image")},
	{ConditionRef{"InvalidRequest", "flags_unknown"}, byFlags, always("the caller gives a flag that the package does not have")},
	{ConditionRef{"InvalidRequest", "flags_contradict"}, byFlags, always("the caller gives both Dedicated and NeverAllocate, or more than one strategy")},
	{ConditionRef{"InvalidRequest", "pool_kind_unknown"}, []string{"CreatePool"}, always("the caller gives a kind that is none of the arena's")},
	{ConditionRef{"InvalidRange", ""}, byRange, always("the caller gives a range that does not lie in the region")},
	{ConditionRef{"UnknownAllocation", ""}, ofRegion, always("the caller gives a handle that is zero, or whose region has been freed")},
	{ConditionRef{"UnknownPool", ""}, toCustom, unknownPool},
	{ConditionRef{"CorruptionDetected", ""}, byFreeing, overrun},
	{ConditionRef{"WrongAllocator", ""}, slices.Concat(ofRegion, toCustom), always("the caller gives a handle of another allocator")},
	{ConditionRef{"AlreadyMapped", ""}, []string{"Map"}, always("the region is mapped already")},
	{ConditionRef{"NotMapped", ""}, []string{"Unmap"}, always("the region is not mapped by a call of Map")},
	{ConditionRef{"NotMapped", ""}, []string{"Bytes"}, mapped("the region is not mapped")},
	{ConditionRef{"NotMapped", ""}, bySyncing, mappedToFlush},
	{ConditionRef{"NotHostVisible", ""}, slices.Concat([]string{"Map"}, byRange), hidden},
	{ConditionRef{"SerialExhausted", ""}, byRequest, retired},
	{ConditionRef{"SerialExhausted", ""}, []string{"CreatePool"}, retiredPools},
	{ConditionRef{"SynchronizationPoisoned", ""}, inAnyArena, poisoned},
	{ConditionRef{"HostAllocationFailed", ""}, byRequest, crowded},
	{ConditionRef{"HostAllocationFailed", ""}, []string{"CreatePool"}, crowdedPools},
	{ConditionRef{"AllocationLimit", ""}, byRequest, growing("so it can ask for more memory objects than the device may have, maxMemoryAllocationCount")},
	{ConditionRef{"AllocationLimit", ""}, []string{"CreatePool"}, madeWithPool(Vulkan, "so that it can ask for more memory objects than the device may have, maxMemoryAllocationCount")},
	{ConditionRef{"OutOfSpace", ""}, byRequest, blocksFull},
	{ConditionRef{"OutOfSpace", ""}, byFlags, always("the caller gives NeverAllocate, and what memory there is has no room")},
	{ConditionRef{"AllocationTooLarge", ""}, byRequest, tooLarge},
	{ConditionRef{"AllocationTooLarge", ""}, []string{"CreatePool"}, madeWithPool(Host, "and they can be more than what is left of the arena's share of 2^64 bytes")},
	{ConditionRef{"PoolCapacityExceeded", ""}, byRequest, full},
	{ConditionRef{"PoolCapacityExceeded", ""}, byFlags, fullAndNever},
	{ConditionRef{"UnsupportedCapability", "no_own_memory"}, byFlags, ownless("the caller can give Dedicated, which demands memory of its own")},
	{ConditionRef{"UnsupportedCapability", "no_own_memory"}, byNeeds, ownless("the driver can require memory of its own for a resource")},
	{ConditionRef{"UnsupportedCapability", "no_own_memory"}, byNeeds, whereBuffers("the driver can require memory of its own for a resource, and every block is one of the arena's buffers")},
	{ConditionRef{"UnsupportedCapability", "image_needs_own_block"}, byImage, misplaced(true)},
	{ConditionRef{"UnsupportedCapability", "image_needs_own_block"}, byImage, whereBuffers("every block is a buffer, which is no place for an image")},
	{ConditionRef{"UnsupportedCapability", "buffer_needs_own_block"}, byRequest, misplaced(false)},
	{ConditionRef{"UnsupportedCapability", "upper_needs_one_block"}, []string{"AllocWith"}, bottomUp(false)},
	{ConditionRef{"UnsupportedCapability", "upper_needs_one_block"}, []string{"AllocFor"}, bottomUp(false, true)},
	{ConditionRef{"UnsupportedCapability", "strategy_not_offered"}, byFlags, unoffered},
	{ConditionRef{"UnsupportedCapability", "buffer_needs_more"}, bySize, whereBuffers("the device's buffers can need more memory than they have bytes")},
	{ConditionRef{"UnsupportedCapability", "buffer_needs_more"}, []string{"CreatePool"}, buffersWithPool},
	{ConditionRef{"WrongResource", ""}, byBinding, always("the region has a resource already, or is for one of another kind")},
	{ConditionRef{"WrongResource", ""}, byEnding, always("the caller gives another resource than the one that is bound to the region")},
	{ConditionRef{"LiveAllocations", ""}, []string{"DestroyPool"}, always("the caller has not freed every region of the custom pool")},
	{ConditionRef{"Closed", ""}, inAnyArena, always("the allocator has been closed")},
	{ConditionRef{"Call", "out_of_host_memory"}, []string{"CreatePool"}, madeWithPool(Vulkan, "and the driver can be out of host memory for them")},
	{ConditionRef{"Call", "out_of_device_memory"}, []string{"CreatePool"}, madeWithPool(Vulkan, "and the device can be out of memory for them")},
	{ConditionRef{"Call", ""}, []string{"CreatePool"}, madeWithPool(Vulkan, "and the driver can refuse for another reason, such as a lost device")},
	{ConditionRef{"Call", "out_of_host_memory"}, byRequest, growing("and the driver can be out of host memory for it")},
	{ConditionRef{"Call", "out_of_device_memory"}, byRequest, growing("and the device can be out of memory for it")},
	{ConditionRef{"Call", ""}, byRequest, growing("and the driver can refuse for another reason, such as a lost device")},
	{ConditionRef{"Call", ""}, slices.Concat(byBinding, byMaking), always("the driver can refuse to make or bind a resource")},
	{ConditionRef{"Call", ""}, []string{"Map"}, mapped("the driver can fail to map memory")},
	{ConditionRef{"Call", ""}, bySyncing, flushed},
	{ConditionRef{"Call", ""}, byCopying, mapped("the driver can fail to map memory")},
	{ConditionRef{"Call", ""}, byCopying, flushed},
	{ConditionRef{"Output", "no_file"}, byOneFile, always("the caller gives no file")},
	{ConditionRef{"Output", "file_closed"}, toFile, always("the caller gives, or has given, a file that is closed")},
	{ConditionRef{"Output", "file_deadline"}, toFile, always("the caller gives, or has given, a file whose deadline for writing passes")},
	{ConditionRef{"Output", "file_full"}, toFile, always("there is no space left in the caller's file")},
	{ConditionRef{"Output", "pipe_closed"}, toFile, always("the caller gives, or has given, a pipe or socket whose other end is closed")},
	{ConditionRef{"Output", "file_refused"}, toFile, always("the system refuses to write for another reason, such as a file opened for reading")},
}

// allocatorOrigins is what the functions of the package and the methods of the
// Allocator can meet. Their ways see no arena.
var allocatorOrigins = []origin{
	{ConditionRef{"InvalidProperties", "no_device"}, []string{"New"}, onVulkan("the caller gives no device")},
	{ConditionRef{"InvalidProperties", "other_device"}, []string{"New"}, pinned},
	{ConditionRef{"InvalidProperties", "block_above_heap"}, []string{"New"}, largeBlocks},
	{ConditionRef{"InvalidProperties", "atom_size_too_large"}, []string{"New"}, largeAtoms},
	{ConditionRef{"InvalidProperties", "buffer_alignment_too_large"}, []string{"New"}, probed("the device can demand more than its alignment of buffers")},
	{ConditionRef{"UnsupportedCapability", "no_buffer_address"}, []string{"New"}, addressed},
	{ConditionRef{"UnsupportedCapability", "buffer_needs_more"}, []string{"New"}, buffersAtNew("and the device's buffers can need more memory than they have bytes")},
	{ConditionRef{"AllocationTooLarge", ""}, []string{"New"}, sizedAtNew},
	{ConditionRef{"AllocationLimit", ""}, []string{"New"}, madeAtNew("so that New can ask for more memory objects than the device may have, maxMemoryAllocationCount")},
	{ConditionRef{"Call", "out_of_host_memory"}, []string{"New"}, madeAtNew("and the driver can be out of host memory for them")},
	{ConditionRef{"Call", "out_of_device_memory"}, []string{"New"}, madeAtNew("and the device can be out of memory for them")},
	{ConditionRef{"Call", ""}, []string{"New"}, madeAtNew("and the driver can refuse for another reason, such as a lost device")},
	{ConditionRef{"Call", ""}, []string{"New"}, probed("the driver can refuse to make a buffer to ask about")},
	{ConditionRef{"CorruptionDetected", ""}, []string{"CheckCorruption"}, anyOverrun},
	{ConditionRef{"SynchronizationPoisoned", ""}, overall, anyPoisoned},
	{ConditionRef{"SynchronizationPoisoned", ""}, []string{"Recover"}, locked("the call that panicked left tables that are not sound")},
	{ConditionRef{"LiveAllocations", ""}, []string{"Close"}, always("the caller has not freed every region")},
	{ConditionRef{"LivePools", ""}, []string{"Close"}, customPools},
	{ConditionRef{"Closed", ""}, overall, always("the allocator has been closed")},
	{ConditionRef{"Closed", ""}, []string{"Recover"}, locked("the allocator has been closed")},
	{ConditionRef{"Output", "file_closed"}, []string{"Close"}, recorded("the file of a recording is closed")},
	{ConditionRef{"Output", "file_deadline"}, []string{"Close"}, recorded("the deadline of a recording's file passes")},
	{ConditionRef{"Output", "file_full"}, []string{"Close"}, recorded("there is no space left in the file of a recording")},
	{ConditionRef{"Output", "pipe_closed"}, []string{"Close"}, recorded("the other end of a recording's pipe or socket is closed")},
	{ConditionRef{"Output", "file_refused"}, []string{"Close"}, recorded("the system refuses to write to the file of a recording")},
	{ConditionRef{"Output", "no_file"}, byFile, always("the caller gives no file")},
	{ConditionRef{"Output", "file_closed"}, byFile, always("the caller gives a file that is closed")},
	{ConditionRef{"Output", "file_deadline"}, byFile, always("the caller gives a file whose deadline for writing passes")},
	{ConditionRef{"Output", "file_full"}, byFile, always("there is no space left for the report in the caller's file")},
	{ConditionRef{"Output", "pipe_closed"}, byFile, always("the caller gives a pipe or socket whose other end is closed")},
	{ConditionRef{"Output", "file_refused"}, byFile, always("the system refuses to write for another reason, such as a file opened for reading")},
}

// Occurrences returns every way in which the generated package can fail: arena
// by arena, then the Allocator's own methods, in the order of the conditions'
// numbers. The package meets no other condition.
func (p *Plan) Occurrences() []Occurrence { return p.occurrencesFrom(arenaOrigins, allocatorOrigins) }

// occurrencesOf returns the occurrences of one condition, which takes less than
// to find all.
func (p *Plan) occurrencesOf(condition string) []Occurrence {
	other := func(o origin) bool { return o.condition.Condition != condition }
	return p.occurrencesFrom(slices.DeleteFunc(slices.Clone(arenaOrigins), other), slices.DeleteFunc(slices.Clone(allocatorOrigins), other))
}

func (p *Plan) occurrencesFrom(ofArenas, ofAllocator []origin) (all []Occurrence) {
	for _, a := range p.Arenas {
		all = p.occurrences(all, a, ofArenas)
	}
	return p.occurrences(all, Arena{}, ofAllocator)
}

func (p *Plan) occurrences(all []Occurrence, a Arena, origins []origin) []Occurrence {
	for _, o := range origins {
		all = p.occurrencesIn(all, a, o)
		ways := o.ways(p, a)
		for _, operation := range o.operations {
			if !p.has(operation, a) {
				continue
			}
			for _, w := range ways {
				all = append(all, Occurrence{operation, a.Name, w.pool, w.field, o.condition, w.how})
			}
		}
	}
	return all
}

// has reports whether arenas have a method: some depend on what is declared.
func (p *Plan) has(operation string, a Arena) bool {
	switch {
	case operation == "Buffer":
		return a.Buffers != 0
	case operation == "CheckCorruption":
		return len(anyOverrun(p, a)) > 0
	case operation == "DryRun":
		return p.DryRun
	case a.CustomPools == 0 && (slices.Contains(ofCustom, operation) || slices.Contains(byCustom, operation)):
		return false
	case operation == "AllocForIn":
		return p.Target == Vulkan
	case a.Buffers != 0 && slices.Contains(byResource, operation):
		return false
	case slices.Contains(onlyVulkan, operation):
		return p.Target == Vulkan
	case slices.Contains(byName, operation):
		return p.Names
	case slices.Contains(bySite, operation):
		return p.CallSites
	case slices.Contains(byRecord, operation):
		return p.Trace
	case slices.Contains(byEvents, operation):
		return p.LastEvents > 0
	case slices.Contains(byStream, operation):
		return p.Streams > 0
	}
	return true
}
