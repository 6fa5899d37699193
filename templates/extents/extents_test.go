package extents

import "testing"

// TestEverySlotComesBack fills pages of slot counts around the width of a
// machine word with slots of one size, frees all, and fills them again.
func TestEverySlotComesBack(t *testing.T) {
	const slot = 4
	for _, slots := range []uint32{63, 64, 65, 127, 128, 129} {
		var tree Tree
		tree.Init(0)
		tree.Append(0, slots*slot)
		for round := range 3 {
			live := make([]uint32, slots)
			for k := range live {
				i, gap := tree.Find(slot, 1)
				if i == 0 || gap != 0 || tree.Start(i) != uint32(k)*slot {
					t.Fatalf("%d slots, round %d: slot %d is found at extent %d, gap %d", slots, round, k, i, gap)
				}
				live[k] = tree.Take(i, gap, slot)
			}
			if i, _ := tree.Find(1, 1); i != 0 {
				t.Fatalf("%d slots, round %d: room on a full page", slots, round)
			}
			for _, parity := range []int{1, 0} {
				for k := parity; k < len(live); k += 2 {
					tree.Free(live[k])
				}
			}
		}
	}
}
