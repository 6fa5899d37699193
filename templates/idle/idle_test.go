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
	if list.Broken(pages[1:]) == "" || list.Broken(append(pages, 1)) == "" {
		t.Error("a page too few or one twice is taken for sound")
	}
}
