// Package whole numbers the blocks of a pool in which every region is a block
// of its own.
//
// A number, from 1, is a block's or vacant; the number vacated last is the
// next one given. Cost: every operation but Count and Broken is O(1); 16 bytes
// a number and no pointer.
package whole

import "slices"

// entry is a number's block, or a link of the list of vacant numbers.
type entry struct {
	size  uint64 // bytes, 0 where the number is vacant
	block uint32 // where the number is vacant, the number vacated before
}

// Blocks is the blocks of a pool. Init makes it ready.
type Blocks struct {
	entries []entry
	vacant  uint32 // the number vacated last, 0 for none
}

// Init empties the table and provides for the given number of blocks; more
// grow it.
func (b *Blocks) Init(blocks int) {
	*b = Blocks{entries: make([]entry, 1, 1+blocks)}
}

// Apart gives the table room of 512 bytes at least, which Go's heap keeps on
// cache lines of its own, so that what other streams write is on none of them.
func (b *Blocks) Apart() {
	b.entries = slices.Grow(b.entries, 32)
}

// Add enters a block of the given bytes, above 0, and returns its number.
func (b *Blocks) Add(block uint32, bytes uint64) uint32 {
	n := b.vacant
	if n != 0 {
		b.vacant = b.entries[n].block
	} else {
		n = uint32(len(b.entries))
		b.entries = append(b.entries, entry{})
	}
	b.entries[n] = entry{bytes, block}
	return n
}

// Drop makes number n vacant and returns the block that it had.
func (b *Blocks) Drop(n uint32) (block uint32) {
	block = b.entries[n].block
	b.entries[n], b.vacant = entry{block: b.vacant}, n
	return block
}

// Block returns the block of number n.
func (b *Blocks) Block(n uint32) uint32 { return b.entries[n].block }

// Size returns the size of block n in bytes.
func (b *Blocks) Size(n uint32) uint64 { return b.entries[n].size }

// Count counts the blocks, and their bytes, one by one.
func (b *Blocks) Count() (blocks, bytes uint64) {
	for _, e := range b.entries {
		if e.size != 0 {
			blocks++
			bytes += e.size
		}
	}
	return blocks, bytes
}

// Claim enters the size of every block into sizes, by block. It reports whether
// each was within them and had no size there yet.
func (b *Blocks) Claim(sizes []uint64) (alone bool) {
	for _, e := range b.entries {
		if e.size == 0 {
			continue
		}
		if uint64(e.block) >= uint64(len(sizes)) || sizes[e.block] != 0 {
			return false
		}
		sizes[e.block] = e.size
	}
	return true
}

// Broken returns the law that the table breaks, or "", and the blocks other
// than the given live ones. It ends whatever the entries hold.
func (b *Blocks) Broken(live []uint32) (idle []uint32, law string) {
	taken := make([]bool, len(b.entries))
	for n := b.vacant; n != 0; n = b.entries[n].block {
		if uint64(n) >= uint64(len(b.entries)) || taken[n] || b.entries[n].size != 0 {
			return nil, "the vacant numbers form a list"
		}
		taken[n] = true
	}
	for _, n := range live {
		if n == 0 || uint64(n) >= uint64(len(b.entries)) || taken[n] {
			return nil, "a live block is one region"
		}
		taken[n] = true
	}
	for n := 1; n < len(b.entries); n++ {
		if !taken[n] {
			if b.entries[n].size == 0 {
				return nil, "a number is a block's or vacant"
			}
			idle = append(idle, uint32(n))
		}
	}
	return idle, ""
}
