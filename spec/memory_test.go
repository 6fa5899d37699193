package spec

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// h200 is the profile of a device with memory of its own, partly visible to the
// host, and of the host's.
const h200 = `{
  "name": "H200",
  "device_type": "discrete_gpu",
  "heaps": [
    {"size": 150323855360, "flags": ["device_local"]},
    {"size": 270000000000, "flags": []}
  ],
  "types": [
    {"heap": 1, "flags": []},
    {"heap": 0, "flags": ["device_local"]},
    {"heap": 1, "flags": ["host_visible", "host_coherent"]},
    {"heap": 1, "flags": ["host_visible", "host_cached"]},
    {"heap": 0, "flags": ["device_local", "host_visible", "host_coherent"]}
  ],
  "limits": {"non_coherent_atom_size": 64, "buffer_image_granularity": 65536, "max_memory_allocation_size": 4292870144}
}
`

// arenaOn returns a spec for vulkan with one arena of the given memory, pinned
// or not.
func arenaOn(pinned bool, memory string, lines ...string) string {
	src := exampleGPU
	if pinned {
		src += "device: h200.json\n"
	}
	return src + "arenas:\n  device:\n    memory: " + memory + "\n    " + strings.Join(lines, "\n    ") + "\n"
}

func TestCandidatesOfAPinnedDevice(t *testing.T) {
	for _, c := range []struct {
		memory string
		want   []uint32
		atom   uint64
	}{
		{"{}", []uint32{0, 1, 2, 3, 4}, 64},
		{"{require: [device_local]}", []uint32{1, 4}, 1},
		{"{require: [device_local], prefer: [host_visible]}", []uint32{4, 1}, 1},
		{"{require: [host_visible], avoid: [device_local, host_coherent]}", []uint32{3, 2, 4}, 64},
		{"{require: [host_visible, host_coherent], prefer: [host_cached]}", []uint32{2, 4}, 1},
	} {
		plan, ds := compile(t, arenaOn(true, c.memory, "pools:", "  - {name: whole, kind: direct}"))
		if plan == nil || plan.Device == nil || plan.Device.Name != "H200" {
			t.Fatalf("%s: %v", c.memory, ds)
		}
		if got := plan.Arenas[0].Candidates(plan.Device); !slices.Equal(got, c.want) {
			t.Errorf("%s: candidates %v, want %v", c.memory, got, c.want)
		}
		if got := plan.Arenas[0].Atom(Vulkan, plan.Device); got != c.atom {
			t.Errorf("%s: atom %d, want %d", c.memory, got, c.atom)
		}
	}
}

// Where memory may be incoherent, extents are rounded to its atom, and must
// still fit what the pool accepts.
func TestSizesAreMultiplesOfTheAtom(t *testing.T) {
	pool := func(page, slice, capacity string) []string {
		return []string{"alignment: 16", "pools:", "  - {name: small, kind: sliced_pages, page_size: " + page +
			", max_slice_size: " + slice + ", max_pool_size: " + capacity + "}"}
	}
	for _, c := range []struct {
		pinned bool
		memory string
		pools  []string
		want   string
	}{
		{false, "{}", pool("4096", "1024", "1MiB"), ""},
		{false, "{}", pool("4112", "1024", "1MiB"), "AG201"},
		{false, "{}", pool("4096", "1040", "1MiB"), "AG201"},
		{false, "{}", pool("4096", "1024", "2064"), "AG201"},
		{false, "{}", pool("4096", "1024", "2048"), "AG203"},
		{false, "{}", pool("4096", "1024", "8"), "AG203"},
		{false, "{require: [host_coherent]}", pool("4112", "1040", "1MiB"), ""},
		{true, "{}", pool("4160", "1024", "1MiB"), ""},
		{true, "{}", pool("4112", "1024", "1MiB"), "AG201"},
		{true, "{require: [device_local]}", pool("4112", "1024", "1MiB"), ""},
		{false, "{}", []string{"alignment: 16", "pools:", "  - {name: one, kind: exclusive_pages, max_alloc_size: 1040}"}, "AG201"},
	} {
		if got := broken(t, arenaOn(c.pinned, c.memory, c.pools...)); got != c.want {
			t.Errorf("pinned %t, memory %s, %v: %q, want %q", c.pinned, c.memory, c.pools, got, c.want)
		}
	}
}

func TestPinnedDeviceMustServe(t *testing.T) {
	const pools = "pools: [{name: whole, kind: direct}]"
	for _, c := range []struct{ src, want, says string }{
		{arenaOn(true, "{require: [protected]}", pools), ruleNoType, "no memory type of H200 is protected"},
		{arenaOn(true, "{require: [device_local], prefer: [device_local]}", pools), ruleFlags, "device_local is in both require and prefer"},
		{arenaOn(true, "{}", "pools: [{name: p, kind: sliced_pages, page_size: 4GiB, max_slice_size: 1GiB}]"), ruleHeap, "is more than 3.99 GiB"},
		{arenaOn(true, "{}", "pools: [{name: p, kind: sliced_pages, page_size: 2GiB, max_slice_size: 1GiB}]"), "", ""},
		{arenaOn(true, "{}", "pools: [{name: p, kind: sliced_pages, page_size: 64GiB, max_slice_size: 1GiB, max_pool_size: 1GiB}]"), ruleShrunk, ""},
		{strings.Replace(declaredGPU, "h200.json", "bad.json", 1), ruleDevice + " " + ruleDevice + " " + ruleDevice + " " + ruleDevice, "bad.json:1:10"},
		{strings.Replace(declaredGPU, "h200.json", "odd.json", 1), ruleDevice, "odd.json: power_of_two: buffer_image_granularity is 65537"},
		{strings.Replace(declaredGPU, "h200.json", "none.json", 1), ruleDevice, "cannot read none.json: no such file"},
		{strings.Replace(exampleWhole, "target: host", "target: host\ndevice: h200.json", 1), ruleTarget, "target host has no device"},
		{strings.Replace(exampleWhole, "target: host", "target: vulkan", 1), ruleMissing, "the arena device has no memory"},
	} {
		_, ds := compile(t, c.src)
		if got := broken(t, c.src); got != c.want {
			t.Errorf("%q, want %q:\n%v", got, c.want, ds)
		}
		if c.says != "" && !strings.Contains(fmt.Sprint(ds), c.says) {
			t.Errorf("%q is not said:\n%v", c.says, ds)
		}
	}
}

func TestAlignmentOnVulkan(t *testing.T) {
	const pools = "pools: [{name: whole, kind: direct}]"
	for src, want := range map[string]uint64{arenaOn(false, "{}", pools): 256, arenaOn(false, "{}", "alignment: 64", pools): 64} {
		if plan, ds := compile(t, src); plan == nil || plan.Arenas[0].Alignment != want {
			t.Errorf("%v: %+v, want alignment %d", ds, plan, want)
		}
	}
}
