package replay

import (
	"errors"
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// failure is the failure of a shelf.
type failure string

func (f failure) Failed() bool   { return f != "" }
func (f failure) String() string { return string(f) }

type (
	flags  uint8
	ticket struct{ serial int }
)

// A shelf is an arena that is easily followed: pages of 100 bytes hold two regions
// of up to 50 bytes, pool 0; every larger one has a block of its own, pool 1, up to
// 1000 bytes. A block has the lowest vacant number and goes with its last region.
// The native allocation of each is asked of a device, if there is one.
type shelf struct {
	device  *vkrt.Device
	serial  int
	regions map[int]place
	sizes   []uint64 // of blocks, by number
	now     [2]Usage
	peaks   [2]Peak
	keep    bool      // empty blocks stay until Reclaim
	said    *[]string // whose memory was used
}

type place struct {
	pool   int
	block  uint32
	offset uint64
	size   uint64
}

func (s *shelf) AllocWith(size, align uint64, f flags) (ticket, failure) {
	switch {
	case f != 0:
		return ticket{}, "no flags"
	case size > 1000:
		return ticket{}, "too large"
	}
	at := place{pool: 1, size: size}
	if size <= 50 {
		at.pool = 0
	}
	if !s.find(&at) {
		bytes := size
		if at.pool == 0 {
			bytes = 100
		}
		if s.device != nil {
			if _, outcome := s.device.Allocate(bytes, 0); outcome != (vkrt.Outcome{}) {
				return ticket{}, "out of memory"
			}
		}
		at.block = s.vacant()
		s.sizes[at.block] = bytes
		s.now[at.pool].BytesReserved += bytes
		s.now[at.pool].NumberBlocks++
	}
	s.serial++
	s.regions[s.serial] = at
	s.now[at.pool].BytesInUse += size
	s.now[at.pool].NumberAllocs++
	for i := range s.peaks {
		p, now := &s.peaks[i], s.now[i]
		p.BytesReserved = max(p.BytesReserved, now.BytesReserved)
		p.NumberBlocks = max(p.NumberBlocks, now.NumberBlocks)
	}
	return ticket{s.serial}, ""
}

// find looks for the free half of a page, or an empty block of the size.
func (s *shelf) find(at *place) bool {
	for block, bytes := range s.sizes {
		var offsets []uint64
		for _, r := range s.regions {
			if r.block == uint32(block) {
				offsets = append(offsets, r.offset)
			}
		}
		if at.pool == 1 && bytes == at.size && offsets == nil {
			at.block = uint32(block)
			return true
		}
		for _, offset := range []uint64{0, 50} {
			if at.pool == 0 && bytes == 100 && !slices.Contains(offsets, offset) {
				at.block, at.offset = uint32(block), offset
				return true
			}
		}
	}
	return false
}

func (s *shelf) vacant() uint32 {
	i := slices.Index(s.sizes, 0)
	if i < 0 {
		i = len(s.sizes)
		s.sizes = append(s.sizes, 0)
	}
	return uint32(i)
}

func (s *shelf) Free(t ticket) failure {
	at, live := s.regions[t.serial]
	if !live {
		return "unknown"
	}
	delete(s.regions, t.serial)
	s.now[at.pool].BytesInUse -= at.size
	s.now[at.pool].NumberAllocs--
	if !s.keep {
		s.returnEmpty()
	}
	return ""
}

func (s *shelf) returnEmpty() {
	used := map[uint32]bool{}
	for _, r := range s.regions {
		used[r.block] = true
	}
	for block, bytes := range s.sizes {
		if bytes != 0 && !used[uint32(block)] {
			pool := 1
			if bytes == 100 {
				pool = 0
			}
			s.sizes[block] = 0
			s.now[pool].BytesReserved -= bytes
			s.now[pool].NumberBlocks--
		}
	}
}

func (s *shelf) Block(t ticket) (uint32, failure)  { return s.regions[t.serial].block, "" }
func (s *shelf) Offset(t ticket) (uint64, failure) { return s.regions[t.serial].offset, "" }
func (s *shelf) BlockSize(block uint32) (uint64, failure) {
	if int(block) >= len(s.sizes) {
		return 0, ""
	}
	return s.sizes[block], ""
}
func (s *shelf) Clear() failure {
	for serial := range s.regions {
		s.Free(ticket{serial})
	}
	return ""
}
func (s *shelf) Memory(t ticket) (vkrt.Memory, failure) {
	*s.said = append(*s.said, fmt.Sprintf("use %d", t.serial))
	return 0, ""
}
func (s *shelf) Reclaim() (uint64, failure) { s.returnEmpty(); return 0, "" }

// shelves is the subject; keep is what its shelves are made with, and furnished
// how many pages New makes.
func shelves(keep bool, furnished int) Subject {
	return Subject{Spec: "shelf.yaml", Arena: "shelf", Pools: []string{"pages", "whole"},
		Open: func(device *vkrt.Device, capacity uint64) (*Instance, error) {
			if capacity == 13 {
				return nil, errors.New("an unlucky capacity")
			}
			s := &shelf{device: device, regions: map[int]place{}, keep: keep}
			for range furnished {
				s.sizes = append(s.sizes, 100)
				s.now[0].BytesReserved += 100
				s.now[0].NumberBlocks++
			}
			return Bind(s, nil, func() []Usage { return s.now[:] }, func() []Peak { return slices.Clone(s.peaks[:]) }), nil
		}}
}
