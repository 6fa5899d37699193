package proptests

import (
	"fmt"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/trace"
)

// twoHeaps is a device with two heaps of these bytes and a type in each: type 0
// in heap 1, type 1 in heap 0. Its atom is 64 bytes.
func twoHeaps(first, second uint64) *vkrt.Profile {
	return &vkrt.Profile{
		Heaps: heaps(first, second),
		Types: []vkrt.Type{
			{Flags: vkrt.HostVisible | vkrt.HostCached, Heap: 1},
			{Flags: vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCoherent, Heap: 0},
		},
		Limits: limits(4096, 1<<30, 64),
	}
}

// bounded bounds the native allocations of a device: their number and the
// bytes of each.
func bounded(count uint32, size uint64, p *vkrt.Profile) *vkrt.Profile {
	p.Limits.MaxMemoryAllocationCount, p.Limits.MaxMemoryAllocationSize = count, size
	return p
}

const mebibyte = 1 << 20

// What serves the arenas below.
var (
	both     = Memory{Prefer: vkrt.DeviceLocal}
	local    = Memory{Prefer: vkrt.DeviceLocal, Strict: true}
	cached   = Memory{Require: vkrt.HostCached}
	coherent = Memory{Require: vkrt.HostCoherent}
)

// deviceByHand are native calls worked out by hand.
var deviceByHand = []struct {
	name    string
	profile *vkrt.Profile
	memory  Memory
	pools   []Pool
	steps   []string // an operation; its native calls, if any; its failure, if any
}{
	{"a full heap sends to the next type", twoHeaps(100, 1000), both, []Pool{directPool("own", none)}, []string{
		"a 0 96 1; allocate 96 of type 1: memory 1",
		"a 1 96 1; allocate 128 of type 0: memory 2", // whole atoms there
		"a 2 16 1; allocate 64 of type 0: memory 3",
		"f 0",
		"a 3 16 1; allocate 64 of type 0: memory 4", // the heap is still full
		"f 3",
		"a 4 96 1", // the idle block of the first type
		"a 5 16 1", // the idle one of the second: the first has no room
	}},
	{"strict has no next type", twoHeaps(100, 1000), local, []Pool{directPool("own", none)}, []string{
		"a 0 96 1; allocate 96 of type 1: memory 1",
		"a 1 16 1; Call of pool own in memory type 1: VK_ERROR_OUT_OF_DEVICE_MEMORY",
		"f 0",
		"a 2 16 1; free memory 1, allocate 16 of type 1: memory 2", // what was idle goes first
	}},
	{"a lost device is not asked again", twoHeaps(1000, 1000), both, []Pool{directPool("own", none)}, []string{
		"a 0 32 1; allocate 32 of type 1: memory 1",
		"f 0",
		"n 1 device_lost",
		"a 1 16 1; allocate 16 of type 1: VK_ERROR_DEVICE_LOST; Call of pool own in memory type 1: VK_ERROR_DEVICE_LOST",
	}},
	{"each type fails, then once more", twoHeaps(1000, 1000), both, []Pool{directPool("own", none)}, []string{
		"a 0 32 1; allocate 32 of type 1: memory 1",
		"f 0",
		"n 1 out_of_device_memory", "n 2 out_of_host_memory", "n 3 out_of_host_memory", "n 4 out_of_device_memory",
		"a 1 16 1; allocate 16 of type 1: VK_ERROR_OUT_OF_DEVICE_MEMORY, allocate 64 of type 0: VK_ERROR_OUT_OF_HOST_MEMORY, free memory 1, " +
			"allocate 16 of type 1: VK_ERROR_OUT_OF_HOST_MEMORY, allocate 64 of type 0: VK_ERROR_OUT_OF_DEVICE_MEMORY; " +
			"Call of pool own in memory type 0: VK_ERROR_OUT_OF_DEVICE_MEMORY",
		"n 1 out_of_device_memory", "n 2 out_of_host_memory",
		"a 1 16 1; allocate 16 of type 1: VK_ERROR_OUT_OF_DEVICE_MEMORY, allocate 64 of type 0: VK_ERROR_OUT_OF_HOST_MEMORY; " + // nothing is idle
			"Call of pool own in memory type 0: VK_ERROR_OUT_OF_HOST_MEMORY",
	}},
	{"the limit of allocations ends the search", bounded(1, 1<<30, twoHeaps(1000, 1000)), both, []Pool{directPool("own", none)}, []string{
		"a 0 32 1; allocate 32 of type 1: memory 1",
		"f 0",
		"a 1 16 1; AllocationLimit of pool own in memory type 1: VK_ERROR_TOO_MANY_OBJECTS",
		"a 2 32 1",
	}},
	{"a cap spills, and is told when the device has nothing", twoHeaps(64, 1000), coherent,
		[]Pool{pool("slices", 32, 32, 32), exclusivePool("whole", 64, "exact", 0)}, []string{
			"a 0 32 1; allocate 32 of type 1: memory 1",
			"a 1 16 1; allocate 16 of type 1: memory 2",
			"a 2 32 1; PoolCapacityExceeded of pool slices {32 32} in memory type 1: VK_ERROR_OUT_OF_DEVICE_MEMORY",
			"a 3 48 1; Call of pool whole in memory type 1: VK_ERROR_OUT_OF_DEVICE_MEMORY", // slices do not accept it
			"n 1 device_lost",
			"a 4 16 1; allocate 16 of type 1: VK_ERROR_DEVICE_LOST; Call of pool whole in memory type 1: VK_ERROR_DEVICE_LOST",
		}},
	{"a cap spans types", twoHeaps(100, 1000), both, []Pool{pool("slices", 64, 64, 128)}, []string{
		"a 0 64 1; allocate 64 of type 1: memory 1",
		"a 1 16 1; allocate 64 of type 0: memory 2",
		"a 2 16 1; PoolCapacityExceeded of pool slices {16 80}",
		"f 0",
		"f 1",
		"a 3 48 1",
		"a 4 32 1", // the first page has 16 bytes left, the second is free
		"c",
	}},
	{"a watermark spans types", twoHeaps(10*mebibyte, 10*mebibyte), both, []Pool{directPool("own", 7*mebibyte)}, []string{
		"n 2 out_of_device_memory",
		"a 1 1048576 1; allocate 1048576 of type 1: memory 1",
		"a 2 2097152 1; allocate 2097152 of type 1: VK_ERROR_OUT_OF_DEVICE_MEMORY, allocate 2097152 of type 0: memory 2",
		"a 3 3145728 1; allocate 3145728 of type 1: memory 3",
		"x",
		"a 4 4194304 1; free memory 1, free memory 3, allocate 4194304 of type 1: memory 4", // the first type's slots first
	}},
	{"1, 2 and 3 MiB idle under 7 MiB", twoHeaps(10*mebibyte, 10*mebibyte), both, []Pool{directPool("own", 7*mebibyte)}, []string{
		"a 1 1048576 1; allocate 1048576 of type 1: memory 1",
		"a 2 2097152 1; allocate 2097152 of type 1: memory 2",
		"a 3 3145728 1; allocate 3145728 of type 1: memory 3",
		"x",
		"a 4 4194304 1; free memory 1, free memory 2, allocate 4194304 of type 1: memory 4",
	}},
	{"the page idle longest goes first", twoHeaps(1000, 1000), coherent, []Pool{pool("slices", 32, 32, none)}, []string{
		"a 0 32 1; allocate 32 of type 1: memory 1",
		"a 1 32 1; allocate 32 of type 1: memory 2",
		"a 2 32 1; allocate 32 of type 1: memory 3",
		"f 1", "f 2", "f 0",
		"c; free memory 2, free memory 3, free memory 1",
	}},
	{"no allocation is larger than the device allows", bounded(4096, 200, twoHeaps(1000, 1000)), both,
		[]Pool{exclusivePool("whole", 512, "average", 0)}, []string{
			"a 0 193 1; AllocationTooLarge {193 192}", // three atoms
			"a 1 1 1; allocate 192 of type 1: memory 1",
			"a 2 192 1; allocate 192 of type 1: memory 2",
		}},
	{"whole atoms", twoHeaps(1000, 1000), cached, []Pool{exclusivePool("whole", 304, "average", 0)}, []string{
		"a 0 1 1; allocate 192 of type 0: memory 1", // 152 on average
		"a 1 193 1; allocate 256 of type 0: memory 2",
		"a 2 304 1; allocate 320 of type 0: memory 3",
	}},
	{"no memory type serves", twoHeaps(1000, 1000), Memory{Require: vkrt.Protected}, []Pool{exclusivePool("whole", 64, "exact", 0)}, []string{
		"a 0 0 1; InvalidRequest",
		"a 1 65 1; NoCompatibleMemoryType",
		"a 2 1 1; NoCompatibleMemoryType",
	}},
}

