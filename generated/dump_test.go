package generated

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/gpupools"
	"github.com/allocgen/allocgen/generated/hoststreams"
	"github.com/allocgen/allocgen/generated/named"
	"github.com/allocgen/allocgen/internal/snapshot"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// A dump is what AppendJSON says, as a reader of JSON sees it.
type dump struct {
	General                   struct{ API, GPU, Allocator string }
	Total                     dumpSums
	MemoryInfo                map[string]dumpHeap
	DefaultPools, CustomPools map[string][]dumpPool
}

type dumpSums struct{ BlockCount, BlockBytes, AllocationCount, AllocationBytes, UnusedRangeCount uint64 }

type dumpHeap struct {
	Flags       []string
	Size        uint64
	Budget      struct{ UsageBytes uint64 }
	Stats       dumpSums
	MemoryPools map[string]struct {
		Flags []string
		Stats dumpSums
	}
}

type dumpPool struct {
	Name                 string
	PreferredBlockSize   uint64
	Blocks               map[string]dumpBlock
	DedicatedAllocations []dumpRange
}

type dumpBlock struct {
	TotalBytes, UnusedBytes, Allocations, UnusedRanges uint64
	Suballocations                                     []dumpRange
}

type dumpRange struct {
	Offset, Size, Usage    uint64
	Type, CustomData, Name string
}

// readDump reads a dump, twice, and holds it to its laws: in every block, ranges
// tile it and sums are theirs; and the total is that of all blocks. It returns
// what lies at each handle too, "arena 0x1".
func readDump(t *testing.T, text []byte) (d dump, regions map[string]string) {
	t.Helper()
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	regions = map[string]string{}
	var sum dumpSums
	enter := func(place string, r dumpRange) {
		arena, _, _ := strings.Cut(place, "/")
		handle := arena + " " + r.CustomData
		if regions[handle] != "" {
			t.Fatalf("%s is there twice", handle)
		}
		regions[handle] = strings.TrimSpace(fmt.Sprintf("%s %d %s %s", place, r.Offset, r.Type, r.Name))
		sum.AllocationCount++
		sum.AllocationBytes += r.Size
	}
	for key, pools := range d.CustomPools {
		for _, p := range pools {
			for number, b := range p.Blocks {
				tiles(t, b)
				sum.BlockCount++
				sum.BlockBytes += b.TotalBytes
				sum.UnusedRangeCount += b.UnusedRanges
				for _, r := range b.Suballocations {
					if r.Type != "FREE" {
						enter(fmt.Sprintf("%s %s %s", p.Name, key, number), r)
					}
				}
			}
			for _, r := range p.DedicatedAllocations {
				sum.BlockCount++
				sum.BlockBytes += r.Size
				enter(fmt.Sprintf("%s %s dedicated", p.Name, key), r)
			}
		}
	}
	if d.Total != sum {
		t.Fatalf("the total is %+v, the sums are %+v", d.Total, sum)
	}
	s, err := snapshot.Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if u := s.Usage(); uint64(u.Blocks) != sum.BlockCount || uint64(u.Regions) != sum.AllocationCount || u.Reserved != sum.BlockBytes || u.InUse != sum.AllocationBytes {
		t.Fatalf("a snapshot has %+v, the sums are %+v", u, sum)
	}
	return d, regions
}

// tiles demands that the ranges of a block follow one another to its end, no two
// free ones, and that its sums are theirs.
func tiles(t *testing.T, b dumpBlock) {
	t.Helper()
	got := dumpBlock{TotalBytes: 0, Suballocations: b.Suballocations}
	wasFree := false
	for _, r := range b.Suballocations {
		free := r.Type == "FREE"
		if r.Offset != got.TotalBytes || r.Size == 0 || free && wasFree {
			t.Fatalf("the ranges do not tile: %+v", b)
		}
		got.TotalBytes += r.Size
		if wasFree = free; free {
			got.UnusedBytes += r.Size
			got.UnusedRanges++
		} else {
			got.Allocations++
		}
	}
	if !reflect.DeepEqual(got, b) {
		t.Fatalf("the sums of a block are %+v, in it lies %+v", b, got)
	}
}

