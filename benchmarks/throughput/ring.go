package main

import (
	"runtime"
	"sync/atomic"
)

const (
	ringLen   = 512 // handles, a power of two
	batch     = 16  // handles, two lines of the cache
	cacheLine = 128 // bytes, with the line that is fetched along
)

// ring carries handles from one goroutine to one other, in order. Either end
// tells the other how far it is once in a batch, and looks how far the other is
// only where it can't go on, so that a handle costs little more than its copy.
// What an end writes is on no line with what the other does.
type ring[Handle any] struct {
	handles  [ringLen]Handle
	_        [cacheLine]byte
	put      atomic.Uint32 // handles, as the sender told
	_        [cacheLine]byte
	taken    atomic.Uint32 // handles, as the receiver told
	_        [cacheLine]byte
	sender   end
	_        [cacheLine]byte
	receiver end
	_        [cacheLine]byte
}

// end is what one end of a ring knows.
type end struct {
	passed uint32 // handles, by this end
	limit  uint32 // how many may pass by what the other end told last
	told   uint32 // handles, what this end told last
}

// send puts a handle in, false if there is no room. What was sent is then told.
func (r *ring[Handle]) send(h Handle) bool {
	s := &r.sender
	if s.passed == s.limit && !r.hasRoom() {
		return false
	}
	r.handles[s.passed%ringLen] = h
	s.passed++
	if s.passed-s.told >= batch {
		r.tell()
	}
	return true
}

// tell lets the receiver have all that was sent.
func (r *ring[Handle]) tell() {
	r.sender.told = r.sender.passed
	r.put.Store(r.sender.passed)
}

// hasRoom looks how far the receiver is.
func (r *ring[Handle]) hasRoom() bool {
	s := &r.sender
	if s.limit = r.taken.Load() + ringLen; s.limit != s.passed {
		return true
	}
	r.tell()
	runtime.Gosched()
	return false
}

// receive takes the handle that was sent first, false if none is there.
func (r *ring[Handle]) receive() (h Handle, ok bool) {
	t := &r.receiver
	if t.passed == t.limit && !r.hasMore() {
		return h, false
	}
	h = r.handles[t.passed%ringLen]
	t.passed++
	return h, true
}

// hasMore looks how far the sender is, and tells it that all was taken that was
// there before.
func (r *ring[Handle]) hasMore() bool {
	t := &r.receiver
	if t.told != t.passed {
		t.told = t.passed
		r.taken.Store(t.passed)
	}
	t.limit = r.put.Load()
	return t.limit != t.passed
}
