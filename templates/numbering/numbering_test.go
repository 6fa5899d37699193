package numbering

import "testing"

func TestDamageIsFound(t *testing.T) {
	build := func() (blocks Blocks) {
		for range 8 {
			blocks.Add(64)
		}
		for _, n := range []uint32{6, 2, 4} {
			blocks.Drop(n)
		}
		return blocks
	}
	for name, damage := range map[string]func(*Blocks){
		"a vacant number has a size": func(b *Blocks) { b.sizes[2] = 1 },
		"a block has no size":        func(b *Blocks) { b.sizes[3] = 0 },
		"a number out of range":      func(b *Blocks) { b.vacant[1] = 99 },
		"no heap":                    func(b *Blocks) { b.vacant[0], b.vacant[1] = b.vacant[1], b.vacant[0] },
		"a number twice":             func(b *Blocks) { b.vacant[1] = b.vacant[0] },
	} {
		blocks := build()
		damage(&blocks)
		if blocks.Broken() == "" {
			t.Errorf("%s: taken for sound", name)
		}
	}
}

// TestNativeMemoryStaysWithItsBlock: numbers come and go, and each has what was
// attached to it last.
func TestNativeMemoryStaysWithItsBlock(t *testing.T) {
	var blocks Blocks
	for n := range uint32(5) {
		blocks.Attach(blocks.Add(10), uint64(100+n), uint8(n))
	}
	blocks.Drop(3)
	blocks.Attach(blocks.Add(20), 7, 9)
	for n, want := range []native{{memory: 100}, {memory: 101, rank: 1}, {memory: 102, rank: 2}, {memory: 7, rank: 9}, {memory: 104, rank: 4}} {
		if memory, rank := blocks.Native(uint32(n)); memory != want.memory || rank != want.rank {
			t.Errorf("block %d has memory %d of rank %d, want %v", n, memory, rank, want)
		}
	}
}
