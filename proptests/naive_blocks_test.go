package proptests

import (
	"math"

	vkrt "github.com/allocgen/allocgen/runtime"
)

func (p *Pool) isBlocks() bool { return p.Kind == "tlsf" || p.Kind == "strategy" || p.isLines() }

// isLines says whether regions follow each other in blocks.
func (p *Pool) isLines() bool { return p.Kind == "linear" || p.Appends }

func roundUp(size, to uint64) uint64 {
	if rest := size % to; rest > 0 {
		size += to - rest
	}
	return size
}

// grain returns the granule of a pool in the type that is tried now.
func (n *naive) grain(p *naivePool) uint64 {
	if n.granule() < p.MinAlignment && p.isBlocks() && n.bug != "min alignment ignored" {
		return p.MinAlignment
	}
	return n.granule()
}

// sharing returns what a region takes of a block.
func (n *naive) sharing(p *naivePool, size uint64) uint64 {
	if n.bug == "no margin" {
		return roundUp(size, n.grain(p))
	}
	return roundUp(size+p.Margin, n.grain(p))
}

// naiveTry is one thing that a policy tries for a request: "own" memory, the
// blocks that it does "have", or a "new" one.
type naiveTry struct {
	at, group int
	way       string
}

// tries lists what a policy tries, in order. What is told of a group is its last
// native failure.
func (n *naive) tries(p *naivePool, size uint64) (list []naiveTry) {
	var late []naiveTry
	for at := range n.types {
		n.at = at
		var ways []string
		switch need := n.sharing(p, size); {
		case p.Policy == "separate":
			ways = []string{"own"}
		case p.Policy == "fixed":
			ways = []string{"have"}
		case p.Policy == "pooled" && need > p.BlockSize:
			ways = []string{"own"}
		case p.Policy == "pooled":
			ways = []string{"have", "new"}
		case p.Policy == "adaptive" && (need > p.BlockSize/2 || need == p.BlockSize/2 && n.bug == "half is large"):
			ways = []string{"own", "have"}
			if n.bug == "large in blocks first" {
				ways = []string{"have", "own"}
			}
			if n.bug == "large only separate" {
				ways = []string{"own"}
			}
		case p.Policy == "adaptive":
			ways = []string{"have", "new"}
			late = append(late, naiveTry{at, len(n.types) + at, "own"})
		case need > n.preferred()/2 && n.scarce():
			ways = []string{"own", "have", "new"}
		default:
			ways = []string{"have", "new", "own"}
		}
		for _, way := range ways {
			list = append(list, naiveTry{at, at, way})
		}
		if n.bug == "separate before the next type" && len(late) > 0 {
			list, late = append(list, naiveTry{at, at, "own"}), nil
		}
	}
	return append(list, late...)
}

// scarce says whether the device still has many native allocations left.
func (n *naive) scarce() bool {
	used, most := float64(n.device.AllocationCount()), float64(n.device.Limits().MaxMemoryAllocationCount)
	return used/most <= 0.75 || n.bug == "allocations not counted"
}

// preferred returns the size of automatic blocks.
func (n *naive) preferred() uint64 {
	heap := n.device.Heaps()[n.device.Types()[n.types[n.at].index].Heap].Size
	if heap > 1024*1024*1024 {
		return 256 * 1024 * 1024
	}
	if n.bug == "preferred rounded down" {
		return heap / 8 / 32 * 32
	}
	return roundUp(heap/8, 32)
}

// byPolicy places a region of a pool of blocks.
func (n *naive) byPolicy(p *naivePool, size, align uint64) (at naivePlace, f Failure) {
	group, full := -1, Failure{Condition: "OutOfSpace", Pool: p.Name}
	for _, try := range n.tries(p, size) {
		if try.group != group {
			group, f = try.group, full
		}
		n.at = try.at
		got := full
		switch try.way {
		case "own":
			at, got = n.placeOwn(p, size)
		case "have":
			if at = n.have(p, size, align); at.page != nil {
				return at, Failure{}
			}
		default:
			if got = n.another(p, size); !got.failed() {
				return n.have(p, size, align), got
			}
		}
		if !n.goesOn(got) {
			return at, got
		}
		if got.Result != vkrt.Success {
			f = got
		}
	}
	return at, f
}

// have looks for room in the blocks of the type that is tried now.
func (n *naive) have(p *naivePool, size, align uint64) naivePlace {
	if p.isLines() {
		return n.append(p, size, align)
	}
	return n.search(p, size, align)
}

// blocks returns the blocks that regions share of the type that is tried now, the
// oldest first.
func (n *naive) blocks(p *naivePool) (pages []*naivePage) {
	for _, page := range n.here(p) {
		if !page.own {
			pages = append(pages, page)
		}
	}
	return pages
}

