package spec

import (
	"slices"
	"strings"
	"testing"
)

// accountOf returns the account of a sound spec that uses the shared files.
func accountOf(t *testing.T, src string) *Account {
	t.Helper()
	a, ds := AccountFor("dir/alloc.yaml", []byte(src), served)
	if a == nil {
		t.Fatalf("%v in\n%s", ds, src)
	}
	return a
}

// lines returns the settings whose paths begin so, as explain shows them.
func (a *Account) lines(prefix string) (lines []string) {
	for _, s := range a.Settings {
		if strings.HasPrefix(s.Path(), prefix) {
			lines = append(lines, s.Path()+" "+s.Text()+" <- "+s.Origin.String())
		}
	}
	return lines
}

func holds(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEverySettingSaysWhereItComesFrom(t *testing.T) {
	a := accountOf(t, `version: 1
package: gpumem
target: vulkan
arenas:
  device:
    memory: {require: [device_local, host_visible]}
    pools:
      - {name: small, kind: sliced_pages, page_size: 65536, max_slice_size: 4 KiB, max_pool_size: 1MiB}
      - {name: own, kind: ./first, max_size: 1.5MiB, most_steps: 3}
      - {name: rest, kind: tlsf, strategy: [min_time, min_memory]}
errors: {others: keep, Full: {code: 3, from: [OutOfSpace, AllocationTooLarge], message: "{arena} is full"}, use: shared.yaml}
`)
	holds(t, "of the file", a.lines("")[:13],
		"version 1 <- dir/alloc.yaml:1:10", "package gpumem <- dir/alloc.yaml:2:10", "target vulkan <- dir/alloc.yaml:3:9",
		"concurrency mutex <- default", "device none <- not given", "tests true <- default", "dry_run false <- default",
		"names false <- default", "call_sites false <- default", "trace false <- default", "last_events 0 <- default",
		"arenas.device.memory.require [device_local, host_visible] <- dir/alloc.yaml:6:23", "arenas.device.memory.prefer none <- not given")
	holds(t, "of an arena", a.lines("arenas.device.")[2:9],
		"arenas.device.memory.avoid none <- not given", "arenas.device.strict false <- default of every arena",
		"arenas.device.map on_demand <- default of every arena", "arenas.device.buffers.usage none <- not given",
		"arenas.device.alignment 256 <- default of target vulkan", "arenas.device.max_live 0 <- default of every arena",
		"arenas.device.custom_pools 0 <- default of every arena")
	holds(t, "of a pool", a.lines("arenas.device.pools.small."),
		"arenas.device.pools.small.name small <- dir/alloc.yaml:8:16", "arenas.device.pools.small.kind sliced_pages <- dir/alloc.yaml:8:29",
		"arenas.device.pools.small.within_budget false <- default of every pool",
		"arenas.device.pools.small.page_size 64KiB <- dir/alloc.yaml:8:54", "arenas.device.pools.small.max_slice_size 4KiB <- dir/alloc.yaml:8:77",
		"arenas.device.pools.small.max_pool_size 1MiB <- dir/alloc.yaml:8:99",
		"arenas.device.pools.small.contents buffers <- default of kind sliced_pages", "arenas.device.pools.small.dealloc_period 0 <- default of kind sliced_pages")
	holds(t, "of a strategy", slices.Concat(a.lines("arenas.device.pools.own.policy"), a.lines("arenas.device.pools.own.m"), a.lines("arenas.device.pools.own.looks")),
		"arenas.device.pools.own.policy automatic <- default of target vulkan",
		"arenas.device.pools.own.max_size 1536KiB <- dir/alloc.yaml:9:46", "arenas.device.pools.own.min_blocks 0 <- default of kind ./first",
		"arenas.device.pools.own.max_blocks 0 <- default of kind ./first", "arenas.device.pools.own.min_alignment 1 <- default of kind ./first",
		"arenas.device.pools.own.margin 0 <- default of kind ./first", "arenas.device.pools.own.most_steps 3 <- dir/alloc.yaml:9:66",
		"arenas.device.pools.own.looks true <- default of strategy ./first")
	holds(t, "of ranges", slices.Concat(a.lines("arenas.device.pools.rest.s"), a.lines("arenas.device.pools.rest.max_s")),
		"arenas.device.pools.rest.strategy [min_time, min_memory] <- dir/alloc.yaml:10:44", "arenas.device.pools.rest.max_size no limit <- not given")
	holds(t, "of the set", a.lines("errors."),
		"errors.others keep <- dir/alloc.yaml:11:18", "errors.use shared.yaml <- dir/alloc.yaml:11:114",
		"errors.Full.code 3 <- dir/alloc.yaml:11:37", "errors.Full.from [OutOfSpace, AllocationTooLarge] <- dir/alloc.yaml:11:46",
		"errors.Full.message {arena} is full <- dir/alloc.yaml:11:89", "errors.BadCall.code 8 <- dir/shared.yaml:1:17",
		"errors.BadCall.from [InvalidRequest.size_is_zero, UnknownAllocation] <- dir/shared.yaml:1:26", "errors.BadCall.message none <- not given")
}

func TestOriginOfWhatAUsedFileKeeps(t *testing.T) {
	a := accountOf(t, exampleWhole+"errors: {use: kept.yaml}\n")
	holds(t, "others", a.lines("errors.others"), "errors.others keep <- dir/kept.yaml:1:9")
}

func TestPolicyAndItsKeys(t *testing.T) {
	a := accountOf(t, exampleArena+"    pools:\n      - {name: one, kind: linear, policy: fixed}\n")
	holds(t, "of a fixed block", a.lines("arenas.device.pools.one.policy"), "arenas.device.pools.one.policy fixed <- dir/alloc.yaml:7:43",
		"arenas.device.pools.one.policy.block_size a parameter of New <- not given", "arenas.device.pools.one.policy.blocks 1 <- default of policy fixed")
}

// TestEveryFieldIsASetting: some account has every key of the language, but for
// those that are settings of their own, or do nothing.
func TestEveryFieldIsASetting(t *testing.T) {
	seen := map[string]bool{}
	for _, src := range []string{declared, declaredGPU, declaredBlocks} {
		for _, s := range accountOf(t, src).Settings {
			seen[s.Field.Path()] = true
		}
	}
	for _, f := range Fields() {
		isWhole := slices.Contains([]Type{Mapping, Sequence, Object}, f.Type)
		if seen[f.Path()] == (isWhole || f.Idle != "") {
			t.Errorf("%s is a setting: %t", f.Path(), seen[f.Path()])
		}
	}
}

// TestGivenSettingsStandWhereTheySay reads back each value of one token.
func TestGivenSettingsStandWhereTheySay(t *testing.T) {
	read := 0
	for _, src := range []string{declared, declaredGPU, declaredBlocks} {
		lines := newSource("", []byte(src)).lines
		for _, s := range accountOf(t, src).Settings {
			if s.Origin.File != "dir/alloc.yaml" || !slices.Contains([]Type{Word, Name, Package, Boolean, Count, Path, PoolKind}, s.Field.Type) {
				continue
			}
			read++
			if there := string(lines[s.Origin.Line-1][s.Origin.Col-1:]); !strings.HasPrefix(there, s.Text()) {
				t.Errorf("%s is %s, and at %s stands %q", s.Path(), s.Text(), s.Origin, there)
			}
		}
	}
	if read < 60 {
		t.Errorf("%d values read", read)
	}
}
