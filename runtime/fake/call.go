package fake

import (
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A Kind is a kind of native call.
type Kind uint8

// The kinds of native call.
const (
	Any        Kind = iota // every kind that can fail; no call is of it
	Allocate               // can fail
	Free                   //
	Map                    // can fail
	Unmap                  //
	Flush                  // can fail
	Invalidate             // can fail
	Budget                 // a question for the budget of a heap
	kinds                  // their number
)

var kindWords = [kinds]string{"any", "allocate", "free", "map", "unmap", "flush", "invalidate", "budget"}

// String returns the word of a kind: "allocate".
func (k Kind) String() string { return kindWords[k] }

// canFail reports whether calls of a kind have a result.
func (k Kind) canFail() bool { return k == Allocate || k == Map || k == Flush || k == Invalidate }

// A Call is one native call. Fields that its kind does not use are zero. Calls
// are comparable, so that tests compare sequences of them.
type Call struct {
	Kind      Kind
	Memory    vkrt.Memory    // Allocate: what it returned, 0 if it failed
	Offset    uint64         // Flush, Invalidate
	Size      uint64         // Allocate, Map, Flush, Invalidate
	Type      uint32         // Allocate
	Dedicated vkrt.Dedicated // Allocate
	Heap      uint32         // Budget
	Result    vkrt.Result    // Allocate, Map, Flush, Invalidate
	Panicked  bool           // instead of returning
}

// String returns the call as one line: "allocate 4096 of type 2: memory 7".
func (c Call) String() string {
	var text string
	switch c.Kind {
	case Allocate:
		text = fmt.Sprintf("allocate %d of type %d", c.Size, c.Type)
		if c.Dedicated != (vkrt.Dedicated{}) {
			text += fmt.Sprintf(" for buffer %d image %d", c.Dedicated.Buffer, c.Dedicated.Image)
		}
		if c.Memory != 0 {
			text += fmt.Sprintf(": memory %d", c.Memory)
		}
	case Budget:
		text = fmt.Sprintf("budget of heap %d", c.Heap)
	case Flush, Invalidate:
		text = fmt.Sprintf("%v memory %d from %d size %d", c.Kind, c.Memory, c.Offset, c.Size)
	case Map:
		text = fmt.Sprintf("map memory %d size %d", c.Memory, c.Size)
	default:
		text = fmt.Sprintf("%v memory %d", c.Kind, c.Memory)
	}
	switch {
	case c.Panicked:
		text += ": panic"
	case c.Result != vkrt.Success:
		text += ": " + c.Result.String()
	}
	return text
}

// Calls returns every native call since the fake was made or ForgetCalls was
// called, in order.
func (f *Fake) Calls() []Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// ForgetCalls empties the record of calls.
func (f *Fake) ForgetCalls() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = nil
}

// record ends a call. The caller holds the lock.
func (f *Fake) record(c Call) {
	if !f.options.Forget {
		f.calls = append(f.calls, c)
	}
}
