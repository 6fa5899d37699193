package proptests

import "testing"

// plantedInMaps are bugs that show only where regions are written to.
var plantedInMaps = []plantedBug{
	{"bytes of the page", "device period", 3, "kept"},
	{"bytes of another page", "device exclusive", 4, "kept"},
	{"bytes of another page", "persistent", 4, "kept"},
	{"bytes of another type", "device exclusive", 8, "kept"},
	{"bytes up to the page's end", "device period", 2, "kept"},
	{"map of the first page", "device watermark", 2, "total"},
	{"mapped twice", "device uneven", 4, "kept"},
	{"unmapped twice", "device uneven", 3, "kept"},
	{"map outlives its region", "device uneven", 6, "native"},
	{"unmapped for all", "device period", 6, "native"},
	{"an atom too many", "device period", 2, "native"},
	{"never flushed", "device period", 2, "native"},
}

func TestPlantedInMaps(t *testing.T) {
	mustCatch(t, plantedInMaps, declaration, config{scope: 3, ops: 20_000, seeded: 20_000, seed: 1})
}

// TestWrittenParts: the ends of a region and all of a small one.
func TestWrittenParts(t *testing.T) {
	for size := uint64(1); size < 20_000; size += 1 + size/7 {
		covered := make([]bool, size)
		parts := 0
		for at, n := range written(size) {
			for i := range n {
				covered[at+i] = true
			}
			parts++
		}
		all := true
		for _, is := range covered {
			all = all && is
		}
		if !covered[0] || !covered[size-1] || size <= spot*spots && !all || parts > spots+1 {
			t.Errorf("%d bytes: %d parts, of all %t", size, parts, all)
		}
	}
}
