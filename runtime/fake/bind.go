package fake

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
)

func (f *Fake) bind(c Call) vkrt.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	c.Result = f.planned(c)
	if c.Result == vkrt.Success {
		c.Result = f.bindExisting(c)
	}
	f.record(c)
	return c.Result
}

// bindExisting gives a resource its memory, whose binding is not planned to
// fail.
func (f *Fake) bindExisting(c Call) vkrt.Result {
	c.Result = vkrt.ErrorUnknown
	r, m := f.of(c), f.find(c)
	if r == nil || m == nil {
		return c.Result
	}
	if breach := bindBreach(c, r, m); breach != "" {
		f.fault(c, breach)
		return c.Result
	}
	r.Memory, r.Offset = c.Memory, c.Offset
	return vkrt.Success
}

// bindBreach returns why a binding is a fault, or "".
func bindBreach(c Call, r *resource, m *memory) string {
	switch {
	case r.Memory != 0:
		return fmt.Sprintf("it is bound to memory %d", r.Memory)
	case m.Type >= 32 || r.TypeBits>>m.Type&1 == 0:
		return fmt.Sprintf("memory of type %d will not do, %#b would", m.Type, r.TypeBits)
	case c.Offset%r.Alignment != 0:
		return fmt.Sprintf("not at a multiple of %d", r.Alignment)
	case c.Offset > m.Size || r.Size > m.Size-c.Offset:
		return fmt.Sprintf("the memory has %d bytes, it asks for %d", m.Size, r.Size)
	case m.Dedicated != vkrt.Dedicated{} && m.Dedicated != r.Dedicated():
		return fmt.Sprintf("the memory is for buffer %d image %d", m.Dedicated.Buffer, m.Dedicated.Image)
	case r.RequiresDedicated && m.Dedicated == vkrt.Dedicated{}:
		return "it requires memory of its own"
	case r.address && !m.address:
		return "the memory was allocated without device address"
	}
	return ""
}

// address is 2^40 times the memory and the offset in it.
func (f *Fake) address(b vkrt.Buffer) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: BufferAddress, Buffer: b}
	f.planned(c)
	f.record(c)
	r := f.of(c)
	if r == nil {
		return 0
	}
	switch {
	case !r.address:
		f.fault(c, "it was created without the usage")
	case r.Memory == 0:
		f.fault(c, "it is not bound")
	case f.live[r.Memory] == nil:
		f.fault(c, "its memory was freed")
	}
	return uint64(r.Memory)<<40 + r.Offset
}
