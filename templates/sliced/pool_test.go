package sliced

import "testing"

// two is a pool of two pages, with a region at the start of each.
func two(t *testing.T) (p *Pool, regions [2]uint32) {
	t.Helper()
	p = new(Pool)
	p.Init(8)
	for k := range regions {
		p.Commit(uint32(5+k), PageBytes)
		for n := uint32(0); n != uint32(5+k); n = p.Block(regions[k]) {
			if regions[k], _ = p.Place(PageBytes/2+alignment, 1); regions[k] == 0 {
				t.Fatal("no room on a new page")
			}
		}
	}
	return p, regions
}

// TestUnplaceIsAsBefore: what is placed and taken back leaves the pages idle in
// the order that they were.
func TestUnplaceIsAsBefore(t *testing.T) {
	p, regions := two(t)
	p.Free(regions[0])
	p.Free(regions[1])
	region, _ := p.Place(alignment, 1)
	if p.Unplace(region); p.Block(region) != 5 || p.Broken(nil) != "" {
		t.Errorf("a region of block %d was taken back, broken: %s", p.Block(region), p.Broken(nil))
	}
	one, _ := p.Place(alignment, 1)
	other, _ := p.Place(alignment, 1)
	if p.Unplace(other); p.Broken([]uint32{one}) != "" {
		t.Errorf("broken: %s", p.Broken([]uint32{one}))
	}
	p.Unplace(one)
	for _, want := range []uint32{5, 6} {
		if block, ok := p.PopIdle(); !ok || block != want {
			t.Errorf("idle is block %d (%t), want %d", block, ok, want)
		}
	}
}

// TestPages: pages are counted, and claim their sizes, as long as they have a
// block.
func TestPages(t *testing.T) {
	p, regions := two(t)
	p.Commit(7, PageBytes)
	p.Free(regions[0])
	if pages, bytes := p.Pages(); pages != 3 || bytes != 3*PageBytes {
		t.Errorf("%d pages of %d bytes, want 3", pages, bytes)
	}
	for _, want := range []uint32{7, 5} {
		if block, ok := p.PopIdle(); !ok || block != want {
			t.Errorf("idle is block %d (%t), want %d", block, ok, want)
		}
	}
	if pages, bytes := p.Pages(); pages != 1 || bytes != PageBytes {
		t.Errorf("%d pages of %d bytes, want 1", pages, bytes)
	}
	if sizes := [8]uint64{}; !p.Claim(sizes[:]) || sizes != [8]uint64{6: PageBytes} {
		t.Errorf("the pages claim %d", sizes)
	}
	if p.Claim(make([]uint64, 6)) || p.Claim([]uint64{6: 1}) {
		t.Error("a block is claimed beyond the end, or twice")
	}
}

// TestDamageIsFound changes one thing at a time.
func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(*Pool){
		"nothing":                    func(*Pool) {},
		"an extent":                  func(p *Pool) { p.slices.Append(1, 3) },
		"an idle page's extent":      func(p *Pool) { p.pages[3].link ^= 1 },
		"a page that isn't idle":     func(p *Pool) { p.idle.Leave(3) },
		"a vacant page in use":       func(p *Pool) { p.vacant = 2 },
		"a vacant page out of range": func(p *Pool) { p.vacant = uint32(len(p.pages)) },
		"vacant pages in a circle":   func(p *Pool) { p.pages[1].link = 1 },
	} {
		p, regions := two(t)
		p.Commit(7, PageBytes)
		p.Free(regions[0])
		p.idle.Leave(1)
		p.idle.Return(1)
		if block, _ := p.PopIdle(); block != 7 {
			t.Fatalf("block %d is popped", block)
		}
		p.Commit(8, PageBytes)
		p.PopIdle()
		damage(p)
		if law := p.Broken(regions[1:]); law == "" != (name == "nothing") {
			t.Errorf("%s is changed, and broken is %q", name, law)
		}
	}
}
