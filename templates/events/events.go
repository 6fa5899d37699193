// Package events remembers the last calls of an arena.
//
// Law: what is remembered is the last calls, as many as there is room for, in
// their order; and how many there were in all.
//
// Cost: O(1). A call remembered costs 24 bytes, whether or not there was one
// yet, and holds no pointer.
package events

import "github.com/allocgen/allocgen/templates/calls"

// How many of its last calls each arena remembers.
const lastEvents = 16 //allocgen:param

// Ring is the last calls. Its zero value has none.
type Ring struct {
	calls [lastEvents]calls.Call // call n, from 0, is at n modulo the room
	count uint64
}

// Add remembers a call, if need be in place of the oldest.
func (r *Ring) Add(c *calls.Call) {
	r.calls[r.count%lastEvents] = *c
	r.count++
}

// Count returns how many calls there were, remembered or not.
func (r *Ring) Count() uint64 { return r.count }

// Len returns how many calls are remembered.
func (r *Ring) Len() uint64 { return min(r.count, lastEvents) }

// At returns the call of a rank below Len, 0 the oldest.
func (r *Ring) At(rank uint64) calls.Call {
	return r.calls[(r.count-r.Len()+rank)%lastEvents]
}
