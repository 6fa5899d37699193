// Package trace reads and writes recordings of allocator calls: text, one
// operation a line, in a language small enough to write by hand.
//
//	# capacity 1048576    metadata, before the first operation
//	a 7 4096 256          allocate 4096 bytes, aligned to 256, and name it 7
//	a 8 64 16 upper       likewise, with flags: none, one or more of those below
//	f 7                   free what 7 names
//	f @3                  free the fourth oldest live region, modulo their number
//	h 7, h @3             likewise, in another stream than the region's own
//	d 1, d 0              begin a dry run, or end it: in one new blocks are without memory
//	u 7, u @3             use the memory of such a region, which makes that of its block
//	l 7 "shadow map"      what 7 names is called so from here on, in Go's quotes; "" is no name
//	c                     return idle blocks to where they came from
//	x                     free everything at once
//	n 2 device_lost       the second native allocation from here on fails, with this result
//	o 0 1048576           other programs hold so many bytes of heap 0 from here on
//
// Every sequence of operations means something, so any part of a recording is
// a recording too. A name may be reused; it then names the newer region. A
// name whose region is gone, or whose allocation was refused, or that was
// never given, still replays as a free: of a stale handle or of the zero
// handle, and l does nothing. "f @K" does nothing when no region is live, and "n N RESULT" nothing
// for an N of 0 or where there are no native allocations, as on the host; the
// results are those of [FaultResults]. Without streams h is f. "o HEAP BYTES" counts heaps modulo their
// number, and does nothing where there are none. d and u do nothing where there are no dry
// runs, and "u @K" where no region is live.
//
// Generated packages write the language, with trace: true in their spec. The name
// of a region is then its slot, so that the next one there has it too.
//
// Flags are min_memory, min_offset and min_time, the strategy of the request;
// upper, for the end of a block that grows down from the top; dedicated, for
// memory of its own; never_allocate, for memory that is there; and optimal, for
// an image of optimal tiling. What an allocator does not know, it refuses.
package trace

import "strconv"

// Meta is one line of a recording's header, "# key value".
type Meta struct {
	Key   string // without white space
	Value string // up to the end of the line; may be empty
}

// Trace is one recording.
type Trace struct {
	Meta []Meta // in order of appearance; keys may repeat
	Ops  []Op
}

// Capacity returns the number of bytes that the recorded allocator managed,
// and whether the header says so.
func (t *Trace) Capacity() (uint64, bool) {
	for _, m := range t.Meta {
		if m.Key != "capacity" {
			continue
		}
		n, err := strconv.ParseUint(m.Value, 10, 64)
		return n, err == nil
	}
	return 0, false
}
