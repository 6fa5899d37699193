package exclusive

import "testing"

// pages is a pool with a live page and two idle ones, of blocks 5 to 7.
func pages() (p *Pool, live uint32) {
	p = new(Pool)
	p.Init(2)
	for k := range uint32(3) {
		p.Commit(5+k, 512)
	}
	live, _ = p.Place(512, 1)
	return p, live
}

// TestLimit: what is accepted is up to the largest size.
func TestLimit(t *testing.T) {
	if most := Limit(); most != maxAllocSize || !Accepts(most) || Accepts(most+1) {
		t.Errorf("the limit is %d", most)
	}
}

// TestUnplaceIsAsBefore: a page that is taken back is as long idle as it was.
func TestUnplaceIsAsBefore(t *testing.T) {
	p, live := pages()
	if p.Block(live) != 5 {
		t.Fatalf("block %d serves, want the oldest", p.Block(live))
	}
	p.Unplace(live)
	for _, want := range []uint32{5, 6, 7} {
		if block, ok := p.PopIdle(); !ok || block != want {
			t.Errorf("idle is block %d (%t), want %d", block, ok, want)
		}
	}
}

// TestPages: pages are counted, and claim their sizes.
func TestPages(t *testing.T) {
	p, _ := pages()
	if pages, bytes := p.Pages(); pages != 3 || bytes != 3*512 {
		t.Errorf("%d pages of %d bytes, want 3", pages, bytes)
	}
	if !p.Claim(make([]uint64, 8)) || p.Claim(make([]uint64, 7)) || p.Claim([]uint64{6: 1, 9: 0}) {
		t.Error("a block is claimed beyond the end, or twice")
	}
}

// TestDamageIsFound changes one of the tables at a time.
func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(*Pool){
		"nothing":       func(*Pool) {},
		"the free set":  func(p *Pool) { p.free.Remove(2) },
		"the idle list": func(p *Pool) { p.idle.Leave(2) },
		"the pages":     func(p *Pool) { p.pages.Drop(2) },
	} {
		p, live := pages()
		damage(p)
		if law := p.Broken([]uint32{live}); law == "" != (name == "nothing") {
			t.Errorf("%s changed, and broken is %q", name, law)
		}
	}
}
