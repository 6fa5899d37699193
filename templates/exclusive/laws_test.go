package exclusive

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// held is a page as the test's own list, in the order of creation, has it.
type held struct {
	id, block uint32
	bytes     uint64
	live      bool
	idleSince int
}

// smallest returns the index of the page that must serve extent, or -1.
func smallest(pages []held, extent uint64) int {
	best := -1
	for k, p := range pages {
		if !p.live && p.bytes >= extent && (best < 0 || p.bytes < pages[best].bytes) {
			best = k
		}
	}
	return best
}

// TestPoolAgainstList predicts from a list which page serves, how large a new
// one is, and which one is popped.
func TestPoolAgainstList(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 2))
		var pool Pool
		pool.Init(0)
		var pages []held
		for step := range 500 {
			switch op := r.IntN(8); {
			case op < 4:
				extent := (1 + r.Uint64N(min(maxAllocSize, 16*alignment)) + alignment - 1) / alignment * alignment
				extent = min(extent, maxAllocSize)
				k := smallest(pages, extent)
				id, need := pool.Place(extent, 1)
				if id == 0 {
					want := extent
					if growth == average {
						want = max(extent, (pool.mean>>16+alignment-1)/alignment*alignment)
					}
					if k >= 0 || need != want {
						t.Fatalf("Place(%d) needs a block of %d bytes, want %d, and page %d fits", extent, need, want, k)
					}
					k = len(pages)
					pages = append(pages, held{block: uint32(step), bytes: need})
					pool.Commit(uint32(step), need)
					id, _ = pool.Place(extent, 1)
				}
				if k < 0 || pool.Block(id) != pages[k].block || pool.Extent(id) != pages[k].bytes || pool.Offset(id) != 0 {
					t.Fatalf("Place(%d) took block %d of %d bytes, want %+v", extent, pool.Block(id), pool.Extent(id), pages[k])
				}
				pages[k].id, pages[k].live = id, true
				if growth == average {
					pool.Served(extent)
				}
			case op < 7:
				if k := slices.IndexFunc(pages, func(p held) bool { return p.live }); k >= 0 {
					pool.Free(pages[k].id)
					pages[k].live, pages[k].idleSince = false, step
				}
			default:
				oldest := -1
				for k, p := range pages {
					if !p.live && (oldest < 0 || p.idleSince < pages[oldest].idleSince) {
						oldest = k
					}
				}
				block, ok := pool.PopIdle()
				if ok != (oldest >= 0) || ok && block != pages[oldest].block {
					t.Fatalf("PopIdle = %d, %v; page %d is the oldest", block, ok, oldest)
				}
				if ok {
					pages = slices.Delete(pages, oldest, oldest+1)
				}
			}
			var live []uint32
			for _, p := range pages {
				if p.live {
					live = append(live, p.id)
				}
			}
			if law := pool.Broken(live); law != "" {
				t.Fatalf("broken: %s", law)
			}
		}
	}
}

// TestFirstPage: the first page is as large as the request, or half as large as
// the largest one may be.
func TestFirstPage(t *testing.T) {
	var pool Pool
	pool.Init(0)
	want := uint64(alignment)
	if growth == average {
		want = max(want, (maxAllocSize/2+alignment-1)/alignment*alignment)
	}
	if region, need := pool.Place(alignment, 1); region != 0 || need != want {
		t.Errorf("region %d, or a page of %d bytes, want %d", region, need, want)
	}
}