// TestDeviceByHand holds model and naive allocator to them.
func TestDeviceByHand(t *testing.T) {
	for _, c := range deviceByHand {
		t.Run(c.name, func(t *testing.T) {
			byHand(t, onDevice(c.memory, arena(16, c.pools...)), c.profile, c.steps)
		})
	}
}

// byHand holds model and naive allocator to steps: an operation, its native calls,
// if any, and its failure, if any.
func byHand(t *testing.T, d Declaration, profile *vkrt.Profile, steps []string) {
	t.Helper()
	in := newInterpreter(trial{Subject: naiveSubject(d, ""), profile: profile}, 0)
	for _, want := range steps {
		line, _, _ := strings.Cut(want, ";")
		tr, err := trace.Read(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := in.apply(tr.Ops[0]); err != nil {
			t.Fatal(err)
		}
		if got := line + in.step.want.told(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if err := in.finish(); err != nil {
		t.Fatal(err)
	}
}

// told spells the native calls of a step and its failure.
func (o *outcome) told() (text string) {
	var calls []string
	for _, c := range o.native {
		calls = append(calls, c.String())
	}
	if len(calls) > 0 {
		text = "; " + strings.Join(calls, ", ")
	}
	if o.failure.failed() {
		text += fmt.Sprintf("; %v", o.failure)
	}
	return text
}
