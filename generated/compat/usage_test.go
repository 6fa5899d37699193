package compat_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/compat"
	"github.com/allocgen/allocgen/runtime/profiles"
)

// Each usage finds the memory that it is named for.
func TestUsages(t *testing.T) {
	for name, want := range map[string][4]uint32{
		"nvidia_h200":             {1, 2, 4, 3},
		"nvidia_gtx_660m_windows": {7, 9, 9, 10},
		"apple_m1":                {0, 1, 1, 1},
	} {
		profile, ok := profiles.ByName(name)
		if !ok {
			t.Fatalf("there is no profile %s", name)
		}
		a, _ := on(t, profile)
		got := [4]uint32{
			served[uint32](t)(a.GpuOnly.MemoryType(served[compat.GpuOnlyHandle](t)(a.GpuOnly.Alloc(1000, 1)))),
			served[uint32](t)(a.CpuOnly.MemoryType(served[compat.CpuOnlyHandle](t)(a.CpuOnly.Alloc(1000, 1)))),
			served[uint32](t)(a.CpuToGpu.MemoryType(served[compat.CpuToGpuHandle](t)(a.CpuToGpu.Alloc(1000, 1)))),
			served[uint32](t)(a.GpuToCpu.MemoryType(served[compat.GpuToCpuHandle](t)(a.GpuToCpu.Alloc(1000, 1)))),
		}
		if got != want {
			t.Errorf("%s: types %d, want %d", name, got, want)
		}
	}
}

// What the host writes for the device is mapped from the start, once a block.
func TestMappedFromTheStart(t *testing.T) {
	a, device := on(t, integrated(4096*mib))
	for range 2 {
		h := served[compat.CpuToGpuHandle](t)(a.CpuToGpu.Alloc(1000, 1))
		if bytes := served[[]byte](t)(a.CpuToGpu.Bytes(h)); len(bytes) != 1000 {
			t.Errorf("%d bytes", len(bytes))
		}
	}
	called(t, device, allocated(32*mib, 1), "map memory 1 size 33554432")
}
