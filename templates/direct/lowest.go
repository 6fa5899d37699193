package direct

import (
	"math/bits"
	"slices"
)

// lowest is a set of slots above 0 and below 1<<30 that finds its lowest
// member. Level 0 has a bit for each slot, and each level above one for each
// word of the level below that isn't 0. Its zero value is empty.
//
// Every operation takes a step a level; 64 slots cost about 65 bits.
type lowest [5][]uint64

// apart is Apart of the pool.
func (l *lowest) apart() {
	for k := range l {
		l[k] = slices.Grow(l[k], 64)
	}
}

// insert adds slot i.
func (l *lowest) insert(i uint32) {
	for k := range l {
		w := i / 64
		for uint64(w) >= uint64(len(l[k])) {
			l[k] = append(l[k], 0)
		}
		was := l[k][w]
		l[k][w] |= 1 << (i % 64)
		if was != 0 {
			return
		}
		i = w
	}
}

// remove takes member i out.
func (l *lowest) remove(i uint32) {
	for k := range l {
		w := i / 64
		l[k][w] &^= 1 << (i % 64)
		if l[k][w] != 0 {
			return
		}
		i = w
	}
}

// first returns the lowest member, or 0.
func (l *lowest) first() (i uint32) {
	for k := len(l) - 1; k >= 0; k-- {
		if uint64(i) >= uint64(len(l[k])) {
			return 0
		}
		i = i*64 + uint32(bits.TrailingZeros64(l[k][i]))
	}
	return i
}

// broken returns the law that the set breaks, or "": its members must be
// exactly those given.
func (l *lowest) broken(members []uint32) (law string) {
	var right lowest
	for _, i := range members {
		right.insert(i)
	}
	for k := range l {
		for len(right[k]) < len(l[k]) {
			right[k] = append(right[k], 0)
		}
		if len(right[k]) != len(l[k]) {
			return "the lowest idle slot is known"
		}
		for w := range l[k] {
			if right[k][w] != l[k][w] {
				return "the lowest idle slot is known"
			}
		}
	}
	return ""
}
