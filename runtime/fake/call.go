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
	Any                Kind = iota // every kind that can fail; no call is of it
	Allocate                       // can fail
	Free                           //
	Map                            // can fail
	Unmap                          //
	Flush                          // can fail
	Invalidate                     // can fail
	Budget                         // a question for the budget of a heap
	CreateBuffer                   // can fail
	DestroyBuffer                  //
	BufferRequirements             //
	BindBuffer                     // can fail
	BufferAddress                  //
	CreateImage                    // can fail
	DestroyImage                   //
	ImageRequirements              //
	BindImage                      // can fail
	kinds                          // their number
)

var kindWords = [kinds]string{
	"any", "allocate", "free", "map", "unmap", "flush", "invalidate", "budget",
	"create buffer", "destroy buffer", "requirements of buffer", "bind buffer", "address of buffer",
	"create image", "destroy image", "requirements of image", "bind image",
}

// String returns the word of a kind: "allocate".
func (k Kind) String() string { return kindWords[k] }

// canFail reports whether calls of a kind have a result.
func (k Kind) canFail() bool {
	switch k {
	case Allocate, Map, Flush, Invalidate, CreateBuffer, BindBuffer, CreateImage, BindImage:
		return true
	}
	return false
}

// A Call is one native call. Fields that its kind does not use are zero. Calls
// are comparable, so that tests compare sequences of them.
type Call struct {
	Kind      Kind
	Memory    vkrt.Memory    // Allocate: what it returned, 0 if it failed
	Offset    uint64         // Flush, Invalidate, Bind
	Size      uint64         // Allocate, Map, Flush, Invalidate
	Type      uint32         // Allocate
	Dedicated vkrt.Dedicated // Allocate
	Heap      uint32         // Budget
	Result    vkrt.Result    // of the kinds that can fail
	Panicked  bool           // instead of returning

	Priority      float32         // Allocate
	DeviceAddress bool            // Allocate
	Buffer        vkrt.Buffer     // CreateBuffer: what it returned, 0 if it failed
	Image         vkrt.Image      // CreateImage: what it returned, 0 if it failed
	BufferInfo    vkrt.BufferInfo // CreateBuffer
	ImageInfo     vkrt.ImageInfo  // CreateImage
}

// String returns the call as one line: "allocate 4096 of type 2: memory 7".
func (c Call) String() string {
	text := c.request()
	switch {
	case c.Panicked:
		text += ": panic"
	case c.Result != vkrt.Success:
		text += ": " + c.Result.String()
	case c.Kind == Allocate:
		text += fmt.Sprintf(": memory %d", c.Memory)
	case c.Kind == CreateBuffer:
		text += fmt.Sprintf(": buffer %d", c.Buffer)
	case c.Kind == CreateImage:
		text += fmt.Sprintf(": image %d", c.Image)
	}
	return text
}

// request returns what was called for.
func (c Call) request() string {
	switch c.Kind {
	case Allocate:
		text := fmt.Sprintf("allocate %d of type %d", c.Size, c.Type)
		if c.Dedicated != (vkrt.Dedicated{}) {
			text += fmt.Sprintf(" for buffer %d image %d", c.Dedicated.Buffer, c.Dedicated.Image)
		}
		if c.Priority != 0 {
			text += fmt.Sprintf(" priority %g", c.Priority)
		}
		if c.DeviceAddress {
			text += " with address"
		}
		return text
	case Budget:
		return fmt.Sprintf("budget of heap %d", c.Heap)
	case Flush, Invalidate:
		return fmt.Sprintf("%v memory %d from %d size %d", c.Kind, c.Memory, c.Offset, c.Size)
	case Map:
		return fmt.Sprintf("map memory %d size %d", c.Memory, c.Size)
	case CreateBuffer:
		return fmt.Sprintf("create buffer %d usage %#x", c.BufferInfo.Size, c.BufferInfo.Usage)
	case CreateImage:
		i := c.ImageInfo
		return fmt.Sprintf("create image %d×%d×%d format %d usage %#x", i.Width, i.Height, i.Depth, i.Format, i.Usage)
	case DestroyBuffer, BufferRequirements, BufferAddress:
		return fmt.Sprintf("%v %d", c.Kind, c.Buffer)
	case DestroyImage, ImageRequirements:
		return fmt.Sprintf("%v %d", c.Kind, c.Image)
	case BindBuffer:
		return fmt.Sprintf("bind buffer %d to memory %d from %d", c.Buffer, c.Memory, c.Offset)
	case BindImage:
		return fmt.Sprintf("bind image %d to memory %d from %d", c.Image, c.Memory, c.Offset)
	}
	return fmt.Sprintf("%v memory %d", c.Kind, c.Memory)
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
