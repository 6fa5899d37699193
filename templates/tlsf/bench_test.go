package tlsf

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/allocgen/allocgen/runtime/trace"
)

var traces = flag.String("traces", "../../runtime/trace/testdata", "directory of recordings to replay in BenchmarkTrace")

// An op is an operation with its region's slot made dense: those of freed
// regions are used again, so that the table of regions stays small.
type op struct {
	slot   uint32 // freeing if its top bit is set
	align  uint32
	extent uint64 // bytes
}

const freeing = 1 << 31

// load reads a recording, and how many bytes and slots it needs.
func load(b *testing.B, path string) (ops []op, capacity uint64, slots int) {
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	recording, err := trace.Read(file)
	if err != nil {
		b.Fatal(err)
	}
	capacity, ok := recording.Capacity()
	if !ok {
		capacity = 256 << 20
	}
	live := map[uint64]uint32{}
	var vacant []uint32
	for _, o := range recording.Ops {
		slot, isLive := live[o.ID]
		switch {
		case o.Kind == trace.Alloc && !isLive:
			if len(vacant) > 0 {
				slot, vacant = vacant[len(vacant)-1], vacant[:len(vacant)-1]
			} else {
				slot, slots = uint32(slots), slots+1
			}
			live[o.ID] = slot
			ops = append(ops, op{slot, uint32(o.Align), (o.Size + alignment - 1) / alignment * alignment})
		case o.Kind == trace.Free && isLive:
			delete(live, o.ID)
			vacant = append(vacant, slot)
			ops = append(ops, op{slot: slot | freeing})
		}
	}
	return ops, capacity, slots
}

// replay runs ops in the space's one block and counts the refusals.
func replay(s *Space, ops []op, regions []uint32) (refused int) {
	for i := range ops {
		o := &ops[i]
		if o.slot&freeing == 0 {
			region := s.Alloc(0, o.extent, uint64(o.align), 0)
			regions[o.slot] = region
			if region == 0 {
				refused++
			}
		} else if region := regions[o.slot&^freeing]; region != 0 {
			s.Free(region)
		}
	}
	return refused
}

// stretches is into how many parts a replay is cut for min-ns/op, which adds
// up the least time that each part took: what other programs on the machine
// cost then shows only where they disturb the same part every time.
const stretches = 64

func BenchmarkTrace(b *testing.B) {
	paths, err := filepath.Glob(filepath.Join(*traces, "*.trace"))
	if err != nil || len(paths) == 0 {
		b.Fatalf("no recordings in %s: %v", *traces, err)
	}
	for _, path := range paths {
		b.Run(strings.TrimSuffix(filepath.Base(path), ".trace"), func(b *testing.B) {
			ops, capacity, slots := load(b, path)
			if maxLive != 0 && slots > maxLive {
				b.Skipf("%d regions at once", slots)
			}
			regions := make([]uint32, slots)
			s := new(Space)
			refused, least := 0, [stretches]time.Duration{}
			for range b.N {
				b.StopTimer()
				s.Init(slots, 0)
				s.Add(capacity)
				refused = 0
				b.StartTimer()
				for k := range stretches {
					before := time.Now()
					refused += replay(s, ops[len(ops)*k/stretches:len(ops)*(k+1)/stretches], regions)
					if took := time.Since(before); least[k] == 0 || took < least[k] {
						least[k] = took
					}
				}
			}
			sum := time.Duration(0)
			for _, l := range least {
				sum += l
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ops)), "ns/op")
			b.ReportMetric(float64(sum.Nanoseconds())/float64(len(ops)), "min-ns/op")
			b.ReportMetric(float64(refused), "refused")
		})
	}
}
