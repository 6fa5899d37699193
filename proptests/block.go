package proptests

import (
	"cmp"
	"iter"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// block is the model of one block: the sorted list of the extents in use. What
// lies between them is free, so there is nothing to split or to merge.
type block struct {
	part      *part
	number    uint32
	serial    uint64      // from 1, of all blocks that the arena ever had
	memory    vkrt.Memory // none on the host
	slot      int         // in a direct pool
	size      uint64
	room      uint64   // bytes of whole granules
	free      uint64   // bytes
	own       bool     // by one region, with which it goes
	fresh     bool     // made for a request that it did not serve yet
	used      []extent // by offset
	idleSince uint64   // the arena's successes when the block became idle
	turn      uint64   // the arena's blocks that had become idle before
	maps      int      // regions that need it mapped

	lanes // in a linear pool
}

type extent struct {
	offset, size uint64
	optimal      bool // for an image of optimal tiling
}

func (e extent) end() uint64 { return e.offset + e.size }

func (b *block) idle() bool { return len(b.used) == 0 }

// gap is a free range of a block and the extents in use on both sides of it, if
// there are any.
type gap struct {
	start, end     uint64
	before, behind *extent
}

// gaps returns the free ranges of a block, by offset.
func (b *block) gaps() iter.Seq[gap] {
	return func(yield func(gap) bool) {
		g := gap{}
		for i := range b.used {
			g.end, g.behind = b.used[i].offset, &b.used[i]
			if g.start < g.end && !yield(g) {
				return
			}
			g = gap{start: b.used[i].end(), before: &b.used[i]}
		}
		if g.end = b.room; g.start < g.end {
			yield(g)
		}
	}
}

// fit returns the first place in the gap where a request fits. Regions of
// different contents share no page of so many bytes.
func (g gap) fit(r request, page uint64) (at uint64, ok bool) {
	mixes := func(neighbour *extent) bool { return neighbour != nil && neighbour.optimal != r.has(Optimal) }
	at = alignUp(g.start, r.step)
	if mixes(g.before) && (g.start-1)/page == at/page {
		at = alignUp(g.start, max(r.step, page))
	}
	if at < g.start || at > g.end || r.need > g.end-at {
		return 0, false
	}
	return at, !mixes(g.behind) || (at+r.need-1)/page != g.end/page
}

func (b *block) insert(e extent) {
	i, _ := b.find(e.offset)
	b.used = slices.Insert(b.used, i, e)
	b.free -= e.size
}

func (b *block) remove(e extent) {
	i, _ := b.find(e.offset)
	b.used = slices.Delete(b.used, i, i+1)
	b.free += e.size
}

func (b *block) find(offset uint64) (int, bool) {
	return slices.BinarySearchFunc(b.used, offset, func(e extent, offset uint64) int {
		return cmp.Compare(e.offset, offset)
	})
}
