package benchmarks

import "testing"

// TestTraces: in what is made and what is read, a slot is allocated and freed
// in turn, and names stay apart.
func TestTraces(t *testing.T) {
	read, err := Load("../runtime/trace/testdata")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("no recordings in an empty directory: no error")
	}
	for _, trace := range append(read, Made()...) {
		live := make([]bool, trace.Slots)
		for i, o := range trace.Ops {
			slot, frees := o.Slot&^Freeing, o.Slot&Freeing != 0
			if int(slot) >= trace.Slots || live[slot] != frees || !frees && (o.Size == 0 || o.Align&(o.Align-1) != 0) {
				t.Fatalf("%s: operation %d is %+v; the slot is live: %v", trace.Name, i, o, live[slot])
			}
			live[slot] = !frees
		}
		if len(trace.Ops) < 1000 || trace.Capacity == 0 || trace.Slots == 0 {
			t.Errorf("%s: %d operations in %d bytes with %d slots", trace.Name, len(trace.Ops), trace.Capacity, trace.Slots)
		}
	}
}

// TestRepeatable: it ends as it begins, with no more live than it says.
func TestRepeatable(t *testing.T) {
	made, live := Repeatable(50, 1000), 0
	for pass := range 2 {
		for i, o := range made.Ops {
			if o.Slot&Freeing != 0 {
				live--
			} else {
				live++
			}
			if live < 0 || live > 50 {
				t.Fatalf("pass %d: %d regions are live after operation %d", pass, live, i)
			}
		}
		if live != 0 || len(made.Ops) < 1000 || made.Slots != 50 {
			t.Fatalf("%d of %d slots are live after %d operations", live, made.Slots, len(made.Ops))
		}
	}
}
