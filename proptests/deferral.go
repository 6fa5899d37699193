package proptests

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// What follows is the model of dry runs: a block that was made in one has no
// memory until a region in it is used, or one is placed there after the run.

// dryRun begins a dry run, or ends one.
func (m *model) dryRun(on bool) Failure {
	if m.closed {
		return Failure{Condition: closed}
	}
	m.dry = on
	return Failure{}
}

// use is the use of a live region's memory.
func (m *model) use(handle uint64) Failure {
	r, f := m.find(handle)
	if f.failed() {
		return f
	}
	return m.materialise(r.block)
}

// materialise gives a block its memory, unless it has some.
func (m *model) materialise(b *block) (f Failure) {
	if m.device == nil || b.memory != 0 {
		return Failure{}
	}
	p := b.part.pool
	if b.memory, f = m.device.allocate(b.size, b.part.index, p.WithinBudget); f.failed() {
		f.Pool = p.Name
		return f
	}
	p.unmapped.Now -= b.size
	return Failure{}
}

// settle gives a block that a request is placed in its memory, if it owes that. A
// request that must not lead to memory is refused.
func (m *model) settle(b *block, r request) Failure {
	switch {
	case m.dry || m.device == nil || b.memory != 0:
		return Failure{}
	case r.has(NeverAllocate):
		return b.part.pool.outOfSpace()
	}
	return m.materialise(b)
}

// useFirst uses the memory of a region whose block has none, in one of the ways
// there are, and reports whether it has some now.
func (in *interpreter) useFirst(handle uint64, r *region) (ready bool, err error) {
	if r.block.memory != 0 {
		return true, nil
	}
	in.visits++
	want := in.model.materialise(r.block)
	var got Failure
	switch {
	case !in.visitIs(inPlace):
		var memory vkrt.Memory
		memory, _, got = in.Memory(handle)
		if in.fake != nil && memory != r.block.memory {
			return false, fmt.Errorf("%s: memory %d instead of %d", describe(handle), memory, r.block.memory)
		}
	case in.model.Memory.Persistent:
		_, got = in.Bytes(handle)
	default:
		if _, got = in.Map(handle); want.failed() {
			break
		}
		if err := agree("Map", got, in.model.mapRegion(r)); err != nil {
			return false, err
		}
		got = in.Unmap(handle)
		want = in.model.unmap(r)
	}
	return !want.failed(), agree("the first use", got, want)
}

func checkUnmapped(in *interpreter) error {
	if in.Unmapped == nil {
		return nil
	}
	pools, f := in.Unmapped()
	if f.failed() || len(pools) != len(in.model.pools) {
		return fmt.Errorf("%v, %d pools instead of %d", f, len(pools), len(in.model.pools))
	}
	for i, got := range pools {
		if want := in.model.pools[i].unmapped; got != want {
			return fmt.Errorf("pool %s: %+v instead of %+v", in.model.pools[i].Name, got, want)
		}
	}
	return nil
}
