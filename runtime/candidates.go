package vkrt

import "math/bits"

// unusual types serve only requests that require what is unusual in them.
const unusual = LazilyAllocated | Protected | DeviceCoherentAMD | DeviceUncachedAMD

// Candidates are the memory types that can serve a request, best first. They
// are a plain value: choosing allocates nothing.
type Candidates struct {
	order [MaxTypes]uint8
	count uint8
}

// Len returns the number of candidates.
func (c Candidates) Len() int { return int(c.count) }

// At returns the index of the memory type that is candidate i, 0 ≤ i < Len.
func (c Candidates) At(i int) uint32 { return uint32(c.order[:c.count][i]) }

// Choose returns the memory types that have every flag required and whose bits
// are set in allowed, ordered by what they cost: one for each preferred flag
// that is missing and one for each avoided flag that is there; of equal cost,
// the lowest index first. Types that are lazily_allocated, protected,
// device_coherent_amd or device_uncached_amd are left out unless that is
// required.
func Choose(types []Type, allowed uint32, require, prefer, avoid MemoryFlags) Candidates {
	var c Candidates
	var costs [MaxTypes]int
	for i, t := range types {
		if allowed>>i&1 == 0 || t.Flags&require != require || t.Flags&unusual&^require != 0 {
			continue
		}
		cost := bits.OnesCount32(uint32(prefer&^t.Flags)) + bits.OnesCount32(uint32(avoid&t.Flags))
		at := c.count
		for ; at > 0 && costs[at-1] > cost; at-- {
			c.order[at], costs[at] = c.order[at-1], costs[at-1]
		}
		c.order[at], costs[at] = uint8(i), cost
		c.count++
	}
	return c
}
