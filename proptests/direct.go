package proptests

import (
	"cmp"
	"math"
	"slices"
)

// direct is the model of the direct blocks of one memory type: a region is a
// block of exactly its extent. A block has a slot of the part, by whose number
// it is looked at, and stays there, idle, until its very extent is wanted again.
type direct struct {
	*part
	slots   int   // ever used
	vacated []int // slots whose block was returned, the last one last
}

// unmarked is the scale, in granules, of a pool without a watermark.
const unmarked = 4096

func newDirect(p *modelPool) kind {
	largest := -p.arena.Alignment // the last multiple of it in 64 bits
	k := kind{
		accepts:   func(size uint64) bool { return size <= largest },
		largest:   largest,
		layout:    func(q *part) layout { return &direct{part: q} },
		maxBlocks: math.MaxUint64,
		gives:     true,
		sound:     func(u Usage) bool { return u.NumberAllocs <= u.NumberBlocks },
		usual:     unmarked * p.arena.Alignment,
		edges:     []uint64{largest, largest / 2, p.arena.maxReserved(), p.arena.maxReserved() / 2},
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

// makeRoom returns idle blocks of a marked pool, only until a new one of need
// bytes stays within the watermark.
func (p *modelPool) makeRoom(need uint64) {
	if p.marked() {
		p.giveBack(func(*block) bool { return need > p.ReclaimAt || p.usage.BytesReserved > p.ReclaimAt-need })
	}
}

func (d *direct) find(r request) (*block, extent) {
	for _, b := range d.blocks {
		if b.idle() && b.size == r.need {
			return b, extent{size: r.need}
		}
	}
	return nil, extent{}
}

func (d *direct) newSize(r request) uint64 { return r.need }

// list gives a block the slot that was vacated last, or else a fresh one.
func (d *direct) list(b *block) {
	if n := len(d.vacated); n > 0 {
		b.slot, d.vacated = d.vacated[n-1], d.vacated[:n-1]
	} else {
		b.slot = d.slots
		d.slots++
	}
	i, _ := slices.BinarySearchFunc(d.blocks, b.slot, func(b *block, slot int) int {
		return cmp.Compare(b.slot, slot)
	})
	d.blocks = slices.Insert(d.blocks, i, b)
}

func (d *direct) unlist(b *block)                 { d.vacated = append(d.vacated, b.slot) }
func (d *direct) entered(*block, extent, request) {}
func (d *direct) left(*block, extent)             {}
func (d *direct) order(a, b *block) int           { return cmp.Compare(a.slot, b.slot) }
