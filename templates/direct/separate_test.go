package direct

import "testing"

// TestSeparateBlocksAreNeverIdle: a region with a block of its own comes and goes
// with it, between regions of the same extent.
func TestSeparateBlocksAreNeverIdle(t *testing.T) {
	var p Pool
	p.Init(4)
	p.Commit(7, 512)
	shared, _ := p.Place(512, 1)
	own := p.Separate(8, 512)
	if p.Block(shared) != 7 || p.Block(own) != 8 || p.Extent(own) != 512 || p.Offset(own) != 0 {
		t.Errorf("the shared region is in block %d, its own in block %d", p.Block(shared), p.Block(own))
	}
	if law := p.Broken([]uint32{shared, own}); law != "" {
		t.Errorf("broken: %s", law)
	}
	if block, gone := p.Free(own); !gone || block != 8 {
		t.Errorf("block %d goes (%t), want 8", block, gone)
	}
	if region, need := p.Place(512, 1); region != 0 || need != 512 {
		t.Errorf("a block that is gone serves region %d", region)
	}
	p.Free(shared)
	if block, ok := p.PopIdle(); !ok || block != 7 {
		t.Errorf("idle is block %d (%t), want 7", block, ok)
	}
	if law := p.Broken(nil); law != "" {
		t.Errorf("broken: %s", law)
	}
	if blocks, bytes := p.Pages(); blocks != 0 || bytes != 0 {
		t.Errorf("%d blocks of %d bytes are left", blocks, bytes)
	}
}
