package proptests

import (
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/trace"
)

// alphabet is what those sequences are made of: requests that fill a page in
// few steps, with and without alignment, and every way to give back. Where a
// block serves one region, there are also requests that differ little, and
// where all sizes are accepted, one that leaves room for nothing else.
// On a device native allocations fail, too.
func alphabet(t trial) []trace.Op {
	d, o := &t.Declaration, newOperands(t)
	large := max(o.usual, min(o.mark, -d.Alignment))
	letters := []trace.Op{
		{Kind: trace.Alloc, Size: 1, Align: 1},
		{Kind: trace.Alloc, Size: max(1, large/2), Align: min(2*d.Alignment, maxAlign)},
		{Kind: trace.Alloc, Size: large, Align: 1},
		{Kind: trace.FreeLive},
		{Kind: trace.FreeLive, ID: 1},
		{Kind: trace.Reclaim},
	}
	if slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Kind != slicedPages }) {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: d.Alignment + 1, Align: 1})
	}
	if largest := t.model().largest(); largest > large {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: largest, Align: 1})
	}
	if slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Policy != "" }) {
		letters = append(letters, trace.Op{Kind: trace.Alloc, Size: max(1, large/4), Align: 1, Flags: d.Flags & (NeverAllocate | Upper)})
	}
	if t.isSimulated() {
		letters = append(letters,
			trace.Op{Kind: trace.Fault, ID: 1, Result: vkrt.ErrorOutOfDeviceMemory},
			trace.Op{Kind: trace.Fault, ID: 2, Result: vkrt.ErrorDeviceLost})
	}
	return letters
}

// exhaust tries every sequence of the alphabet of a length.
func exhaust(t trial, length int) *counterexample {
	letters := alphabet(t)
	digits, ops := make([]int, length), make([]trace.Op, length)
	for {
		for i, digit := range digits {
			ops[i] = letters[digit]
		}
		if c := replay(t, search{name: "trying all short sequences"}, ops); c != nil {
			return c.shrink(t)
		}
		i := 0
		for ; i < length; i++ {
			if digits[i]++; digits[i] < len(letters) {
				break
			}
			digits[i] = 0
		}
		if i == length {
			return nil
		}
	}
}

// wearBound bounds the regions that wearOut allocates.
const wearBound = 4096

// wearOut uses up every generation of every slot, where a declaration makes
// them few.
func wearOut(t trial) *counterexample {
	d := &t.Declaration
	regions := uint64(d.MaxLive) * d.generations()
	if regions == 0 || regions > wearBound {
		return nil
	}
	var ops []trace.Op
	for range regions {
		ops = append(ops, trace.Op{Kind: trace.Alloc, Size: 1, Align: 1}, trace.Op{Kind: trace.FreeLive})
	}
	ops = append(ops, trace.Op{Kind: trace.Alloc, Size: 1, Align: 1}, trace.Op{Kind: trace.Free}, trace.Op{Kind: trace.Clear})
	if c := replay(t, search{name: "using up all generations"}, ops); c != nil {
		return c.shrink(t)
	}
	return nil
}
