// Package numbering gives the blocks of an arena their numbers, always the
// lowest one vacant, and keeps each block's size and native memory.
//
// Vacant numbers wait in a binary heap. Cost: Add and Drop are O(log n) for n
// vacant numbers, Size is O(1); 8 bytes a block and 4 a vacant number,
// 24 a block more where blocks have native memory.
package numbering

// Blocks is the blocks of an arena by number. Its zero value has none.
type Blocks struct {
	sizes   []uint64 // bytes, 0 for a vacant number
	vacant  []uint32 // a heap: no number is below its parent at (i-1)/2
	natives []native // by number, as far as some were attached
}

// native is the memory of a block.
type native struct {
	memory uint64 // the device's handle
	buffer uint64 // that fills the block, 0 if none does
	rank   uint8  // of its memory type, among those that serve the arena
}

// Add enters a block of size bytes, above 0, and returns its number.
func (b *Blocks) Add(size uint64) uint32 {
	if len(b.vacant) == 0 {
		b.sizes = append(b.sizes, size)
		return uint32(len(b.sizes) - 1)
	}
	n := b.vacant[0]
	b.sizes[n] = size
	last := len(b.vacant) - 1
	sinking := b.vacant[last]
	b.vacant = b.vacant[:last]
	at := 0
	for child := 1; child < last; child = 2*at + 1 {
		if child+1 < last && b.vacant[child+1] < b.vacant[child] {
			child++
		}
		if sinking <= b.vacant[child] {
			break
		}
		b.vacant[at] = b.vacant[child]
		at = child
	}
	if last > 0 {
		b.vacant[at] = sinking
	}
	return n
}

// Drop makes the number of a block vacant and returns the size it had.
func (b *Blocks) Drop(n uint32) uint64 {
	size := b.sizes[n]
	b.sizes[n] = 0
	at := len(b.vacant)
	b.vacant = append(b.vacant, n)
	for at > 0 && b.vacant[(at-1)/2] > n {
		b.vacant[at] = b.vacant[(at-1)/2]
		at = (at - 1) / 2
	}
	b.vacant[at] = n
	return size
}

// Size returns the size of block n in bytes, 0 when there is no such block.
func (b *Blocks) Size(n uint32) uint64 {
	if uint64(n) < uint64(len(b.sizes)) {
		return b.sizes[n]
	}
	return 0
}

// Attach notes the native memory of block n.
func (b *Blocks) Attach(n uint32, memory uint64, rank uint8) {
	for uint64(n) >= uint64(len(b.natives)) {
		b.natives = append(b.natives, native{})
	}
	b.natives[n] = native{memory: memory, rank: rank}
}

// AttachBuffer notes the buffer that fills block n, which has native memory.
func (b *Blocks) AttachBuffer(n uint32, buffer uint64) { b.natives[n].buffer = buffer }

// Buffer returns the buffer that fills block n.
func (b *Blocks) Buffer(n uint32) uint64 { return b.natives[n].buffer }

// Native returns the native memory of block n, and the rank of its type.
func (b *Blocks) Native(n uint32) (memory uint64, rank uint8) {
	return b.natives[n].memory, b.natives[n].rank
}

// Len returns the number of numbers given so far; a number is below it.
func (b *Blocks) Len() int { return len(b.sizes) }

// Are reports whether the blocks have exactly these sizes, by number, 0 where
// there is none.
func (b *Blocks) Are(sizes []uint64) bool {
	for n, size := range b.sizes {
		if sizes[n] != size {
			return false
		}
	}
	return len(sizes) == len(b.sizes)
}

// Broken returns the law that the numbering breaks, or "".
func (b *Blocks) Broken() (law string) {
	vacant := 0
	for _, size := range b.sizes {
		if size == 0 {
			vacant++
		}
	}
	if vacant != len(b.vacant) {
		return "a number is a block's or vacant"
	}
	for at, n := range b.vacant {
		if b.Size(n) != 0 || uint64(n) >= uint64(len(b.sizes)) || at > 0 && b.vacant[(at-1)/2] >= n {
			return "the vacant numbers form a heap"
		}
	}
	return ""
}
