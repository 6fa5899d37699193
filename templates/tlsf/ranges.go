package tlsf

// How ranges are stored. The other files number them in uint32 and count
// granules in uint64; each instance keeps both in as few bits as its
// parameters allow.
const (
	isHuge = granules>>32 != 0 // granules need more than 32 bits
	isWide = isHuge || maxLive == 0 || needed > 1<<16

	// needed is the most ranges there can be: 0, the regions, and in each block
	// its edge and one free range more than regions.
	needed = 1 + 2*maxLive + 2*blockRoom

	// Where neither is bounded, there can be as many blocks as regions; where
	// regions are, few blocks keep the ranges narrow.
	blockRoom = maxBlocks + max(0, 1-maxBlocks)*(boundedRoom+max(0, 1-maxLive)*(1<<24-boundedRoom))

	boundedRoom = 512
)

// The narrow form is arrays of a fixed length. A power of two spares every
// check of an index that is masked to it, and is taken if a region still
// costs no more than narrowBytes.
const (
	narrowBytes = 48
	rangeBytes  = 21 // a narrowRange, two children and a state

	atMost   = min(needed, 1<<16)
	smeared1 = (atMost - 1) | (atMost-1)>>1
	smeared2 = smeared1 | smeared1>>2
	smeared4 = smeared2 | smeared2>>4
	rounded  = (smeared4 | smeared4>>8) + 1

	mask     = rounded - 1
	capacity = atMost + min(1, narrowBytes*maxLive/(rangeBytes*rounded))*(rounded-atMost)
)

// narrowRange is a range in the narrow form. Range 0 is none, of size 0.
type narrowRange struct {
	start, size        uint32
	prev, next         uint16 // neighbours in the block
	prevFree, nextFree uint16 // a free range's neighbours in its list; nextFree of a live one is its block
}

// wideRange is a range in the wide form.
type wideRange struct {
	start, size        uint32
	prev, next         uint32
	prevFree, nextFree uint32
}

// highHalves extend start and size to 64 bits.
type highHalves struct{ start, size uint32 }

// States of a range. A live one's is the content of its region.
const (
	free   = 0
	linear = 1 // buffers, and images with linear tiling
	tiled  = 2 // images with optimal tiling
	edge   = linear | tiled
)

// release makes range i, in no structure, a free one of the given place.
func (s *Space) release(b *block, i uint32, start, size uint64) {
	s.setState(i, free)
	s.setPlace(i, start, size)
	if bySize {
		s.insertSize(b, i, size)
	}
	if byStart {
		s.insertStart(b, i)
	}
}

// change gives the free range i, of class c and size was, another start and size.
func (s *Space) change(b *block, c, i uint32, was, start, size uint64) {
	if bySize {
		s.removeSize(b, c, i, was)
	}
	if byStart {
		s.resizeStart(i, size)
	}
	s.setPlace(i, start, size)
	if bySize {
		s.insertSize(b, i, size)
	}
}

// remove takes the free range i, of the given size, out of the structures.
func (s *Space) remove(b *block, i uint32, size uint64) {
	if bySize {
		s.removeSize(b, s.classIn(b, i, size), i, size)
	}
	if byStart {
		s.removeStart(b, i)
	}
}

// newRange returns a range to fill in.
func (s *Space) newRange() uint32 {
	i := s.spare
	if i == 0 {
		return s.freshRange()
	}
	s.spare = s.nextFree(i)
	return i
}

// freshSpare recycles a range that was never used, and returns it.
func (s *Space) freshSpare() uint32 {
	i := s.freshRange()
	s.recycle(i)
	return i
}

// freshRange returns a range that was never used. Where a caller has more
// regions or blocks than were declared, the narrow form panics.
//
//go:noinline
func (s *Space) freshRange() uint32 {
	i := s.used
	s.used++
	if isWide {
		s.wide = append(s.wide, wideRange{})
		s.wideState = append(s.wideState, free)
		if isHuge {
			s.high = append(s.high, highHalves{})
		}
		if bySize {
			s.wideBySize = append(s.wideBySize, [2]uint32{})
		}
		if byStart {
			s.wideLeaf = append(s.wideLeaf, 0)
		}
		return i
	}
	s.narrowState[i] = free // not masked: bounds are checked
	return i
}

// provision makes room for so many ranges in the wide form.
func (s *Space) provision(ranges int) {
	s.wide = make([]wideRange, 0, ranges)
	s.wideState = make([]uint8, 0, ranges)
	if isHuge {
		s.high = make([]highHalves, 0, ranges)
	}
	if bySize {
		s.wideBySize = make([][2]uint32, 0, ranges)
	}
	if byStart {
		s.wideLeaf = make([]uint32, 0, ranges)
	}
}

// recycle keeps range i for newRange.
func (s *Space) recycle(i uint32) {
	s.setNextFree(i, s.spare)
	s.spare = i
}

// link makes ranges i and j neighbours in their block.
func (s *Space) link(i, j uint32) {
	s.setNext(i, j)
	s.setPrev(j, i)
}

func (s *Space) start(i uint32) uint64 {
	if isHuge {
		return uint64(s.high[i].start)<<32 | uint64(s.wide[i].start)
	}
	if isWide {
		return uint64(s.wide[i].start)
	}
	return uint64(s.narrow[i&mask].start)
}

func (s *Space) setStart(i uint32, start uint64) {
	if isHuge {
		s.high[i].start = uint32(start >> 32)
	}
	if isWide {
		s.wide[i].start = uint32(start)
	} else {
		s.narrow[i&mask].start = uint32(start)
	}
}

func (s *Space) size(i uint32) uint64 {
	if isHuge {
		return uint64(s.high[i].size)<<32 | uint64(s.wide[i].size)
	}
	if isWide {
		return uint64(s.wide[i].size)
	}
	return uint64(s.narrow[i&mask].size)
}

func (s *Space) setSize(i uint32, size uint64) {
	if isHuge {
		s.high[i].size = uint32(size >> 32)
	}
	if isWide {
		s.wide[i].size = uint32(size)
	} else {
		s.narrow[i&mask].size = uint32(size)
	}
}

// setPlace says where range i starts and how large it is.
func (s *Space) setPlace(i uint32, start, size uint64) {
	if isHuge {
		s.high[i] = highHalves{uint32(start >> 32), uint32(size >> 32)}
	}
	if isWide {
		s.wide[i].start, s.wide[i].size = uint32(start), uint32(size)
	} else {
		s.narrow[i&mask].start, s.narrow[i&mask].size = uint32(start), uint32(size)
	}
}

func (s *Space) state(i uint32) uint8 {
	if isWide {
		return s.wideState[i]
	}
	return s.narrowState[i&mask]
}

func (s *Space) setState(i uint32, state uint8) {
	if isWide {
		s.wideState[i] = state
	} else {
		s.narrowState[i&mask] = state
	}
}
