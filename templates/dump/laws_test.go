package dump

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/templates/layout"
)

// What a reader makes of a dump.
type (
	readDump struct {
		General      struct{ API, GPU, Allocator string }
		Total        readSums
		MemoryInfo   map[string]readHeap
		DefaultPools map[string]any
		CustomPools  map[string][]readPool
	}
	readSums struct {
		BlockCount, BlockBytes, AllocationCount, AllocationBytes, UnusedRangeCount   uint64
		AllocationSizeMin, AllocationSizeMax, UnusedRangeSizeMin, UnusedRangeSizeMax *uint64
	}
	readHeap struct {
		Flags       []string
		Size        *uint64
		Budget      struct{ UsageBytes *uint64 }
		Stats       readSums
		MemoryPools map[string]struct {
			Flags []string
			Stats readSums
		}
	}
	readPool struct {
		Name                 string
		PreferredBlockSize   uint64
		Blocks               map[string]readBlock
		DedicatedAllocations []readRange
	}
	readBlock struct {
		TotalBytes, UnusedBytes, Allocations, UnusedRanges uint64
		Suballocations                                     []readRange
	}
	readRange struct {
		Offset, Size, Usage    uint64
		Type, CustomData, Name string
	}
)

func read(t *testing.T, text []byte) (d readDump) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	if err := decoder.Decode(&d); err != nil || decoder.More() {
		t.Fatalf("%v in\n%s", err, text)
	}
	return d
}

// placed is a region and where it lies.
type placed struct {
	at layout.Region
	Region
}

// drawn is a layout of random pools on two heaps and three types, and how its
// pools are to be read, by type.
func drawn(r *rand.Rand) (l Layout, want map[string][]readPool) {
	l.Heap(1<<40, 12345, 1)
	l.Heap(1<<30, 0, 0)
	l.Type(0, 1)
	l.Type(1, 6)
	l.Type(0, 1)
	want = map[string][]readPool{}
	for arena := range 1 + r.IntN(3) {
		numbers := r.IntN(9)
		vacant := r.Perm(numbers)
		l.Arena(numbers)
		var regions []placed
		for pool := range 1 + r.IntN(3) {
			p := Pool{Place: fmt.Sprintf("a%d/p%d", arena, pool), MemoryType: r.Uint32N(3), Preferred: r.Uint64N(99), Usage: r.Uint64N(99)}
			sizes := l.Pool(p)
			out := readPool{Name: p.Place, PreferredBlockSize: p.Preferred, Blocks: map[string]readBlock{}, DedicatedAllocations: []readRange{}}
			if streams != 0 {
				out.Name += ", stream 0"
			}
			for range r.IntN(1 + len(vacant)) {
				number := uint32(vacant[0])
				vacant = vacant[1:]
				b, inside := drawnBlock(r, p.Usage, uint64(number)<<32)
				sizes[number] = b.TotalBytes
				for _, s := range inside {
					s.at.Block = number
					regions = append(regions, s)
				}
				out.Blocks[fmt.Sprint(number)] = b
			}
			l.Blocks()
			if len(out.Blocks) > 0 {
				key := fmt.Sprint("Type ", p.MemoryType)
				want[key] = append(want[key], out)
			}
		}
		r.Shuffle(len(regions), func(i, j int) { regions[i], regions[j] = regions[j], regions[i] })
		for _, p := range regions {
			l.Region(p.at, p.Region)
		}
	}
	return l, want
}

