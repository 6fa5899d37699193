package replay

import (
	"fmt"
	"sync/atomic"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/trace"
)

// mapLimit is above what any block has: maps take memory only where they are
// written to, behind regions with a margin.
const mapLimit = 1 << 62

// A machine is what an allocator runs on: a simulated device that counts native
// allocations, or nothing on the host.
type machine struct {
	fake   *fake.Fake
	device *vkrt.Device
	asked  atomic.Uint64 // native allocations, served or not
}

// newMachine makes a device of a profile, or none of "".
func newMachine(profile string) (*machine, error) {
	m := &machine{}
	if profile == "" {
		return m, nil
	}
	p, err := vkrt.ReadProfile("the device", []byte(profile))
	if err != nil {
		return nil, err
	}
	m.fake = fake.New(p, fake.Options{MapLimit: mapLimit, Forget: true})
	functions := m.fake.Functions()
	allocate := functions.AllocateMemory
	functions.AllocateMemory = func(info vkrt.AllocateInfo) (vkrt.Memory, vkrt.Result) {
		m.asked.Add(1)
		return allocate(info)
	}
	if m.device, err = vkrt.NewDevice(p, functions); err != nil {
		return nil, fmt.Errorf("the device: %w", err)
	}
	return m, nil
}

// perform does what a recording says of the device. On the host that is nothing.
func (m *machine) perform(s step) {
	switch {
	case m.fake == nil:
	case s.kind == trace.Occupy:
		heap := s.id % uint64(len(m.device.Heaps()))
		m.fake.Occupy(uint32(heap), s.size)
	case s.kind == trace.Fault && s.id > 0:
		m.fake.FailNth(fake.Allocate, s.id, s.result)
	}
}
