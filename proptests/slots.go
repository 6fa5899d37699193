package proptests

// slots is the model of a handle table: numbered slots, each serving one
// region after the other, a generation each, until its generations run out.
type slots struct {
	limit       int    // slots
	generations uint64 // regions a slot serves
	table       []slot // by number; those beyond are fresh
	free        []int  // numbers to hand out, the last one first
	live        int
	retired     int
}

type slot struct {
	generation uint64 // of the region it holds or will hold, from 1
	region     *region
	back       bool // the region was handed back: no handle names it
}

// room tells whether a region can have a slot, and if not, why.
func (s *slots) room() Failure {
	switch {
	case len(s.free) > 0 || len(s.table) < s.limit:
		return Failure{}
	case s.retired == s.limit:
		return Failure{Condition: serialExhausted}
	}
	return Failure{Condition: hostAllocationFailed}
}

// take gives r a slot, of which room was seen, and returns its handle without
// the owner.
func (s *slots) take(r *region) uint64 {
	var number int
	if n := len(s.free); n > 0 {
		number, s.free = s.free[n-1], s.free[:n-1]
	} else {
		number = len(s.table)
		s.table = append(s.table, slot{generation: 1})
	}
	s.table[number].region = r
	s.live++
	return s.table[number].generation<<slotBits | uint64(number)
}

// find returns the live region of a handle without its owner, or nil.
func (s *slots) find(handle uint64) *region {
	number, generation := handle%maxSlots, handle>>slotBits
	if number >= uint64(len(s.table)) || s.table[number].generation != generation {
		return nil
	}
	if s.table[number].back {
		return nil
	}
	return s.table[number].region
}

// release empties the slot of a live region.
func (s *slots) release(number int) {
	slot := &s.table[number]
	slot.region, slot.back = nil, false
	s.live--
	if slot.generation == s.generations {
		s.retired++
		slot.generation = 0 // of no handle
		return
	}
	slot.generation++
	s.free = append(s.free, number)
}
