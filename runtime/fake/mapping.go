package fake

import (
	"sync"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// untouched is the bytes that maps share which nobody looks at.
var untouched = sync.OnceValue(func() []byte { return make([]byte, defaultMapLimit) })

func (f *Fake) mapMemory(m vkrt.Memory, size uint64) ([]byte, vkrt.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: Map, Memory: m, Size: size}
	c.Result = f.planned(c)
	var bytes []byte
	if c.Result == vkrt.Success {
		bytes, c.Result = f.mapLive(c)
	}
	f.record(c)
	return bytes, c.Result
}

// mapLive maps memory whose map is not planned to fail.
func (f *Fake) mapLive(c Call) ([]byte, vkrt.Result) {
	c.Result = vkrt.ErrorMemoryMapFailed
	live := f.find(c)
	if live == nil {
		return nil, c.Result
	}
	if breach := f.mapBreach(c, live); breach != "" {
		f.fault(c, breach)
		return nil, c.Result
	}
	if c.Size > f.options.MapLimit {
		return nil, c.Result
	}
	switch {
	case f.options.Untouched && c.Size <= defaultMapLimit:
		live.bytes = untouched()[:c.Size:c.Size]
	case live.bytes == nil:
		live.bytes = make([]byte, c.Size)
	}
	live.Mapped = true
	return live.bytes, vkrt.Success
}

func (f *Fake) unmap(m vkrt.Memory) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: Unmap, Memory: m}
	f.planned(c)
	f.record(c)
	live := f.find(c)
	switch {
	case live == nil:
	case !live.Mapped:
		f.fault(c, "the memory is not mapped")
	default:
		live.Mapped = false
	}
}

// sync is a flush or an invalidation. The bytes of a fake are always coherent.
func (f *Fake) sync(kind Kind, m vkrt.Memory, offset, size uint64) vkrt.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: kind, Memory: m, Offset: offset, Size: size}
	c.Result = f.planned(c)
	if live := f.find(c); live != nil {
		if breach := f.syncBreach(c, live); breach != "" {
			f.fault(c, breach)
		}
	}
	f.record(c)
	return c.Result
}
