package sliced

import (
	"slices"
	"testing"
)

// FuzzPool runs bytes as operations, three each: a kind with an alignment, and
// the size, in granules, or which region.
func FuzzPool(f *testing.F) {
	f.Add([]byte("\x00\x10\x00\x00\x10\x00\x00\x10\x00\x04\x01\x00\x00\x08\x00\x04\x00\x00\x04\x00\x00\x07\x00\x00"))
	f.Fuzz(func(t *testing.T, ops []byte) {
		var b book
		b.pool.Init(0)
		const most = 1 << 10 // operations
		block := uint32(0)   // every one is new
		for op := range slices.Chunk(ops[:min(len(ops)/3, most)*3], 3) {
			block++
			operand := uint64(op[1]) | uint64(op[2])<<8
			switch kind, align := op[0]%8, uint64(alignment)<<(op[0]>>3%8); {
			case kind < 4:
				b.place(t, (1+operand%(maxSliceSize/alignment))*alignment, align, block)
			case kind < 7 && len(b.live) > 0:
				b.free(int(operand) % len(b.live))
			case kind == 7:
				b.popIdle(t)
			}
		}
		var live []uint32
		for _, r := range b.live {
			live = append(live, r.id)
		}
		if law := b.pool.Broken(live); law != "" {
			t.Fatalf("broken: %s", law)
		}
	})
}
