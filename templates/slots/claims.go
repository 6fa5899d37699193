package slots

import "sync/atomic"

// Claims let any goroutine end a region, without the lock of the stream that the
// region is of.
//
// Each slot has a word: the generation of its last region, and a bit that says
// whether that lives. A region ends when the bit goes, by compare-and-swap, so
// that of all who try one succeeds. Who succeeds in another stream then pushes the
// slot onto a list, from which the stream takes all at once when it next
// allocates. This is the thread-delayed free list of mimalloc (Leijen, Zorn and de
// Moura, 2019), a stack after Treiber (1986); nothing is taken from it singly, so
// that no slot can come and go unseen.
//
// Laws:
//   - a live slot's word is its generation, with the bit unless another stream
//     has ended the region;
//   - a vacant slot's word is one less than the generation it will issue next,
//     without the bit;
//   - a slot on the list is live, its region ended, and it is there once;
//   - words never move, so that they can be read while others are made; a
//     goroutine that was given a handle has been given the word before it.
//
// Cost: every operation is O(1), first on the average; end and push are one
// atomic operation each. 8 bytes a slot, in chunks of 2048.

const (
	words     = maxLive + (1-min(maxLive, 1))<<slotBits
	chunkLen  = max(min(words, 2048), 64) // Go's heap keeps the cache lines of as many from others
	cacheLine = 128                       // bytes, with the line that is fetched along
)

// word is what is known of a slot to all.
type word struct {
	state atomic.Uint32 // a generation, and liveBit
	below atomic.Uint32 // the slot pushed before + 1, 0 for none
}

// claims is the words of the slots of one arena, in one stream. Its zero value
// has none. end, lives and push are for any goroutine, the others for the
// stream itself.
type claims struct {
	front  uint32          // of those taken from the list, the slot pushed first + 1, 0 for none
	_      [cacheLine]byte // what the stream alone writes is on no line with what others read
	chunks [(words + chunkLen - 1) / chunkLen]*[chunkLen]word
	_      [cacheLine]byte
	top    atomic.Uint32 // the slot pushed last + 1, 0 for none
	_      [cacheLine]byte
}

// extend has the word of slot i, whose number is below words and which no one
// else knows yet.
func (c *claims) extend(i uint32) {
	if chunk := &c.chunks[i/chunkLen]; *chunk == nil {
		*chunk = new([chunkLen]word)
	}
}

// at returns the word of slot i, nil if there is none.
func (c *claims) at(i uint32) *word {
	if i >= words {
		return nil
	}
	chunk := c.chunks[i/chunkLen]
	if chunk == nil {
		return nil
	}
	return &chunk[i%chunkLen]
}

// begin has a region of a generation live in slot i, which has a word.
func (c *claims) begin(i, generation uint32) { c.at(i).state.Store(generation | liveBit) }

// end ends the region of a generation in slot i; false if it does not live.
func (c *claims) end(i, generation uint32) bool {
	w := c.at(i)
	return w != nil && w.state.CompareAndSwap(generation|liveBit, generation)
}

// lives reports whether the region of a generation in slot i has not ended.
func (c *claims) lives(i, generation uint32) bool {
	w := c.at(i)
	return w != nil && w.state.Load() == generation|liveBit
}

// push lists slot i, whose region the caller has ended.
func (c *claims) push(i uint32) {
	w := c.at(i)
	for {
		top := c.top.Load()
		w.below.Store(top)
		if c.top.CompareAndSwap(top, i+1) {
			return
		}
	}
}

// isEmpty reports whether no slot waits for done.
func (c *claims) isEmpty() bool { return c.front == 0 && c.top.Load() == 0 }

// first returns the slot, of those pushed, that is to be done with first.
func (c *claims) first() (i uint32, ok bool) {
	if c.front == 0 {
		c.take()
	}
	return c.front - 1, c.front != 0
}

// take empties the list, and has the slot that was pushed first come first.
func (c *claims) take() {
	for next := c.top.Swap(0); next != 0; {
		w := c.at(next - 1)
		below := w.below.Load()
		w.below.Store(c.front)
		c.front, next = next, below
	}
}

// done says that slot i is vacant again, if it is the first.
func (c *claims) done(i uint32) {
	if c.front == i+1 {
		c.front = c.at(i).below.Load()
	}
}

// listed marks the slots that wait for done, of so many, and reports whether
// each is one of them and is there once.
func (c *claims) listed(marks []bool) bool {
	for _, next := range [...]uint32{c.front, c.top.Load()} {
		for ; next != 0; next = c.at(next - 1).below.Load() {
			if uint64(next) > uint64(len(marks)) || marks[next-1] {
				return false
			}
			marks[next-1] = true
		}
	}
	return true
}

// has reports whether the word of slot i is a generation, without the bit.
func (c *claims) has(i, generation uint32) bool { return c.at(i).state.Load() == generation }