// drawnBlock is a random block, as it is to be read, and the regions in it.
func drawnBlock(r *rand.Rand, usage, handle uint64) (b readBlock, regions []placed) {
	b.Suballocations = []readRange{}
	for range r.IntN(8) {
		size := 1 + r.Uint64N(1000)
		if n := len(b.Suballocations); r.IntN(3) == 0 && (n == 0 || b.Suballocations[n-1].Type != "FREE") {
			b.Suballocations = append(b.Suballocations, readRange{Offset: b.TotalBytes, Size: size, Type: "FREE"})
			b.UnusedBytes += size
			b.UnusedRanges++
		} else {
			handle++
			kind := []uint8{Unknown, Buffer, ImageLinear, ImageOptimal}[r.IntN(4)]
			is := readRange{Offset: b.TotalBytes, Size: size, Usage: usage, CustomData: fmt.Sprintf("%#x", handle),
				Type: map[uint8]string{Unknown: "UNKNOWN", Buffer: "BUFFER", ImageLinear: "IMAGE_LINEAR", ImageOptimal: "IMAGE_OPTIMAL"}[kind]}
			name := []string{"", "mesh", "\"\\\n</script>\x00\u2028é"}[r.IntN(3)]
			if names != 0 {
				is.Name = name
			}
			b.Suballocations = append(b.Suballocations, is)
			regions = append(regions, placed{layout.Region{Offset: b.TotalBytes, Extent: size}, Region{Handle: handle, Name: name, Kind: kind}})
			b.Allocations++
		}
		b.TotalBytes += size
	}
	if b.TotalBytes == 0 {
		b = readBlock{TotalBytes: 7, UnusedBytes: 7, UnusedRanges: 1, Suballocations: []readRange{{Size: 7, Type: "FREE"}}}
	}
	return b, regions
}

// TestDumpIsRead: what is written of random layouts is what was gathered, in
// order, and every sum is that of what it is of.
func TestDumpIsRead(t *testing.T) {
	for seed := range uint64(60) {
		l, want := drawn(rand.New(rand.NewPCG(seed, 1)))
		d := read(t, l.Append(nil, "me", `the "device"`))
		if !reflect.DeepEqual(d.CustomPools, want) {
			t.Fatalf("seed %d:\ngot  %+v\nwant %+v", seed, d.CustomPools, want)
		}
		if d.General.API != "Vulkan" || d.General.GPU != `the "device"` || d.General.Allocator != "me" || len(d.DefaultPools) != 0 {
			t.Fatalf("seed %d: %+v", seed, d.General)
		}
		sums := map[string]readSums{}
		var all []readPool
		for _, key := range []string{"Type 0", "Type 1", "Type 2"} {
			sums[key] = sumUp(want[key])
			all = append(all, want[key]...)
		}
		sums["Heap 0"] = sumUp(slices.Concat(want["Type 0"], want["Type 2"]))
		sums["Heap 1"] = sumUp(want["Type 1"])
		got := map[string]readSums{}
		for key, heap := range d.MemoryInfo {
			got[key] = heap.Stats
			for key, pool := range heap.MemoryPools {
				got[key] = pool.Stats
			}
		}
		if !reflect.DeepEqual(got, sums) || !reflect.DeepEqual(d.Total, sumUp(all)) {
			t.Fatalf("seed %d: the sums are wrong:\n%s", seed, l.Append(nil, "me", ""))
		}
	}
}

// sumUp adds up pools, one range after the other.
func sumUp(pools []readPool) (s readSums) {
	note := func(least, most **uint64, n uint64) {
		if *least == nil || n < **least {
			*least = &n
		}
		if *most == nil || n > **most {
			*most = &n
		}
	}
	for _, p := range pools {
		for _, b := range p.Blocks {
			s.BlockCount++
			s.BlockBytes += b.TotalBytes
			for _, r := range b.Suballocations {
				if r.Type == "FREE" {
					s.UnusedRangeCount++
					note(&s.UnusedRangeSizeMin, &s.UnusedRangeSizeMax, r.Size)
				} else {
					s.AllocationCount++
					s.AllocationBytes += r.Size
					note(&s.AllocationSizeMin, &s.AllocationSizeMax, r.Size)
				}
			}
		}
	}
	return s
}

