package slots

// With streams, each has tables of its own, and the highest bits of a slot's
// number in a handle are the stream's. A region ends for all at once when its
// claim says so; its slot is vacated by its own stream.

// InitStream is Init in a stream.
func (t *Table) InitStream(owner uint64, stream uint32) {
	t.Init(owner)
	t.owner |= uint64(stream) << slotBits
}

// Stream returns the stream that a handle of this allocator is of.
func (t *Table) Stream(handle uint64) uint32 {
	return uint32(handle>>slotBits) & (1<<(numberBits-slotBits) - 1)
}

// Claim ends the region of live slot i, which is to be vacated then; false if
// another stream has ended it.
func (t *Table) Claim(i uint32) bool {
	return t.claims.end(i, t.slots[i].state&^liveBit)
}

// IsHeld reports whether slot i stands for a live region that no other stream has
// ended.
func (t *Table) IsHeld(i uint32) bool {
	s := &t.slots[i]
	return s.state&liveBit != 0 && t.claims.lives(i, s.state&^liveBit)
}

// HandBack ends the region of a handle of this stream, and reports whether it
// named one. Its slot stays live, and its room taken, until the stream itself
// vacates it. This is the one method that any goroutine may call at any time.
func (t *Table) HandBack(handle uint64) bool {
	i := uint32(handle & (1<<slotBits - 1))
	if !t.claims.end(i, uint32(handle>>numberBits)&(1<<generationBits-1)) {
		return false
	}
	t.claims.push(i)
	return true
}

// HasBack reports whether slots were handed back that wait to be vacated.
func (t *Table) HasBack() bool { return !t.claims.isEmpty() }

// Back returns the slot, of those handed back and not vacated, that came first.
func (t *Table) Back() (i uint32, ok bool) { return t.claims.first() }

// areClaimed reports whether slots and claims agree. Other streams may go on
// ending regions.
func (t *Table) areClaimed() bool {
	back := make([]bool, len(t.slots))
	if !t.claims.listed(back) {
		return false
	}
	for i, s := range t.slots {
		i, generation, agree := uint32(i), s.state&^liveBit, false
		switch {
		case s.state&liveBit != 0:
			agree = t.claims.lives(i, generation) && !back[i] || t.claims.has(i, generation)
		case s.state == 0:
			agree = t.claims.has(i, generations) && !back[i]
		default:
			agree = t.claims.has(i, generation-1) && !back[i]
		}
		if !agree {
			return false
		}
	}
	return true
}
