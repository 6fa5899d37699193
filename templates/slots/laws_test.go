package slots

import (
	"sync"
	"sync/atomic"
	"testing"
)

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
			if claimed && !table.Claim(i) {
				t.Errorf("%#x is live and cannot be claimed", handle)
			}
			table.Vacate(i)
			delete(issued, handle)
		}
	}
	if claimed {
		handBack(t, &table, issued)
		endOnce(t)
		listOnce(t)
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
				handle := owner<<(64-OwnerBits) | generation<<numberBits | slot
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

// handBack ends half of what is issued as another stream does it: at once for
// every handle, and for the table when it takes them back, in order.
func handBack(t *testing.T, table *Table, issued map[uint64]uint32) {
	var order []uint32
	for handle := range issued {
		i, _ := table.Find(handle)
		if i%4 != 1 {
			continue
		}
		if !table.IsHeld(i) || !table.HandBack(handle) || table.HandBack(handle) || table.IsHeld(i) || !table.IsLive(i) {
			t.Fatalf("%#x is not handed back once", handle)
		}
		if _, ok := table.Find(handle); ok {
			t.Errorf("%#x is handed back and found", handle)
		}
		if _, ok := table.Take(handle); ok || table.Claim(i) {
			t.Errorf("%#x is handed back and ends again", handle)
		}
		delete(issued, handle)
		order = append(order, i)
	}
	if law := table.Broken(); law != "" || table.HasBack() != (len(order) > 0) {
		t.Fatalf("broken: %s", law)
	}
	for _, i := range order {
		if next, ok := table.Back(); !ok || next != i {
			t.Fatalf("slot %d comes back, want %d", next, i)
		}
		table.Vacate(i)
	}
	if _, ok := table.Back(); ok || table.HasBack() {
		t.Error("more is taken back than was handed back")
	}
	for handle := range issued {
		if _, ok := table.Find(handle ^ 1<<slotBits); ok && slotBits < numberBits {
			t.Errorf("%#x is found by a handle of another stream", handle)
		}
		if table.HandBack(handle+1<<numberBits) || table.HandBack(handle-1<<numberBits) || table.HandBack(handle|1<<slotBits-1) {
			t.Errorf("%#x is another handle than those issued, and handed back", handle)
		}
	}
	if next := table.Vacant(); next < table.Len() && table.HandBack(table.Handle(next)) {
		t.Error("a handle that is issued next is handed back")
	}
	other := table.owner | 1<<slotBits | 1<<numberBits
	if _, ok := table.Find(other); ok || table.Stream(other) != 1 || table.IsForeign(other) {
		t.Error("a handle of another stream is found")
	}
}

// endOnce has several goroutines end the regions of the same slots, over and over:
// one succeeds for each, and what they list is taken once each, while they go on.
func endOnce(t *testing.T) {
	const goroutines, rounds = 4, 300
	n := uint32(min(words, 50))
	var c claims
	for i := range n {
		c.extend(i)
	}
	most := 1 << slotBits
	if bounded {
		most = maxLive
	}
	if room := len(c.chunks) * chunkLen; words != most || c.at(words) != nil || room < most || room >= most+chunkLen {
		t.Errorf("%d slots, of %d, have words in chunks for %d", words, most, room)
	}
	var ends, taken atomic.Uint32
	take := func() {
		for i, ok := c.first(); ok; i, ok = c.first() {
			c.done(i)
			taken.Add(1)
		}
	}
	for generation := uint32(1); generation <= rounds; generation++ {
		for i := range n {
			c.begin(i, generation)
		}
		var workers sync.WaitGroup
		for range goroutines {
			workers.Go(func() {
				for i := range n {
					if c.end(i, generation) {
						ends.Add(1)
						c.push(i)
					}
				}
			})
		}
		workers.Go(take)
		workers.Wait()
		take()
		if !c.isEmpty() || ends.Load() != n*generation || taken.Load() != n*generation {
			t.Fatalf("%d ends and %d taken of %d", ends.Load(), taken.Load(), n*generation)
		}
	}
}

// listOnce hands back slots, the last one too, and lists one that lives, or one
// twice.
func listOnce(t *testing.T) {
	const slots = 3
	if bounded && maxLive < slots {
		return
	}
	for damage, wrong := range [][]uint32{{}, {0}, {1, 1}} {
		var table Table
		table.Init(1)
		var last uint64
		for k := range uint32(slots) {
			last = table.Issue(Slot{Region: k, Size: 1})
		}
		for _, i := range wrong {
			if i != 0 {
				table.Claim(i)
			}
			table.claims.push(i)
		}
		table.HandBack(last)
		if law := table.Broken(); law == "" != (damage == 0) {
			t.Errorf("slots %d are on the list, and the law broken is %q", wrong, law)
		}
	}
}

// TestRoomRunsOut: there is room for exactly as many regions as were declared, over
// and over, until every slot is retired.
func TestRoomRunsOut(t *testing.T) {
	room := uint32(1 << slotBits)
	if bounded {
		room = maxLive
	}
	if room > 1024 || generations > 8 {
		return
	}
	var table Table
	table.Init(1)
	for range generations {
		for range room {
			if !table.HasRoom() || table.IsExhausted() {
				t.Fatalf("no room for %d regions", room)
			}
			table.Issue(Slot{Region: 1, Size: 1})
		}
		if law := table.Broken(); law != "" || table.HasRoom() || table.IsExhausted() {
			t.Fatalf("room for more than %d regions, or none ever, or broken: %s", room, law)
		}
		for i := range room {
			if claimed {
				table.Claim(i)
			}
			table.Vacate(i)
		}
	}
	if law := table.Broken(); law != "" || table.HasRoom() || !table.IsExhausted() {
		t.Fatalf("every slot is retired, and not all are, or broken: %s", law)
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
	if claimed && !table.Claim(i) {
		t.Error("a live slot cannot be claimed")
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
