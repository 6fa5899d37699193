// Package slots issues handles and says what each stands for.
//
// A handle is 64 bits: owner 12 | generation 28 | slot 24. The owner tells
// the allocators of a process apart, the slot is an index into the table, and
// the generation counts the regions that the slot has served, from 1, so that
// a freed handle never names a later region. The zero handle names nothing.
//
// Laws:
//   - a live slot's state is its generation with the live bit set;
//   - a vacant slot's state is the generation it will issue next;
//   - a slot that has issued its last generation is retired: state 0, in no
//     list, never issued again;
//   - vacant slots wait in a list, the most recently vacated first; a slot
//     number never used before is issued only when none waits.
//
// Cost: every operation is O(1). A slot costs 24 bytes, 32 where it knows a
// resource, and holds no pointer.
package slots

import "slices"

// What the spec declares.
const (
	// How many regions can be live at once; 0 is as many as handles tell apart:
	// 16777216, which streams share, their number rounded up to a power of two.
	maxLive = 0 //allocgen:param
	// How many regions a slot serves before it is retired. A lower bound is
	// for tests.
	generations = 1<<28 - 1 //allocgen:param
)

const (
	// How many bits number the slots of one table.
	slotBits = 24 //allocgen:param
	// Whether other streams end regions: 1 if they do.
	handsBack = 0 //allocgen:param

	numberBits     = 24
	generationBits = 28
	// OwnerBits is the width of an owner, which stands in a handle's top bits.
	OwnerBits = 64 - numberBits - generationBits

	bounded = maxLive != 0
	shared  = slotBits < numberBits
	claimed = handsBack != 0
	liveBit = 1 << 31
)

const (
	_ = uint(1<<slotBits - maxLive)
	_ = uint(1<<generationBits - 1 - generations)
	_ = uint(generations - 1)
)

// Slot is what a handle stands for.
type Slot struct {
	Size     uint64 // requested, in bytes
	Resource uint64 // that the region is for, 0 for any
	Region   uint32 // the pool's number of the region; in a vacant slot, the next vacant one + 1
	state    uint32
	Pool     uint8 // the pool's place in the arena's declaration
	Rank     uint8 // of the memory type, among those that serve the arena
	Custom   uint8 // the number of the custom pool, 0 for the declared one

	Dedicated bool // the region's block was made for its resource
	Image     bool // the resource is an image
	Bound     bool // the resource is bound to the region
	Optimal   bool // the region is for an image of optimal tiling
	Mapped    bool // the caller has mapped the region
}

// Table is the slots of an arena. Init makes it ready.
type Table struct {
	slots  []Slot
	owner  uint64 // in place, above generation and slot
	vacant uint32 // the most recently vacated slot + 1, 0 for none
	live   uint32
	claims claims // of this stream
}

// Init empties the table for the given owner, which is above 0 and below
// 1<<OwnerBits.
func (t *Table) Init(owner uint64) {
	*t = Table{owner: owner << (numberBits + generationBits)}
	if bounded {
		t.slots = make([]Slot, 0, min(maxLive, 256))
	}
}

// Apart gives the table room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (t *Table) Apart() {
	t.slots = slices.Grow(t.slots, 32)
}

// Live returns the number of live regions.
func (t *Table) Live() uint32 { return t.live }

// Len returns the number of slots issued so far; slot numbers are below it.
func (t *Table) Len() uint32 { return uint32(len(t.slots)) }

// Handle returns the handle that live slot i was issued with.
func (t *Table) Handle(i uint32) uint64 {
	return t.owner | uint64(t.slots[i].state&^liveBit)<<numberBits | uint64(i)
}

// Number returns the slot that a handle of this table names.
func (t *Table) Number(handle uint64) uint32 { return uint32(handle & (1<<slotBits - 1)) }

// Slot returns what live slot i stands for.
func (t *Table) Slot(i uint32) Slot { return t.slots[i] }

// Edit returns live slot i, of which what the table does not need may be
// changed. It is good until the next Issue.
func (t *Table) Edit(i uint32) *Slot { return &t.slots[i] }

// IsLive reports whether slot i stands for a live region.
func (t *Table) IsLive(i uint32) bool { return t.slots[i].state&liveBit != 0 }

