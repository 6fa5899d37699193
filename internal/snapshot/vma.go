package snapshot

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Read reads a dump in the JSON of Vulkan Memory Allocator 2 and 3, as
// vmaBuildStatsString writes it with its detailed map, vmaBuildVirtualBlockStatsString
// does for a virtual block, and generated packages with AppendJSON. What it has
// no use for it skips. An error is an *Error, with the place, or the reader's
// own.
func Read(r io.Reader) (*Snapshot, error) {
	src, err := readAll(r)
	if err != nil {
		return nil, err
	}
	d := &dump{tokens: newTokens(src)}
	d.top()
	if d.err == nil && !d.mapped {
		d.failAt(0, "there is no map of blocks in it: want a dump with DefaultPools, CustomPools or Details")
	}
	if d.err != nil {
		return nil, d.err
	}
	return &d.snapshot, nil
}

// dump reads a dump.
type dump struct {
	*tokens
	snapshot Snapshot
	mapped   bool // some part that lists blocks was there
}

// defaultPool is the name of what dumps list by memory type alone.
const defaultPool = "default"

func (d *dump) top() {
	d.object(func(key string) {
		switch key {
		case "DefaultPools": // {"Type 0": {pool}}
			d.byType(func(memoryType uint32) { d.pool(memoryType, defaultPool) })
		case "CustomPools": // {"Type 0": [{pool}]}
			d.byType(func(memoryType uint32) {
				d.list(func() { d.pool(memoryType, "custom") })
			})
		case "DedicatedAllocations": // of version 2: {"Type 0": [{region}]}
			d.byType(func(memoryType uint32) { d.add(Pool{defaultPool, memoryType, d.dedicated()}) })
		case "Pools": // of version 2: {"7": {pool}}, or a list
			d.mapped = true
			if d.nextIsList() {
				d.list(func() { d.pool(0, "custom") })
			} else {
				d.object(func(id string) { d.pool(0, "custom "+id) })
			}
		case "Details": // of a virtual block
			d.mapped = true
			d.add(Pool{Name: "virtual block", Blocks: []Block{d.block(0)}})
		default:
			d.skip()
		}
	})
	if d.err == nil {
		if end := d.ahead(); end < len(d.src) {
			d.failAt(end, "something follows the dump")
		}
	}
}

// byType reads an object by memory type, each with the function given.
func (d *dump) byType(value func(memoryType uint32)) {
	d.mapped = true
	d.object(func(key string) {
		digits, ok := strings.CutPrefix(key, "Type ")
		n, err := strconv.ParseUint(digits, 10, 32)
		if !ok || err != nil {
			d.fail("%.40q is not a memory type, want %q", key, "Type 0")
			return
		}
		value(uint32(n))
	})
}

// pool reads a pool that may say its name and memory type.
func (d *dump) pool(memoryType uint32, name string) {
	p := Pool{Name: name, MemoryType: memoryType}
	var dedicated []Block
	d.object(func(key string) {
		switch key {
		case "Name":
			p.Name = d.text()
		case "MemoryTypeIndex":
			n := d.number()
			if n > math.MaxUint32 {
				d.fail("%d is not a memory type", n)
			}
			p.MemoryType = uint32(n)
		case "Blocks":
			p.Blocks = append(p.Blocks, d.blocks()...)
		case "DedicatedAllocations":
			dedicated = append(dedicated, d.dedicated()...)
		default:
			d.skip()
		}
	})
	p.Blocks = append(p.Blocks, dedicated...)
	d.add(p)
}

// add adds a pool, to the one of its name and memory type if there is one with
// none of the same blocks: version 2 lists dedicated allocations apart.
func (d *dump) add(p Pool) {
	same := func(q Pool) bool { return p.Name == defaultPool && q.Name == p.Name && q.MemoryType == p.MemoryType }
	if i := slices.IndexFunc(d.snapshot.Pools, same); i >= 0 {
		into := &d.snapshot.Pools[i]
		into.Blocks = append(into.Blocks, p.Blocks...)
		slices.SortStableFunc(into.Blocks, func(a, b Block) int { return cmp.Compare(rank(a), rank(b)) })
		return
	}
	d.snapshot.Pools = append(d.snapshot.Pools, p)
}

// rank puts dedicated blocks behind others.
func rank(b Block) int {
	if b.Dedicated {
		return 1
	}
	return 0
}

// blocks reads an object of blocks by number, or a list of blocks.
func (d *dump) blocks() (blocks []Block) {
	if d.nextIsList() {
		d.list(func() { blocks = append(blocks, d.block(uint64(len(blocks)))) })
		return blocks
	}
	seen := map[uint64]bool{}
	d.object(func(key string) {
		n, err := strconv.ParseUint(key, 10, 64)
		switch {
		case err != nil:
			d.fail("%.40q is not the number of a block", key)
		case seen[n]:
			d.fail("block %d is there twice", n)
		default:
			seen[n] = true
			blocks = append(blocks, d.block(n))
		}
	})
	slices.SortFunc(blocks, func(a, b Block) int { return cmp.Compare(a.Number, b.Number) })
	return blocks
}

// block reads a block.
func (d *dump) block(number uint64) Block {
	b := Block{Number: number}
	var regions []Region
	var places []int // of the regions in the file
	start := -1
	d.object(func(key string) {
		if start < 0 {
			start = d.start
		}
		switch key {
		case "TotalBytes":
			b.Bytes = d.number()
		case "Suballocations":
			d.list(func() {
				at := d.ahead()
				if r, free := d.region(); !free {
					regions, places = append(regions, r), append(places, at)
				}
			})
		default:
			d.skip()
		}
	})
	if b.Bytes == 0 {
		d.failAt(max(start, 0), "block %d has no TotalBytes", number)
	}
	if wrong, why := b.place(regions); wrong >= 0 {
		d.failAt(places[wrong], "%s", why)
	}
	return b
}

// dedicated reads a list of regions, each of which is a block.
func (d *dump) dedicated() (blocks []Block) {
	d.list(func() {
		at := d.ahead()
		r, _ := d.region()
		if r.Size == 0 {
			d.failAt(at, "a dedicated allocation has no Size")
		}
		r.Offset = 0
		blocks = append(blocks, Block{Number: uint64(len(blocks)), Bytes: r.Size, Dedicated: true, Regions: []Region{r}})
	})
	return blocks
}

// region reads a region, or a free range.
func (d *dump) region() (r Region, free bool) {
	r.Kind = Unknown
	d.object(func(key string) {
		switch key {
		case "Offset":
			r.Offset = d.number()
		case "Size":
			r.Size = d.number()
		case "Type":
			r.Kind = d.text()
		case "Name":
			r.Name = d.text()
		case "CustomData":
			r.Data = d.text()
		case "UserData": // of version 2, for which it is the only name
			r.Name = d.text()
		default:
			d.skip()
		}
	})
	return r, r.Kind == "FREE"
}

// String names a pool as a title does.
func (p *Pool) String() string { return fmt.Sprintf("%s, memory type %d", p.Name, p.MemoryType) }