// dumpOf is the dump of an allocator.
func dumpOf(t *testing.T, allocator reflect.Value) (d dump, regions map[string]string) {
	t.Helper()
	results, failure := call(allocator, "AppendJSON", []byte("before"))
	if failure != "" {
		t.Fatal(failure)
	}
	text, ok := strings.CutPrefix(string(results[0].Bytes()), "before")
	if !ok {
		t.Fatal("what was in the text is gone")
	}
	return readDump(t, []byte(text))
}

// agrees demands that a dump and the figures of an allocator say the same.
func agrees(t *testing.T, allocator reflect.Value, d dump) {
	t.Helper()
	results, failure := call(allocator, "Stats")
	if failure != "" {
		t.Fatal(failure)
	}
	total := results[0].FieldByName("Total")
	figure := func(name string) uint64 { return total.FieldByName(name).Uint() }
	if d.Total.BlockCount != figure("NumberBlocks") || d.Total.BlockBytes != figure("BytesReserved") ||
		d.Total.AllocationCount != figure("NumberAllocs") || d.Total.AllocationBytes != figure("BytesInUse")+figure("BytesPadding") {
		t.Fatalf("the total is %+v, the figures are %+v", d.Total, total)
	}
}

// TestDumpAgrees: after any calls, a dump has every live region where its handle
// says that it lies, and no other, and agrees with the figures; what is idle is one
// free range.
func TestDumpAgrees(t *testing.T) {
	eachSubject(t, func(t *testing.T, s *subject) {
		r := rand.New(rand.NewPCG(1, 2))
		var live []any
		for step := range 200 {
			if r.IntN(3) == 0 && len(live) > 0 {
				i := r.IntN(len(live))
				s.free(live[i])
				live = slices.Delete(live, i, i+1)
			} else if handle, failure := s.alloc(1+r.Uint64N(3000), 1<<r.IntN(8)); failure == "" {
				live = append(live, handle)
			}
			if step%10 != 0 {
				continue
			}
			d, regions := dumpOf(t, s.allocator)
			agrees(t, s.allocator, d)
			if len(regions) != len(live) {
				t.Fatalf("%d regions in the dump, %d are live", len(regions), len(live))
			}
			for _, handle := range live {
				block, _ := call(s.of, "Block", handle)
				offset, _ := call(s.of, "Offset", handle)
				at := regions[fmt.Sprintf("%s %#x", s.arena, number(handle))]
				if want := fmt.Sprintf(" %d %d UNKNOWN", block[0].Uint(), offset[0].Uint()); !strings.HasPrefix(at, s.arena+"/") || !strings.HasSuffix(at, want) {
					t.Fatalf("a region is at %q, its handle says%q", at, want)
				}
			}
		}
		for _, handle := range live {
			s.free(handle)
		}
		d, regions := dumpOf(t, s.allocator)
		agrees(t, s.allocator, d)
		if d.Total.UnusedRangeCount != d.Total.BlockCount || len(regions) > 0 || len(d.DefaultPools) > 0 || d.General.API != "Vulkan" {
			t.Errorf("after all is freed: %+v", d)
		}
	})
}

// TestDumpOfStreams: pools are of a stream, and of a custom pool; what another
// stream handed back is there until it is drained, as the figures have it.
func TestDumpOfStreams(t *testing.T) {
	a, failure := hoststreams.New()
	if failure.Failed() {
		t.Fatal(failure)
	}
	pool, _ := a.Stream(2).Ranges.CreatePool(hoststreams.RangesFitted)
	inCustom, _ := a.Stream(2).Ranges.AllocIn(pool, 100, 1, 0)
	a.Stream(2).Ranges.SetName(inCustom, "line\n\"one\"")
	ranged, _ := a.Stream(0).Ranges.Alloc(5000, 1)
	sliced, failure := a.Stream(1).Slices.Alloc(10, 1)
	if failure.Failed() {
		t.Fatal(failure)
	}
	a.Stream(0).Slices.Free(sliced)
	d, regions := dumpOf(t, reflect.ValueOf(a))
	agrees(t, reflect.ValueOf(a), d)
	want := map[string]string{
		fmt.Sprintf("ranges %#x", number(inCustom)): "ranges/fitted, custom 1, stream 2 Type 0 0 0 UNKNOWN line\n\"one\"",
		fmt.Sprintf("ranges %#x", number(ranged)):   "ranges/whole, stream 0 Type 0 0 0 UNKNOWN",
		fmt.Sprintf("slices %#x", number(sliced)):   "slices/pool, stream 1 Type 0 0 0 UNKNOWN",
	}
	if !reflect.DeepEqual(regions, want) || d.General.GPU != "host" || d.General.Allocator != "hoststreams" {
		t.Errorf("%+v: got %q, want %q", d.General, regions, want)
	}
}

