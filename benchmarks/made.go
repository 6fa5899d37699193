package benchmarks

import (
	"math"
	"math/rand/v2"
)

// madeOps is how many operations a made trace has, about.
const madeOps = 400_000

// Made returns traces made by rule, the same every time: random replacement of
// sizes between two bounds, of one size, and with alignments of all kinds;
// frames freed in the order of their making; and holes that just don't fit.
func Made() []Trace {
	return []Trace{
		mix("random_mix", 256<<20, 10_000, 256, 128<<10, 256),
		mix("random_mix_large", 256<<20, 1_700, 256, 1<<20, 256),
		mix("small_uniform", 256<<20, 3_500, 64<<10, 64<<10, 256),
		mix("align_mix", 256<<20, 10_000, 100, 96<<10, 16, 64, 256, 1024, 4096, 65536),
		frames("frame_ring", 16<<20),
		holes("holes_1k", 1<<10),
		holes("holes_16k", 16<<10),
	}
}

// mix keeps so many regions live, replaces a random one at a time, and draws
// sizes whose logarithms are uniform, and alignments.
func mix(name string, capacity uint64, live int, least, most float64, aligns ...uint64) Trace {
	r := rand.New(rand.NewPCG(1, uint64(live)))
	t := recorder{Trace: Trace{Name: name, Capacity: capacity}}
	var slots []uint32
	for len(t.Ops) < madeOps {
		if len(slots) == live {
			k := r.IntN(live)
			t.free(slots[k])
			slots[k] = slots[live-1]
			slots = slots[:live-1]
		}
		size := uint64(least * math.Pow(most/least, r.Float64()))
		slots = append(slots, t.alloc(size, aligns[r.IntN(len(aligns))]))
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
			frame = append(frame, t.alloc(uint64(1+r.IntN(64))<<10, 256))
		}
		live = append(live, frame)
	}
	return t.Trace
}

// holes fills a block with regions of 512 KiB, frees every other one, and asks
// over and over for a little more than what is free in one place; every such
// request is refused.
func holes(name string, count int) Trace {
	const hole, wanted = 512 << 10, 513 << 10
	t := recorder{Trace: Trace{Name: name, Capacity: uint64(2*count) * hole}}
	var slots []uint32
	for range 2 * count {
		slots = append(slots, t.alloc(hole, 256))
	}
	for k := 0; k < len(slots); k += 2 {
		t.free(slots[k])
	}
	for len(t.Ops) < madeOps {
		t.free(t.alloc(wanted, 256))
	}
	return t.Trace
}
