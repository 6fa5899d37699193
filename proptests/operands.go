package proptests

import (
	"math"
	"math/bits"
	"math/rand"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/trace"
)

// operands draws sizes and alignments that matter to one declaration.
type operands struct {
	alignment uint64
	usual     uint64   // bytes; draws other than edges are no larger
	mark      uint64   // bytes, the highest watermark
	edges     []uint64 // sizes on either side of where behaviour changes
	huge      []uint64 // edges that are far from usual
	aligns    []uint64 // valid alignments, some beyond every page
	periods   []uint64 // each pool's dealloc_period

	flagOperands
	watches bool // it matters what other programs hold of the device
}

// usualShare is for how many of the usual regions an arena has room where it may
// not reserve more than some allowance.
const usualShare = 8

// wrongAligns are refused by every arena.
var wrongAligns = []uint64{0, 3, maxAlign - 1, maxAlign + 1, maxAlign << 1, 1 << 63, math.MaxUint64}

func newOperands(t trial) *operands {
	m := t.model()
	o := &operands{alignment: m.Alignment, flagOperands: newFlagOperands(m), watches: m.watches()}
	largest := uint64(0) // block
	edges := []uint64{m.Alignment, m.largest(), 1 << 63, -m.Alignment}
	if m.device != nil {
		for _, t := range m.types {
			heap := m.device.Heaps[m.device.Types[t.index].Heap].Size
			edges = append(edges, t.granule, heap, heap/2, heap/3)
		}
	}
	for _, p := range m.pools {
		edges = append(edges, p.edges...)
		o.usual = max(o.usual, p.usual)
		o.periods = append(o.periods, p.DeallocPeriod)
		largest = max(largest, p.usual, p.PageSize)
		if p.marked() {
			o.mark = max(o.mark, p.ReclaimAt)
		}
	}
	o.usual = min(o.usual, m.ceiling)
	if t.written {
		allowance := t.allowance()
		o.usual, o.mark = min(o.usual, allowance/usualShare), min(o.mark, allowance)
		edges = slices.DeleteFunc(edges, func(n uint64) bool { return n > allowance && n <= m.largest() })
	}
	for _, n := range edges {
		if around := []uint64{n - 1, n, n + 1}; n > 2*max(o.usual, o.mark) {
			o.huge = append(o.huge, around...)
		} else {
			o.edges = append(o.edges, around...)
		}
	}
	o.edges = append(o.edges, 0)
	o.huge = append(o.huge, math.MaxUint64)
	for align := uint64(1); align <= maxAlign && align/4 < largest; align <<= 1 {
		o.aligns = append(o.aligns, align)
	}
	return o
}

// small draws from a few granules, in which everything fits.
func (o *operands) small(r *rand.Rand) uint64 {
	return 1 + r.Uint64()%min(o.usual, 8*o.alignment)
}

// spread draws from 1 to what is usual, each power of two as likely as the next.
func (o *operands) spread(r *rand.Rand) uint64 {
	top := uint64(1) << r.Intn(bits.Len64(o.usual))
	return min(o.usual, top+r.Uint64()%top)
}

// granules draws a whole number of granules.
func (o *operands) granules(r *rand.Rand) uint64 {
	return min(o.usual, alignUp(o.spread(r), o.alignment))
}

// edge draws a size at which behaviour changes, which may be invalid.
func (o *operands) edge(r *rand.Rand) uint64 { return o.edges[r.Intn(len(o.edges))] }

// near draws an edge that is no smaller than an eighth of what is usual.
func (o *operands) near(r *rand.Rand) uint64 {
	for range 8 {
		if size := o.edge(r); size >= o.usual/8 && size <= o.usual {
			return size
		}
	}
	return o.usual
}

// fault draws a native allocation to come that is to fail, mostly for want of
// memory.
func (o *operands) fault(r *rand.Rand) trace.Op {
	result := vkrt.ErrorOutOfDeviceMemory
	if r.Intn(2) == 0 {
		results := trace.FaultResults()
		result = results[r.Intn(len(results))]
	}
	return trace.Op{Kind: trace.Fault, ID: 1 + uint64(r.Intn(4)), Result: result}
}

// occupy draws how much of a heap other programs hold: nothing, all but a little,
// or anything.
func (o *operands) occupy(r *rand.Rand, heaps []vkrt.Heap) trace.Op {
	op := trace.Op{Kind: trace.Occupy, ID: uint64(r.Intn(len(heaps)))}
	switch r.Intn(4) {
	case 0:
		op.Size = heaps[op.ID].Size - min(heaps[op.ID].Size, o.anySize(r))
	case 1:
		op.Size = r.Uint64() % heaps[op.ID].Size
	}
	return op
}

// anySize mixes the others, by the weights that short sequences need. A huge
// size may leave room for no other, so it is rare.
func (o *operands) anySize(r *rand.Rand) uint64 {
	if r.Intn(64) == 0 {
		return o.huge[r.Intn(len(o.huge))]
	}
	draw := [...]func(*rand.Rand) uint64{o.small, o.small, o.small, o.spread, o.spread, o.granules, o.near, o.edge}
	return draw[r.Intn(len(draw))](r)
}

// natural draws no alignment beyond the arena's.
func (o *operands) natural(r *rand.Rand) uint64 {
	return min(o.alignment, 1<<r.Intn(bits.Len64(min(o.alignment, maxAlign))))
}

// coarse draws any valid alignment.
func (o *operands) coarse(r *rand.Rand) uint64 { return o.aligns[r.Intn(len(o.aligns))] }

// anyAlign mixes the others, and rarely an invalid one.
func (o *operands) anyAlign(r *rand.Rand) uint64 {
	switch n := r.Intn(32); {
	case n == 0:
		return wrongAligns[r.Intn(len(wrongAligns))]
	case n < 12:
		return o.coarse(r)
	}
	return o.natural(r)
}
