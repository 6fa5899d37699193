//go:build cgo

package vk

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// resident returns the bytes of the process that are in memory.
func resident(t testing.TB) uint64 {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("the test needs Linux: ", err)
	}
	pages, err := strconv.ParseUint(string(bytes.Fields(statm)[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * uint64(os.Getpagesize())
}

// steady calls once a million times and checks that this makes no garbage in
// Go and leaves nothing behind in C. A leak of the smallest allocation, 16 bytes
// and 16 of the heap's own, would be 32 MB.
func steady(t *testing.T, name string, once func()) {
	t.Helper()
	calls := 1_000_000
	if testing.Short() {
		calls = 200_000
	}
	for range 10_000 {
		once()
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	held := resident(t)
	for range calls {
		once()
	}
	grown := int64(resident(t)) - int64(held)
	runtime.ReadMemStats(&after)
	mallocs := after.Mallocs - before.Mallocs
	t.Logf("%s: %d calls, %d Go allocations, resident %+d bytes, %d before", name, calls, mallocs, grown, held)
	if mallocs > 1000 {
		t.Errorf("%s: %d Go allocations in %d calls", name, mallocs, calls)
	}
	if grown > int64(calls)*8 {
		t.Errorf("%s: %d bytes more are resident after %d calls", name, grown, calls)
	}
}

// TestNothingLeaks, not even with everything that a call can be told. The
// validation layer, which keeps books, is not there.
func TestNothingLeaks(t *testing.T) {
	open(t, Options{}) // skips
	c, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	d := c.Runtime
	typ := typeOf(t, d, ^uint32(0), vkrt.HostVisible)
	if d.Profile().DeviceType == vkrt.CPU {
		steady(t, "allocate, free", func() {
			m, _ := d.AllocateWith(vkrt.AllocateInfo{Size: 4096, Type: typ, Priority: 0.5, DeviceAddress: d.HasBufferAddress()})
			d.Free(m, 4096, typ)
		})
	} else {
		t.Log("on a GPU a million allocations take minutes: the test driver is to show it")
	}
	m := allocate(t, d, vkrt.AllocateInfo{Size: 4096, Type: typ})
	defer d.Free(m, 4096, typ)
	steady(t, "map, flush, invalidate, unmap", func() {
		d.Map(m, 4096)
		d.Flush(m, 0, 4096)
		d.Invalidate(m, 0, 4096)
		d.Unmap(m)
	})
	steady(t, "buffer", func() {
		b, _ := d.CreateBuffer(vkrt.BufferInfo{Size: 4096, Usage: 0x20})
		d.BufferRequirements(b)
		d.DestroyBuffer(b)
	})
}

// TestNothingOfOursLeaks: the test driver keeps nothing, so that all there is
// to see is this package.
func TestNothingOfOursLeaks(t *testing.T) {
	p := testDriver(t, version13, everything)
	steady(t, "extension", func() { p.hasExtension("VK_EXT_none") })
	names := []string{"VK_EXT_none", "VK_EXT_memory_budget"}
	steady(t, "strings", func() { cStrings(names).free() })
	n := testDevice(t, version13, everything)
	info := vkrt.AllocateInfo{Size: 7, Dedicated: vkrt.Dedicated{Buffer: 5}, Priority: 0.5, DeviceAddress: true}
	steady(t, "every function", func() {
		m, _ := n.allocate(info)
		n.mapMemory(m, 16)
		n.flush(m, 0, 16)
		n.invalidate(m, 0, 16)
		n.unmap(m)
		n.budget(0)
		b, _ := n.createBuffer(vkrt.BufferInfo{Size: 7, Usage: 1, Families: 3})
		n.bufferRequirements(b)
		n.bindBuffer(b, m, 0)
		n.bufferAddress(b)
		n.destroyBuffer(b)
		i, _ := n.createImage(vkrt.ImageInfo{Width: 1, Usage: 1, Families: 3})
		n.imageRequirements(i)
		n.bindImage(i, m, 0)
		n.destroyImage(i)
		n.free(m)
	})
}

func BenchmarkNative(b *testing.B) {
	open(b, Options{})
	c, err := Open(Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	d := c.Runtime
	typ := typeOf(b, d, ^uint32(0), vkrt.HostVisible)
	b.Run("allocate+free", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m, _ := d.Allocate(65536, typ)
			d.Free(m, 65536, typ)
		}
	})
	m := allocate(b, d, vkrt.AllocateInfo{Size: 65536, Type: typ})
	defer d.Free(m, 65536, typ)
	b.Run("map+unmap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.Map(m, 65536)
			d.Unmap(m)
		}
	})
	if _, r := d.Map(m, 65536); r != vkrt.Success {
		b.Fatal(r)
	}
	b.Run("flush", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.Flush(m, 0, 65536)
		}
	})
}
