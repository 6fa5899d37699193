package spec

import (
	"slices"
	"strings"
)

// A Condition is one way in which a call can fail, whatever the product calls
// it.
type Condition struct {
	Number      uint16 // 1 to 25, stable: the code where a spec declares no errors
	Name        string // in CamelCase
	Meaning     string // when it is met, as a clause
	Payload     []PayloadField
	Refinements []Refinement // the cases that a set can tell apart; there may be others
}

// A PayloadField is what a failure carries beside its code, wherever and
// however its condition is met. Its value is text where the unit is "name" or
// "words", else a number; one in bytes is shown in a unit and in bytes.
type PayloadField struct{ Name, Unit string }

// A Refinement is one case of a condition.
type Refinement struct {
	Name    string // in snake_case
	Meaning string // as a clause
}

// HasDetail reports whether the condition's failures say in words which case
// they are.
func (c Condition) HasDetail() bool {
	return slices.ContainsFunc(c.Payload, func(f PayloadField) bool { return f.Unit == "words" })
}

// What failures say of the place they come from.
var (
	inArena = PayloadField{"arena", "name"}
	inPool  = PayloadField{"pool", "name"}
	ofType  = PayloadField{"memory_type", "number"}
	detail  = PayloadField{"detail", "words"}
)

// conditions is every condition. A row's number is its place, from 1.
var conditions = []Condition{
	{1, "NoCompatibleMemoryType", "no memory type that will do for the request has all the properties that the arena requires", []PayloadField{inArena}, nil},
	{2, "InvalidProperties", "the device is none that the package works with", []PayloadField{detail}, propertyDetails},
	{3, "InvalidRequest", "an argument of the call is out of its bounds", []PayloadField{inArena, detail}, requestDetails},
	{4, "InvalidRange", "an offset and size do not lie in the region", []PayloadField{inArena}, nil},
	{5, "UnknownAllocation", "the handle names no live region: it is zero, or its region has been freed", []PayloadField{inArena}, nil},
	{6, "UnknownPool", "the handle names no custom pool: it was never issued, or the pool has been destroyed", []PayloadField{inArena}, nil},
	{7, "CorruptionDetected", "something wrote behind the end of a region", []PayloadField{inArena, inPool, {"allocation", "handle"}, {"offset", "bytes"}}, nil},
	{8, "WrongAllocator", "the handle belongs to another allocator", []PayloadField{inArena}, nil},
	{9, "AlreadyMapped", "the region is mapped already", []PayloadField{inArena}, nil},
	{10, "NotMapped", "the region is not mapped", []PayloadField{inArena}, nil},
	{11, "NotHostVisible", "the region's memory cannot be mapped", []PayloadField{inArena}, nil},
	{12, "SerialExhausted", "every slot has served as many regions as its generations allow", []PayloadField{inArena}, nil},
	{13, "SynchronizationPoisoned", "an earlier call panicked while it held the lock", []PayloadField{inArena}, nil},
	{14, "HostAllocationFailed", "no slot of the arena is left: each is live or retired", []PayloadField{inArena}, nil},
	{15, "AllocationLimit", "the device has as many memory objects as it can have", []PayloadField{inArena, inPool, ofType}, nil},
	{16, "OutOfSpace", "nothing fits, and the request or the pool allows no new memory", []PayloadField{inArena, inPool}, nil},
	{17, "AllocationTooLarge", "no pool of the arena accepts a request of this size, or there cannot be a block for it", []PayloadField{inArena, {"requested", "bytes"}, {"limit", "bytes"}}, nil},
	{18, "PoolCapacityExceeded", "the pool is at its cap and has no free extent that fits", []PayloadField{inArena, inPool, {"size", "bytes"}, {"in_use", "bytes"}, {"capacity", "bytes"}}, nil},
	{19, "UnsupportedCapability", "the device or the pool lacks what the request needs", []PayloadField{inArena, detail}, capabilityDetails},
	{20, "WrongResource", "the region belongs to a resource of another kind, or to another one", []PayloadField{inArena}, nil},
	{21, "LiveAllocations", "regions are still live", []PayloadField{{"count", "regions"}}, nil},
	{22, "LivePools", "custom pools still exist", []PayloadField{{"count", "pools"}}, nil},
	{23, "Closed", "the allocator has been closed", nil, nil},
	{24, "Call", "the driver refused a call, after everything else was tried", []PayloadField{inArena, inPool, ofType, {"result", "number"}, {"call", "name"}}, results},
	{25, "Output", "a report could not be written to the caller's file", []PayloadField{{"kind", "words"}, {"errno", "number"}}, outputKinds},
}

// propertyDetails is what InvalidProperties tells apart.
var propertyDetails = []Refinement{
	{"no_device", "there is no device"},
	{"other_device", "the device is not the one that the spec pins"},
	{"block_above_heap", "a page or block is larger than its heap, or than the device allocates at once"},
	{"buffer_alignment_too_large", "buffers need more alignment than the arena gives"},
	{"atom_size_too_large", "the atom of memory that is not coherent is larger than Vulkan allows"},
}

// capabilityDetails is what UnsupportedCapability tells apart.
var capabilityDetails = []Refinement{
	{"no_own_memory", "the request needs memory of its own, and no pool can give it that"},
	{"image_needs_own_block", "only pools of buffers accept an image of this size"},
	{"no_buffer_address", "buffers are to have addresses, and the device gives them none"},
	{"buffer_needs_more", "the device's buffers need more memory than they have bytes"},
	{"upper_needs_one_block", "no pool that is filled from the top accepts the request"},
	{"strategy_not_offered", "no pool of the arena offers the strategy"},
	{"buffer_needs_own_block", "only pools of images accept a buffer of this size"},
}

