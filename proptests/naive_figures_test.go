package proptests

func (n *naive) record(p *naivePool, size uint64) {
	n.reach(p)
	if n.bug == "peak missed" && p.usage.NumberAllocs > 3 {
		return
	}
	p.peak.BytesInUse = max(p.peak.BytesInUse, p.usage.BytesInUse)
	p.peak.BytesPadding = max(p.peak.BytesPadding, p.usage.BytesPadding)
	p.peak.NumberAllocs = max(p.peak.NumberAllocs, p.usage.NumberAllocs)
	p.peak.LargestRequest = max(p.peak.LargestRequest, size)
}

// reach counts pages and raises the peaks of that.
func (n *naive) reach(p *naivePool) {
	p.count()
	if n.bug == "peak missed" && p.usage.NumberAllocs > 3 {
		return
	}
	p.peak.BytesReserved = max(p.peak.BytesReserved, p.usage.BytesReserved)
	p.peak.NumberBlocks = max(p.peak.NumberBlocks, p.usage.NumberBlocks)
}

func (p *naivePool) count() {
	p.usage.NumberBlocks = uint64(len(p.pages))
	p.usage.BytesReserved = 0
	for _, page := range p.pages {
		p.usage.BytesReserved += page.size
	}
}

func (n *naive) usages() ([]Usage, Failure) {
	if n.closed && n.bug != "usage after Close" {
		return nil, Failure{Condition: "Closed"}
	}
	var usages []Usage
	for i := range n.pools {
		usages = append(usages, n.pools[i].usage)
	}
	return usages, Failure{}
}

func (n *naive) peaks() ([]Peak, Failure) {
	if n.closed {
		return nil, Failure{Condition: "Closed"}
	}
	var peaks []Peak
	for i := range n.pools {
		peaks = append(peaks, n.pools[i].peak)
	}
	return peaks, Failure{}
}
