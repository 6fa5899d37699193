package proptests

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// oneHeap is a device with a heap of so many bytes and one type of memory.
func oneHeap(bytes uint64) *vkrt.Profile {
	return &vkrt.Profile{
		Heaps:  heaps(bytes),
		Types:  []vkrt.Type{{Flags: vkrt.DeviceLocal}},
		Limits: limits(4096, spacious, 64),
	}
}

// withBudget makes a device say what may be used of its heaps.
func withBudget(p *vkrt.Profile) *vkrt.Profile {
	p.MemoryBudget = true
	return p
}

// Sizes, in bytes.
const (
	gib  = 1 << 30
	tiny = 4096 // the alignment below: the naive allocator keeps a byte for each granule
)

// inBytes spells out the sizes of a step: 32M is 32 MiB.
func inBytes(step string) string {
	return sizeInMiB.ReplaceAllStringFunc(step, func(size string) string {
		n, _ := strconv.ParseUint(strings.TrimSuffix(size, "M"), 10, 64)
		return strconv.FormatUint(n*mib, 10)
	})
}

var sizeInMiB = regexp.MustCompile(`\b[0-9]+M\b`)

const (
	noMemory  = ": VK_ERROR_OUT_OF_DEVICE_MEMORY"
	fault1    = "n 1 out_of_device_memory"
	fault2    = "n 2 out_of_device_memory"
	fault3    = "n 3 out_of_device_memory"
	fault4    = "n 4 out_of_device_memory"
	wantsRoom = "; OutOfSpace of pool tlsf"
)

