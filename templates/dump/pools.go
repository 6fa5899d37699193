package dump

import (
	"strconv"

	"github.com/allocgen/allocgen/templates/layout"
)

// writePools writes the pools of a memory type, if there are any.
func (l *Layout) writePools(w *writer, memoryType uint32) {
	opened := false
	for i := range l.pools {
		p := &l.pools[i]
		if p.MemoryType != memoryType {
			continue
		}
		if !opened {
			w.numbered("Type ", uint64(memoryType))
			w.open('[', false)
			opened = true
		}
		l.writePool(w, p)
	}
	if opened {
		w.end(']')
	}
}

// writePool writes a pool.
func (l *Layout) writePool(w *writer, p *Pool) {
	blocks := l.blocksOf(p)
	w.member()
	w.open('{', false)
	w.key("Name")
	w.text = append(append(w.text, '"'), p.Place...)
	if customs != 0 && p.Custom != 0 {
		w.text = strconv.AppendUint(append(w.text, ", custom "...), uint64(p.Custom), 10)
	}
	if streams != 0 {
		w.text = strconv.AppendUint(append(w.text, ", stream "...), uint64(p.Stream), 10)
	}
	w.text = append(w.text, '"')
	w.number("PreferredBlockSize", p.Preferred)
	w.key("Blocks")
	w.open('{', false)
	for i := range blocks {
		if !blocks[i].own {
			l.writeBlock(w, &blocks[i], p.Usage)
		}
	}
	w.end('}')
	w.key("DedicatedAllocations")
	w.open('[', false)
	for i := range blocks {
		if blocks[i].own {
			w.member()
			w.open('{', true)
			l.writeRegion(w, l.placeOf(&blocks[i], 0), p.Usage)
			w.end('}')
		}
	}
	w.end(']')
	w.end('}')
}

// writeBlock writes a block and what lies in it.
func (l *Layout) writeBlock(w *writer, b *block, usage uint64) {
	s := l.sumsOf(b)
	w.numbered("", uint64(b.number))
	w.open('{', false)
	w.number("TotalBytes", b.bytes)
	w.number("UnusedBytes", b.bytes-s.inUse)
	w.number("Allocations", s.regions)
	w.number("UnusedRanges", s.ranges)
	w.key("Suballocations")
	w.open('[', false)
	end := uint64(0)
	for rank := range b.count {
		at := l.placeOf(b, rank)
		w.free(end, at.Offset)
		w.member()
		w.open('{', true)
		w.number("Offset", at.Offset)
		l.writeRegion(w, at, usage)
		w.end('}')
		end = at.Offset + at.Extent
	}
	w.free(end, b.bytes)
	w.end(']')
	w.end('}')
}

// free writes the free range from start to end, if it is not empty.
func (w *writer) free(start, end uint64) {
	if start == end {
		return
	}
	w.member()
	w.open('{', true)
	w.number("Offset", start)
	w.quoted("Type", "FREE")
	w.number("Size", end-start)
	w.end('}')
}

// writeRegion writes what there is to say of a region at a place.
func (l *Layout) writeRegion(w *writer, at layout.Region, usage uint64) {
	r := &l.regions[at.Number]
	w.quoted("Type", word(r.Kind))
	w.number("Size", at.Extent)
	w.number("Usage", usage)
	w.key("CustomData")
	w.text = append(strconv.AppendUint(append(w.text, `"0x`...), r.Handle, 16), '"')
	if names != 0 && r.Name != "" {
		w.quoted("Name", r.Name)
	}
}

// word returns the word for what a region is for.
func word(kind uint8) string {
	switch kind {
	case Buffer:
		return "BUFFER"
	case ImageLinear:
		return "IMAGE_LINEAR"
	case ImageOptimal:
		return "IMAGE_OPTIMAL"
	}
	return "UNKNOWN"
}
