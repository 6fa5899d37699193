package benchmarks

import "math/rand/v2"

// growth returns pairs of traces that differ in how much is live alone.
func growth() []Trace {
	return []Trace{
		holes("holes_1k", 1_000),
		holes("holes_16k", 16_000),
		stack("stack", 1_000),
		oldest("oldest_of_1k", 1_000),
		oldest("oldest_of_100k", 100_000),
		replaced("live_1k", 1_000),
		replaced("live_100k", 100_000),
	}
}

// holes has so many holes of one size and asks over and over for a little more;
// every such request is refused. Between two a region at the end is freed and
// made again, so that no answer is the one before, remembered.
func holes(name string, count int) Trace {
	const hole, wanted = 512 * kiB, 513 * kiB
	t := recorder{Trace: Trace{Name: name, Capacity: uint64(2*count+1) * hole}}
	var slots []uint32
	for range 2 * count {
		slots = append(slots, t.alloc(hole, 256))
	}
	last := t.alloc(hole, 256)
	for k := 0; k < len(slots); k += 2 {
		t.free(slots[k])
	}
	t.Setup = len(t.Ops)
	for len(t.Ops) < t.Setup+madeOps {
		t.free(t.alloc(wanted, 256))
		t.free(last)
		last = t.alloc(hole, 256)
	}
	return t.Trace
}

// stack allocates and frees, the last first, so many regions at a time.
func stack(name string, depth int) Trace {
	t := recorder{Trace: Trace{Name: name, Capacity: uint64(depth) * kiB}}
	slots := make([]uint32, depth)
	for len(t.Ops) < madeOps {
		for k := range slots {
			slots[k] = t.alloc(uint64(1+k%kiB), 256)
		}
		for k := range slots {
			t.free(slots[depth-1-k])
		}
	}
	return t.Trace
}

// oldest keeps so many regions live and frees the oldest one for each new one.
func oldest(name string, live int) Trace {
	t := recorder{Trace: Trace{Name: name, Capacity: uint64(live) * kiB}}
	slots := make([]uint32, live)
	for k := range slots {
		slots[k] = t.alloc(kiB, 256)
	}
	t.Setup = len(t.Ops)
	for k := 0; len(t.Ops) < t.Setup+madeOps; k = (k + 1) % live {
		t.free(slots[k])
		slots[k] = t.alloc(kiB, 256)
	}
	return t.Trace
}

// replaced keeps so many regions of 512 sizes live and replaces a random one at
// a time. At first each is replaced four times over, until what pools keep of
// freed ones serves nearly all.
func replaced(name string, live int) Trace {
	r := rand.New(rand.NewPCG(6, 0))
	t := recorder{Trace: Trace{Name: name, Capacity: 1 << 40}}
	slots := make([]uint32, live)
	size := func() uint64 { return 256 * (1 + r.Uint64N(512)) }
	for k := range slots {
		slots[k] = t.alloc(size(), 256)
	}
	timed := 9 * live
	for len(t.Ops) < timed+madeOps {
		if len(t.Ops) == timed {
			t.Setup = timed
		}
		k := r.IntN(live)
		t.free(slots[k])
		slots[k] = t.alloc(size(), 256)
	}
	return t.Trace
}
