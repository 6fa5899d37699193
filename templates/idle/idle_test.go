package idle

import "testing"

// TestDamageIsFound changes one link at a time.
func TestDamageIsFound(t *testing.T) {
	build := func() (list List, pages []uint32) {
		for n := uint32(1); n <= 6; n++ {
			list.Join(n)
			pages = append(pages, n)
		}
		return list, pages
	}
	for n := range uint32(7) {
		for _, change := range []uint32{1, 2, 1 << 20} {
			list, pages := build()
			if list.entries[n].older ^= change; list.Broken(pages) == "" {
				t.Errorf("older of %d changed by %d: taken for sound", n, change)
			}
			list, pages = build()
			if list.entries[n].newer ^= change; list.Broken(pages) == "" {
				t.Errorf("newer of %d changed by %d: taken for sound", n, change)
			}
		}
	}
	list, pages := build()
	if list.Broken(pages[1:]) == "" || list.Broken(append(pages, 1)) == "" || list.Broken(append(pages, 7)) == "" {
		t.Error("a page too few, one twice or one too many is taken for sound")
	}
	list.Leave(3)
	if list.Broken(pages) == "" {
		t.Error("a page that left is taken for idle")
	}
	var empty List
	if law := empty.Broken(nil); law != "" || empty.Broken(pages) == "" {
		t.Errorf("an empty list is broken: %s", law)
	}
}

// TestReturnIsAsBefore: a page that leaves and returns is where it was.
func TestReturnIsAsBefore(t *testing.T) {
	for n := uint32(1); n <= 5; n++ {
		var list List
		for k := uint32(1); k <= 5; k++ {
			list.Join(k)
		}
		list.Leave(n)
		list.Return(n)
		if law := list.Broken([]uint32{1, 2, 3, 4, 5}); law != "" {
			t.Errorf("after page %d returned, broken: %s", n, law)
		}
		for k := uint32(1); k <= 5; k++ {
			if oldest := list.Oldest(); oldest != k {
				t.Fatalf("after page %d returned, %d is older than %d", n, oldest, k)
			}
			list.Leave(k)
		}
	}
}
