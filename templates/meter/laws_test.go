package meter

import (
	"math/rand/v2"
	"testing"
)

// TestMeterAgainstSums counts blocks and regions in and out, and compares with
// what is there added up, and with the highest that it was.
func TestMeterAgainstSums(t *testing.T) {
	type region struct{ size, extent uint64 }
	r := rand.New(rand.NewPCG(2, 6))
	var m Meter
	var blocks []uint64
	var regions []region
	var peak Figures
	largest := uint64(0)
	for range 3000 {
		switch op := r.IntN(10); {
		case op < 2:
			blocks = append(blocks, 1+r.Uint64N(5000))
			m.Grow(blocks[len(blocks)-1])
		case op < 4 && len(blocks) > 0:
			m.Shrink(blocks[0])
			blocks = blocks[1:]
		case op < 7:
			size := 1 + r.Uint64N(1000)
			regions = append(regions, region{size, size + r.Uint64N(300)})
			m.Serve(size, regions[len(regions)-1].extent)
			largest = max(largest, size)
		case len(regions) > 0:
			m.Release(regions[0].size, regions[0].extent)
			regions = regions[1:]
		}
		now := Figures{NumberAllocs: uint64(len(regions)), NumberBlocks: uint64(len(blocks))}
		for _, bytes := range blocks {
			now.BytesReserved += bytes
		}
		for _, g := range regions {
			now.BytesInUse += g.size
			now.BytesPadding += g.extent - g.size
		}
		peak = Figures{
			max(peak.BytesReserved, now.BytesReserved), max(peak.BytesInUse, now.BytesInUse), max(peak.BytesPadding, now.BytesPadding),
			max(peak.NumberAllocs, now.NumberAllocs), max(peak.NumberBlocks, now.NumberBlocks),
		}
		if m.Now != now || m.Peak != peak || m.LargestRequest != largest {
			t.Fatalf("now %+v, peak %+v, largest request %d; want %+v, %+v, %d", m.Now, m.Peak, m.LargestRequest, now, peak, largest)
		}
	}
}
