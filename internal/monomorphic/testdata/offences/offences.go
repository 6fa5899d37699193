// Package offences does what a generated package must not do, and next to it
// what it may.
package offences

import (
	"errors"
	"strconv"
	"sync"
	"unsafe" // want: imports "unsafe"
)

type code uint8

func (c code) Error() string { return strconv.Itoa(int(c)) }

type failure struct{ code code }

type Failure failure

// Err is one of the functions in which interfaces may occur.
func (f Failure) Err() error {
	if f.code == 0 {
		return nil
	}
	return f.code
}

type table struct {
	mutex sync.Mutex
	sizes []uint64
	next  *table
}

func (t *table) sum() (sum uint64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, size := range append(t.sizes, 1) {
		sum += max(size, 1)
	}
	return sum
}

var broken = errors.New("broken") // want: an interface

type named struct{ err error } // want: an interface

func returned(f Failure) bool {
	return f.Err() != nil // want: an interface
}

func taken(err error) bool { // want: an interface
	return false
}

func inside(all []named) uint64 { // want: an interface
	return 1
}

func converted(c code) {
	_ = any(c) // want: an interface
}

func invoked(f Failure) string {
	return f.Err().Error() // want: an interface
}

func asserted(f Failure) bool {
	_, ok := f.Err().(code) // want: an interface
	return ok
}

func raised(t *table) { // want: an interface
	if t.next == nil {
		panic("no next") // want: an interface
	}
}

func enclosed(t *table) uint64 { // want: a function
	size := func() uint64 { return t.sizes[0] } // want: a function within a function
	return size()                               // want: a function
}

func passed(t *table) int {
	return each(t.sizes, strconv.Itoa) // want: a function
}

func each(sizes []uint64, visit func(int) string) (n int) { // want: a function
	for range sizes {
		n += len(visit(n)) // want: a function
	}
	return n
}

func bound(t *table) uint64 {
	sum := t.sum // want: a function
	return sum() // want: a function
}

func mapped(t *table) int {
	seen := map[uint64]bool{} // want: a map
	for _, size := range t.sizes {
		seen[size] = true // want: a map
	}
	return len(seen) // want: a map
}

func started(t *table) {
	go t.sum() // want: a goroutine
}

func sent() int {
	c := make(chan int, 1) // want: a channel
	c <- 1                 // want: a channel
	return <-c             // want: a channel
}

func piled(tables []*table) {
	for _, t := range tables {
		t.mutex.Lock()
		defer t.mutex.Unlock() // want: a defer in a loop
	}
}

func pointed(t *table) uint64 {
	return *(*uint64)(unsafe.Pointer(t)) // want: an unsafe pointer
}
