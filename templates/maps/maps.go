// Package maps keeps where blocks are mapped, and for how many regions: a block
// is mapped once, for the first that needs it, until the last needs it no more.
//
// Laws:
//   - a block has bytes if and only if it is mapped;
//   - its count is how many Enter and Join have not been answered by a Leave.
//
// Cost: O(1); 32 bytes for each block number up to the highest ever mapped.
package maps

// entry is a block: its bytes, which are not Go's, and who needs them.
type entry struct {
	bytes []byte
	count uint32
}

// Table is the maps of an arena's blocks, by number. Its zero value has none.
type Table struct{ blocks []entry }

// Enter notes that block n is mapped at bytes, at least one, for one region.
func (t *Table) Enter(n uint32, bytes []byte) {
	for uint64(n) >= uint64(len(t.blocks)) {
		t.blocks = append(t.blocks, entry{})
	}
	t.blocks[n] = entry{bytes, 1}
}

// Join counts another region in for which block n is mapped. It reports whether
// the block is.
func (t *Table) Join(n uint32) bool {
	if t.Bytes(n) == nil {
		return false
	}
	t.blocks[n].count++
	return true
}

// IsLast reports whether block n is mapped for one region only: before that
// leaves, the block is to be unmapped.
func (t *Table) IsLast(n uint32) bool { return t.blocks[n].count == 1 }

// Leave counts a region out for which block n is mapped.
func (t *Table) Leave(n uint32) {
	if t.blocks[n].count--; t.blocks[n].count == 0 {
		t.Forget(n)
	}
}

// Forget notes that block n is mapped no more, whoever needed it.
func (t *Table) Forget(n uint32) {
	if uint64(n) < uint64(len(t.blocks)) {
		t.blocks[n] = entry{}
	}
}

// Bytes returns the bytes of block n, nil if it is not mapped.
func (t *Table) Bytes(n uint32) []byte {
	if uint64(n) < uint64(len(t.blocks)) {
		return t.blocks[n].bytes
	}
	return nil
}
