package proptests

import (
	"fmt"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// siblings are the other arenas of an allocator: nothing lives in them, but they
// may hold blocks that New made and Close returns.
type siblings struct {
	held    account
	memory  []vkrt.Memory // of those blocks, on a simulated device
	buffers int           // that are those blocks
}

// concern reports whether a native call is one for a block of a sibling.
func (s *siblings) concern(c fake.Call) bool {
	return c.Memory != 0 && slices.Contains(s.memory, c.Memory)
}

// meet tells the blocks that New made for the arena from those of its siblings:
// the model's native calls are together among those that New made.
func (in *interpreter) meet() error {
	d := in.model.device
	if d == nil {
		return nil
	}
	s, all := &in.siblings, accountOf(in.device)
	s.held = all.less(d.account)
	d.account = all
	want := d.calls
	d.calls = nil
	if in.fake == nil {
		return nil
	}
	got := callsForMemory(in.fake)
	in.fake.ForgetCalls()
	at, before := locate(want, got, in.trial.preceding)
	if at < 0 {
		return fmt.Errorf("native calls of New\ngot  %v\nwant %v", got, want)
	}
	for _, c := range slices.Concat(got[:at], got[at+len(want):]) {
		if c.Kind == fake.Allocate && c.Memory != 0 {
			s.memory = append(s.memory, c.Memory)
		}
	}
	in.model.renumber(before, vkrt.Memory(len(s.memory)))
	s.buffers = len(in.fake.Resources())
	if in.model.Memory.Buffers {
		s.buffers -= len(in.model.blocks)
	}
	return nil
}

// locate returns where calls of a model are among all that New made, or -1, and
// how many native allocations came before. Where siblings have blocks of the same
// size, it is known whether so many did.
func locate(want, got []fake.Call, known *vkrt.Memory) (at int, before vkrt.Memory) {
	for at = range len(got) - len(want) + 1 {
		here := slices.EqualFunc(want, got[at:at+len(want)], func(w, g fake.Call) bool {
			if w.Memory != 0 {
				w.Memory += before
			}
			g.Dedicated = vkrt.Dedicated{}
			return w == g
		})
		if here && (known == nil || *known == before) {
			return at, before
		}
		if c := got[at]; c.Kind == fake.Allocate && c.Memory != 0 {
			before++
		}
	}
	return -1, 0
}

// preceding returns how many native allocations New makes on a device before those
// of the arena: by the memory of a region in a block that was there. It is nil if
// there is none.
func (s Subject) preceding(p *vkrt.Profile) *vkrt.Memory {
	m := newModel(s.Declaration, p)
	m.opens()
	in, opens := s.NewOn(fake.New(*p, fake.Options{BufferAddress: true}).Device())
	if !opens || len(m.blocks) == 0 {
		return nil
	}
	defer in.Close()
	defer in.Clear()
	for _, kind := range []Flags{0, Optimal} {
		handle, f := in.Alloc(1, 1, s.Declaration.Flags&NeverAllocate|kind)
		_, r, g := m.alloc(1, 1, s.Declaration.Flags&NeverAllocate|kind)
		if f.failed() || g.failed() || r.block.memory == 0 {
			continue
		}
		memory, _, _ := in.Memory(handle)
		before := memory - r.block.memory
		return &before
	}
	return nil
}

// renumber gives the blocks that New made the names that they have on a device
// where siblings made some before, and others altogether.
func (m *model) renumber(before, others vkrt.Memory) {
	for _, b := range m.blocks {
		b.memory += before
	}
	m.device.last += others
}
