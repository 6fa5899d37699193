package dump

import "strconv"

// Append appends the dump of an allocator on a device to text.
func (l *Layout) Append(text []byte, allocator, device string) []byte {
	l.order()
	types := l.byType()
	w := writer{text: text}
	w.open('{', false)
	w.key("General")
	w.open('{', false)
	w.quoted("API", "Vulkan")
	w.quoted("GPU", device)
	w.quoted("Allocator", allocator)
	w.number("memoryHeapCount", uint64(len(l.heaps)))
	w.number("memoryTypeCount", uint64(len(l.types)))
	w.end('}')
	total := sums{}
	for i := range l.types {
		total.add(types[i])
	}
	w.key("Total")
	w.sums(&total)
	w.key("MemoryInfo")
	w.open('{', false)
	for i := range l.heaps {
		l.writeHeap(&w, uint32(i), &types)
	}
	w.end('}')
	w.key("DefaultPools")
	w.open('{', false)
	w.end('}')
	w.key("CustomPools")
	w.open('{', false)
	for i := range l.types {
		l.writePools(&w, uint32(i))
	}
	w.end('}')
	w.end('}')
	return append(w.text, '\n')
}

// sums writes sums.
func (w *writer) sums(s *sums) {
	w.open('{', true)
	w.number("BlockCount", s.blocks)
	w.number("BlockBytes", s.bytes)
	w.number("AllocationCount", s.regions)
	w.number("AllocationBytes", s.inUse)
	w.number("UnusedRangeCount", s.ranges)
	if s.regions > 0 {
		w.number("AllocationSizeMin", s.smallestRegion)
		w.number("AllocationSizeMax", s.largestRegion)
	}
	if s.ranges > 0 {
		w.number("UnusedRangeSizeMin", s.smallestRange)
		w.number("UnusedRangeSizeMax", s.largestRange)
	}
	w.end('}')
}

// writeHeap writes a heap and its memory types.
func (l *Layout) writeHeap(w *writer, number uint32, types *[MaxTypes]sums) {
	h, held := l.heaps[number], sums{}
	for i, m := range l.types {
		if m.heap == number {
			held.add(types[i])
		}
	}
	w.numbered("Heap ", uint64(number))
	w.open('{', false)
	w.flags(h.flags, true)
	if h.size != 0 {
		w.number("Size", h.size)
	}
	w.key("Budget")
	w.open('{', true)
	if h.size != 0 {
		w.number("UsageBytes", h.used)
	}
	w.end('}')
	w.key("Stats")
	w.sums(&held)
	w.key("MemoryPools")
	w.open('{', false)
	for i, m := range l.types {
		if m.heap != number {
			continue
		}
		w.numbered("Type ", uint64(i))
		w.open('{', false)
		w.flags(m.flags, false)
		w.key("Stats")
		w.sums(&types[i])
		w.end('}')
	}
	w.end('}')
	w.end('}')
}

// flags writes the flags of a heap or of a memory type.
func (w *writer) flags(set uint32, ofHeap bool) {
	w.key("Flags")
	w.open('[', true)
	for bit := uint32(0); set>>bit != 0; bit++ {
		if set>>bit&1 == 0 {
			continue
		}
		w.member()
		w.text = append(w.text, '"')
		if word := flagWord(bit, ofHeap); word != "" {
			w.text = append(w.text, word...)
		} else {
			w.text = strconv.AppendUint(append(w.text, "0x"...), 1<<bit, 16)
		}
		w.text = append(w.text, '"')
	}
	w.end(']')
}

// flagWord returns the word of a flag, "" for one without.
func flagWord(bit uint32, ofHeap bool) string {
	switch {
	case bit == 0:
		return "DEVICE_LOCAL"
	case ofHeap && bit == 1:
		return "MULTI_INSTANCE"
	case ofHeap:
		return ""
	}
	switch bit {
	case 1:
		return "HOST_VISIBLE"
	case 2:
		return "HOST_COHERENT"
	case 3:
		return "HOST_CACHED"
	case 4:
		return "LAZILY_ALLOCATED"
	case 5:
		return "PROTECTED"
	case 6:
		return "DEVICE_COHERENT_AMD"
	case 7:
		return "DEVICE_UNCACHED_AMD"
	}
	return ""
}
