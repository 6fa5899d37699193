package proptests

// understood says whether the flags of the request at hand make sense.
func (n *naive) understood() bool {
	known := n.d.Flags
	if n.device != nil {
		known |= Optimal
	}
	for flag := Flags(1); flag != 0; flag <<= 1 {
		if n.flags&flag != 0 && known&flag == 0 && n.bug != "unknown flags accepted" {
			return false
		}
	}
	if n.wants(Dedicated) && n.wants(NeverAllocate) && n.bug != "contradiction accepted" {
		return false
	}
	strategies := 0
	for _, flag := range []Flags{MinMemory, MinOffset, MinTime} {
		if n.wants(flag) {
			strategies++
		}
	}
	return strategies < 2 || n.bug == "two strategies accepted"
}

func (n *naive) wants(flag Flags) bool { return n.flags&flag != 0 }

// able says whether some pool can do what the request at hand asks for.
func (n *naive) able(size uint64) bool {
	upper, strategy, own, accepted, held := !n.wants(Upper), n.flags&(MinMemory|MinOffset|MinTime) == 0, !n.wants(Dedicated), false, false
	for i := range n.pools {
		p := &n.pools[i]
		strategy = strategy || p.Kind == "tlsf" && p.Strategies&n.flags&(MinMemory|MinOffset|MinTime) != 0
		if !n.takes(p, size) {
			continue
		}
		accepted = true
		upper = upper || n.single(p) && p.Kind == "linear" && n.holds(p)
		own = own || n.givesOwn(p)
		held = held || n.holds(p) || n.givesOwn(p)
	}
	if n.device != nil && n.d.Memory.Buffers && n.wants(Optimal) {
		return false
	}
	if n.bug == "upper anywhere" {
		upper = true
	}
	if !accepted || size > n.ceiling() {
		return strategy // and too large
	}
	return upper && strategy && held && (own || n.bug == "dedicated taken for a hint")
}

func (n *naive) givesOwn(p *naivePool) bool {
	return p.Kind == "direct" || p.isBlocks() && p.Policy != "fixed"
}

// holds says whether what the request at hand is for may lie in a pool's blocks.
func (n *naive) holds(p *naivePool) bool {
	switch {
	case p.Kind == "exclusive_pages" || p.Kind == "direct" || p.Policy == "separate" || n.bug == "images among buffers":
		return true
	case p.Contents == "mixed":
		return true
	case p.Contents == "images":
		return n.wants(Optimal)
	}
	return !n.wants(Optimal)
}

// chosen says whether the request at hand is one for a pool.
func (n *naive) chosen(p *naivePool, size uint64) bool {
	upper := n.wants(Upper) && n.bug != "upper anywhere"
	return n.takes(p, size) && n.holds(p) && (!upper || p.Kind == "linear" && n.single(p))
}

// single says whether a pool has one block at most.
func (n *naive) single(p *naivePool) bool {
	return p.Policy == "fixed" && p.Blocks == 1 || p.Policy != "separate" && p.MaxBlocks == 1
}

// attemptOwn gives the request at hand memory of its own, from the first pool
// that does that.
func (n *naive) attemptOwn(size uint64) (pool int, at naivePlace, f Failure) {
	for i := range n.pools {
		p := &n.pools[i]
		if !n.takes(p, size) || !n.givesOwn(p) {
			continue
		}
		for n.at = range n.types {
			if at, f = n.placeOwn(p, size); !n.goesOn(f) {
				break
			}
		}
		return i, at, f
	}
	return 0, at, Failure{Condition: "UnsupportedCapability"}
}

// placeOwn gives a region a page of its own, which goes when it does.
func (n *naive) placeOwn(p *naivePool, size uint64) (naivePlace, Failure) {
	bytes := roundUp(size, n.grain(p))
	switch n.bug {
	case "margin in separate storage":
		bytes = roundUp(size+p.Margin, n.grain(p))
	case "separate storage of the arena's granule":
		bytes = n.extent(size)
	}
	if p.Kind == "direct" && !n.wants(NeverAllocate) {
		n.makeRoom(p, bytes)
	}
	page, f := n.newPage(p, bytes, 1, size)
	if f.failed() {
		return naivePlace{}, f
	}
	page.own = n.bug != "own memory kept"
	if p.Kind == "direct" {
		page.slot = n.newSlot(p)
	}
	return naivePlace{page, 0, 1}, f
}

// goesOn says whether memory of another type may serve what failed so.
func (n *naive) goesOn(f Failure) bool {
	full := f.Condition == "PoolCapacityExceeded" || f.Condition == "OutOfSpace"
	return full && n.bug != "cap ends the search" || n.recoverable(f)
}
