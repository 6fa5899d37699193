package proptests

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// naive is an allocator for the suite's own tests: correct unless a bug is
// planted in it. A page is a map of bytes, one per granule, or one in all if it
// serves a region at a time, so that it shares no data structure with the model.
type naive struct {
	d       Declaration
	bug     string
	device  *vkrt.Device // nil = the host
	types   []naiveType  // the host counts as one
	at      int          // the type that is tried now
	owner   uint64
	pools   []naivePool
	slots   []naiveSlot
	free    []int
	live    int
	worn    int
	clock   uint64
	final   int // slot of the region with which the last of them went
	idlings int
	closed  bool
	closing bool  // nothing stays
	flags   Flags // of the request at hand

	dry      bool
	unmapped Unmapped
}

type naivePool struct {
	Pool
	pageSize, maxPages uint64   // sliced pages
	average            []uint64 // by type, of exclusive pages, in 1/65536 bytes
	vacant             [][]int  // by type, slots of a direct pool
	pages              []*naivePage
	last               map[int]*naivePage // by type, that a linear pool appended to
	usage              Usage
	peak               Peak
}

type naivePage struct {
	block    uint32
	at       int // its type
	memory   vkrt.Memory
	slot     int // of a direct pool
	size     uint64
	grain    uint64 // bytes of a granule
	granules []byte // 0 = free
	kinds    []byte // of what is not, in blocks: 1, or 2 for images
	spans    []naiveSpan
	falls    bool   // the second lane of those does
	own      bool   // by a region, with which it goes
	bytes    []byte // while it is mapped
	maps     int    // regions that need that
	idle     bool
	idleFrom uint64
	idlings  int // that came before
}

// naivePlace is where a region goes.
type naivePlace struct {
	page         *naivePage
	first, count uint64 // granules
}

type naiveSlot struct {
	generation uint64
	used       bool
	pool       int
	naivePlace
	size   uint64
	mapped bool
}

var naiveOwners atomic.Uint64

// naiveSubject is the subject that has the named bug; "" has none.
func naiveSubject(d Declaration, bug string) Subject {
	s := Subject{Declaration: d}
	if d.Memory == nil {
		s.New = func() Instance {
			n := newNaive(d, bug, nil)
			n.open()
			if d.Trace {
				return recorded(n.instance(), bug)
			}
			return n.instance()
		}
	} else {
		s.NewOn = func(device *vkrt.Device) (Instance, bool) {
			n := newNaive(d, bug, device)
			opens := n.opens() && n.open()
			if d.Concurrent {
				return locked(n.instance()), opens
			}
			return n.instance(), opens
		}
	}
	return s
}

func newNaive(d Declaration, bug string, device *vkrt.Device) *naive {
	owner := naiveOwners.Add(1)%4095 + 1
	n := &naive{d: d, bug: bug, owner: owner << 52, device: device, types: naiveTypes(d, bug, device)}
	for _, p := range d.Pools {
		q := naivePool{Pool: p, vacant: make([][]int, len(n.types)), last: map[int]*naivePage{}}
		for range n.types {
			q.average = append(q.average, p.MaxAllocSize<<15)
		}
		if p.Kind == "sliced_pages" {
			q.pageSize, q.maxPages = n.cap(p)
		}
		n.pools = append(n.pools, q)
	}
	return n
}

func (n *naive) instance() Instance {
	in := Instance{
		Alloc: n.alloc, Free: n.freeHandle, Locate: n.locate, Memory: n.memory, BlockSize: n.blockSize,
		Reclaim: n.reclaim, Clear: n.clear, Usage: n.usages, Peaks: n.peaks, Close: n.close,
		Mapping: n.mapping(),
	}
	if n.d.defers() {
		in.DryRun = func(on bool) Failure { n.dry = on; return Failure{} }
		in.Unmapped = func() ([]Unmapped, Failure) { return []Unmapped{n.unmapped}, Failure{} }
	}
	return in
}

