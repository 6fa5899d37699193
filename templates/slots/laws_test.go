package slots

import "testing"

// TestFindOnlyTheLive: of every handle around those issued, only the live
// ones are found, each as its own slot.
func TestFindOnlyTheLive(t *testing.T) {
	var table Table
	table.Init(7)
	issued := map[uint64]uint32{}
	for k := uint32(0); k < 16 && table.HasRoom(); k++ {
		issued[table.Issue(Slot{Pool: 3, Region: 100 + k, Size: uint64(k) + 1})] = 100 + k
	}
	for handle := range issued {
		if i, _ := table.Find(handle); i%2 == 0 {
			table.Vacate(i)
			delete(issued, handle)
		}
	}
	if int(table.Live()) != len(issued) {
		t.Errorf("%d regions live, want %d", table.Live(), len(issued))
	}
	if law := table.Broken(); law != "" {
		t.Fatalf("broken: %s", law)
	}
	n := uint64(table.Len())
	for owner := range uint64(1 << OwnerBits) {
		for _, generation := range []uint64{0, 1, 2, 3, 1<<generationBits - 1} {
			for _, slot := range []uint64{0, 1, 2, 3, n - 1, n, 1<<slotBits - 1} {
				handle := owner<<(64-OwnerBits) | generation<<slotBits | slot
				i, ok := table.Find(handle)
				region, want := issued[handle]
				if ok != want || ok && (table.Slot(i).Region != region || table.Handle(i) != handle) {
					t.Fatalf("Find(%#x) = slot %d, %v; issued and live: %v", handle, i, ok, want)
				}
				if table.IsForeign(handle) != (owner != 7) {
					t.Fatalf("IsForeign(%#x) = %v", handle, owner == 7)
				}
			}
		}
	}
}

// TestLastVacatedFirst: slots are issued again in the reverse order of their
// vacating, with a handle that differs from every earlier one.
func TestLastVacatedFirst(t *testing.T) {
	var table Table
	table.Init(1)
	if !table.HasRoom() {
		t.Fatal("a new table has no room")
	}
	handle := table.Issue(Slot{Region: 1, Size: 1})
	i, ok := table.Find(handle)
	if !ok || i != 0 {
		t.Fatalf("the first slot is %d, found: %v", i, ok)
	}
	table.Vacate(i)
	if _, ok := table.Find(handle); ok {
		t.Error("a vacated slot is found by its handle")
	}
	if table.HasRoom() {
		again := table.Issue(Slot{Region: 2, Size: 1})
		j, ok := table.Find(again)
		if generations > 1 && j != i || !ok || again == handle {
			t.Errorf("slot %d, handle %#x, found: %v; want slot %d and another handle than %#x", j, again, ok, i, handle)
		}
		if _, ok := table.Find(handle); ok {
			t.Error("the stale handle is found again")
		}
	}
}
