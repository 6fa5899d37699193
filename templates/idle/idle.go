// Package idle lists the pages without a live region, the one that has been
// idle longest first, and says which have been idle for long enough.
//
// Time is counted in successful reservations of the arena. Cost: every
// operation is O(1); 16 bytes for each number up to the highest that was ever
// idle.
package idle

import "slices"

const (
	// After how many reservations of the arena a page that stays idle is
	// returned; 0 keeps idle pages until they are reclaimed.
	deallocPeriod = 0 //allocgen:param

	expires = deallocPeriod != 0
)

// entry is a page in the list; 0 is the head, between the newest and the
// oldest.
type entry struct {
	older, newer uint32
	since        uint64 // the clock when the page joined
}

// List is a list of page numbers above 0. Its zero value is empty.
type List struct {
	entries []entry
	clock   uint64 // successful reservations of the arena
}

// Apart gives the list room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (l *List) Apart() {
	l.entries = slices.Grow(l.entries, 32)
}

// Join makes page n, which is not in the list, the newest.
func (l *List) Join(n uint32) {
	for uint64(n) >= uint64(len(l.entries)) {
		l.entries = append(l.entries, entry{})
	}
	newest := l.entries[0].older
	l.entries[n].older, l.entries[n].newer = newest, 0
	l.entries[newest].newer, l.entries[0].older = n, n
	if expires {
		l.entries[n].since = l.clock
	}
}

// Leave takes page n out of the list.
func (l *List) Leave(n uint32) {
	older, newer := l.entries[n].older, l.entries[n].newer
	l.entries[older].newer, l.entries[newer].older = newer, older
}

// Return takes back the last Leave, which was of page n: the page has been idle
// all the time.
func (l *List) Return(n uint32) {
	older, newer := l.entries[n].older, l.entries[n].newer
	l.entries[older].newer, l.entries[newer].older = n, n
}

// Oldest returns the page that has been idle longest, or 0.
func (l *List) Oldest() uint32 {
	if len(l.entries) == 0 {
		return 0
	}
	return l.entries[0].newer
}

// Tick counts a successful reservation.
func (l *List) Tick() { l.clock++ }

// Due returns the oldest page if it has been idle for deallocPeriod
// reservations, else 0.
func (l *List) Due() uint32 {
	n := l.Oldest()
	if n != 0 && l.clock-l.entries[n].since < deallocPeriod {
		return 0
	}
	return n
}

// Broken returns the law that the list breaks, or "": its pages must be
// exactly those given. It ends whatever the entries hold.
func (l *List) Broken(pages []uint32) (law string) {
	isIdle := make([]bool, len(l.entries))
	for _, n := range pages {
		if n == 0 || uint64(n) >= uint64(len(l.entries)) || isIdle[n] {
			return "an idle page has an entry"
		}
		isIdle[n] = true
	}
	older, left := uint32(0), len(pages)
	for n := l.Oldest(); n != 0; n = l.entries[n].newer {
		if uint64(n) >= uint64(len(l.entries)) || !isIdle[n] || left == 0 || l.entries[n].older != older || l.entries[n].since > l.clock {
			return "the idle pages form a list"
		}
		older = n
		left--
	}
	if left != 0 || len(l.entries) > 0 && l.entries[0].older != older {
		return "the idle pages form a list"
	}
	return ""
}
