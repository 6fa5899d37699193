package direct

import "testing"

// TestLimit: what is accepted has an extent that is a number.
func TestLimit(t *testing.T) {
	if most := Limit(); !Accepts(most) || Accepts(most+1) || most%alignment != 0 || most+alignment != 0 {
		t.Errorf("the limit is %#x", most)
	}
}

// TestWatermark: without a watermark nothing is above it.
func TestWatermark(t *testing.T) {
	above := uint64(Watermark)
	if above++; above != 0 {
		t.Errorf("%d bytes are above the watermark", above)
	}
}

// TestUnplaceIsAsBefore: what is placed and taken back serves the next request.
func TestUnplaceIsAsBefore(t *testing.T) {
	var p Pool
	p.Init(2)
	p.Commit(5, 512)
	p.Commit(6, 512)
	region, _ := p.Place(512, 1)
	p.Unplace(region)
	if again, _ := p.Place(512, 1); again != region || p.Block(again) != 5 {
		t.Errorf("region %d, and then %d", region, again)
	}
}

// TestClaim: blocks claim their sizes, those of separate regions too.
func TestClaim(t *testing.T) {
	var p Pool
	p.Init(2)
	p.Commit(1, 512)
	p.Separate(2, 256)
	if sizes := [3]uint64{}; !p.Claim(sizes[:]) || sizes != [3]uint64{0, 512, 256} {
		t.Errorf("the blocks claim %d", sizes)
	}
	if p.Claim(make([]uint64, 2)) || p.Claim([]uint64{0, 1, 0}) {
		t.Error("a block is claimed beyond the end, or twice")
	}
}

// TestDamageIsFound changes one of the tables at a time.
func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(*Pool){
		"nothing":    func(*Pool) {},
		"by extent":  func(p *Pool) { p.byExtent.Remove(1) },
		"by slot":    func(p *Pool) { p.bySlot.remove(1) },
		"the blocks": func(p *Pool) { p.slots.Drop(1) },
	} {
		var p Pool
		p.Init(2)
		p.Commit(5, 512)
		p.Commit(6, 256)
		live, _ := p.Place(256, 1)
		damage(&p)
		if law := p.Broken([]uint32{live}); law == "" != (name == "nothing") {
			t.Errorf("%s changed, and broken is %q", name, law)
		}
	}
}
