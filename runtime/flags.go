package vkrt

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// MemoryFlags is a set of VkMemoryPropertyFlagBits, with their values.
type MemoryFlags uint32

// The properties of memory types.
const (
	DeviceLocal       MemoryFlags = 1 << iota // device_local
	HostVisible                               // host_visible
	HostCoherent                              // host_coherent
	HostCached                                // host_cached
	LazilyAllocated                           // lazily_allocated
	Protected                                 // protected
	DeviceCoherentAMD                         // device_coherent_amd
	DeviceUncachedAMD                         // device_uncached_amd
	RDMACapableNV                             // rdma_capable_nv
)

// HeapFlags is a set of VkMemoryHeapFlagBits, with their values.
type HeapFlags uint32

// The properties of memory heaps.
const (
	HeapDeviceLocal   HeapFlags = 1 << iota // device_local
	HeapMultiInstance                       // multi_instance
)

// The word of each flag, in the order of the bits.
var (
	memoryWords = []string{
		"device_local", "host_visible", "host_coherent", "host_cached", "lazily_allocated",
		"protected", "device_coherent_amd", "device_uncached_amd", "rdma_capable_nv",
	}
	heapWords = []string{"device_local", "multi_instance"}
)

// String returns the flags in the order of their bits, as in
// "device_local|host_visible"; a bit without a word as in "0x200"; and "none"
// for no flags.
func (f MemoryFlags) String() string { return joinFlags(uint32(f), memoryWords) }

// String returns the flags in the form of [MemoryFlags.String].
func (f HeapFlags) String() string { return joinFlags(uint32(f), heapWords) }

// ParseMemoryFlags returns the flags that String spells so, and whether there
// are such flags.
func ParseMemoryFlags(text string) (MemoryFlags, bool) {
	set, ok := parseFlags(text, memoryWords)
	return MemoryFlags(set), ok
}

// ParseHeapFlags returns the flags that String spells so, and whether there are
// such flags.
func ParseHeapFlags(text string) (HeapFlags, bool) {
	set, ok := parseFlags(text, heapWords)
	return HeapFlags(set), ok
}

const (
	noFlags  = "none"
	flagsSep = "|"
)

func joinFlags(set uint32, words []string) string {
	if set == 0 {
		return noFlags
	}
	return strings.Join(splitFlags(set, words), flagsSep)
}

// splitFlags returns the word of every flag of a set.
func splitFlags(set uint32, words []string) (list []string) {
	for ; set != 0; set &= set - 1 {
		bit := bits.TrailingZeros32(set)
		if bit < len(words) {
			list = append(list, words[bit])
		} else {
			list = append(list, "0x"+strconv.FormatUint(1<<bit, 16))
		}
	}
	return list
}

func parseFlags(text string, words []string) (set uint32, ok bool) {
	if text == noFlags {
		return 0, true
	}
	for word := range strings.SplitSeq(text, flagsSep) {
		flag, ok := parseFlag(word, words)
		if !ok {
			return 0, false
		}
		set |= flag
	}
	return set, joinFlags(set, words) == text
}

// parseFlag returns the flag of one word.
func parseFlag(word string, words []string) (flag uint32, ok bool) {
	if bit := slices.Index(words, word); bit >= 0 {
		return 1 << bit, true
	}
	digits, ok := strings.CutPrefix(word, "0x")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	flag = uint32(n)
	return flag, err == nil && flag&(flag-1) == 0 && flag>>len(words) != 0
}
