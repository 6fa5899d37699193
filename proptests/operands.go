package proptests

import (
	"math"
	"math/bits"
	"math/rand"
)

// operands draws sizes and alignments that matter to one declaration.
type operands struct {
	alignment uint64
	usual     uint64   // bytes; draws other than edges are no larger
	edges     []uint64 // sizes on either side of where behaviour changes
	aligns    []uint64 // valid alignments, some beyond every page
	periods   []uint64 // each pool's dealloc_period
}

// wrongAligns are refused by every arena.
var wrongAligns = []uint64{0, 3, maxAlign - 1, maxAlign + 1, maxAlign << 1, 1 << 63, math.MaxUint64}

func newOperands(d *Declaration) *operands {
	m := newModel(*d)
	o := &operands{alignment: d.Alignment}
	largest := uint64(0) // block
	around := func(n uint64) { o.edges = append(o.edges, n-1, n, n+1) }
	around(d.Alignment)
	around(m.largest())
	for _, p := range m.pools {
		for _, n := range p.edges {
			around(n)
		}
		o.usual = max(o.usual, p.usual)
		largest = max(largest, p.usual, p.PageSize)
		o.periods = append(o.periods, p.DeallocPeriod)
	}
	o.edges = append(o.edges, 0, 1<<63, math.MaxUint64-d.Alignment, math.MaxUint64)
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

// anySize mixes the others, by the weights that short sequences need.
func (o *operands) anySize(r *rand.Rand) uint64 {
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
