package spec

import (
	"reflect"
	"strings"
	"testing"
)

func TestPlanSaysAllThatTheSpecSays(t *testing.T) {
	plan, _ := compile(t, good)
	sliced := func(name string, page, slice, capacity, period uint64) Pool {
		return Pool{name, SlicedPages, []Param{{"page_size", page}, {"max_slice_size", slice},
			{"max_pool_size", capacity}, {"contents", 0}, {"dealloc_period", period}, {"within_budget", 0}}}
	}
	want := &Plan{Source: "alloc.yaml", Package: "gpumem", Target: Host, Concurrency: None, Tests: false, Arenas: []Arena{
		{Name: "device", Alignment: 256, MaxLive: 30000, Generations: 100, Pools: []Pool{
			sliced("small", 2<<20, 256<<10, 64<<20, 1000), sliced("large", 1536<<20, 1<<30, Unlimited, 0)}},
		{Name: "upload", Alignment: 16, Generations: 1<<28 - 1, Pools: []Pool{sliced("small", 65536, 4096, Unlimited, 0)}},
		{Name: "whole", Alignment: 16, Generations: 1<<28 - 1, Pools: []Pool{
			{"few", ExclusivePages, []Param{{"max_alloc_size", 32 << 10}, {"growth", 1}, {"dealloc_period", 7}, {"within_budget", 0}}},
			{"rest", Direct, []Param{{"reclaim_at", 7 << 20}, {"within_budget", 0}}}}},
	}}
	if !reflect.DeepEqual(plan, want) {
		t.Errorf("got %+v\nwant %+v", plan, want)
	}
}

func TestPlanDefaults(t *testing.T) {
	plan, _ := compile(t, exampleWhole)
	if plan.Concurrency != Mutex || !plan.Tests {
		t.Errorf("defaults of the file: %+v", plan)
	}
}

func TestUint(t *testing.T) {
	plan, _ := compile(t, good)
	if got := plan.Arenas[0].Pools[0].Uint("max_slice_size"); got != 256<<10 {
		t.Errorf("max_slice_size is %d", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("an unknown key does not panic")
		}
	}()
	plan.Arenas[0].Pools[0].Uint("block_size")
}

func TestHashIsStable(t *testing.T) {
	plan, _ := compile(t, good)
	const want = "4be4a87056df8ae592ed971d82310270"
	if got := plan.Hash(); got != want {
		t.Errorf("hash of the spec is %s, want %s: every generated package would be stale", got, want)
	}
	for _, same := range []string{
		good + "# a comment\n",
		strings.Replace(good, "2MiB", "2048 KiB", 1),
		strings.Replace(good, "page_size: 65536", "page_size: 64.0KiB", 1),
		strings.Replace(good, "version: 1\npackage: gpumem\n", "package: gpumem\nversion: 1\n", 1),
		strings.Replace(good, "  upload:\n", "  upload:\n    alignment: 16\n    max_live: 0\n", 1),
		strings.Replace(good, "name: large\n        kind: sliced_pages", "kind: sliced_pages\n        name: large", 1),
	} {
		p, ds := Compile("other/name.yaml", []byte(same))
		if p == nil || same == good || p.Hash() != want {
			t.Errorf("another hash, or none (%v), for\n%s", ds, same)
		}
	}
}

func TestHashTellsPlansApart(t *testing.T) {
	seen := map[string]string{}
	for _, src := range append([]string{good}, variants(t)...) {
		plan, ds := compile(t, src)
		if plan == nil {
			t.Fatalf("%v in\n%s", ds, src)
		}
		if other, taken := seen[plan.Hash()]; taken {
			t.Errorf("one hash for\n%s\nand\n%s", other, src)
		}
		seen[plan.Hash()] = src
	}
}

// variants returns specs that differ from good in one value each.
func variants(t *testing.T) (all []string) {
	values := map[string]string{
		"package": "other", "concurrency": "mutex", "tests": "true", "dry_run": "false", "names": "true", "call_sites": "true", "trace": "true", "last_events": "7", "alignment": "512", "max_live": "30001",
		"generations": "101", "custom_pools": "4", "name": "tiny", "page_size": "4MiB", "max_slice_size": "128KiB",
		"max_pool_size": "65MiB", "dealloc_period": "1001",
		"max_alloc_size": "64KiB", "growth": "exact", "reclaim_at": "8MiB",
		"device": "other.json", "memory": "{require: [host_visible]}", "strict": "false", "map": "on_demand", "buffers": "{usage: [index_buffer]}", "usage": "[shader_device_address]",
		"require": "[host_visible, host_coherent]", "prefer": "[host_cached]", "avoid": "[host_coherent]",
		"policy": "{pooled: {block_size: 256KiB}}", "strategy": "[min_offset, min_time]", "max_size": "2MiB", "min_blocks": "2", "max_blocks": "8",
		"min_alignment": "64", "margin": "8", "contents": "buffers", "within_budget": "false",
		"count": "5", "block_size": "128KiB", "min_block_size": "32KiB", "blocks": "3",
		"use": "other.yaml", "code": "9", "from": "[AllocationTooLarge, SerialExhausted]", "message": "too large",
		// One value only, or tested by the swaps below.
		"version": "", "target": "", "kind": "", "arenas": "", "pools": "", "errors": "", "others": "",
	}
	for _, f := range Fields() {
		text, known := values[f.Key]
		if !known {
			t.Errorf("no variant of %s", f.Key)
		}
		if text != "" && f.Idle == "" {
			all = append(all, mutate(t, f, text))
		}
	}
	before, upload, _ := strings.Cut(strings.Split(good, "  whole:\n")[0], "  upload:\n")
	head, device, _ := strings.Cut(before, "arenas:\n")
	return append(all, declared, declaredGPU, declaredBlocks,
		head+"arenas:\n  upload:\n"+upload+device,
		before,
		strings.Replace(good, "  upload:", "  download:", 1))
}