// TestDumpReads: what a person sees, to the letter.
func TestDumpReads(t *testing.T) {
	var l Layout
	l.Heap(4096, 1600, 3)
	l.Heap(0, 0, 4)
	l.Type(0, 1|2|4|8|16|32|64|128|256)
	l.Type(1, 0)
	l.Arena(4)
	l.Pool(Pool{Place: "a/none"})
	l.Blocks()
	sizes := l.Pool(Pool{Place: "a/p", Custom: 2, Stream: 3, MemoryType: 1, Preferred: 64, Usage: 32})
	sizes[3], sizes[1] = 64, 1536
	l.Blocks()
	l.Region(layout.Region{Block: 3, Offset: 32, Extent: 16}, Region{Handle: 255, Kind: Buffer, Name: "\x1f"})
	l.Region(layout.Region{Block: 1, Extent: 1536}, Region{Handle: 16, Own: true, Kind: Unknown})
	place, name := "a/p", ""
	if customs != 0 {
		place += ", custom 2"
	}
	if streams != 0 {
		place += ", stream 3"
	}
	if names != 0 {
		name = `, "Name": "\u001f"`
	}
	want := asWritten(place, name)
	if got := string(l.Append([]byte("text "), "me", "gpu")); got != "text "+want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// asWritten is what that is, of a place, for a region with the member name, if any.
func asWritten(place, name string) string {
	const sums = `"Stats": {"BlockCount": 2, "BlockBytes": 1600, "AllocationCount": 2, "AllocationBytes": 1552, "UnusedRangeCount": 2, ` +
		`"AllocationSizeMin": 16, "AllocationSizeMax": 1536, "UnusedRangeSizeMin": 16, "UnusedRangeSizeMax": 32}`
	const none = `"Stats": {"BlockCount": 0, "BlockBytes": 0, "AllocationCount": 0, "AllocationBytes": 0, "UnusedRangeCount": 0}`
	return `{
	"General": {
		"API": "Vulkan",
		"GPU": "gpu",
		"Allocator": "me",
		"memoryHeapCount": 2,
		"memoryTypeCount": 2
	},
	"Total": ` + sums[len(`"Stats": `):] + `,
	"MemoryInfo": {
		"Heap 0": {
			"Flags": ["DEVICE_LOCAL", "MULTI_INSTANCE"],
			"Size": 4096,
			"Budget": {"UsageBytes": 1600},
			` + none + `,
			"MemoryPools": {
				"Type 0": {
					"Flags": ["DEVICE_LOCAL", "HOST_VISIBLE", "HOST_COHERENT", "HOST_CACHED", "LAZILY_ALLOCATED", "PROTECTED", "DEVICE_COHERENT_AMD", "DEVICE_UNCACHED_AMD", "0x100"],
					` + none + `
				}
			}
		},
		"Heap 1": {
			"Flags": ["0x4"],
			"Budget": {},
			` + sums + `,
			"MemoryPools": {
				"Type 1": {
					"Flags": [],
					` + sums + `
				}
			}
		}
	},
	"DefaultPools": {},
	"CustomPools": {
		"Type 1": [
			{
				"Name": "` + place + `",
				"PreferredBlockSize": 64,
				"Blocks": {
					"3": {
						"TotalBytes": 64,
						"UnusedBytes": 48,
						"Allocations": 1,
						"UnusedRanges": 2,
						"Suballocations": [
							{"Offset": 0, "Type": "FREE", "Size": 32},
							{"Offset": 32, "Type": "BUFFER", "Size": 16, "Usage": 32, "CustomData": "0xff"` + name + `},
							{"Offset": 48, "Type": "FREE", "Size": 16}
						]
					}
				},
				"DedicatedAllocations": [
					{"Type": "UNKNOWN", "Size": 1536, "Usage": 32, "CustomData": "0x10"}
				]
			}
		]
	}
}
`
}

// TestNamesAreText: whatever bytes a name has, a reader sees them, but for those
// that are not UTF-8.
func TestNamesAreText(t *testing.T) {
	var all strings.Builder
	for b := range 256 {
		all.WriteByte(byte(b))
	}
	all.WriteString("\U0010ffff\u2029\ufeff")
	w := writer{}
	w.open('{', true)
	w.quoted("name", all.String())
	w.end('}')
	var got struct{ Name string }
	if err := json.Unmarshal(w.text, &got); err != nil || got.Name != strings.ToValidUTF8(all.String(), "\ufffd") && got.Name != string([]rune(all.String())) {
		t.Errorf("%v: %q of %q", err, got.Name, all.String())
	}
}
