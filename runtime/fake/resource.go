package fake

import (
	"cmp"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Resource is a buffer or an image that is created and not destroyed, with what
// it asks of its memory.
type Resource struct {
	vkrt.Requirements
	Memory vkrt.Memory // that it is bound to, freed or not; 0 for none
	Offset uint64      // in the memory
}

// resource is an existing Resource.
type resource struct {
	Resource
	handle  uint64
	address bool // it is a buffer that can have an address
}

// Resources returns the buffers and images that exist, oldest first. After a
// program has ended it is empty, or the program leaks.
func (f *Fake) Resources() []Resource {
	f.mu.Lock()
	defer f.mu.Unlock()
	sorted := make([]*resource, 0, len(f.existing))
	for _, r := range f.existing {
		sorted = append(sorted, r)
	}
	slices.SortFunc(sorted, func(a, b *resource) int { return cmp.Compare(a.handle, b.handle) })
	list := make([]Resource, len(sorted))
	for i, r := range sorted {
		list[i] = r.Resource
	}
	return list
}

// lookUp returns an existing resource, or why there is none. The caller holds
// the lock.
func (f *Fake) lookUp(d vkrt.Dedicated) (r *resource, lost string) {
	handle := uint64(d.Buffer) | uint64(d.Image) // one of them is 0
	r = f.existing[handle]
	switch {
	case r == nil && (handle == 0 || handle > f.created):
		return nil, "no such resource was ever created"
	case r == nil:
		return nil, "the resource was destroyed before"
	case r.Buffer != d.Buffer:
		return nil, "an image is no buffer, nor the reverse"
	}
	return r, ""
}

// of returns the resource that a call is for, or records a fault and returns
// nil.
func (f *Fake) of(c Call) *resource {
	r, lost := f.lookUp(vkrt.Dedicated{Buffer: c.Buffer, Image: c.Image})
	if lost != "" {
		f.fault(c, lost)
	}
	return r
}

func (f *Fake) destroy(c Call) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.planned(c)
	f.record(c)
	if r := f.of(c); r != nil {
		delete(f.existing, r.handle)
	}
}

func (f *Fake) require(c Call) vkrt.Requirements {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.planned(c)
	f.record(c)
	if r := f.of(c); r != nil {
		return r.Requirements
	}
	return vkrt.Requirements{}
}
