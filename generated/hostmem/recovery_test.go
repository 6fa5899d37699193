package hostmem

import "testing"

// panics runs f and reports whether it panicked.
func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

// TestPanicPoisons: a call that panics in the lock leaves every later call
// refused; Recover opens a sound arena again, and never a damaged one.
func TestPanicPoisons(t *testing.T) {
	allocator, _ := New()
	a := &allocator.Host
	kept, _ := a.Alloc(1000, 1)
	freed, _ := a.Alloc(2000, 1)
	a.Free(freed)
	before, _ := a.Stats()

	vacant := a.slots.vacant
	a.slots.vacant = 1 << 20 // the next slot is none
	if !panics(func() { a.Alloc(3000, 1) }) {
		t.Fatal("a slot out of range is no panic")
	}
	refusals := map[string]Failure{"Free": a.Free(kept), "Clear": a.Clear(), "Close": allocator.Close()}
	_, refusals["Alloc"] = a.Alloc(1, 1)
	_, refusals["Block"] = a.Block(kept)
	_, refusals["Offset"] = a.Offset(kept)
	_, refusals["Size"] = a.Size(HostHandle{})
	_, refusals["BlockSize"] = a.BlockSize(0)
	_, refusals["Reclaim"] = a.Reclaim()
	_, refusals["Stats"] = a.Stats()
	_, refusals["Allocator.Reclaim"] = allocator.Reclaim()
	_, refusals["Allocator.Stats"] = allocator.Stats()
	_, refusals["Allocator.Peaks"] = allocator.Peaks()
	for name, failure := range refusals {
		if failure.Code() != SynchronizationPoisoned {
			t.Errorf("%s: %v", name, failure)
		}
	}
	if failure := allocator.Recover(); failure.Code() != SynchronizationPoisoned || failure.Arena() != "host" {
		t.Fatalf("Recover opened a damaged arena: %v", failure)
	}

	a.slots.vacant = vacant
	if failure := allocator.Recover(); failure.Code() != SynchronizationPoisoned {
		t.Fatalf("the region that was placed without a slot is taken for sound: %v", failure)
	}
	orphan := uint32(0) // the panic came between placing and issuing
	for i := uint32(1); i < uint32(len(a.smallPool.slices.nodes)); i++ {
		if n := a.smallPool.slices.nodes[i]; n.size == 3008/16 && n.largest == 0 {
			orphan = i
		}
	}
	a.smallMeter.Release(3000, 3008)
	a.smallPool.Free(orphan)
	if failure := allocator.Recover(); failure.Failed() {
		t.Fatal(failure)
	}
	if after, failure := a.Stats(); failure.Failed() || after != before {
		t.Errorf("recovered with %+v (%v), want %+v", after, failure, before)
	}
	if failure := a.Free(kept); failure.Failed() {
		t.Error(failure)
	}
}

// TestRecoverLeavesWhatIsSound: without a panic it changes nothing.
func TestRecoverLeavesWhatIsSound(t *testing.T) {
	allocator, _ := New()
	h, _ := allocator.Host.Alloc(100, 1)
	if failure := allocator.Recover(); failure.Failed() {
		t.Fatal(failure)
	}
	if law := allocator.Host.broken(); law != "" {
		t.Errorf("a sound arena breaks the law that %s", law)
	}
	allocator.Host.smallMeter.Now.BytesPadding++
	if allocator.Host.broken() == "" {
		t.Error("a figure too high is taken for sound")
	}
	allocator.Host.smallMeter.Now.BytesPadding--
	if failure := allocator.Host.Free(h); failure.Failed() {
		t.Error(failure)
	}
}

// TestRecoverComparesBlocksWithPools: a block is one pool's, of its size.
func TestRecoverComparesBlocksWithPools(t *testing.T) {
	for name, damage := range map[string]func(a *HostArena){
		"no pool's":      func(a *HostArena) { a.blocks.Add(64 << 10) },
		"of two pools":   func(a *HostArena) { a.mediumPool.pages[1].block = a.smallPool.pages[1].block },
		"another size":   func(a *HostArena) { a.blocks.sizes[0]++ },
		"that isn't one": func(a *HostArena) { a.smallPool.pages[1].block = 77 },
	} {
		allocator, _ := New()
		allocator.Host.Alloc(100, 1)
		allocator.Host.Alloc(100<<10, 1)
		if law := allocator.Host.broken(); law != "" {
			t.Fatal(law)
		}
		damage(&allocator.Host)
		if allocator.Host.broken() == "" {
			t.Errorf("a block %s is taken for sound", name)
		}
	}
}
