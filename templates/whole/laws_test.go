package whole

import "testing"

func TestLastVacatedFirst(t *testing.T) {
	var b Blocks
	b.Init(0)
	for k := range uint32(5) {
		if n := b.Add(100+k, uint64(k)+1); n != k+1 || b.Block(n) != 100+k || b.Size(n) != uint64(k)+1 {
			t.Fatalf("block %d got number %d: block %d of %d bytes", k, n, b.Block(n), b.Size(n))
		}
	}
	for _, n := range []uint32{2, 4, 3} {
		if block := b.Drop(n); block != 99+n {
			t.Fatalf("number %d was block %d", n, block)
		}
	}
	if blocks, bytes := b.Count(); blocks != 2 || bytes != 1+5 {
		t.Errorf("%d blocks of %d bytes, want 2 of 6", blocks, bytes)
	}
	if idle, law := b.Broken([]uint32{5}); law != "" || len(idle) != 1 || idle[0] != 1 {
		t.Errorf("idle %v, broken: %s", idle, law)
	}
	for _, want := range []uint32{3, 4, 2, 6} {
		if n := b.Add(7, 7); n != want {
			t.Fatalf("number %d, want %d", n, want)
		}
	}
}

// TestDamageIsFound changes one thing at a time.
func TestDamageIsFound(t *testing.T) {
	build := func() (b Blocks) {
		b.Init(0)
		for k := range uint32(6) {
			b.Add(k, 64)
		}
		b.Drop(2)
		b.Drop(5)
		return b
	}
	for name, damage := range map[string]func(*Blocks){
		"vacant number with a size": func(b *Blocks) { b.entries[2].size = 1 },
		"block without a size":      func(b *Blocks) { b.entries[3].size = 0 },
		"list out of the table":     func(b *Blocks) { b.entries[2].block = 99 },
		"list just out of it":       func(b *Blocks) { b.entries[2].block = 7 },
		"list in a circle":          func(b *Blocks) { b.entries[2].block = 5 },
		"list cut":                  func(b *Blocks) { b.vacant = 0 },
	} {
		b := build()
		damage(&b)
		if _, law := b.Broken([]uint32{1}); law == "" {
			t.Errorf("%s: taken for sound", name)
		}
	}
	b := build()
	for _, live := range [][]uint32{{0}, {2}, {7}, {1, 1}} {
		if _, law := b.Broken(live); law == "" {
			t.Errorf("live %v: taken for sound", live)
		}
	}
}