func (n *naive) alloc(size, align uint64, flags Flags) (uint64, Failure) {
	if n.closed {
		return 0, Failure{Condition: "Closed"}
	}
	n.flags = flags
	defer func() { n.flags = 0 }()
	if n.bug == "panic" && n.live == 2 {
		panic("planted")
	}
	if size == 0 || align == 0 || align > 1<<30 || align&(align-1) != 0 || !n.understood() {
		return 0, Failure{Condition: "InvalidRequest"}
	}
	if !n.able(size) {
		return 0, Failure{Condition: "UnsupportedCapability"}
	}
	if len(n.types) == 0 && (n.bug != "incompatible after too large" || n.taken(size)) {
		return 0, Failure{Condition: "NoCompatibleMemoryType"}
	}
	if !n.taken(size) || size > n.ceiling() {
		return 0, Failure{Condition: "AllocationTooLarge", A: size, B: n.largest()}
	}
	if f := n.slotFailure(); f.failed() {
		return 0, f
	}
	pool, at, f := n.attempt(size, align)
	for again := n.retries(f); again > 0 && f.failed(); again-- {
		pool, at, f = n.attempt(size, align)
	}
	if f.failed() {
		return 0, f
	}
	return n.serve(pool, at, size), f
}

// attempt looks for room in one pool after the other.
func (n *naive) attempt(size, align uint64) (pool int, at naivePlace, f Failure) {
	shared := false
	for i := range n.pools {
		shared = shared || n.chosen(&n.pools[i], size)
	}
	if n.wants(Dedicated) && n.bug != "dedicated taken for a hint" || !shared {
		return n.attemptOwn(size)
	}
	order := make([]int, len(n.pools))
	for i := range order {
		order[i] = i
	}
	if n.bug == "spill order reversed" {
		slices.Reverse(order)
	}
	var full Failure
	for _, i := range order {
		p := &n.pools[i]
		if !n.chosen(p, size) {
			continue
		}
		if at, f = n.placeOnTypes(p, size, align); !f.failed() {
			return i, at, f
		}
		if f.Condition != "PoolCapacityExceeded" && (f.Condition != "OutOfSpace" || n.bug == "want of space ends the search") && n.bug != "too large spills" {
			break
		}
		full = f
		if n.bug == "refusal counted" {
			p.peak.LargestRequest++
		}
		if n.bug == "no spill" {
			break
		}
	}
	return 0, at, n.combine(full, f)
}

func (n *naive) taken(size uint64) bool {
	return slices.ContainsFunc(n.pools, func(p naivePool) bool { return n.takes(&p, size) })
}

// takes says whether a pool accepts a size.
func (n *naive) takes(p *naivePool, size uint64) bool {
	switch p.Kind {
	case "exclusive_pages":
		return size < p.MaxAllocSize || size == p.MaxAllocSize && n.bug != "maximum refused"
	case "direct":
		return size <= -n.d.Alignment || n.bug == "extent wraps"
	case "tlsf", "linear", "strategy":
		return size <= n.largestShared(p)
	}
	return n.takesSlice(p, size)
}

// largestShared returns the largest request that a pool of blocks accepts.
func (n *naive) largestShared(p *naivePool) uint64 {
	granule := max(n.d.Alignment, p.MinAlignment)
	limit := (math.MaxUint64 - p.Margin) / granule * granule // rounded up with the margin it is in 64 bits
	if limit+p.Margin > -granule {
		limit -= granule
	}
	return min(p.MaxSize, limit)
}

func (n *naive) largest() uint64 {
	if n.bug == "limit without ceiling" {
		return n.largestTaken()
	}
	return min(n.largestTaken(), n.ceiling())
}

func (n *naive) largestTaken() (largest uint64) {
	for i := range n.pools {
		switch p := &n.pools[i]; p.Kind {
		case "exclusive_pages":
			largest = max(largest, p.MaxAllocSize)
		case "direct":
			return -n.d.Alignment
		case "tlsf", "linear", "strategy":
			largest = max(largest, n.largestShared(p))
		default:
			for size := max(p.pageSize, p.PageSize); size > largest; size-- {
				if n.takes(p, size) {
					largest = size
				}
			}
		}
	}
	return largest
}

func (n *naive) place(p *naivePool, size, align uint64) (naivePlace, Failure) {
	switch p.Kind {
	case "exclusive_pages":
		return n.placeExclusive(p, size)
	case "direct":
		return n.placeDirect(p, size)
	}
	return n.placeSlice(p, size, align)
}

