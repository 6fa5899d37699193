package spec

import (
	"cmp"
	"slices"
)

// An interval is the sizes from first to last, both inclusive.
type interval struct{ first, last uint64 }

// A cover is a set of sizes: intervals in ascending order, with a gap between
// neighbours.
type cover []interval

// add joins intervals to the set.
func (c *cover) add(intervals []interval) {
	all := append(slices.Clone(*c), intervals...)
	slices.SortFunc(all, func(a, b interval) int { return cmp.Compare(a.first, b.first) })
	merged := all[:0]
	for _, i := range all {
		if n := len(merged); n > 0 && i.first <= merged[n-1].last+1 {
			merged[n-1].last = max(merged[n-1].last, i.last)
			continue
		}
		merged = append(merged, i)
	}
	*c = merged
}

// holds reports whether the set contains all sizes of the intervals.
func (c cover) holds(intervals []interval) bool {
	return !slices.ContainsFunc(intervals, func(i interval) bool {
		return !slices.ContainsFunc(c, func(in interval) bool { return in.first <= i.first && i.last <= in.last })
	})
}
