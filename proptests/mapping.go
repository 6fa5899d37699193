package proptests

import (
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// What follows is the model of how the host gets at the bytes of a live region
// that it can see. A block is mapped while some region needs it, or, where the
// arena is persistent, as long as it lives.

// flags returns the properties of the memory that a region lies in.
func (m *model) flags(r *region) vkrt.MemoryFlags {
	return m.device.Types[r.block.part.index].Flags
}

// isReachable reports whether the host can see a region and map its block.
func (m *model) isReachable(r *region) bool {
	return m.flags(r)&vkrt.HostVisible != 0 && r.block.size <= m.device.mapLimit
}

// isMapped reports whether the bytes of a region are at hand.
func (m *model) isMapped(r *region) bool { return r.mapped || m.Memory.Persistent }

func (m *model) mapRegion(r *region) Failure {
	if m.isMapped(r) {
		return Failure{Condition: alreadyMapped}
	}
	m.enter(r)
	r.mapped = true
	return Failure{}
}

func (m *model) unmap(r *region) Failure {
	if !r.mapped {
		return Failure{Condition: notMapped}
	}
	r.mapped = false
	m.leave(r)
	return Failure{}
}

// bytes says whether Bytes has any.
func (m *model) bytes(r *region) Failure {
	if !m.isMapped(r) {
		return Failure{Condition: notMapped}
	}
	return Failure{}
}

// sync is Flush or Invalidate of a range of a region.
func (m *model) sync(kind fake.Kind, r *region, offset, size uint64) Failure {
	switch {
	case m.flags(r)&vkrt.HostCoherent != 0:
	case !m.isMapped(r):
		return Failure{Condition: notMapped}
	default:
		m.syncAtoms(kind, r, offset, size)
	}
	return Failure{}
}

// copied is CopyIn, which flushes, or CopyOut, which invalidates a range of a
// region.
func (m *model) copied(kind fake.Kind, r *region, offset, size uint64) Failure {
	m.enter(r)
	if m.flags(r)&vkrt.HostCoherent == 0 {
		m.syncAtoms(kind, r, offset, size)
	}
	m.leave(r)
	return Failure{}
}

// syncAtoms makes the native call for all atoms that a range touches. The last
// one may be cut short by the end of the block.
func (m *model) syncAtoms(kind fake.Kind, r *region, offset, size uint64) {
	atom := m.device.Limits.NonCoherentAtomSize
	first := (r.Offset + offset) / atom * atom
	end := min(alignUp(r.Offset+offset+size, atom), r.block.size)
	m.device.calls = append(m.device.calls, fake.Call{Kind: kind, Memory: r.block.memory, Offset: first, Size: end - first})
}

// enter maps the block of a region, unless it is mapped already.
func (m *model) enter(r *region) {
	b := r.block
	if b.maps == 0 && !m.Memory.Persistent {
		m.device.mapMemory(b.memory, b.size, b.part.index)
	}
	b.maps++
}

// leave unmaps the block of a region, unless another one needs it.
func (m *model) leave(r *region) {
	b := r.block
	b.maps--
	if b.maps == 0 && !m.Memory.Persistent {
		m.device.calls = append(m.device.calls, fake.Call{Kind: fake.Unmap, Memory: b.memory})
	}
}