// another makes a block for a request, or says why not.
func (n *naive) another(p *naivePool, size uint64) (f Failure) {
	f = Failure{Condition: "OutOfSpace", Pool: p.Name}
	blocks := 0
	for _, page := range p.pages {
		if !page.own || n.bug == "separate storage counted" {
			blocks++
		}
	}
	if p.MaxBlocks > 0 && blocks >= int(p.MaxBlocks) || n.wants(NeverAllocate) && n.bug != "never allocates" {
		return f
	}
	need := n.sharing(p, size)
	if p.BlockLimit > 0 && len(n.blocks(p)) == int(p.BlockLimit) && n.bug != "numbers without end" {
		if p.Policy == "pooled" {
			return Failure{Condition: "HostAllocationFailed"}
		}
		return f
	}
	for _, bytes := range n.ladder(p, need) {
		if f = n.addBlock(p, bytes, size); !n.recoverable(f) {
			break
		}
	}
	return f
}

// ladder lists the sizes that are tried for a new block.
func (n *naive) ladder(p *naivePool, need uint64) (sizes []uint64) {
	switch p.Policy {
	case "pooled", "fixed":
		if n.bug == "pooled blocks halved" {
			return []uint64{p.BlockSize, max(p.BlockSize/2, need)}
		}
		return []uint64{p.BlockSize}
	case "adaptive":
		most := uint64(math.MaxUint64)
		if n.device != nil {
			most = min(n.device.Limits().MaxMemoryAllocationSize, n.device.Heaps()[n.device.Types()[n.types[n.at].index].Heap].Size)
		}
		for bytes := p.BlockSize; bytes > 0; bytes /= 2 {
			low := bytes < p.MinBlockSize && n.bug != "halved below the minimum" || bytes < need
			if !low && bytes <= most {
				sizes = append(sizes, bytes)
			}
		}
		return sizes
	}
	return n.automaticLadder(p, need)
}

func (n *naive) automaticLadder(p *naivePool, need uint64) (sizes []uint64) {
	if need > n.preferred() {
		return nil
	}
	room := n.device.Headroom(n.device.Types()[n.types[n.at].index].Heap)
	if n.bug == "headroom not looked at" {
		room = math.MaxUint64
	}
	if need > room {
		return nil
	}
	largest := uint64(0)
	for _, page := range n.blocks(p) {
		largest = max(largest, page.size)
	}
	twice := 2 * need
	if n.bug == "grows to the request" {
		twice = need
	}
	bytes, left := n.preferred(), 3
	for left > 0 && bytes/2 > largest && bytes/2 >= twice {
		bytes /= 2
		left--
	}
	if n.bug == "growth and failure counted apart" {
		left = 3
	}
	for ; ; bytes /= 2 {
		if bytes <= room {
			sizes = append(sizes, bytes)
		}
		if left == 0 || bytes/2 < need {
			return sizes
		}
		left--
	}
}

// addBlock adds a block that regions share.
func (n *naive) addBlock(p *naivePool, bytes, size uint64) Failure {
	page, f := n.newPage(p, bytes, bytes/n.grain(p), size)
	if !f.failed() {
		page.kinds = make([]byte, len(page.granules))
	}
	return f
}

// open makes the blocks that New makes.
func (n *naive) open() bool {
	for i := range n.pools {
		p := &n.pools[i]
		count := p.MinBlocks
		if p.Policy == "fixed" {
			count = p.Blocks
		}
		for range count {
			if len(n.types) == 0 {
				break
			}
			n.at = 0
			if n.another(p, 1).failed() {
				if n.bug != "New leaves a block" {
					n.surrender()
				}
				return false
			}
			page := p.pages[len(p.pages)-1]
			page.idle, page.idlings = true, n.idlings
			n.idlings++
			n.reach(p)
		}
	}
	return true
}

// surrender returns every idle page.
func (n *naive) surrender() {
	n.closing = true
	n.reclaim()
}

// stays says whether an idle page is kept for the sake of how many there are.
func (n *naive) stays(p *naivePool, page *naivePage) bool {
	least := p.MinBlocks
	if p.Policy == "fixed" {
		least = p.Blocks
	}
	if !p.isBlocks() || n.closing || n.bug == "blocks that stay returned" || page.at > 0 && n.bug != "minimum of each type" {
		return false
	}
	n.at = page.at
	return uint64(len(n.blocks(p))) <= least
}

// sheds says whether a block that just became empty goes.
func (n *naive) sheds(p *naivePool, page *naivePage) bool {
	if !p.isBlocks() || p.DeallocPeriod > 0 || n.bug == "every empty block kept" || n.stays(p, page) {
		return false
	}
	n.at = page.at
	idle := n.idle(p)
	return len(idle) > 0 || n.bug == "no empty block kept"
}
