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
		"the number next in range":   func(b *Blocks) { b.vacant[2] = 8 },
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

// TestBlocksAreTheirSizes: the blocks are those of one list of sizes and no other.
func TestBlocksAreTheirSizes(t *testing.T) {
	var blocks Blocks
	for n := range uint64(4) {
		blocks.Add(10 + n)
	}
	blocks.Drop(1)
	if !blocks.Are([]uint64{10, 0, 12, 13}) {
		t.Error("the blocks are not said to be what they are")
	}
	for _, sizes := range [][]uint64{{10, 0, 12, 14}, {10, 11, 12, 13}, {11, 0, 12, 13}, {10, 0, 12, 13, 0}} {
		if blocks.Are(sizes) {
			t.Errorf("the blocks are said to be of sizes %d", sizes)
		}
	}
}

// TestBufferGoesWithItsBlock: a block has the buffer that was attached last, and
// none once its number is another block's.
func TestBufferGoesWithItsBlock(t *testing.T) {
	var blocks Blocks
	for n := range uint32(3) {
		blocks.Attach(blocks.Add(10), uint64(n), 0)
		blocks.AttachBuffer(n, uint64(50+n))
	}
	blocks.Drop(1)
	blocks.Attach(blocks.Add(10), 7, 0)
	for n, want := range []uint64{50, 0, 52} {
		if buffer := blocks.Buffer(uint32(n)); buffer != want {
			t.Errorf("block %d has buffer %d, want %d", n, buffer, want)
		}
	}
	if blocks.Len() != 3 {
		t.Errorf("%d numbers were given, want 3", blocks.Len())
	}
}
