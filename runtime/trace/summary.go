package trace

import "slices"

// Summary counts what a recording asks for, as if every allocation were
// served. Peaks are over the whole recording.
type Summary struct {
	Ops, Allocs int
	Frees       int    // f and h lines, whether or not they free something
	PeakLive    uint64 // bytes requested and live at once; stops at 2^64-1
	PeakRegions int
	Largest     uint64 // bytes of the largest request
	NeverFreed  int    // regions live at the end
	Faults      int    // native allocations that are to fail
}

// summariser follows the live regions of a recording.
type summariser struct {
	Summary
	names map[uint64]int // serial of the region a name was last given to
	live  []liveRegion   // by ascending serial
	bytes uint64
}

type liveRegion struct {
	serial int // counts allocations
	size   uint64
}

// Summarise walks the recording once.
func (t *Trace) Summarise() Summary {
	s := summariser{names: make(map[uint64]int)}
	for _, op := range t.Ops {
		s.apply(op)
	}
	s.NeverFreed = len(s.live)
	return s.Summary
}

func (s *summariser) apply(op Op) {
	s.Ops++
	switch op.Kind {
	case Alloc:
		s.names[op.ID] = s.Allocs
		s.live = append(s.live, liveRegion{s.Allocs, op.Size})
		s.Allocs++
		s.bytes = satAdd(s.bytes, op.Size)
		s.PeakLive = max(s.PeakLive, s.bytes)
		s.PeakRegions = max(s.PeakRegions, len(s.live))
		s.Largest = max(s.Largest, op.Size)
	case Free, HandBack:
		s.Frees++
		if serial, ok := s.names[op.ID]; ok {
			i, ok := slices.BinarySearchFunc(s.live, serial, func(r liveRegion, serial int) int { return r.serial - serial })
			if ok {
				s.free(i)
			}
		}
	case FreeLive, HandBackLive:
		s.Frees++
		if n := uint64(len(s.live)); n > 0 {
			s.free(int(op.ID % n))
		}
	case Fault:
		s.Faults++
	case Clear:
		s.live, s.bytes = s.live[:0], 0
	}
}

func (s *summariser) free(i int) {
	s.bytes -= min(s.bytes, s.live[i].size)
	s.live = slices.Delete(s.live, i, i+1)
}

func satAdd(a, b uint64) uint64 {
	if sum := a + b; sum >= a {
		return sum
	}
	return ^uint64(0)
}
