package proptests

import (
	"math/rand"

	"github.com/allocgen/allocgen/runtime/trace"
)

// episode is how many operations one instance of a seeded run lives through.
const episode = 50_000

// seededNames is how many names seeded runs choose from.
const seededNames = 1024

// seeded runs count operations, drawn from seed, in phases that differ in
// sizes, alignments, the number of live regions and the order of freeing.
func seeded(t trial, seed int64, count int) *counterexample {
	o := newOperands(t)
	for ; count > 0; seed++ {
		most := min(count, episode)
		t.source = search{"a seeded run", config{seeded: most, seed: seed}}
		in := newInterpreter(t, 0)
		g := &generator{operands: o, r: rand.New(rand.NewSource(seed)), in: in}
		for len(in.ops) < most && in.broken == nil {
			in.apply(g.next())
		}
		count -= most
		if in.finish() != nil {
			t.source.rerun.seeded = len(in.ops)
			return t.counterexample(in.ops, in.broken).shrink(t)
		}
	}
	return nil
}

// generator draws operations for an interpreter, looking at what it holds.
type generator struct {
	*operands
	r     *rand.Rand
	in    *interpreter
	phase phase
}

// phase is a stretch of operations of one character: regions come until as
// many live as wanted, or one is refused, and go until few are left.
type phase struct {
	left        int // operations
	most, least int // live regions
	size, align func(*rand.Rand) uint64
	flags       func(*rand.Rand) Flags
	order       order
	draining    bool
	steady      bool // come and go in turns at the top
	undisturbed bool // nothing else is drawn in between
	faulty      int  // the n of next below which native allocations are made to fail
}

// mostFaults is how many native allocations are due to fail at a time.
const mostFaults = 3

// order says which live region is freed next.
type order int

const (
	oldest order = iota
	newest
	anyLive
	orders
)

func (g *generator) next() trace.Op {
	if g.phase.left == 0 {
		g.phase = g.newPhase()
	}
	g.phase.left--
	id := uint64(g.r.Intn(seededNames))
	switch n := g.r.Intn(1000); {
	case g.phase.undisturbed:
	case n == 0:
		return trace.Op{Kind: trace.Clear}
	case n < 5:
		return trace.Op{Kind: trace.Reclaim}
	case n < 40: // live, stale, refused or never given
		return trace.Op{Kind: g.freeing(trace.Free, trace.HandBack), ID: id}
	case n < 60:
		return trace.Op{Kind: trace.Alloc, ID: id, Size: g.anySize(g.r), Align: g.anyAlign(g.r), Flags: g.anyFlags(g.r)}
	case n < 70:
		return trace.Op{Kind: trace.Alloc, ID: id, Size: g.brim(), Align: 1}
	case n < 72 && g.in.fake != nil, n < 80 && g.in.fake != nil && g.watches:
		return g.occupy(g.r, g.in.device.Heaps())
	case n < 110 && g.in.DryRun != nil:
		return g.deferral(id)
	case g.in.fake != nil && n < g.phase.faulty && len(g.in.model.device.faults) < mostFaults:
		return g.fault(g.r)
	}
	if g.drains() {
		return trace.Op{Kind: g.freeing(trace.FreeLive, trace.HandBackLive), ID: g.victim()}
	}
	return trace.Op{Kind: trace.Alloc, ID: id, Size: g.phase.size(g.r), Align: g.phase.align(g.r), Flags: g.phase.flags(g.r)}
}

// deferral draws the beginning or the end of a dry run, or the use of a region.
func (g *generator) deferral(id uint64) trace.Op {
	switch g.r.Intn(8) {
	case 0:
		return trace.Op{Kind: trace.DryRun, ID: uint64(g.r.Intn(2))}
	case 1:
		return trace.Op{Kind: trace.Use, ID: id}
	}
	return trace.Op{Kind: trace.UseLive, ID: id}
}

// freeing draws in which stream a region ends, its own or another.
func (g *generator) freeing(own, other trace.Kind) trace.Kind {
	if g.in.Others == nil || g.r.Intn(4) > 0 {
		return own
	}
	return other
}

// brim draws a size at which a direct pool meets its watermark, now or after
// giving back some idle blocks, or one that takes all that is left of a heap,
// and rarely one that takes all that the arena may reserve: give or take a
// granule.
func (g *generator) brim() uint64 {
	m := g.in.model
	about := func(n uint64) uint64 { return n - g.alignment + g.r.Uint64()%(2*g.alignment+1) }
	if d := m.device; d != nil && len(m.types) > 0 && g.r.Intn(2) == 0 {
		heap := d.Types[m.types[g.r.Intn(len(m.types))].index].Heap
		return about(d.Heaps[heap].Size - d.own[heap])
	}
	if g.r.Intn(16) == 0 {
		return about(m.maxReserved() - m.reserved())
	}
	for _, p := range m.pools {
		if !p.marked() || p.usage.BytesReserved > p.ReclaimAt {
			continue
		}
		left := p.ReclaimAt - p.usage.BytesReserved
		for _, b := range m.blocks {
			if b == nil || b.part.pool != p || !b.idle() {
				continue
			}
			if g.r.Intn(2) == 0 {
				break
			}
			left += b.size
		}
		return about(left)
	}
	return g.anySize(g.r)
}

// drains says whether a region goes next.
func (g *generator) drains() bool {
	p, live := &g.phase, len(g.in.live)
	refused := g.in.step.op.Kind == trace.Alloc && (g.in.step.spared || g.in.step.got.failure.failed())
	switch {
	case live <= p.least:
		p.draining = false
	case live >= p.most || refused:
		p.draining = !p.steady || live > p.most
		return true
	}
	return p.draining
}

func (g *generator) victim() uint64 {
	switch live := len(g.in.live); {
	case live == 0 || g.phase.order == oldest:
		return 0
	case g.phase.order == newest:
		return uint64(live - 1)
	default:
		return uint64(g.r.Intn(live))
	}
}

func noFlags(*rand.Rand) Flags { return 0 }

func (g *generator) newPhase() phase {
	r := g.r
	if period := g.periods[r.Intn(len(g.periods))]; period > 0 && period <= episode/4 && r.Intn(8) == 0 {
		// One small region comes and goes until what is idle is due.
		return phase{left: int(2*period) + r.Intn(4096), most: 1, align: g.natural, size: g.small, flags: noFlags, undisturbed: true}
	}
	most := 1 << r.Intn(10)
	if r.Intn(32) == 0 {
		most = 3000
	}
	p := phase{
		left:   most*2 + r.Intn(most*4),
		most:   most,
		order:  order(r.Intn(int(orders))),
		steady: r.Intn(2) == 0,
		align:  g.natural,
		flags:  g.sameFlags(r),
		faulty: 90,
	}
	if g.in.fake != nil && r.Intn(4) == 0 {
		p.faulty = 200
	}
	if r.Intn(3) == 0 {
		p.least = most / 2
	}
	if r.Intn(4) == 0 {
		p.align = g.coarse
	}
	same := g.granules(r)
	alike := func(r *rand.Rand) uint64 { return min(g.usual, same+r.Uint64()%(4*g.alignment)) }
	share := func(r *rand.Rand) uint64 { return 1 + r.Uint64()%max(g.mark/uint64(most), 8*g.alignment) }
	sizes := [...]func(*rand.Rand) uint64{
		func(*rand.Rand) uint64 { return same },
		alike, share, g.small, g.spread, g.granules, g.near, g.anySize,
	}
	p.size = sizes[r.Intn(len(sizes))]
	return p
}
