package proptests

// account counts a region just placed. Peaks see the usage before idle pages
// are returned.
func (p *modelPool) account(r *region) {
	u := &p.usage
	u.BytesInUse += r.Size
	u.BytesPadding += r.extent - r.Size
	u.NumberAllocs++
	p.countPages()
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

func (p *modelPool) countPages() {
	p.usage.NumberBlocks = uint64(len(p.pages))
	p.usage.BytesReserved = p.usage.NumberBlocks * p.pageSize
}

// discount counts a region just freed.
func (p *modelPool) discount(r *region) {
	p.usage.BytesInUse -= r.Size
	p.usage.BytesPadding -= r.extent - r.Size
	p.usage.NumberAllocs--
}
