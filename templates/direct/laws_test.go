package direct

import (
	"math/rand/v2"
	"testing"
)

// held is a slot as the test's own list has it.
type held struct {
	block      uint32
	extent     uint64
	live, idle bool
}

// live returns the numbers of the live slots.
func live(slots []held) (numbers []uint32) {
	for k, s := range slots {
		if s.live {
			numbers = append(numbers, uint32(k))
		}
	}
	return numbers
}

// TestPoolAgainstList predicts from a list which slot serves, which a new
// block gets, and which is popped.
func TestPoolAgainstList(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 4))
		var pool Pool
		pool.Init(0)
		slots := []held{{}}
		var vacant []uint32
		for step := range 600 {
			switch op := r.IntN(8); {
			case op < 4:
				extent := (1 + r.Uint64N(6)) * alignment
				want := uint32(0)
				for k, s := range slots {
					if s.idle && s.extent == extent {
						want = uint32(k)
						break
					}
				}
				id, need := pool.Place(extent, 1)
				if id == 0 {
					if want != 0 || need != extent {
						t.Fatalf("Place(%d) needs a block of %d bytes, but slot %d fits", extent, need, want)
					}
					if want = uint32(len(slots)); len(vacant) > 0 {
						want, vacant = vacant[len(vacant)-1], vacant[:len(vacant)-1]
					} else {
						slots = append(slots, held{})
					}
					slots[want] = held{block: uint32(step), extent: extent, idle: true}
					pool.Commit(uint32(step), need)
					id, _ = pool.Place(extent, 1)
				}
				if id != want || pool.Block(id) != slots[id].block || pool.Extent(id) != extent || pool.Offset(id) != 0 {
					t.Fatalf("Place(%d) took slot %d, want %d", extent, id, want)
				}
				slots[id].live, slots[id].idle = true, false
			case op < 7:
				for k, s := range slots {
					if s.live && r.IntN(3) == 0 {
						pool.Free(uint32(k))
						slots[k].live, slots[k].idle = false, true
						break
					}
				}
			default:
				want := 0
				for k := len(slots) - 1; k > 0; k-- {
					if slots[k].idle {
						want = k
					}
				}
				block, ok := pool.PopIdle()
				if ok != (want != 0) || ok && block != slots[want].block {
					t.Fatalf("PopIdle = %d, %v; slot %d is the lowest idle", block, ok, want)
				}
				if ok {
					slots[want], vacant = held{}, append(vacant, uint32(want))
				}
			}
			if law := pool.Broken(live(slots)); law != "" {
				t.Fatalf("broken: %s", law)
			}
		}
	}
}
