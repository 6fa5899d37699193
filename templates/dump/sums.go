package dump

import "github.com/allocgen/allocgen/templates/layout"

// sums is what blocks hold together.
type sums struct {
	blocks, bytes  uint64
	regions, inUse uint64 // bytes, of extents
	ranges         uint64 // that are free
	smallestRegion uint64
	largestRegion  uint64
	smallestRange  uint64
	largestRange   uint64
}

// add adds the sums of other blocks.
func (s *sums) add(t sums) {
	if t.regions > 0 && (s.regions == 0 || t.smallestRegion < s.smallestRegion) {
		s.smallestRegion = t.smallestRegion
	}
	if t.ranges > 0 && (s.ranges == 0 || t.smallestRange < s.smallestRange) {
		s.smallestRange = t.smallestRange
	}
	s.largestRegion = max(s.largestRegion, t.largestRegion)
	s.largestRange = max(s.largestRange, t.largestRange)
	s.blocks += t.blocks
	s.bytes += t.bytes
	s.regions += t.regions
	s.inUse += t.inUse
	s.ranges += t.ranges
}

// addRegion adds a region.
func (s *sums) addRegion(extent uint64) {
	s.add(sums{regions: 1, inUse: extent, smallestRegion: extent, largestRegion: extent})
}

// addRange adds a free range, if it is not empty.
func (s *sums) addRange(bytes uint64) {
	if bytes != 0 {
		s.add(sums{ranges: 1, smallestRange: bytes, largestRange: bytes})
	}
}

// sumsOf returns the sums of a block.
func (l *Layout) sumsOf(b *block) (s sums) {
	s.blocks, s.bytes = 1, b.bytes
	end := uint64(0)
	for rank := range b.count {
		at := l.placeOf(b, rank)
		s.addRange(at.Offset - end)
		s.addRegion(at.Extent)
		end = at.Offset + at.Extent
	}
	s.addRange(b.bytes - end)
	return s
}

// placeOf returns where the region of a rank in a block lies, once they are in order.
func (l *Layout) placeOf(b *block, rank uint32) layout.Region {
	return l.places.At(int(b.first + rank))
}

// blocksOf returns the blocks of a pool.
func (l *Layout) blocksOf(p *Pool) []block { return l.blocks[p.first : p.first+p.count] }

// byType returns the sums of the blocks of every memory type.
func (l *Layout) byType() (all [MaxTypes]sums) {
	for i := range l.pools {
		p := &l.pools[i]
		blocks := l.blocksOf(p)
		for j := range blocks {
			all[p.MemoryType].add(l.sumsOf(&blocks[j]))
		}
	}
	return all
}
