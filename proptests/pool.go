package proptests

import "slices"

// modelPool is the model of one pool: its blocks and its figures. Its kind
// decides what goes where.
type modelPool struct {
	*Pool
	kind
	arena  *model
	blocks []*block // in the order in which the kind looks at them
	usage  Usage
	peak   Peak
}

// create makes a block of size bytes for a request, unless the arena would then
// reserve too much. The kind has to list it.
func (p *modelPool) create(size uint64, r request) (*block, Failure) {
	m := p.arena
	if left := m.maxReserved() - m.reserved(); size > left {
		return nil, Failure{Condition: allocationTooLarge, A: r.size, B: left - left%m.Alignment}
	}
	number := slices.Index(m.blocks, nil)
	if number < 0 {
		number = len(m.blocks)
		m.blocks = append(m.blocks, nil)
	}
	b := &block{number: uint32(number), size: size, free: size}
	m.blocks[number] = b
	p.usage.NumberBlocks++
	p.usage.BytesReserved += size
	return b, Failure{}
}

// giveBack returns the idle blocks that are due, asking for one after the
// other in order, and says how many bytes they had.
func (p *modelPool) giveBack(due func(*block) bool) (returned uint64) {
	p.blocks = slices.DeleteFunc(p.blocks, func(b *block) bool {
		if !b.idle() || !due(b) {
			return false
		}
		p.arena.blocks[b.number] = nil
		p.usage.NumberBlocks--
		p.usage.BytesReserved -= b.size
		returned += b.size
		if p.returned != nil {
			p.returned(b)
		}
		return true
	})
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
