package vkrt

import "testing"

// TestMemoryFlagsRoundTrip takes every set of the known flags, alone and with
// bits that have no word.
func TestMemoryFlagsRoundTrip(t *testing.T) {
	texts := map[string]bool{}
	for set := range MemoryFlags(1 << len(memoryWords)) {
		for _, unknown := range []MemoryFlags{0, 1 << len(memoryWords), 1 << 31, 3 << 20} {
			f := set | unknown
			back, ok := ParseMemoryFlags(f.String())
			if back != f || !ok || texts[f.String()] {
				t.Fatalf("%#x is %q, which is %#x, %t", uint32(f), f, uint32(back), ok)
			}
			texts[f.String()] = true
		}
	}
}

func TestHeapFlagsRoundTrip(t *testing.T) {
	for set := range HeapFlags(16) {
		if back, ok := ParseHeapFlags(set.String()); back != set || !ok {
			t.Errorf("%#x is %q, which is %#x, %t", uint32(set), set, uint32(back), ok)
		}
	}
}

func TestFlagWords(t *testing.T) {
	for _, c := range []struct {
		flags MemoryFlags
		text  string
	}{
		{0, "none"},
		{DeviceLocal, "device_local"},
		{HostVisible | HostCoherent, "host_visible|host_coherent"},
		{HostCached | LazilyAllocated | Protected, "host_cached|lazily_allocated|protected"},
		{DeviceCoherentAMD | DeviceUncachedAMD | RDMACapableNV, "device_coherent_amd|device_uncached_amd|rdma_capable_nv"},
		{DeviceLocal | 0x200, "device_local|0x200"},
	} {
		if got := c.flags.String(); got != c.text {
			t.Errorf("%#x is %q, want %q", uint32(c.flags), got, c.text)
		}
	}
	if RDMACapableNV != 0x100 || HeapMultiInstance != 2 {
		t.Error("the flags do not have Vulkan's values")
	}
}

func TestParseFlagsRefuses(t *testing.T) {
	for _, text := range []string{
		"", "|", "local", "DEVICE_LOCAL", "device_local|", "device_local|none", "device_local|device_local",
		"host_visible|device_local", "device_local | host_visible", "0x1", "0x300", "0x0", "0x", "0x100000000", "512", "0X200", "0x0200",
	} {
		if f, ok := ParseMemoryFlags(text); ok {
			t.Errorf("%q is %v", text, f)
		}
	}
}
