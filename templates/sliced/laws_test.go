package sliced

import (
	"math/rand/v2"
	"testing"
)

// region is a live region as the test's own list has it.
type region struct {
	id, block    uint32
	start, bytes uint64
}

// firstFit looks at every offset where a region could begin on a page: the
// first aligned one, and the first aligned one behind each live region.
func firstFit(on []region, extent, align uint64) (start uint64, ok bool) {
	starts := []uint64{0}
	for _, r := range on {
		starts = append(starts, (r.start+r.bytes+align-1)/align*align)
	}
	start = PageBytes
	for _, s := range starts {
		fits := s+extent <= PageBytes
		for _, r := range on {
			fits = fits && (s+extent <= r.start || r.start+r.bytes <= s)
		}
		if fits && s < start {
			start, ok = s, true
		}
	}
	return start, ok
}

// TestPoolAgainstList places, frees and returns at random and predicts every
// answer from a list of what lives on each page.
func TestPoolAgainstList(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 1))
		var pool Pool
		pool.Init(0)
		var order []uint32 // blocks by creation
		var idle []uint32  // blocks, idle longest first
		var live []region
		on := func(block uint32) (rs []region) {
			for _, r := range live {
				if r.block == block {
					rs = append(rs, r)
				}
			}
			return rs
		}
		drop := func(list []uint32, block uint32) (rest []uint32) {
			for _, b := range list {
				if b != block {
					rest = append(rest, b)
				}
			}
			return rest
		}
		for range 400 {
			switch op := r.IntN(8); {
			case op < 4:
				bytes := 1 + r.Uint64N(min(maxSliceSize, max(PageBytes, 1)))
				extent := (bytes + alignment - 1) / alignment * alignment
				align := uint64(alignment) << r.Uint32N(4)
				want := region{bytes: extent}
				found := false
				for _, block := range order {
					if want.start, found = firstFit(on(block), extent, align); found {
						want.block = block
						break
					}
				}
				id, need := pool.Place(extent, align)
				if id == 0 && need != 0 {
					if found || need != PageBytes || uint64(len(order)) >= MaxPages {
						t.Fatalf("Place needs a block of %d bytes beside %d pages; fits already: %v", need, len(order), found)
					}
					want.block = uint32(1000 + r.Uint32N(1<<20))
					order, idle = append(order, want.block), append(idle, want.block)
					want.start, found = 0, true
					pool.Commit(want.block)
					id, _ = pool.Place(extent, align)
				}
				if id == 0 != !found || !found && uint64(len(order)) < MaxPages {
					t.Fatalf("Place(%d, %d) = region %d; fits: %v", extent, align, id, found)
				}
				if found && (pool.Block(id) != want.block || pool.Offset(id) != want.start) {
					t.Fatalf("Place(%d, %d) at %d:%d, want %d:%d", extent, align, pool.Block(id), pool.Offset(id), want.block, want.start)
				}
				if found {
					want.id = id
					live, idle = append(live, want), drop(idle, want.block)
				}
			case op < 7 && len(live) > 0:
				k := r.IntN(len(live))
				gone := live[k]
				live = append(live[:k], live[k+1:]...)
				pool.Free(gone.id)
				if len(on(gone.block)) == 0 {
					idle = append(idle, gone.block)
				}
			case op == 7:
				block, ok := pool.PopIdle()
				if ok != (len(idle) > 0) || ok && block != idle[0] {
					t.Fatalf("PopIdle = %d, %v; idle are %v", block, ok, idle)
				}
				if ok {
					order, idle = drop(order, block), idle[1:]
				}
			}
		}
	}
}