// blocksByHand are native calls of pools of blocks worked out by hand.
var blocksByHand = []struct {
	name    string
	profile *vkrt.Profile
	pools   []Pool
	steps   []string
}{
	{"automatic grows to 256 MiB", oneHeap(4 * gib), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		"a 0 1M 1; allocate 32M of type 0: memory 1",
		"a 1 31M 1",
		"a 2 1M 1; allocate 64M of type 0: memory 2",
		"a 3 63M 1",
		"a 4 1M 1; allocate 128M of type 0: memory 3",
		"a 5 127M 1",
		"a 6 1M 1; allocate 256M of type 0: memory 4",
		"a 7 128M 1", // half of what is preferred is no more than that
		"a 8 129M 1; allocate 129M of type 0: memory 5",
		"a 9 128M 1; allocate 256M of type 0: memory 6",
		"f 8; free memory 5",
		"f 9", // no other block is empty
	}},
	{"a small heap has small blocks", oneHeap(256 * mib), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		"a 0 1M 1; allocate 4M of type 0: memory 1",
		"a 1 3M 1",
		"a 2 1M 1; allocate 8M of type 0: memory 2",
		"a 3 7M 1",
		"a 4 1M 1; allocate 16M of type 0: memory 3",
		"a 5 15M 1",
		"a 6 1M 1; allocate 32M of type 0: memory 4",
		"a 7 16M 1",
		"a 8 17M 1; allocate 17M of type 0: memory 5",
	}},
	{"a block starts with room for two", oneHeap(4 * gib), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		"a 0 17M 1; allocate 64M of type 0: memory 1",
		"a 1 64M 1; allocate 128M of type 0: memory 2", // the first holds it only once
	}},
	{"growth and failure share three halvings", oneHeap(4 * gib), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		fault1,
		"a 0 1M 1; allocate 32M of type 0" + noMemory + ", allocate 1M of type 0: memory 1",
		"a 1 1M 1; allocate 32M of type 0: memory 2",
		"a 2 31M 1",
		fault1,
		"a 3 1M 1; allocate 64M of type 0" + noMemory + ", allocate 32M of type 0: memory 3",
		"a 4 31M 1",
		fault1, fault2,
		"a 5 1M 1; allocate 64M of type 0" + noMemory + ", allocate 32M of type 0" + noMemory + ", allocate 1M of type 0: memory 4",
		fault1,
		"a 6 128M 1; allocate 256M of type 0" + noMemory + ", allocate 128M of type 0: memory 5",
	}},
	{"a large request is tried in blocks", oneHeap(4 * gib), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		fault1,
		"a 0 129M 1; allocate 129M of type 0" + noMemory + ", allocate 256M of type 0: memory 1",
		fault1, fault2,
		"a 1 129M 1; allocate 129M of type 0" + noMemory + ", allocate 256M of type 0" + noMemory + "; Call of pool tlsf in memory type 0" + noMemory,
		fault1,
		"a 1 127M 1", // of the block there is
		"a 2 129M 1; allocate 129M of type 0" + noMemory + ", allocate 256M of type 0: memory 2",
		"a 3 512M 1; allocate 512M of type 0: memory 3",
	}},
	{"few allocations are left", bounded(5, spacious, oneHeap(256*mib)), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		"a 0 17M 1; allocate 17M of type 0: memory 1",
		"a 1 17M 1; allocate 17M of type 0: memory 2",
		"a 2 17M 1; allocate 17M of type 0: memory 3",
		"a 3 17M 1; allocate 17M of type 0: memory 4", // three are not above three quarters of five
		"a 4 17M 1; allocate 32M of type 0: memory 5",
		"a 5 15M 1",
		"a 6 15M 1; AllocationLimit of pool tlsf in memory type 0: VK_ERROR_TOO_MANY_OBJECTS",
	}},
	{"the budget bounds blocks", withBudget(oneHeap(256 * mib)), []Pool{blockPool("tlsf", "automatic", 0)}, []string{
		"o 0 267386880", // but for 1 MiB
		"a 0 8192 1; budget of heap 0, allocate 8192 of type 0: memory 1",
		"o 0 260046848", // but for 8 MiB, less 8192
		"a 1 1M 1; budget of heap 0, allocate 4M of type 0: memory 2",
		"a 2 17M 1; allocate 17M of type 0" + noMemory + ", budget of heap 0; Call of pool tlsf in memory type 0" + noMemory,
		"o 0 0",
		"a 3 1M 1 never_allocate",
		"a 4 4M 1 never_allocate" + wantsRoom,
	}},
	{"adaptive comes down to 16 MiB", oneHeap(4 * gib), []Pool{blockPool("tlsf", "adaptive", 256*mib, downTo(16*mib))}, []string{
		fault1, fault2, fault3, fault4,
		"a 0 1M 1; allocate 256M of type 0" + noMemory + ", allocate 128M of type 0" + noMemory + ", allocate 64M of type 0" + noMemory +
			", allocate 32M of type 0" + noMemory + ", allocate 16M of type 0: memory 1",
		"a 1 15M 1",
		fault1, fault2,
		"a 2 64M 1; allocate 256M of type 0" + noMemory + ", allocate 128M of type 0" + noMemory + ", allocate 64M of type 0: memory 2",
		"f 2",
		"a 3 129M 1; allocate 129M of type 0: memory 3", // large
		"a 4 64M 1",
		"a 5 128M 1; allocate 256M of type 0: memory 4",
	}},
	{"adaptive starts with what the heap can hold", oneHeap(100 * mib), []Pool{blockPool("tlsf", "adaptive", 256*mib, downTo(16*mib))}, []string{
		"a 0 1M 1; allocate 64M of type 0: memory 1",
		"a 1 100M 1; Call of pool tlsf in memory type 0" + noMemory, // no larger than a block, but than half of one
		"a 2 32M 1",
		"a 3 32M 1; allocate 32M of type 0: memory 2",
	}},
	{"pooled never comes down", oneHeap(4 * gib), []Pool{blockPool("tlsf", "pooled", 64*mib, counted(0, 1))}, []string{
		fault1,
		"a 0 1M 1; allocate 64M of type 0" + noMemory + "; Call of pool tlsf in memory type 0" + noMemory,
		"a 0 64M 1; allocate 64M of type 0: memory 1",
		"a 1 1M 1" + wantsRoom,
		"a 2 100M 1; allocate 100M of type 0: memory 2",
		"a 3 1M 1 dedicated; allocate 1M of type 0: memory 3",
		"f 3; free memory 3",
		"a 4 1M 1 dedicated never_allocate; InvalidRequest",
		"a 5 1M 1 optimal; allocate 1M of type 0: memory 4", // not among buffers
	}},
	{"fixed has what New made", oneHeap(4 * gib), []Pool{blockPool("tlsf", "fixed", 16*mib, ofBlocks(2))}, []string{
		"a 0 16M 1",
		"a 1 16M 1",
		"a 2 1 1" + wantsRoom,
		"a 3 17M 1" + wantsRoom,
		"f 0", "f 1",
		"c",
		"a 4 1 1 dedicated; UnsupportedCapability",
		"a 5 1 1 optimal; UnsupportedCapability",
		"a 6 1 1 upper; InvalidRequest",
	}},
	{"separate comes and goes", oneHeap(4 * gib), []Pool{blockPool("tlsf", "separate", 0)}, []string{
		"a 0 1 1; allocate 4096 of type 0: memory 1",
		"a 1 1 1 never_allocate" + wantsRoom,
		"a 2 1 1 optimal; allocate 4096 of type 0: memory 2",
		"f 0; free memory 1",
		"x; free memory 2",
	}},
	{"a block that empties beside an empty one goes", oneHeap(4 * gib), []Pool{blockPool("tlsf", "pooled", 16*mib)}, []string{
		"a 0 16M 1; allocate 16M of type 0: memory 1",
		"a 1 16M 1; allocate 16M of type 0: memory 2",
		"f 0",
		"f 1; free memory 2",
		"a 2 16M 1",
		"f 2",
		"c; free memory 1",
	}},
	{"a want of space is told when the device has nothing", oneHeap(64 * mib), []Pool{
		blockPool("tlsf", "fixed", 32*mib, upTo(32*mib)), exclusivePool("whole", 64*mib, "exact", 0)}, []string{
		"a 0 32M 1",
		"a 1 32M 1; allocate 32M of type 0: memory 2",
		"a 2 1M 1; OutOfSpace of pool tlsf in memory type 0" + noMemory,
	}},
	{"nothing exceeds the budget", oneHeap(100 * mib), []Pool{blockPool("tlsf", "pooled", 64*mib, withinBudget)}, []string{
		"a 0 1M 1; allocate 64M of type 0: memory 1", // of 80 MiB
		"a 1 100M 1; Call of pool tlsf in memory type 0" + noMemory,
		"a 2 17M 1 dedicated; Call of pool tlsf in memory type 0" + noMemory,
		"a 3 16M 1 dedicated; allocate 16M of type 0: memory 2",
	}},
}

