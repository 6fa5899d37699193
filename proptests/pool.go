package proptests

// modelPool is the model of one pool: a part for each memory type, and the
// figures, the cap and the watermark of all parts together.
type modelPool struct {
	*Pool
	kind
	arena *model
	parts []*part // the best memory type first
	usage Usage
	peak  Peak
}

func newPool(m *model, declared *Pool) *modelPool {
	p := &modelPool{Pool: declared, arena: m}
	p.kind = newKind(p)
	for _, t := range m.types {
		q := &part{memoryType: t, pool: p}
		q.layout = p.layout(q)
		p.parts = append(p.parts, q)
	}
	return p
}

// reserve serves an accepted request from the first part that can. What stops
// it is any failure but the pool's cap and native want of memory; otherwise the
// last part's failure is the pool's.
func (p *modelPool) reserve(size, align uint64) (r *region, f Failure) {
	for _, q := range p.parts {
		r, f = q.reserve(size, align)
		if f.Condition != poolCapacityExceeded && !f.outOfMemory() {
			break
		}
	}
	return r, f
}

// giveBack returns the idle blocks that are due, part after part, and says how
// many bytes they had.
func (p *modelPool) giveBack(due func(*block) bool) (returned uint64) {
	for _, q := range p.parts {
		returned += q.giveBack(due)
	}
	return returned
}

// account counts a region just placed. Peaks see the usage before the blocks
// that are then due are returned.
func (p *modelPool) account(r *region) {
	u := &p.usage
	u.BytesInUse += r.Size
	u.BytesPadding += r.extent - r.Size
	u.NumberAllocs++
	p.peak = Peak{
		Usage: Usage{
			BytesReserved: max(p.peak.BytesReserved, u.BytesReserved),
			BytesInUse:    max(p.peak.BytesInUse, u.BytesInUse),
			BytesPadding:  max(p.peak.BytesPadding, u.BytesPadding),
			NumberAllocs:  max(p.peak.NumberAllocs, u.NumberAllocs),
			NumberBlocks:  max(p.peak.NumberBlocks, u.NumberBlocks),
		},
		LargestRequest: max(p.peak.LargestRequest, r.Size),
	}
}

// discount counts a region just freed.
func (p *modelPool) discount(r *region) {
	p.usage.BytesInUse -= r.Size
	p.usage.BytesPadding -= r.extent - r.Size
	p.usage.NumberAllocs--
}
