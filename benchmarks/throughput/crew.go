package main

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// crew is goroutines that work at the same time.
type crew struct {
	workers []func(passes int) (refused int) // one a goroutine
	close   func() (failed bool)             // when all is done; fails while regions are live
}

// run has every worker go so many times through the work, and says how long
// that took from the first one's start to the last one's end. A first pass,
// which warms up, is not timed.
func (c *crew) run(passes int) (took time.Duration, refused int) {
	var all sync.WaitGroup
	var ready, refusals atomic.Int64
	begun, ended := make([]time.Time, len(c.workers)), make([]time.Time, len(c.workers))
	runtime.GC() // of what was measured before; none is made in what is timed
	for g, work := range c.workers {
		all.Go(func() {
			refusals.Add(int64(work(1)))
			ready.Add(1)
			for ready.Load() < int64(len(c.workers)) {
				runtime.Gosched()
			}
			begun[g] = time.Now()
			refused := work(passes)
			ended[g] = time.Now()
			refusals.Add(int64(refused))
		})
	}
	all.Wait()
	first, last := begun[0], ended[0]
	for g := range begun {
		if begun[g].Before(first) {
			first = begun[g]
		}
		if ended[g].After(last) {
			last = ended[g]
		}
	}
	if c.close() {
		refusals.Add(1)
	}
	return last.Sub(first), int(refusals.Load())
}

// keeping makes a worker of one that frees what it allocates.
func keeping(pass func() (refused int)) func(passes int) int {
	return func(passes int) (refused int) {
		for range passes {
			refused += pass()
		}
		return refused
	}
}

// passing makes a worker of one that passes handles on. It is done when it has
// received as many as it sent, for all send alike.
func passing[Handle any](out, in *ring[Handle], pass, take func() (refused int)) func(passes int) int {
	return func(passes int) (refused int) {
		for range passes {
			refused += pass()
		}
		out.tell()
		for in.receiver.passed != out.sender.passed {
			refused += take()
			runtime.Gosched()
		}
		return refused
	}
}

// rings returns a ring for each of so many goroutines to send on.
func rings[Handle any](goroutines int) []*ring[Handle] {
	list := make([]*ring[Handle], goroutines)
	for g := range list {
		list[g] = new(ring[Handle])
	}
	return list
}
