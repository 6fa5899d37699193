package spec

import (
	"fmt"
	"math/bits"
)

const (
	slotBits   = 24  // of a handle, for the slot of its region and the stream that it is of
	maxStreams = 256 // so that each has slots for 65536 regions
)

// streamFields is the keys of the concurrency streams.
var streamFields = []Field{
	{Scope: streamsScope, Key: "count", Type: Count, Required: true, Min: 2, Max: maxStreams, Unit: "streams",
		Doc: "How many streams the allocator has. Each has every arena and every pool of its own: what the spec bounds, it bounds in each stream, and blocks that New makes, New makes for each. Tables are each one's own, too."},
}

// streamsScope is where the keys of streams are.
const streamsScope Scope = "concurrency streams"

// slotBitsEach returns how many bits of a slot's number are not its stream's, with
// so many streams: the stream's are the highest.
func slotBitsEach(streams uint64) int { return slotBits - bits.Len64(max(streams, 1)-1) }

// SlotBits returns how many bits number the slots of an arena, in each stream if
// there are streams.
func (p *Plan) SlotBits() int { return slotBitsEach(uint64(p.Streams)) }

// Slots returns how many regions can be live at once in the arena, in each
// stream if there are streams.
func (p *Plan) Slots(a Arena) uint64 {
	if a.MaxLive > 0 {
		return uint64(a.MaxLive)
	}
	return 1 << p.SlotBits()
}

// streamsOf returns how many streams a file declares, 0 if none or not soundly.
func streamsOf(file *object) uint64 {
	if keys := file.value("concurrency").set; keys != nil && file.value("concurrency").text == string(Streams) {
		return keys.value("count").num
	}
	return 0
}

// checkStreams reports an arena with more regions than a stream has slots for.
func checkStreams(r *reporter, a *object, streams uint64) {
	live, each := a.value("max_live"), uint64(1)<<slotBitsEach(streams)
	if live.ok && live.num > each {
		r.report(ruleStreams, live.at, fmt.Sprintf("max_live %d is more than the %d slots that each of %d streams has", live.num, each, streams),
			fmt.Sprintf("declare at most %d", each))
	}
}
