// Package largest picks the largest of many things that it sees once each, and
// keeps only their sizes: what else there is to know of a thing, the caller
// keeps under the number that the thing was given.
//
// Laws:
//   - the things picked are the first Count of all that were seen, ordered by
//     falling size, and among equal sizes as they were seen;
//   - each has a number below Count of its own.
//
// Cost: Add is O(1) for a thing too small, O(Count) for one picked.
package largest

// Count is how many things are picked.
const Count = 10

// List is the things picked so far. Its zero value is empty.
type List struct {
	sizes  [Count]uint64 // by number
	ranked [Count]uint8  // the numbers, the largest thing's first
	len    int
}

// Add sees a thing. If it is among the largest so far, ok is true and number
// is its own, which perhaps was that of a thing that no longer is.
func (l *List) Add(size uint64) (number int, ok bool) {
	rank := l.len
	if rank < Count {
		l.ranked[rank] = uint8(rank)
		l.len++
	} else if rank--; size <= l.sizes[l.ranked[rank]] {
		return 0, false
	}
	own := l.ranked[rank]
	for ; rank > 0 && size > l.sizes[l.ranked[rank-1]]; rank-- {
		l.ranked[rank] = l.ranked[rank-1]
	}
	l.ranked[rank], l.sizes[own] = own, size
	return int(own), true
}

// Len returns how many things are picked.
func (l *List) Len() int { return l.len }

// At returns the number of the thing of a rank below Len, 0 the largest.
func (l *List) At(rank int) int { return int(l.ranked[rank]) }
