package snapshot

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A Moment is a place in a history, with the blocks and regions that there are.
// It moves forward, an event at a time.
type Moment struct {
	history *History
	next    int // the index of the event to come
	blocks  map[blockKey]*Block
	regions map[uint64]place // of live ones, by ID
	usage   Usage
}

// blockKey names a block of a history.
type blockKey struct {
	pool   int
	number uint64
}

// place is where a region lies.
type place struct {
	block  blockKey
	offset uint64
}

// NewMoment returns the moment before the first event.
func NewMoment(h *History) *Moment {
	return &Moment{history: h, blocks: map[blockKey]*Block{}, regions: map[uint64]place{}}
}

// Usage returns the sums over all blocks.
func (m *Moment) Usage() Usage { return m.usage }

// Step moves behind the next event. It fails at the end, with io.EOF, and where
// the event is not possible, which after ReadHistory none is.
func (m *Moment) Step() error {
	if m.next == len(m.history.Events) {
		return io.EOF
	}
	return m.apply(&m.history.Events[m.next])
}

// apply makes an event happen.
func (m *Moment) apply(e *Event) error {
	m.next++
	key := blockKey{e.Pool, e.Block}
	switch e.Kind {
	case BlockMade:
		return m.makeBlock(key, e.Size)
	case BlockReturned:
		return m.returnBlock(key)
	case RegionPlaced:
		return m.place(key, e)
	case RegionFreed:
		return m.free(e.ID)
	}
	return nil
}

func (m *Moment) makeBlock(key blockKey, bytes uint64) error {
	switch {
	case m.blocks[key] != nil:
		return fmt.Errorf("pool %d has a block %d", key.pool, key.number)
	case bytes == 0:
		return fmt.Errorf("a block of 0 bytes")
	case m.usage.Reserved+bytes < bytes:
		return fmt.Errorf("blocks of more than 2^64 bytes")
	}
	m.blocks[key] = &Block{Number: key.number, Bytes: bytes}
	m.usage.Blocks++
	m.usage.Reserved += bytes
	return nil
}

func (m *Moment) returnBlock(key blockKey) error {
	b := m.blocks[key]
	switch {
	case b == nil:
		return fmt.Errorf("pool %d has no block %d", key.pool, key.number)
	case len(b.Regions) > 0:
		return fmt.Errorf("block %d of pool %d is not empty", key.number, key.pool)
	}
	delete(m.blocks, key)
	m.usage.Blocks--
	m.usage.Reserved -= b.Bytes
	return nil
}

// place puts a region between those of its block.
func (m *Moment) place(key blockKey, e *Event) error {
	b := m.blocks[key]
	_, lives := m.regions[e.ID]
	switch {
	case b == nil:
		return fmt.Errorf("pool %d has no block %d", key.pool, key.number)
	case lives:
		return fmt.Errorf("region %d is live", e.ID)
	case e.Size == 0:
		return fmt.Errorf("a region of 0 bytes")
	case e.Offset > b.Bytes || e.Size > b.Bytes-e.Offset:
		return fmt.Errorf("the region ends behind its block of %d bytes", b.Bytes)
	}
	at, _ := find(b, e.Offset)
	if at > 0 && b.Regions[at-1].Offset+b.Regions[at-1].Size > e.Offset ||
		at < len(b.Regions) && e.Offset+e.Size > b.Regions[at].Offset {
		return fmt.Errorf("the region overlaps another one")
	}
	r := Region{Offset: e.Offset, Size: e.Size, Kind: Unknown, Name: e.Name, Data: fmt.Sprint(e.ID)}
	b.Regions = slices.Insert(b.Regions, at, r)
	m.regions[e.ID] = place{key, e.Offset}
	m.usage.Regions++
	m.usage.InUse += e.Size
	return nil
}

func (m *Moment) free(id uint64) error {
	at, lives := m.regions[id]
	if !lives {
		return fmt.Errorf("there is no region %d", id)
	}
	b := m.blocks[at.block]
	i, _ := find(b, at.offset)
	m.usage.Regions--
	m.usage.InUse -= b.Regions[i].Size
	b.Regions = slices.Delete(b.Regions, i, i+1)
	delete(m.regions, id)
	return nil
}

// find returns where among a block's regions one at an offset is or would be.
func find(b *Block, offset uint64) (at int, ok bool) {
	return slices.BinarySearchFunc(b.Regions, offset, func(r Region, offset uint64) int { return cmp.Compare(r.Offset, offset) })
}

// Snapshot returns what there is at the moment: every pool of the history, the
// empty ones too.
func (m *Moment) Snapshot() *Snapshot {
	s := &Snapshot{}
	for _, p := range m.history.Pools {
		s.Pools = append(s.Pools, Pool{Name: p.Name, MemoryType: p.MemoryType})
	}
	inOrder := func(a, b blockKey) int {
		return cmp.Or(cmp.Compare(a.pool, b.pool), cmp.Compare(a.number, b.number))
	}
	for _, key := range slices.SortedFunc(maps.Keys(m.blocks), inOrder) {
		b := *m.blocks[key]
		b.Regions = slices.Clone(b.Regions)
		p := &s.Pools[key.pool]
		p.Blocks = append(p.Blocks, b)
	}
	return s
}

// Peak returns the first moment, as the number of events before it, at which
// the most is reserved, and of those one at which the most is in use.
func (h *History) Peak() (events int) {
	var most Usage
	m := NewMoment(h)
	for m.Step() == nil {
		if u := m.usage; u.Reserved > most.Reserved || u.Reserved == most.Reserved && u.InUse > most.InUse {
			most, events = u, m.next
		}
	}
	return events
}

// At returns what there is after so many events, at most all.
func (h *History) At(events int) *Snapshot {
	m := NewMoment(h)
	for m.next < events && m.Step() == nil {
	}
	return m.Snapshot()
}