// newPage adds a page of cells granules to a pool.
func (n *naive) newPage(p *naivePool, bytes, cells, size uint64) (*naivePage, Failure) {
	if n.wants(NeverAllocate) && n.bug != "never allocates" {
		return nil, Failure{Condition: "OutOfSpace", Pool: p.Name}
	}
	if n.device != nil {
		return n.newNative(p, bytes, cells)
	}
	limit, total := n.d.MaxReserved, uint64(0)
	if limit == 0 {
		limit = math.MaxUint64
	}
	for i := range n.pools {
		for _, page := range n.pools[i].pages {
			total += page.size
		}
	}
	sum, wraps := bits.Add64(total, bytes, 0)
	if n.bug == "arena wraps" {
		wraps = 0
	}
	if wraps > 0 || sum > limit {
		if n.bug == "limit of an empty arena" {
			total = 0
		}
		granule := n.d.Alignment
		for i := range n.pools {
			granule = max(granule, n.grain(&n.pools[i]))
		}
		return nil, Failure{Condition: "AllocationTooLarge", A: size, B: (limit - total) / granule * granule}
	}
	return n.addPage(p, bytes, cells), Failure{}
}

func (n *naive) addPage(p *naivePool, bytes, cells uint64) *naivePage {
	page := &naivePage{block: n.vacant(), at: n.at, size: bytes, grain: n.grain(p), granules: make([]byte, cells)}
	p.pages = append(p.pages, page)
	n.reach(p)
	return page
}

func (n *naive) slotFailure() Failure {
	limit := 1 << 24
	if n.d.MaxLive > 0 {
		limit = int(n.d.MaxLive)
	}
	switch {
	case n.bug == "many live" && n.live == 60:
	case len(n.free) > 0 || len(n.slots) < limit:
		return Failure{}
	case n.worn == limit && n.bug != "serial as host":
		return Failure{Condition: "SerialExhausted"}
	}
	return Failure{Condition: "HostAllocationFailed"}
}

func (n *naive) vacant() uint32 {
	if n.bug == "every block has a size" {
		return 0
	}
	if n.bug == "block number not lowest" {
		return uint32(n.clock)
	}
	taken := make(map[uint32]bool)
	for i := range n.pools {
		for _, page := range n.pools[i].pages {
			taken[page.block] = true
		}
	}
	for number := uint32(0); ; number++ {
		if !taken[number] {
			return number
		}
	}
}

func (n *naive) serve(pool int, at naivePlace, size uint64) uint64 {
	var number int
	switch last := len(n.free) - 1; {
	case last < 0:
		number = len(n.slots)
		n.slots = append(n.slots, naiveSlot{generation: 1})
	case n.bug == "slots first in, first out":
		number, n.free = n.free[0], n.free[1:]
	default:
		number, n.free = n.free[last], n.free[:last]
	}
	p := &n.pools[pool]
	s := &n.slots[number]
	*s = naiveSlot{generation: s.generation, used: true, pool: pool, naivePlace: at, size: size}
	for i := range at.count {
		at.page.granules[at.first+i] = 1
		if at.page.kinds != nil {
			at.page.kinds[at.first+i] = n.kind()
		}
	}
	at.page.idle = false
	n.live++
	n.clock++
	p.usage.BytesInUse += size
	p.usage.BytesPadding += n.padding(s)
	p.usage.NumberAllocs++
	n.record(p, size)
	n.returnDue()
	return n.owner | s.generation<<24 | uint64(number)
}

// extent returns what a size takes of memory of the type that is tried now.
func (n *naive) extent(size uint64) uint64 {
	return (size + n.granule() - 1) / n.granule() * n.granule()
}

func (n *naive) padding(s *naiveSlot) uint64 {
	if n.pools[s.pool].Kind == "exclusive_pages" && n.bug != "page counted as extent" || s.page.own {
		return s.page.size - s.size
	}
	if n.pools[s.pool].isBlocks() {
		if n.bug == "margin no padding" {
			return s.count*s.page.grain - s.size - n.pools[s.pool].Margin
		}
		return s.count*s.page.grain - s.size
	}
	n.at = s.page.at
	return n.extent(s.size) - s.size
}

func (n *naive) find(handle uint64) (*naiveSlot, Failure) {
	number := handle % (1 << 24)
	switch {
	case n.closed:
		return nil, Failure{Condition: "Closed"}
	case handle == 0:
		return nil, Failure{Condition: "UnknownAllocation"}
	case handle>>52<<52 != n.owner && n.bug != "owner not checked":
		return nil, Failure{Condition: "WrongAllocator"}
	case number >= uint64(len(n.slots)) || !n.slots[number].used:
		return nil, Failure{Condition: "UnknownAllocation"}
	case n.slots[number].generation != handle<<12>>36 && n.bug != "generation not checked":
		return nil, Failure{Condition: "UnknownAllocation"}
	}
	return &n.slots[number], Failure{}
}

