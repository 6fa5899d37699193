package spec

import (
	"reflect"
	"strings"
	"testing"
)

// blocksOn returns a spec for a target with an arena of pools, each given by
// its kind and keys.
func blocksOn(target Target, arena string, pools ...string) string {
	src := "version: 1\npackage: gpumem\ntarget: " + string(target) + "\narenas:\n  device:\n    " + arena + "\n    pools:\n"
	for i, p := range pools {
		src += "      - {name: p" + decimal(uint64(i)) + ", kind: " + p + "}\n"
	}
	return src
}

// poolOf returns the pool that a spec of blocksOn declares.
func poolOf(t *testing.T, target Target, pool string) Pool {
	t.Helper()
	arena := "max_live: 9"
	if target == Vulkan {
		arena = "memory: {require: [host_visible, host_coherent]}\n    map: persistent"
	}
	plan, ds := compile(t, blocksOn(target, arena, pool))
	if plan == nil {
		t.Fatal(ds)
	}
	return plan.Arenas[0].Pools[0]
}

func TestParamsOfBlockPools(t *testing.T) {
	pool := poolOf(t, Vulkan, "tlsf, policy: {adaptive: {block_size: 2MiB, min_block_size: 1MiB}}, strategy: [min_time, min_memory], max_size: 1MiB, "+
		"min_blocks: 2, max_blocks: 3, min_alignment: 512, margin: 8, contents: mixed, dealloc_period: 7, within_budget: true")
	want := Pool{"p0", TLSF, []Param{{"policy", 3}, {"block_size", 2 << 20}, {"min_block_size", 1 << 20}, {"blocks", 0}, {"strategy", 4}, {"strategies", 5},
		{"max_size", 1 << 20}, {"min_blocks", 2}, {"max_blocks", 3}, {"min_alignment", 512}, {"margin", 8}, {"contents", 2}, {"dealloc_period", 7}, {"within_budget", 1}}}
	if !reflect.DeepEqual(pool, want) {
		t.Errorf("got  %v\nwant %v", pool, want)
	}
	if pool.Word("policy") != "adaptive" || pool.Word("strategy") != "min_time" || pool.Word("contents") != "mixed" {
		t.Errorf("words %s, %s, %s", pool.Word("policy"), pool.Word("strategy"), pool.Word("contents"))
	}
	pool = poolOf(t, Vulkan, "linear")
	want = Pool{"p0", Linear, []Param{{"policy", 4}, {"block_size", 0}, {"min_block_size", 0}, {"blocks", 0},
		{"max_size", Unlimited}, {"min_blocks", 0}, {"max_blocks", 0}, {"min_alignment", 1}, {"margin", 0}, {"contents", 0}, {"dealloc_period", 0}, {"within_budget", 0}}}
	if !reflect.DeepEqual(pool, want) {
		t.Errorf("got  %v\nwant %v", pool, want)
	}
	for src, want := range map[string][2]uint64{
		"tlsf, policy: fixed": {0, 1},
		"linear, policy: {fixed: {block_size: 64, blocks: 512}}": {64, 512},
		"linear, policy: {pooled: {block_size: 64}}":             {64, 0},
	} {
		if p := poolOf(t, Host, src); p.Uint("block_size") != want[0] || p.Uint("blocks") != want[1] {
			t.Errorf("%s: %v", src, p)
		}
	}
	if p := poolOf(t, Host, "tlsf, policy: fixed, strategy: min_offset"); p.Uint("strategy") != 2 || p.Uint("strategies") != 2 {
		t.Errorf("one strategy: %v", p)
	}
}

