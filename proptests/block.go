package proptests

import (
	"cmp"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// block is the model of one block: the sorted list of the extents in use. What
// lies between them is free, so there is nothing to split or to merge.
type block struct {
	part      *part
	number    uint32
	memory    vkrt.Memory // none on the host
	slot      int         // in a direct pool
	size      uint64
	free      uint64   // bytes
	used      []extent // by offset
	idleSince uint64   // the arena's successes when the block became idle
	turn      uint64   // the arena's blocks that had become idle before
	maps      int      // regions that need it mapped
}

type extent struct{ offset, size uint64 }

func (b *block) idle() bool { return len(b.used) == 0 }

// firstFit returns the lowest aligned offset of need free bytes.
func (b *block) firstFit(need, align uint64) (offset uint64, ok bool) {
	if b.free < need {
		return 0, false
	}
	start := uint64(0)
	for _, used := range b.used {
		if at, ok := fit(start, used.offset, need, align); ok {
			return at, true
		}
		start = used.offset + used.size
	}
	return fit(start, b.size, need, align)
}

// fit returns the lowest aligned offset of need bytes within [start, end).
func fit(start, end, need, align uint64) (at uint64, ok bool) {
	at = alignUp(start, align)
	return at, start <= at && at <= end && need <= end-at
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
