package blocks

// Under automatic blocks grow as those of the default pools of Vulkan Memory
// Allocator 3.4 do. The preferred size is 256 MiB, or an eighth of a heap up to
// 1 GiB. The first blocks are smaller: a block is half of that, and half of
// half, as long as it is then larger than any there is and holds the request
// twice. Where there is no memory the size is halved on; both together at most
// three times.
const (
	mostPreferred = 256 << 20
	smallHeap     = 1 << 30
	mostHalvings  = 3
)

// preferred returns the size that blocks grow up to, in bytes, a multiple of 32.
func preferred(heap uint64) uint64 {
	if heap > smallHeap {
		return mostPreferred
	}
	return (heap/8 + 31) &^ 31
}

// IsCrowded reports whether so many allocations of the device are too many of
// at most so many for requests to prefer separate storage.
func IsCrowded(allocations, most uint64) bool { return allocations*4 > most*3 }

// GrowWithin is Grow for a request of extent bytes. headroom is how many bytes
// the heap has left.
func (p *Pool) GrowWithin(extent, headroom uint64) Growth {
	if extent > headroom {
		return Growth{}
	}
	g := Growth{Bytes: p.start, headroom: headroom}
	largest := uint64(0)
	for n := range p.blocks {
		largest = max(largest, p.blocks[n].size)
	}
	for g.halvings < mostHalvings && g.Bytes/2 > largest && g.Bytes/2 >= 2*extent {
		g.Bytes /= 2
		g.halvings++
	}
	if g.Bytes > headroom {
		return shrinkAutomatic(g, extent)
	}
	return g
}

// shrinkAutomatic is Shrink. What is above the headroom isn't tried.
func shrinkAutomatic(g Growth, extent uint64) Growth {
	for g.halvings < mostHalvings && g.Bytes/2 >= extent {
		g.Bytes /= 2
		g.halvings++
		if g.Bytes <= g.headroom {
			return g
		}
	}
	return Growth{}
}
