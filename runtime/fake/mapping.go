package fake

import vkrt "github.com/allocgen/allocgen/runtime"

func (f *Fake) mapMemory(m vkrt.Memory, size uint64) ([]byte, vkrt.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Call{Kind: Map, Memory: m, Size: size}
	c.Result = f.planned(c)
	live := f.find(c)
	if c.Result == vkrt.Success {
		c.Result = f.mapLive(c, live)
	}
	f.record(c)
	if c.Result != vkrt.Success {
		return nil, c.Result
	}
	return live.bytes, vkrt.Success
}

// mapLive maps memory, nil if there is none.
func (f *Fake) mapLive(c Call, live *memory) vkrt.Result {
	c.Result = vkrt.ErrorMemoryMapFailed
	if live == nil {
		return c.Result
	}
	if breach := f.mapBreach(c, live); breach != "" {
		f.fault(c, breach)
		return c.Result
	}
	if c.Size > f.options.MapLimit {
		return c.Result
	}
	if live.bytes == nil {
		live.bytes = make([]byte, c.Size)
	}
	live.Mapped = true
	return vkrt.Success
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
