package blocks

import "testing"

// several is a pool of three blocks, of which the second is empty, with a region
// in each of the others and one that is a block of its own.
func several(t *testing.T) (p *Pool, live []uint32) {
	t.Helper()
	p = new(Pool)
	p.Init(0, alignment, 1, 1<<30, 1<<30, 0)
	for k := range uint32(3) {
		p.Commit(k, 8*alignment)
		region := p.PlaceNew(uint64(k+1)*alignment, 1, 0)
		if live = append(live, region); region == 0 {
			t.Fatal("no room in a new block")
		}
	}
	if _, gone := p.Free(live[1]); gone {
		t.Fatal("the only empty block is returned")
	}
	live[1] = p.Separate(3, alignment)
	return p, live
}

// TestDamageIsFound changes one thing at a time.
func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(*Pool){
		"nothing":                     func(*Pool) {},
		"the count":                   func(p *Pool) { p.count++ },
		"the order":                   func(p *Pool) { p.list(0, p.order[1]); p.list(1, p.order[2]); p.list(2, 2) },
		"a place in the order":        func(p *Pool) { p.blocks[0].link ^= 1 },
		"a place out of the order":    func(p *Pool) { p.blocks[0].link = uint32(len(p.order)) },
		"the end of the order":        func(p *Pool) { p.order = append(p.order, 0) },
		"a size":                      func(p *Pool) { p.blocks[0].size += alignment },
		"no size":                     func(p *Pool) { p.blocks[0].size = 0 },
		"an age":                      func(p *Pool) { p.blocks[2].born = p.born },
		"an empty block":              func(p *Pool) { p.empty.Leave(2) },
		"one that isn't empty":        func(p *Pool) { p.empty.Join(1) },
		"a vacant number":             func(p *Pool) { p.vacant = 1 },
		"a number out of range":       func(p *Pool) { p.vacant = uint32(len(p.blocks)) + 1 },
		"the last one":                func(p *Pool) { p.last = uint32(len(p.blocks)) + 1 },
		"a block of its own":          func(p *Pool) { p.own.Add(9, alignment) },
		"a region that is no block":   func(p *Pool) { p.own.Drop(1) },
		"the space":                   func(p *Pool) { p.space.Alloc(0, alignment, 1, 0) },
		"free bytes, and so an order": func(p *Pool) { p.blocks[0].born, p.blocks[1].born, p.order[2] = 1, 0, p.order[0] },
	} {
		p, live := several(t)
		damage(p)
		if law := p.Broken(live); law == "" != (name == "nothing") {
			t.Errorf("%s changed, and broken is %q", name, law)
		}
	}
}

// TestClaim: blocks claim their sizes, and those of regions of their own.
func TestClaim(t *testing.T) {
	p, _ := several(t)
	want := [4]uint64{8 * alignment, 8 * alignment, 8 * alignment, alignment}
	if sizes := [4]uint64{}; !p.Claim(sizes[:]) || sizes != want {
		t.Errorf("the blocks claim %d", sizes)
	}
	for _, sizes := range [][]uint64{{0, 0}, {0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}} {
		if p.Claim(sizes) {
			t.Errorf("a block is claimed beyond the end, or twice: %d", sizes)
		}
	}
}