// largeDevice has room for all that packages want from the start.
func largeDevice() *vkrt.Device {
	profile, _ := profiles.ByName("nvidia_rtx_3090_linux")
	return fake.New(profile, fake.Options{}).Device()
}

// TestDumpOfResources: what regions are for, of which memory, and which have a block
// of their own.
func TestDumpOfResources(t *testing.T) {
	a, failure := gpupools.New(largeDevice())
	if failure.Failed() {
		t.Fatal(failure)
	}
	own, failure := a.Scene.AllocWith(3000, 1, gpupools.Dedicated)
	if failure.Failed() {
		t.Fatal(failure)
	}
	_, buffer, failure := a.Scene.CreateBuffer(vkrt.BufferInfo{Size: 2000, Usage: 1})
	if failure.Failed() {
		t.Fatal(failure)
	}
	image := vkrt.ImageInfo{Type: vkrt.Image2D, Format: 37, Width: 16, Height: 16, Depth: 1, Mips: 1, Layers: 1, Samples: 1, Usage: 4}
	_, optimal, failure := a.Scene.CreateImage(image)
	if failure.Failed() {
		t.Fatal(failure)
	}
	part, _ := a.Parts.Alloc(100, 1)
	d, regions := dumpOf(t, reflect.ValueOf(a))
	agrees(t, reflect.ValueOf(a), d)
	want := map[string]string{
		fmt.Sprintf("scene %#x", number(own)):     "scene/textures Type 1 dedicated 0 UNKNOWN",
		fmt.Sprintf("scene %#x", number(buffer)):  "scene/meshes Type 1 2 0 BUFFER",
		fmt.Sprintf("scene %#x", number(optimal)): "scene/textures Type 1 0 0 IMAGE_OPTIMAL",
		fmt.Sprintf("parts %#x", number(part)):    "parts/rows Type 1 0 0 BUFFER",
	}
	if !reflect.DeepEqual(regions, want) {
		t.Errorf("got %q, want %q", regions, want)
	}
	for _, p := range d.CustomPools["Type 1"] {
		if preferred := map[string]uint64{"scene/textures": 64 << 10, "scene/meshes": 256 << 10, "parts/rows": 64 << 10}[p.Name]; p.PreferredBlockSize != preferred {
			t.Errorf("the blocks of %s are of %d bytes, want %d", p.Name, p.PreferredBlockSize, preferred)
		}
		if p.Name == "parts/rows" && p.Blocks["0"].Suballocations[0].Usage != 0x22 {
			t.Errorf("the buffers of %s: %+v", p.Name, p.Blocks["0"])
		}
	}
	heap := d.MemoryInfo["Heap 0"]
	if heap.Size != 24<<30 || heap.Budget.UsageBytes != heap.Stats.BlockBytes || !slices.Equal(heap.MemoryPools["Type 1"].Flags, []string{"DEVICE_LOCAL"}) ||
		heap.MemoryPools["Type 1"].Stats != heap.Stats || heap.Stats.BlockCount != 5 || len(d.MemoryInfo) != 3 {
		t.Errorf("of memory it says %+v", d.MemoryInfo)
	}
}

// TestDumpFails as the report of leaks does, and leaves the text as it was.
func TestDumpFails(t *testing.T) {
	a, failure := named.New(largeDevice())
	if failure.Failed() {
		t.Fatal(failure)
	}
	for name, open := range map[string]func() *os.File{"NoFile": noFile, "FileClosed": closedFile, "FileFull": fullFile, "FileDeadline": lateFile} {
		if failure := a.WriteJSON(open()); failure.Code() != named.Output || failure.Detail().String() != a.WriteLeaks(open()).Detail().String() {
			t.Errorf("%s: %v", name, failure)
		}
	}
	a.Close()
	text, failure := a.AppendJSON([]byte("text"))
	if failure.Code() != named.Closed || string(text) != "text" || a.WriteJSON(os.Stderr) != failure {
		t.Errorf("closed: %v, %q", failure, text)
	}
}
