// Package callsites remembers the code that asked for each live region, by
// slot.
//
// What is remembered is a return address; file, line and function are looked
// up only when asked for.
//
// Law: a slot has the call site that was set last, and none before.
//
// Cost: O(1), but for Caller, which unwinds the stack by the frames that it
// skips, and Resolve, which allocates. Each slot up to the highest ever used
// costs 8 bytes and holds no pointer.
package callsites

import "runtime"

// Table is the call sites of an arena's regions. Its zero value has none.
type Table struct {
	sites []uintptr // 0 for none
}

// Set gives slot i a call site in place of the one that it had; 0 is none.
func (t *Table) Set(i uint32, site uintptr) {
	if lacking := int(i) + 1 - len(t.sites); lacking > 0 && site != 0 {
		t.sites = append(t.sites, make([]uintptr, lacking)...)
	}
	if uint64(i) < uint64(len(t.sites)) {
		t.sites[i] = site
	}
}

// Of returns the call site of slot i, 0 if it has none.
func (t *Table) Of(i uint32) uintptr {
	if uint64(i) < uint64(len(t.sites)) {
		return t.sites[i]
	}
	return 0
}

// Caller returns where the function was called from that calls Caller.
// Inlined functions count as called.
func Caller() uintptr {
	const skipped = 3 // Callers, Caller, and the function that asks
	var site [1]uintptr
	runtime.Callers(skipped, site[:])
	return site[0]
}

// Site is a place in the source, zero if it isn't known.
type Site struct {
	File     string // its path as the compiler saw it
	Line     int
	Function string // with the path of its package
}

// Resolve returns the place that a call site is.
func Resolve(site uintptr) Site {
	if site == 0 {
		return Site{}
	}
	frame, _ := runtime.CallersFrames([]uintptr{site}).Next()
	return Site{frame.File, frame.Line, frame.Function}
}
