package spec

import (
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// card is a device with 8 GiB of its own, 256 MiB of which are a window for the
// host, in a heap that is counted apart.
func card() *vkrt.Profile {
	p := &vkrt.Profile{Name: "card", DeviceType: vkrt.DiscreteGPU, Limits: vkrt.GuaranteedLimits(),
		Heaps: []vkrt.Heap{{Size: 8 << 30, Flags: vkrt.HeapDeviceLocal}, {Size: 16 << 30}, {Size: 256 << 20, Flags: vkrt.HeapDeviceLocal}},
		Types: []vkrt.Type{{Flags: vkrt.DeviceLocal, Heap: 0}, {Flags: vkrt.HostVisible | vkrt.HostCoherent, Heap: 1},
			{Flags: vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCoherent, Heap: 2}, {Flags: vkrt.HostVisible | vkrt.HostCached, Heap: 1},
			{Flags: vkrt.DeviceLocal | vkrt.LazilyAllocated, Heap: 0}}}
	p.Limits.NonCoherentAtomSize = 128
	p.Limits.MaxMemoryAllocationSize = 4 << 30
	return p
}

func TestOnWhichTypes(t *testing.T) {
	for memory, want := range map[string]string{
		"{require: [device_local]}":                                                 "0 as wanted; 2 as wanted",
		"{require: [device_local], avoid: [host_visible]}":                          "0 as wanted; 2 is host_visible, which is avoided",
		"{require: [host_visible], prefer: [device_local, host_coherent]}":          "2 as wanted; 1 lacks device_local, which is preferred; 3 lacks device_local|host_coherent, which is preferred",
		"{require: [host_visible], prefer: [host_cached], avoid: [protected]}":      "3 as wanted; 1 lacks host_cached, which is preferred; 2 lacks host_cached, which is preferred",
		"{require: [device_local], prefer: [host_visible], avoid: [host_coherent]}": "0 lacks host_visible, which is preferred; 2 is host_coherent, which is avoided",
		"{require: [lazily_allocated]}":                                             "4 as wanted",
		"{require: [protected]}":                                                    "",
	} {
		fit := accountOf(t, arenaOn(false, memory, "pools:", "  - {name: whole, kind: direct}")).Plan.On(card())
		var got []string
		for _, typ := range fit.Arenas[0].Types {
			got = append(got, decimal(uint64(typ.Index))+" "+typ.Why())
			if of := card().Types[typ.Index]; typ.Flags != of.Flags || typ.Heap != of.Heap || typ.HeapSize != card().Heaps[of.Heap].Size {
				t.Errorf("%s: type %d is said to be %+v", memory, typ.Index, typ)
			}
		}
		if found := strings.Join(got, "; "); found != want {
			t.Errorf("%s is served by %s, want %s", memory, found, want)
		}
	}
}

func TestWhatADeviceCannotGive(t *testing.T) {
	const own, window, visible = "{require: [device_local], avoid: [host_visible]}", "{require: [device_local, host_visible]}", "{require: [host_visible], prefer: [host_cached]}"
	tlsf := func(policy string, more ...string) string {
		return "  - {name: a, kind: tlsf, policy: {" + policy + "}" + strings.Join(more, "") + "}"
	}
	for _, c := range []struct {
		memory, arena, pool string
		want                string
	}{
		{own, "", tlsf("pooled: {block_size: 64MiB}"), ""},
		{own, "", "  - {name: a, kind: tlsf}", ""},
		{"{require: [protected, device_local]}", "", "  - {name: a, kind: tlsf}", "no memory type is device_local|protected: every request fails with NoCompatibleMemoryType; type 0 comes nearest and lacks protected"},
		{"{require: [device_local, lazily_allocated]}", "", "  - {name: a, kind: tlsf}", ""},
		{visible, "alignment: 64", "  - {name: a, kind: tlsf}", "memory that is not host_coherent is flushed in atoms of 128 bytes, so that regions there are multiples of it, and not of the alignment 64 bytes"},
		{visible, "alignment: 128", "  - {name: a, kind: tlsf}", ""},
		{window, "", tlsf("pooled: {block_size: 256MiB}"), ""},
		{window, "", tlsf("pooled: {block_size: 512MiB}"), "block_size 512 MiB (536870912 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: New refuses the device"},
		{window, "", tlsf("adaptive: {block_size: 1GiB, min_block_size: 16MiB}"), "block_size 1 GiB (1073741824 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: blocks are halved until they fit"},
		{window, "", tlsf("adaptive: {block_size: 1GiB, min_block_size: 512MiB}"), "min_block_size 512 MiB (536870912 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: there is no block, and each region takes an allocation of its own"},
		{window, "", tlsf("fixed: {block_size: 512MiB}"), "block_size 512 MiB (536870912 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: New refuses the device; " +
			"New makes blocks of 512 MiB (536870912 bytes) together in heap 2, which has 256 MiB (268435456 bytes)"},
		{window, "", tlsf("pooled: {block_size: 128MiB}", ", min_blocks: 3"), "New makes blocks of 384 MiB (402653184 bytes) together in heap 2, which has 256 MiB (268435456 bytes)"},
		{window, "", tlsf("pooled: {block_size: 128MiB}", ", min_blocks: 2"), ""},
		{window, "", "  - {name: a, kind: exclusive_pages, max_alloc_size: 1GiB}", "max_alloc_size 1 GiB (1073741824 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: larger requests fail"},
		{window, "", "  - {name: a, kind: sliced_pages, page_size: 1GiB, max_slice_size: 1MiB}", "page_size 1 GiB (1073741824 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: New refuses the device"},
		{window, "", "  - {name: a, kind: sliced_pages, page_size: 1GiB, max_slice_size: 1MiB, max_pool_size: 128MiB}", ""},
		{own, "", tlsf("pooled: {block_size: 5GiB}"), "block_size 5 GiB (5368709120 bytes) is more than 4 GiB (4294967296 bytes), the most that the device allocates for it at once: New refuses the device"},
		{"{require: [host_visible], prefer: [device_local]}", "", tlsf("pooled: {block_size: 1GiB}"), "block_size 1 GiB (1073741824 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates at once in type 2, which is the best: what is larger goes to another type"},
		{"{require: [host_visible], prefer: [device_local]}", "strict: true", tlsf("pooled: {block_size: 1GiB}"), "block_size 1 GiB (1073741824 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once in the one type of a strict arena: there can be none"},
		{"{require: [host_visible], prefer: [device_local]}", "", tlsf("fixed: {block_size: 512MiB}"), "block_size 512 MiB (536870912 bytes) is more than 256 MiB (268435456 bytes), the most that the device allocates for it at once: New refuses the device; " +
			"New makes blocks of 512 MiB (536870912 bytes) together in heap 2, which has 256 MiB (268435456 bytes)"},
		{own, "buffers: {usage: [storage_buffer]}", tlsf("pooled: {block_size: 2GiB}"), "block_size 2 GiB (2147483648 bytes) is more than 1 GiB (1073741824 bytes), the most that the device allocates for it at once: New refuses the device"},
		{own, "", tlsf("pooled: {block_size: 1MiB}"), "the 4096 allocations that the device has end after 4 GiB (4294967296 bytes) in pieces of 1 MiB (1048576 bytes), and not at the 8 GiB (8589934592 bytes) that there is room for"},
		{own, "", tlsf("pooled: {block_size: 1MiB}", ", max_blocks: 4097"), "the 4096 allocations that the device has end after 4 GiB (4294967296 bytes) in pieces of 1 MiB (1048576 bytes), and not at the 4.00 GiB (4296015872 bytes) that there is room for"},
		{own, "", tlsf("pooled: {block_size: 1MiB}", ", max_blocks: 4096"), ""},
		{own, "", "  - {name: a, kind: sliced_pages, page_size: 1MiB, max_slice_size: 4KiB, max_pool_size: 4GiB}", ""},
		{own, "max_live: 5000", "  - {name: a, kind: direct}", "each region takes an allocation of its own, and the device has 4096 in all: fewer than max_live, 5000"},
		{own, "max_live: 4096", "  - {name: a, kind: direct}", ""},
		{own, "max_live: 5000", "  - {name: a, kind: linear, policy: separate}", "each region takes an allocation of its own, and the device has 4096 in all: fewer than max_live, 5000"},
		{own, "", tlsf("fixed: {block_size: 1KiB, blocks: 512}"), ""},
	} {
		plan := accountOf(t, arenaOn(false, c.memory, c.arena, "pools:", c.pool)).Plan
		var got []string
		for _, caveat := range plan.On(card()).Caveats {
			got = append(got, caveat.Message)
		}
		if found := strings.Join(got, "; "); found != c.want {
			t.Errorf("%s %s %s:\n got %s\nwant %s", c.memory, c.arena, c.pool, found, c.want)
		}
	}
}

func TestBlocksOfNewAreCounted(t *testing.T) {
	src := strings.Replace(arenaOn(false, "{require: [host_visible]}", "pools:", "  - {name: a, kind: tlsf, policy: {fixed: {block_size: 1MiB, blocks: 500}}}"),
		"arenas:", "concurrency: {streams: {count: 9}}\narenas:", 1)
	fit := accountOf(t, src).Plan.On(card())
	if len(fit.Caveats) != 1 || fit.Caveats[0].Message != "New makes 4500 blocks, and the device has 4096 allocations in all" {
		t.Errorf("500 blocks in each of 9 streams: %v", fit.Caveats)
	}
}

// TestTypesThatMustBeAskedFor: a type with unusual properties serves no arena that
// does not require them.
func TestTypesThatMustBeAskedFor(t *testing.T) {
	device := card()
	device.Types = device.Types[3:]
	fit := accountOf(t, arenaOn(false, "{require: [device_local]}", "pools:", "  - {name: whole, kind: direct}")).Plan.On(device)
	const want = "no memory type is device_local: every request fails with NoCompatibleMemoryType; type 1 is, and serves only arenas that require the rest of device_local|lazily_allocated too"
	if len(fit.Caveats) != 1 || fit.Caveats[0].Message != want {
		t.Errorf("%v, want %s", fit.Caveats, want)
	}
}

// TestFitOfThePinnedDevice has no caveat that the spec is for another device.
func TestFitOfThePinnedDevice(t *testing.T) {
	plan := accountOf(t, arenaOn(true, "{require: [device_local]}", "pools:", "  - {name: whole, kind: direct}")).Plan
	if fit := plan.On(plan.Device); len(fit.Caveats) != 0 {
		t.Errorf("on its own device: %v", fit.Caveats)
	}
	if fit := plan.On(card()); len(fit.Caveats) != 1 || !strings.Contains(fit.Caveats[0].Message, "the spec pins H200") {
		t.Errorf("on another device: %v", fit.Caveats)
	}
}