func (n *naive) freeHandle(handle uint64) Failure {
	s, f := n.find(handle)
	if f.failed() {
		if n.bug == "failed free counted" && len(n.pools[0].pages) > 0 {
			n.pools[0].usage.BytesPadding++
		}
		return f
	}
	n.release(s, int(handle%(1<<24)))
	return Failure{}
}

func (n *naive) release(s *naiveSlot, number int) {
	p := &n.pools[s.pool]
	if s.mapped && n.bug != "map outlives its region" {
		n.leave(s)
	}
	if n.bug != "stats drift" || s.size != 3*n.d.Alignment {
		p.usage.BytesInUse -= s.size
	}
	p.usage.BytesPadding -= n.padding(s)
	p.usage.NumberAllocs--
	count := s.count
	switch {
	case n.bug == "padding lost on free" && s.size%n.d.Alignment != 0 && count > 1:
		count--
	case (n.bug == "left merge missed" || n.bug == "walls stay") && s.first > 0 && s.page.granules[s.first-1] == 0:
		s.page.granules[s.first-1] = 2 // a wall that only an empty page sheds
	}
	for i := range count {
		s.page.granules[s.first+i] = 0
	}
	if p.isLines() && !s.page.own {
		n.depart(s.page, s.first)
	}
	switch {
	case slices.Contains(s.page.granules, 1):
	case s.page.own || n.sheds(p, s.page):
		n.drop(p, s.page)
	default:
		if n.bug != "walls stay" {
			clear(s.page.granules)
		}
		s.page.idle, s.page.idleFrom, s.page.idlings = true, n.clock, n.idlings
		n.idlings++
	}
	s.used = false
	if n.live--; n.live == 0 {
		n.final = number
	}
	if limit := uint64(n.d.Generations); limit > 0 && s.generation == limit && n.bug != "slot never retired" {
		n.worn++
		return
	}
	s.generation++
	n.free = append(n.free, number)
}

func (n *naive) locate(handle uint64) (Region, Failure) {
	s, f := n.find(handle)
	if f.failed() {
		return Region{}, f
	}
	n.at = s.page.at
	offset := s.first * s.page.grain
	if n.bug == "region moves" && handle%(1<<24) == 0 && n.clock >= 3 {
		offset += n.d.Alignment
	}
	if n.bug == "size rounded" {
		return Region{s.page.block, offset, n.extent(s.size)}, Failure{}
	}
	return Region{s.page.block, offset, s.size}, Failure{}
}

func (n *naive) blockSize(block uint32) uint64 {
	if n.closed {
		return 0
	}
	for i := range n.pools {
		for _, page := range n.pools[i].pages {
			if page.block == block {
				return page.size
			}
		}
	}
	if n.bug == "every block has a size" {
		return n.pools[0].pageSize
	}
	return 0
}

func (n *naive) reclaim() (returned uint64, f Failure) {
	if n.closed {
		return 0, Failure{Condition: "Closed"}
	}
	for i := range n.pools {
		p := &n.pools[i]
		kept := false
		for _, page := range n.leaving(p) {
			if n.bug == "reclaim keeps a page" && !kept {
				kept = true
				continue
			}
			if n.stays(p, page) {
				continue
			}
			returned += page.size
			n.drop(p, page)
		}
	}
	if n.bug == "reclaim counts pages" {
		returned /= n.pools[0].PageSize
	}
	return returned, Failure{}
}

func (n *naive) clear() Failure {
	if n.closed {
		return Failure{Condition: "Closed"}
	}
	for number := len(n.slots) - 1; number >= 0; number-- {
		s := &n.slots[number]
		if !s.used {
			continue
		}
		n.release(s, number)
		if n.bug == "Clear leaves handles live" {
			s.used = true
			s.generation--
		}
	}
	return Failure{}
}

func (n *naive) close() Failure {
	switch {
	case n.closed:
		return Failure{Condition: "Closed"}
	case n.live > 0 && n.bug != "Close with live regions":
		return Failure{Condition: "LiveAllocations", A: uint64(n.live)}
	}
	if n.bug != "native memory kept by Close" {
		n.closing = n.bug != "blocks that stay kept by Close"
		n.reclaim()
	}
	n.closed = true
	return Failure{}
}
