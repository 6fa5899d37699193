package proptests

import (
	"math"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// model predicts what an arena does, call by call. What it shares with the
// packages under test is only what the rules say: it keeps plain lists and
// looks through them.
type model struct {
	Declaration
	device    *device      // nil = the host; what follows is of it
	types     []memoryType // that serve the arena, the best one first
	ceiling   uint64       // bytes of the largest block
	owner     uint64       // bits of every handle that are its owner's and its stream's; 0 until one was seen
	slots     slots
	back      []int // slots that other streams handed back, to be vacated
	pools     []*modelPool
	blocks    []*block // by number; nil = vacant
	successes uint64   // allocations served
	idlings   uint64   // times that a block became idle
	acquired  uint64   // blocks ever
	dry       bool     // new blocks of pools that defer get no memory
	closed    bool

	// What an instance did with the request that the model is to serve, to be
	// followed where the rules leave it open; nil if none did. A choice that they
	// don't allow is in doubt.
	told  *outcome
	doubt doubt
}

// doubt is how a choice of an instance breaks a law.
type doubt struct {
	law string
	err error
}

type region struct {
	Region
	extent uint64 // bytes
	block  *block
	pool   *modelPool
	mapped bool // by Map
	marked bool // its bytes were written
}

// newModel returns the model of a fresh arena on a device of which it is the
// only user; nil is the host.
func newModel(d Declaration, profile *vkrt.Profile) *model {
	m := &model{
		Declaration: d,
		types:       d.memoryTypes(profile),
		ceiling:     math.MaxUint64,
		slots:       slots{limit: d.slots(), generations: d.generations()},
	}
	if profile != nil {
		m.device = newDevice(profile, d.Memory)
		m.ceiling = m.device.most
		if types := d.candidates(profile); len(types) > 0 {
			m.ceiling &^= max(coarsest(types), d.coarsest()) - 1
		}
	}
	for i := range d.Pools {
		m.pools = append(m.pools, newPool(m, &m.Pools[i]))
	}
	return m
}

// granularity returns the bytes of a page of which regions of different contents
// have none in common.
func (m *model) granularity() uint64 {
	if m.device == nil {
		return 1
	}
	return m.device.Limits.BufferImageGranularity
}

// reserved returns the bytes of all blocks.
func (m *model) reserved() (bytes uint64) {
	for _, p := range m.pools {
		bytes += p.usage.BytesReserved
	}
	return bytes
}

// number gives a new block the lowest vacant number.
func (m *model) number(b *block) {
	number := slices.Index(m.blocks, nil)
	if number < 0 {
		number = len(m.blocks)
		m.blocks = append(m.blocks, nil)
	}
	b.number = uint32(number)
	m.blocks[number] = b
}

// find returns the live region that a handle names.
func (m *model) find(handle uint64) (*region, Failure) {
	switch {
	case m.closed:
		return nil, Failure{Condition: closed}
	case handle == 0:
		return nil, Failure{Condition: unknownAllocation}
	case handle>>ownerShift != m.owner>>ownerShift:
		return nil, Failure{Condition: wrongAllocator}
	}
	if r := m.slots.find(handle ^ m.owner); r != nil {
		return r, Failure{}
	}
	return nil, Failure{Condition: unknownAllocation}
}

func (m *model) free(handle uint64) Failure {
	r, f := m.find(handle)
	if !f.failed() {
		m.release(r, int((handle^m.owner)%maxSlots))
	}
	return f
}

// handBack is free by another stream: the handle is stale at once, but the
// region stays where it is until this stream next looks. Where a guard is to be
// looked at, it is free.
func (m *model) handBack(handle uint64) Failure {
	if m.guards() {
		return m.free(handle)
	}
	f := m.claim(handle)
	if !f.failed() {
		m.push(handle)
	}
	return f
}

// claim and push are the two halves of handBack, between which the stream itself
// may be called.
func (m *model) claim(handle uint64) Failure {
	_, f := m.find(handle)
	if !f.failed() {
		m.slots.table[(handle^m.owner)%maxSlots].back = true
	}
	return f
}

func (m *model) push(handle uint64) {
	m.back = append(m.back, int((handle^m.owner)%maxSlots))
}

// drain frees what was handed back, in that order.
func (m *model) drain() {
	for _, number := range m.back {
		m.release(m.slots.table[number].region, number)
	}
	m.back = m.back[:0]
}

func (m *model) release(r *region, slot int) {
	if r.mapped {
		m.leave(r)
	}
	m.slots.release(slot)
	r.pool.release(r)
}

// returnDue returns the blocks that have been idle for their pool's period.
func (m *model) returnDue() {
	for _, p := range m.pools {
		if p.DeallocPeriod > 0 {
			p.giveBack(func(b *block) bool { return m.successes-b.idleSince >= p.DeallocPeriod })
		}
	}
}

// giveBack returns every idle block and says how many bytes they had.
func (m *model) giveBack() (returned uint64) {
	for _, p := range m.pools {
		returned += p.giveBack(func(*block) bool { return true })
	}
	return returned
}

func (m *model) reclaim() (returned uint64, f Failure) {
	if m.closed {
		return 0, Failure{Condition: closed}
	}
	m.drain()
	return m.giveBack(), Failure{}
}

// clear frees every live region, the highest slot first.
func (m *model) clear() Failure {
	if m.closed {
		return Failure{Condition: closed}
	}
	m.drain()
	for number := len(m.slots.table) - 1; number >= 0; number-- {
		if r := m.slots.table[number].region; r != nil {
			m.release(r, number)
		}
	}
	return Failure{}
}

func (m *model) close() Failure {
	if m.closed {
		return Failure{Condition: closed}
	}
	m.drain()
	if m.slots.live > 0 {
		return Failure{Condition: liveAllocations, A: uint64(m.slots.live)}
	}
	for _, p := range m.pools {
		for _, q := range p.parts {
			q.least = 0
		}
	}
	m.giveBack()
	m.closed = true
	return Failure{}
}

// blockSize returns the size of a block, 0 if its number is vacant.
func (m *model) blockSize(number uint32) uint64 {
	if uint64(number) >= uint64(len(m.blocks)) || m.blocks[number] == nil {
		return 0
	}
	return m.blocks[number].size
}

// memory returns the native memory of a region's block, 0 while it has none, and
// its type.
func (m *model) memory(handle uint64) (memory vkrt.Memory, typ uint32, f Failure) {
	r, f := m.find(handle)
	if f.failed() {
		return 0, 0, f
	}
	return r.block.memory, r.block.part.index, Failure{}
}
