package fake

import (
	"slices"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		do   func(n vkrt.Functions, local, host vkrt.Memory)
		want string
	}{
		{func(n vkrt.Functions, local, _ vkrt.Memory) { n.FreeMemory(local); n.FreeMemory(local) }, "free memory 1: the memory was freed before"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.FreeMemory(3) }, "free memory 3: no such memory was ever allocated"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.FreeMemory(0) }, "free memory 0: no such memory was ever allocated"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.FreeMemory(host); n.MapMemory(host, 500) },
			"map memory 2 size 500: VK_ERROR_MEMORY_MAP_FAILED: the memory was freed before"},
		{func(n vkrt.Functions, local, _ vkrt.Memory) { n.MapMemory(local, 300) }, "map memory 1 size 300: VK_ERROR_MEMORY_MAP_FAILED: the memory is not host_visible"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.MapMemory(host, 500); n.MapMemory(host, 500) },
			"map memory 2 size 500: VK_ERROR_MEMORY_MAP_FAILED: the memory is mapped already"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.MapMemory(host, 499) }, "map memory 2 size 499: VK_ERROR_MEMORY_MAP_FAILED: the memory has 500 bytes"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.UnmapMemory(host) }, "unmap memory 2: the memory is not mapped"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.UnmapMemory(9) }, "unmap memory 9: no such memory was ever allocated"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.FlushMemory(host, 0, 64) }, "flush memory 2 from 0 size 64: the memory is not mapped"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.MapMemory(host, 500); n.FlushMemory(host, 0, 0) }, "flush memory 2 from 0 size 0: a size of 0"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.MapMemory(host, 500); n.FlushMemory(host, 32, 64) },
			"flush memory 2 from 32 size 64: not cut at multiples of 64"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.MapMemory(host, 500); n.InvalidateMemory(host, 64, 65) },
			"invalidate memory 2 from 64 size 65: not cut at multiples of 64"},
		{func(n vkrt.Functions, _, host vkrt.Memory) {
			n.MapMemory(host, 500)
			n.InvalidateMemory(host, 448, 1<<64-1)
		}, "invalidate memory 2 from 448 size 18446744073709551615: the memory has 500 bytes"},
		{func(n vkrt.Functions, _, host vkrt.Memory) { n.MapMemory(host, 500); n.FlushMemory(host, 512, 1) },
			"flush memory 2 from 512 size 1: the memory has 500 bytes"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.InvalidateMemory(4, 0, 1) }, "invalidate memory 4 from 0 size 1: no such memory was ever allocated"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.AllocateMemory(vkrt.AllocateInfo{Size: 0}) }, "allocate 0 of type 0: VK_ERROR_UNKNOWN: a size of 0"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.AllocateMemory(vkrt.AllocateInfo{Size: 1, Type: 2}) },
			"allocate 1 of type 2: VK_ERROR_UNKNOWN: there are 2 memory types"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.AllocateMemory(vkrt.AllocateInfo{Size: 1001}) },
			"allocate 1001 of type 0: VK_ERROR_UNKNOWN: larger than its heap"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) { n.AllocateMemory(vkrt.AllocateInfo{Size: 2001, Type: 1}) },
			"allocate 2001 of type 1: VK_ERROR_UNKNOWN: above max_memory_allocation_size, 2000"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) {
			for range 3 {
				n.AllocateMemory(vkrt.AllocateInfo{Size: 1, Type: 1})
			}
		}, "allocate 1 of type 1: VK_ERROR_UNKNOWN: above max_memory_allocation_count, 4"},
		{func(n vkrt.Functions, _, _ vkrt.Memory) {
			n.AllocateMemory(vkrt.AllocateInfo{Size: 1, Dedicated: vkrt.Dedicated{Buffer: 1, Image: 2}})
		}, "allocate 1 of type 0 for buffer 1 image 2: VK_ERROR_UNKNOWN: dedicated to a buffer and an image"},
	} {
		f := New(small(), Options{})
		n := f.Functions()
		local, _ := n.AllocateMemory(vkrt.AllocateInfo{Size: 300})
		host, _ := n.AllocateMemory(vkrt.AllocateInfo{Size: 500, Type: 1})
		c.do(n, local, host)
		var got []string
		for _, fault := range f.Faults() {
			got = append(got, fault.String())
		}
		if !slices.Equal(got, []string{c.want}) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestAFullHeapIsNoFault: other programs and other processes of the same
// program take memory too.
func TestAFullHeapIsNoFault(t *testing.T) {
	f := New(small(), Options{})
	f.Occupy(0, 400)
	n := f.Functions()
	for _, c := range []struct {
		size uint64
		want vkrt.Result
	}{{500, vkrt.Success}, {101, vkrt.ErrorOutOfDeviceMemory}, {100, vkrt.Success}, {1, vkrt.ErrorOutOfDeviceMemory}} {
		if _, result := n.AllocateMemory(vkrt.AllocateInfo{Size: c.size}); result != c.want {
			t.Errorf("%d bytes: %v, want %v", c.size, result, c.want)
		}
	}
	f.Occupy(0, 1<<64-1) // as much as there is
	if budget, usage := n.MemoryBudget(0); budget != 1000 || usage != 1600 {
		t.Errorf("budget %d, usage %d", budget, usage)
	}
	if _, result := n.AllocateMemory(vkrt.AllocateInfo{Size: 1}); result != vkrt.ErrorOutOfDeviceMemory {
		t.Errorf("got %v", result)
	}
	f.SetBudget(0, 7, 3)
	if budget, usage := n.MemoryBudget(0); budget != 7 || usage != 3 {
		t.Errorf("budget %d, usage %d", budget, usage)
	}
	if faults := f.Faults(); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}
