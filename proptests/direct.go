package proptests

import (
	"cmp"
	"math"
	"slices"
)

// direct is the model of a direct pool: a region is a block of exactly its
// extent. A block has a slot of the pool, by whose number it is looked at, and
// stays there, idle, until its very extent is wanted again.
type direct struct {
	*modelPool
	slots   int   // ever used
	vacated []int // slots whose block was returned, the last one last
}

// unmarked is the scale, in granules, of a pool without a watermark.
const unmarked = 4096

func newDirect(p *modelPool) kind {
	d := &direct{modelPool: p}
	largest := -p.arena.Alignment // the last multiple of it in 64 bits
	k := kind{
		accepts:  func(size uint64) bool { return size <= largest },
		largest:  largest,
		place:    d.place,
		returned: func(b *block) { d.vacated = append(d.vacated, b.slot) },
		sound:    func(u Usage) bool { return u.NumberAllocs <= u.NumberBlocks },
		usual:    unmarked * p.arena.Alignment,
		edges:    []uint64{largest, largest / 2, p.arena.maxReserved(), p.arena.maxReserved() / 2},
	}
	if p.marked() {
		k.usual = max(p.ReclaimAt/8, min(p.ReclaimAt, 8*p.arena.Alignment), p.arena.Alignment)
		quarter := p.ReclaimAt / 4
		k.edges = append(k.edges, p.ReclaimAt, 3*quarter, 2*quarter, quarter, p.ReclaimAt/3)
	}
	return k
}

// marked says whether the pool has a watermark.
func (p *Pool) marked() bool { return p.Kind == directBlocks && p.ReclaimAt != math.MaxUint64 }

func (d *direct) place(r request) (*block, extent, Failure) {
	for _, b := range d.blocks {
		if b.idle() && b.size == r.need {
			return b, extent{0, r.need}, Failure{}
		}
	}
	d.giveBack(func(*block) bool { return !d.holds(r.need) })
	b, f := d.create(r.need, r)
	if !f.failed() {
		b.slot = d.takeSlot()
		i, _ := slices.BinarySearchFunc(d.blocks, b.slot, func(b *block, slot int) int {
			return cmp.Compare(b.slot, slot)
		})
		d.blocks = slices.Insert(d.blocks, i, b)
	}
	return b, extent{0, r.need}, f
}

// holds says whether need bytes more stay within the watermark.
func (d *direct) holds(need uint64) bool {
	return !d.marked() || need <= d.ReclaimAt && d.usage.BytesReserved <= d.ReclaimAt-need
}

// takeSlot takes the slot that was vacated last, or else a fresh one.
func (d *direct) takeSlot() (slot int) {
	if n := len(d.vacated); n > 0 {
		slot, d.vacated = d.vacated[n-1], d.vacated[:n-1]
		return slot
	}
	d.slots++
	return d.slots - 1
}
