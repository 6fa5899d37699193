package main

import (
	"sync"

	"github.com/allocgen/allocgen/benchmarks"
)

// pair is what a call under a lock does besides its work.
type pair struct {
	mutex    sync.Mutex
	poisoned bool
}

// call is a method of its own, like those that are compared with it.
//
//go:noinline
func (p *pair) call() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.poisoned {
		return
	}
	p.poisoned = true
	p.poisoned = false
}

// replay makes a call for each operation. The loop and the call itself are part
// of what is timed.
func (p *pair) replay(ops []benchmarks.Op) (refused int) {
	for range ops {
		p.call()
	}
	return 0
}