// HasRoom reports whether Issue may be called.
func (t *Table) HasRoom() bool {
	if bounded {
		return t.vacant != 0 || len(t.slots) < maxLive
	}
	return t.vacant != 0 || len(t.slots) < 1<<slotBits
}

// IsExhausted reports whether there is no room because every slot is retired.
func (t *Table) IsExhausted() bool {
	return t.live == 0 && !t.HasRoom()
}

// Vacant returns the slot that Issue would take. There must be room.
func (t *Table) Vacant() uint32 {
	if t.vacant != 0 {
		return t.vacant - 1
	}
	return t.Len()
}

// Issue makes a slot stand for a region, as s says, and returns the handle.
// There must be room.
func (t *Table) Issue(s Slot) (handle uint64) {
	if t.vacant == 0 {
		t.extend()
	}
	i := t.vacant - 1
	slot := &t.slots[i]
	t.vacant = slot.Region
	s.state = slot.state | liveBit
	*slot = s
	if claimed {
		t.claims.begin(i, s.state&^liveBit)
	}
	t.live++
	return t.owner | uint64(s.state&^liveBit)<<numberBits | uint64(i)
}

// extend adds a slot that was never used to the vacant ones, of which there are
// none. It stays out of Issue, which is small enough then to be part of what
// calls it.
//
//go:noinline
func (t *Table) extend() {
	if claimed {
		t.claims.extend(uint32(len(t.slots)))
	}
	t.slots = append(t.slots, Slot{state: 1})
	t.vacant = uint32(len(t.slots))
}

// Find returns the slot of a handle; ok says that it is live.
func (t *Table) Find(handle uint64) (i uint32, ok bool) {
	i = uint32(handle & (1<<slotBits - 1))
	state := uint32(handle>>numberBits)&(1<<generationBits-1) | liveBit
	if shared && t.Stream(handle) != t.Stream(t.owner) {
		return i, false
	}
	if claimed && !t.claims.lives(i, state&^liveBit) {
		return i, false
	}
	return i, uint64(i) < uint64(len(t.slots)) && t.slots[i].state == state && !t.IsForeign(handle)
}

// Take ends the region of a live handle and returns what it stood for; ok says
// that it was live.
func (t *Table) Take(handle uint64) (s Slot, ok bool) {
	i := handle & (1<<slotBits - 1)
	if i >= uint64(len(t.slots)) {
		return s, false
	}
	s = t.slots[i]
	if s.state&liveBit == 0 || t.owner|uint64(s.state&^liveBit)<<numberBits|i != handle {
		return s, false
	}
	if claimed && !t.Claim(uint32(i)) {
		return s, false
	}
	t.Vacate(uint32(i))
	return s, true
}

// IsForeign reports whether a handle carries another owner than this table's.
func (t *Table) IsForeign(handle uint64) bool {
	return (handle^t.owner)>>(numberBits+generationBits) != 0
}

// Vacate ends the region of live slot i. Its handle is stale from now on.
func (t *Table) Vacate(i uint32) {
	if claimed {
		t.claims.done(i)
	}
	t.live--
	s := &t.slots[i]
	s.state = s.state&^liveBit + 1
	if s.state > generations {
		s.state = 0
		return
	}
	s.Region = t.vacant
	t.vacant = i + 1
}

// Broken returns the law that the table breaks, or "". It ends whatever the
// slots hold.
func (t *Table) Broken() (law string) {
	waiting := make([]bool, len(t.slots))
	for next := t.vacant; next != 0; next = t.slots[next-1].Region {
		if uint64(next) > uint64(len(t.slots)) || waiting[next-1] {
			return "the vacant slots form a list"
		}
		waiting[next-1] = true
	}
	if claimed && !t.areClaimed() {
		return "the slots that other streams hand back are live, their regions ended"
	}
	live := uint32(0)
	for i, s := range t.slots {
		generation := s.state &^ liveBit
		switch {
		case s.state&liveBit != 0:
			live++
			if waiting[i] || generation == 0 || generation > generations {
				return "a live slot has a generation, and isn't vacant"
			}
		case waiting[i] != (generation != 0) || generation > generations:
			return "a slot is live, vacant or retired"
		}
	}
	if live != t.live {
		return "the live slots are counted"
	}
	return ""
}
