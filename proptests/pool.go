package proptests

import "slices"

// modelPool is the model of one pool: a part for each memory type, and the
// figures, the cap and the watermark of all parts together.
type modelPool struct {
	*Pool
	kind
	arena *model
	parts []*part // the best memory type first
	usage Usage
	peak  Peak

	unmapped Unmapped
}

func newPool(m *model, declared *Pool) *modelPool {
	p := &modelPool{Pool: declared, arena: m}
	p.kind = newKind(p)
	for rank, t := range m.types {
		q := &part{memoryType: t, pool: p}
		q.granule = max(t.granule, p.MinAlignment)
		if p.Policy == fixed || rank == 0 {
			q.least = p.stays()
		}
		q.layout = p.layout(q)
		p.parts = append(p.parts, q)
	}
	return p
}

// reserve serves a request that the pool takes.
func (p *modelPool) reserve(r request) (*region, Failure) {
	if p.policy != nil {
		return p.policy(p, r)
	}
	return p.onEach(r, (*part).reserve)
}

// onEach tries the parts until one serves the request. What stops it is any
// failure but want of capacity or of native memory; otherwise the last part's
// failure is the pool's.
func (p *modelPool) onEach(r request, try func(*part, request) (*region, Failure)) (served *region, f Failure) {
	for _, q := range p.parts {
		if served, f = try(q, r); !f.ofPart() {
			break
		}
	}
	return served, f
}

// isFull reports whether the pool may have no more blocks.
func (p *modelPool) isFull() bool {
	blocks := 0
	for _, q := range p.parts {
		blocks += len(q.blocks)
	}
	return uint64(blocks) >= p.maxBlocks
}

func (p *modelPool) outOfSpace() Failure { return Failure{Condition: outOfSpace, Pool: p.Name} }

// giveBack returns the idle blocks that are due, part after part, and says how
// many bytes they had.
func (p *modelPool) giveBack(due func(*block) bool) (returned uint64) {
	for _, q := range p.parts {
		returned += q.giveBack(due)
	}
	return returned
}

// account counts a region just placed.
func (p *modelPool) account(r *region) {
	u := &p.usage
	u.BytesInUse += r.Size
	u.BytesPadding += r.extent - r.Size
	u.NumberAllocs++
	p.peak.LargestRequest = max(p.peak.LargestRequest, r.Size)
	p.raise()
}

// raise raises the peaks to what the pool has now, before blocks that are then
// due are returned.
func (p *modelPool) raise() {
	now, peak := p.usage, &p.peak
	peak.BytesReserved = max(peak.BytesReserved, now.BytesReserved)
	peak.BytesInUse = max(peak.BytesInUse, now.BytesInUse)
	peak.BytesPadding = max(peak.BytesPadding, now.BytesPadding)
	peak.NumberAllocs = max(peak.NumberAllocs, now.NumberAllocs)
	peak.NumberBlocks = max(peak.NumberBlocks, now.NumberBlocks)
}

// discount counts a region just freed.
func (p *modelPool) discount(r *region) {
	p.usage.BytesInUse -= r.Size
	p.usage.BytesPadding -= r.extent - r.Size
	p.usage.NumberAllocs--
}

// release frees a live region. A block that becomes empty is idle, or it goes.
func (p *modelPool) release(r *region) {
	m, b, q := p.arena, r.block, r.block.part
	i, _ := b.find(r.Offset)
	e := b.used[i]
	b.remove(e)
	q.left(b, e)
	p.discount(r)
	switch {
	case b.own || b.idle() && q.sheds(b):
		q.drop(b)
	case b.idle():
		b.idleSince, b.turn = m.successes, m.idlings
		m.idlings++
	}
}

// sheds reports whether a block that just became empty is not kept: one that is
// beside another, of a pool of blocks without a period.
func (q *part) sheds(b *block) bool {
	another := slices.ContainsFunc(q.blocks, func(other *block) bool { return other != b && other.idle() })
	return q.pool.policy != nil && q.pool.DeallocPeriod == 0 && another && uint64(len(q.blocks)) > q.least
}
