package benchmarks

import (
	"math"
	"math/rand/v2"
)

// madeOps is how many operations a made trace times, about.
const madeOps = 400_000

const (
	kiB = 1 << 10
	miB = 1 << 20
	giB = 1 << 30
)

// Made returns traces made by rule, the same every time: usual work, the worst
// cases of fragmentation, and pairs that show how a cost grows.
func Made() []Trace {
	return append([]Trace{
		mix("random_mix", 256*miB, sizes{256, 128 * kiB, 256}, atMost{regions: 10_000}, 256),
		mix("random_mix_1m_2g", 2*giB, sizes{256, miB, 256}, atMost{regions: 10_000}, 256),
		mix("random_mix_1m_256m", 256*miB, sizes{256, miB, 256}, atMost{bytes: 256 * miB * 4 / 5}, 256),
		mix("align_mix", 256*miB, sizes{100, 96 * kiB, 1}, atMost{regions: 10_000}, 16, 64, 256, 256, kiB, 4*kiB, 64*kiB),
		mix("small_uniform", 256*miB, sizes{64 * kiB, 64 * kiB, 1}, atMost{regions: 3_500}, 256),
		frames("frame_ring", 16*miB),
		training("ml_like", giB),
		fragments("worst_frag", 128*miB, 1<<16, 1280, 256),
		fragments("worst_frag_tight", 64*miB, 1<<16, 1280, 256),
		fragments("worst_frag_scan", 9*miB, 1<<13, 1040, 16),
	}, growth()...)
}

// sizes draws sizes whose logarithms are uniform, in whole granules.
type sizes struct{ least, most, granule uint64 }

func (s sizes) draw(r *rand.Rand) uint64 {
	size := uint64(float64(s.least) * math.Pow(float64(s.most)/float64(s.least), r.Float64()))
	return (size + s.granule - 1) / s.granule * s.granule
}

// atMost is how much is live before a region is freed for each new one; 0 is
// no limit.
type atMost struct {
	regions int
	bytes   uint64
}

// mix replaces a random region at a time.
func mix(name string, capacity uint64, s sizes, limit atMost, aligns ...uint64) Trace {
	r := rand.New(rand.NewPCG(1, capacity+s.most))
	t := recorder{Trace: Trace{Name: name, Capacity: capacity}}
	type region struct {
		slot uint32
		size uint64
	}
	var live []region
	bytes := uint64(0)
	for len(t.Ops) < madeOps {
		for limit.regions != 0 && len(live) == limit.regions || limit.bytes != 0 && bytes >= limit.bytes {
			k, last := r.IntN(len(live)), len(live)-1
			t.free(live[k].slot)
			bytes -= live[k].size
			live[k] = live[last]
			live = live[:last]
		}
		size := s.draw(r)
		live = append(live, region{t.alloc(size, aligns[r.IntN(len(aligns))]), size})
		bytes += size
	}
	return t.Trace
}

// frames keeps three frames of about 120 regions live and frees the oldest
// one, in order, before each new one.
func frames(name string, capacity uint64) Trace {
	r := rand.New(rand.NewPCG(3, 0))
	t := recorder{Trace: Trace{Name: name, Capacity: capacity}}
	var live [][]uint32
	for len(t.Ops) < madeOps {
		if len(live) == 3 {
			for _, slot := range live[0] {
				t.free(slot)
			}
			live = live[1:]
		}
		var frame []uint32
		for range 110 + r.IntN(21) {
			frame = append(frame, t.alloc((kiB+r.Uint64N(63*kiB)+255)/256*256, 256))
		}
		live = append(live, frame)
	}
	return t.Trace
}

// fragments fills half of a block with small regions, frees every other one,
// and asks for sizes that just don't fit the holes; then everything is freed in
// random order, and the whole done five times.
func fragments(name string, capacity uint64, count int, larger, align uint64) Trace {
	r := rand.New(rand.NewPCG(5, 0))
	t := recorder{Trace: Trace{Name: name, Capacity: capacity}}
	for range 5 {
		var small, large []uint32
		for range count {
			small = append(small, t.alloc(kiB, align))
		}
		var rest []uint32
		for k, slot := range small {
			if k%2 == 0 {
				t.free(slot)
			} else {
				rest = append(rest, slot)
			}
		}
		for range count / 2 {
			large = append(large, t.alloc(larger, align))
		}
		for _, slots := range [][]uint32{rest, large} {
			r.Shuffle(len(slots), func(i, j int) { slots[i], slots[j] = slots[j], slots[i] })
			for _, slot := range slots {
				t.free(slot)
			}
		}
	}
	return t.Trace
}