// requestDetails is what InvalidRequest tells apart. Another one comes last.
var requestDetails = []Refinement{
	{"size_is_zero", "the size is 0"},
	{"alignment_is_zero", "the alignment is 0"},
	{"alignment_too_large", "the alignment is above 1 GiB"},
	{"alignment_not_power_of_two", "the alignment is not a power of two"},
	{"resource_needs_other_type", "the resource cannot be in memory of the region's type"},
	{"resource_needs_alignment", "the region's offset is not aligned as the resource requires"},
	{"resource_needs_more", "the resource is larger than the region"},
	{"resource_needs_own_memory", "the resource needs memory of its own, and the region was not reserved for it"},
	{"resource_is_two", "both a buffer and an image are given"},
	{"flags_unknown", "a flag is given that the package does not have"},
	{"flags_contradict", "flags are given that exclude each other"},
	{"pool_kind_unknown", "no pool of the arena is of the kind given for a custom pool"},
}

// outputKinds is what Output tells apart.
var outputKinds = []Refinement{
	{"no_file", "there is no file"},
	{"file_closed", "the file is closed"},
	{"file_deadline", "the file's deadline has passed"},
	{"file_full", "there is no space left for it"},
	{"pipe_closed", "nothing reads the pipe any more"},
	{"file_refused", "the system refused it"},
}

// results is the native results that Call tells apart: those that functions of
// Vulkan which allocate, map, bind or create may return, in snake_case and
// without the prefix VK_ERROR.
var results = []Refinement{
	{"out_of_host_memory", "the driver is out of host memory"},
	{"out_of_device_memory", "the driver is out of device memory"},
	{"initialization_failed", "the driver could not initialise what was asked for"},
	{"device_lost", "the device is lost"},
	{"memory_map_failed", "the driver could not map the memory"},
	{"too_many_objects", "the driver has as many objects as it can have"},
	{"invalid_external_handle", "an external handle is not valid"},
	{"invalid_opaque_capture_address", "a captured address is not available"},
	{"validation_failed", "a validation layer stopped the call"},
	{"unknown", "the driver does not know what went wrong"},
}

// Conditions returns every condition, in the order of their numbers.
func Conditions() []Condition { return slices.Clone(conditions) }

// condition returns the condition of a name.
func condition(name string) (Condition, bool) {
	i := slices.IndexFunc(conditions, func(c Condition) bool { return c.Name == name })
	if i < 0 {
		return Condition{}, false
	}
	return conditions[i], true
}

// A ConditionRef names a condition, or one case of it.
type ConditionRef struct {
	Condition  string
	Refinement string // "" for every case that nothing else names
}

// String returns the reference as a spec writes it: OutOfSpace, or
// Call.device_lost.
func (r ConditionRef) String() string {
	if r.Refinement == "" {
		return r.Condition
	}
	return r.Condition + "." + r.Refinement
}

// base returns the reference to the whole condition.
func (r ConditionRef) base() ConditionRef { return ConditionRef{Condition: r.Condition} }

// meaning returns when what the reference names is met.
func (r ConditionRef) meaning() string {
	c, _ := condition(r.Condition)
	for _, refinement := range c.Refinements {
		if refinement.Name == r.Refinement {
			return refinement.Meaning
		}
	}
	return c.Meaning
}

// compareRefs orders references by the table.
func compareRefs(a, b ConditionRef) int {
	place := func(r ConditionRef) int {
		return slices.IndexFunc(references(), func(known ConditionRef) bool { return known == r })
	}
	return place(a) - place(b)
}

// parseRef reads a reference, or says why it names nothing.
func parseRef(text string) (r ConditionRef, problem, hint string) {
	name, refinement, refined := strings.Cut(text, ".")
	c, known := condition(name)
	if !known {
		var names []string
		for _, c := range conditions {
			names = append(names, c.Name)
		}
		if hint = didYouMean(name, names); hint == "" {
			hint = "known conditions: " + strings.Join(names, ", ")
		}
		return r, "unknown condition " + quote(name), hint
	}
	var cases []string
	for _, known := range c.Refinements {
		cases = append(cases, known.Name)
	}
	if refined && !slices.Contains(cases, refinement) {
		if hint = didYouMean(refinement, cases); hint == "" && len(cases) > 0 {
			hint = "known cases: " + strings.Join(cases, ", ")
		} else if hint == "" {
			hint = "write " + name
		}
		return r, name + " has no case " + quote(refinement), hint
	}
	return ConditionRef{name, refinement}, "", ""
}

// references returns everything that parseRef can read, in table order.
func references() (refs []ConditionRef) {
	for _, c := range conditions {
		refs = append(refs, ConditionRef{Condition: c.Name})
		for _, r := range c.Refinements {
			refs = append(refs, ConditionRef{c.Name, r.Name})
		}
	}
	return refs
}

// carried returns the fields that every one of the conditions carries.
func carried(refs []ConditionRef) (fields []PayloadField) {
	for i, r := range refs {
		c, _ := condition(r.Condition)
		if i == 0 {
			fields = slices.Clone(c.Payload)
		}
		fields = slices.DeleteFunc(fields, func(f PayloadField) bool { return !slices.Contains(c.Payload, f) })
	}
	return fields
}

// payloadNames returns the name of every field that some condition carries.
func payloadNames() (names []string) {
	for _, c := range conditions {
		for _, f := range c.Payload {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}
