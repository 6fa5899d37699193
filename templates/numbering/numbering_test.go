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
