package slots

import "testing"

// TestWrap drives one slot over its last generation, which the handle's 28
// bits could not tell from the first.
func TestWrap(t *testing.T) {
	var table Table
	table.Init(1)
	table.Issue(Slot{Region: 1, Size: 1})
	table.Vacate(0)
	table.slots[0].state = generations
	last := table.Issue(Slot{Region: 2, Size: 1})
	if last>>numberBits&(1<<generationBits-1) != generations {
		t.Fatalf("handle %#x does not carry the last generation", last)
	}
	table.Vacate(0)
	if i, _ := table.Find(table.Issue(Slot{Region: 3, Size: 1})); i != 1 {
		t.Errorf("the retired slot was issued again as %d", i)
	}
	if _, ok := table.Find(last); ok {
		t.Error("the last handle of a retired slot is live")
	}
	if _, ok := table.Find(table.owner); ok {
		t.Error("generation 0 of a retired slot is live")
	}
}

// TestVacantIsIssuedNext: the slot that is named before Issue is the one that it
// takes.
func TestVacantIsIssuedNext(t *testing.T) {
	var table Table
	table.Init(1)
	for k := range uint32(9) {
		next := table.Vacant()
		if i, ok := table.Find(table.Issue(Slot{Region: 1, Size: 1})); i != next || !ok {
			t.Errorf("slot %d was named, %d issued", next, i)
		}
		if k%2 == 0 {
			table.Vacate(k / 2)
		}
	}
}

// TestNumberIsTheSlot: the number of a live handle is that of its slot, in any
// stream.
func TestNumberIsTheSlot(t *testing.T) {
	for stream := range uint32(1 << (numberBits - slotBits)) {
		var table Table
		table.InitStream(5, stream)
		for range 9 {
			handle := table.Issue(Slot{Region: 1, Size: 1})
			if i, _ := table.Find(handle); table.Number(handle) != i || table.Handle(table.Number(handle)) != handle {
				t.Errorf("handle %#x of slot %d has the number %d", handle, i, table.Number(handle))
			}
		}
	}
}

// TestTakeOnlyTheLive: the region of a live handle ends once, and what it was is
// returned; no other handle ends one.
func TestTakeOnlyTheLive(t *testing.T) {
	var table Table
	table.Init(5)
	var handles []uint64
	for k := range uint32(6) {
		handles = append(handles, table.Issue(Slot{Region: 10 + k, Size: uint64(k)}))
	}
	for k, handle := range handles {
		for _, other := range []uint64{0, handle ^ 1<<(numberBits+generationBits), handle ^ 1<<numberBits, handle + uint64(len(handles)), handle | (1<<slotBits - 1)} {
			if _, ok := table.Take(other); ok {
				t.Errorf("%#x is taken for %#x", other, handle)
			}
		}
		if live := table.Live(); int(live) != len(handles)-k {
			t.Fatalf("%d regions live, want %d", live, len(handles)-k)
		}
		if s, ok := table.Take(handle); !ok || s.Region != 10+uint32(k) || s.Size != uint64(k) {
			t.Errorf("%#x is taken: %v, %+v", handle, ok, s)
		}
		if _, ok := table.Take(handle); ok {
			t.Errorf("%#x is taken twice", handle)
		}
	}
	if law := table.Broken(); law != "" {
		t.Error(law)
	}
}

// TestDamageIsFound changes one field of one slot at a time.
func TestDamageIsFound(t *testing.T) {
	build := func() *Table {
		table := new(Table)
		table.Init(1)
		for k := range uint32(6) {
			table.Issue(Slot{Region: 1 + k, Size: 1})
		}
		table.Vacate(1)
		table.Vacate(4)
		return table
	}
	for i := range 6 {
		for _, change := range []uint32{liveBit, 1 << 28} {
			table := build()
			if table.slots[i].state ^= change; table.Broken() == "" {
				t.Errorf("state of slot %d changed by %#x: taken for sound", i, change)
			}
		}
	}
	for _, next := range []uint32{0, 1, 5, 99} {
		table := build()
		if table.slots[4].Region = next; table.Broken() == "" {
			t.Errorf("the vacant list goes on at %d: taken for sound", next)
		}
	}
	table := build()
	if table.live++; table.Broken() == "" {
		t.Error("a live slot too many is taken for sound")
	}
	if table.slots[4].state ^= liveBit; table.Broken() == "" {
		t.Error("a vacant slot that lives is taken for sound")
	}
}