func TestWhatABlockPoolCan(t *testing.T) {
	yes := map[bool]string{true: "+", false: "-"}
	for pool, want := range map[string]string{
		// blocks, own storage, linear content, optimal, single, upper, spills
		"tlsf":                                   "+++----",
		"tlsf, contents: images":                 "++-+---",
		"linear, contents: mixed, max_blocks: 1": "++++++-",
		"linear, policy: {fixed: {block_size: 1MiB}}":                                       "+-+-+++",
		"linear, policy: {fixed: {block_size: 1MiB, blocks: 2}}":                            "+-+---+",
		"tlsf, policy: {fixed: {block_size: 1MiB}}":                                         "+-+-+-+",
		"linear, policy: separate, contents: images":                                        "++++---",
		"linear, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1":                       "+++-+++",
		"tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 2":                         "+++---+",
		"tlsf, policy: {pooled: {block_size: 1MiB}}":                                        "+++----",
		"tlsf, policy: {adaptive: {block_size: 1MiB, min_block_size: 1MiB}}, max_blocks: 2": "+++----",
		"direct":                               "-+++---",
		"exclusive_pages, max_alloc_size: 256": "--++---",
		"sliced_pages, page_size: 1MiB, max_slice_size: 256, contents: images":    "---+---",
		"sliced_pages, page_size: 1MiB, max_slice_size: 256, max_pool_size: 1MiB": "--+---+",
	} {
		p := poolOf(t, Vulkan, pool)
		got := ""
		for _, is := range []bool{p.IsBlocks(), p.HasOwnStorage(), p.TakesContents(false), p.TakesContents(true), p.IsSingle(), p.HasUpper(), p.Spills()} {
			got += yes[is]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", pool, got, want)
		}
	}
	p := poolOf(t, Host, "tlsf, policy: fixed, min_alignment: 64")
	if p.Granule(16) != 64 || p.Granule(256) != 256 || poolOf(t, Host, "direct").Granule(16) != 16 {
		t.Errorf("granules %d and %d", p.Granule(16), p.Granule(256))
	}
}

func TestFlagsThatAPackageHas(t *testing.T) {
	for _, c := range []struct {
		pools []string
		want  string
	}{
		{[]string{"direct"}, "Dedicated NeverAllocate"},
		{[]string{"tlsf, policy: fixed, strategy: [min_offset, min_time]"}, "MinOffset MinTime Dedicated NeverAllocate"},
		{[]string{"tlsf, policy: fixed, strategy: min_time"}, "Dedicated NeverAllocate"},
		{[]string{"tlsf, policy: fixed, strategy: min_time", "tlsf, policy: fixed, strategy: [min_memory, min_offset]"}, "MinMemory MinOffset Dedicated NeverAllocate"},
		{[]string{"tlsf, policy: fixed", "linear, policy: fixed"}, "Upper Dedicated NeverAllocate"},
		{[]string{"linear, policy: {fixed: {block_size: 64, blocks: 2}}"}, "Dedicated NeverAllocate"},
		{[]string{"linear, policy: {pooled: {block_size: 64}}, max_blocks: 1"}, "Upper Dedicated NeverAllocate"},
		{[]string{"linear, policy: separate"}, "Dedicated NeverAllocate"},
	} {
		plan, ds := compile(t, blocksOn(Host, "max_live: 9", c.pools...))
		if plan == nil {
			t.Fatal(ds)
		}
		var names []string
		last := uint8(0)
		for _, f := range plan.Flags() {
			if names = append(names, f.Name); f.Bit <= last || !isClause(f.Doc) {
				t.Errorf("flag %+v after bit %d", f, last)
			}
			last = f.Bit
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%v: %s, want %s", c.pools, got, c.want)
		}
	}
}

func TestPoolsSizedAtNew(t *testing.T) {
	plan, ds := compile(t, blocksOn(Host, "max_live: 9", "tlsf, policy: {fixed: {block_size: 64}}", "tlsf, policy: fixed", "linear, policy: {fixed: {blocks: 1}}", "direct"))
	if plan == nil {
		t.Fatal(ds)
	}
	var got []string
	for _, s := range plan.SizedAtNew() {
		got = append(got, s.Arena.Name+"."+s.Pool.Name)
	}
	if strings.Join(got, " ") != "device.p1 device.p2" {
		t.Errorf("got %v", got)
	}
}
