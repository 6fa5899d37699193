package linear

import (
	"slices"
	"testing"
)

// FuzzSpace runs bytes as operations, two each: how and how aligned, and the size,
// in granules, or which region. The first byte is the size of the block.
func FuzzSpace(f *testing.F) {
	f.Add([]byte("\x08\x00\x02\x00\x02\x00\x02\x01\x00\x00\x03\x02\x01\x01\x01"))
	f.Add([]byte("\x40\x00\x10\x02\x10\x02\x08\x0c\x04\x01\x01\x01\x02\x0e\x04"))
	f.Fuzz(func(t *testing.T, ops []byte) {
		if len(ops) == 0 {
			return
		}
		var s Space
		s.Init(0, alignment)
		l := &lists{size: (1 + uint64(ops[0])) * alignment}
		s.Add(0, l.size)
		const most = 1 << 9 // operations
		for op := range slices.Chunk(ops[1:1+min((len(ops)-1)/2, most)*2], 2) {
			live, operand := len(l.one)+len(l.two), int(op[1])
			switch {
			case op[0]&1 == 0:
				how := uint8(0)
				if op[0]&2 != 0 {
					how = Upper
				}
				l.alloc(t, &s, 0, uint64(1+operand)*alignment, uint64(alignment)<<(op[0]>>2&7), alignment, how)
			case live > 0:
				l.free(&s, operand%live)
			}
			check(t, &s, map[uint32]*lists{0: l})
		}
	})
}