func TestBlocksByHand(t *testing.T) {
	for _, c := range blocksByHand {
		t.Run(c.name, func(t *testing.T) {
			var steps []string
			for _, step := range c.steps {
				steps = append(steps, inBytes(step))
			}
			byHand(t, knowing(0, onDevice(Memory{}, arena(tiny, c.pools...))), c.profile, steps)
		})
	}
}

// TestEachTypeFails: adaptive pools give separate storage only when no type has
// memory for a block.
func TestEachTypeFails(t *testing.T) {
	byHand(t, knowing(0, onDevice(both, arena(64, blockPool("tlsf", "adaptive", 256, downTo(128))))), twoHeaps(4096, 4096), []string{
		fault1, fault2, fault3, fault4,
		"a 0 64 1; allocate 256 of type 1" + noMemory + ", allocate 128 of type 1" + noMemory + ", allocate 256 of type 0" + noMemory +
			", allocate 128 of type 0" + noMemory + ", allocate 64 of type 1: memory 1",
		fault1, fault2,
		"a 1 192 1; allocate 192 of type 1" + noMemory + ", allocate 192 of type 0" + noMemory + "; Call of pool tlsf in memory type 0" + noMemory,
		"n 1 device_lost",
		"a 2 64 1; allocate 256 of type 1: VK_ERROR_DEVICE_LOST; Call of pool tlsf in memory type 1: VK_ERROR_DEVICE_LOST",
	})
}

// TestPlacesByHand holds the model to where regions lie in blocks, worked out by
// hand.
func TestPlacesByHand(t *testing.T) {
	lowest := func(p *Pool) { by(MinOffset)(p); p.Contents = mixed }
	coarse := oneHeap(1 << 20)
	coarse.Limits.BufferImageGranularity = 256
	for _, c := range []struct {
		name    string
		profile *vkrt.Profile // nil = the host
		align   uint64
		pool    Pool
		ops     string
		live    []Region
	}{
		{"a hole in the middle is lost", nil, 1, blockPool("linear", "fixed", 1024),
			"a 0 257 1\na 1 257 1\na 2 257 1\nf 1\na 3 257 1\nf 2\na 4 512 1", []Region{{0, 0, 257}, {0, 257, 512}}},
		{"a ring takes the front, to the last byte", nil, 1, blockPool("linear", "fixed", 1024),
			"a 0 256 1\na 1 256 1\na 2 256 1\na 3 256 1\nf 1\na 4 256 1\nf 0\na 5 512 1\na 6 1 1", []Region{{0, 512, 256}, {0, 768, 256}, {0, 0, 512}}},
		{"a double stack meets in the middle", nil, 1, blockPool("linear", "fixed", 1000),
			"a 0 400 1\na 1 300 256 upper\na 2 112 1\na 3 1 1\na 4 256 1 upper", []Region{{0, 0, 400}, {0, 512, 300}, {0, 400, 112}}},
		{"the tightest hole", nil, 16, blockPool("tlsf", "fixed", 1024),
			"a 0 96 1\na 1 16 1\na 2 48 1\na 3 16 1\nf 0\nf 2\na 4 40 1", []Region{{0, 96, 16}, {0, 160, 16}, {0, 112, 40}}},
		{"an image on pages of its own", coarse, 16, blockPool("tlsf", "fixed", 1024, lowest),
			"a 0 16 1\na 1 16 1 optimal\na 2 16 1\na 3 240 1\na 4 16 1 optimal\na 5 512 1",
			[]Region{{0, 0, 16}, {0, 256, 16}, {0, 16, 16}, {0, 512, 240}, {0, 272, 16}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := knowing(Upper, arena(c.align, c.pool))
			if c.profile != nil {
				d = onDevice(Memory{}, d)
			}
			in := lived(t, trial{Subject: naiveSubject(d, ""), profile: c.profile}, c.ops)
			if live := in.regions(); !slices.Equal(live, c.live) {
				t.Errorf("%v, want %v", live, c.live)
			}
		})
	}
}
