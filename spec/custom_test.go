package spec

import (
	"strings"
	"testing"
)

// customSpec is a spec of arenas with custom pools, each written "name: pools".
func customSpec(arenas ...string) string {
	return strings.ReplaceAll(named(arenas...), "    pools:", "    custom_pools: 2\n    pools:")
}

func TestCustomPools(t *testing.T) {
	for _, c := range []struct{ arena, pools, want string }{
		{"custom_pools: 1", "tlsf, policy: {pooled: {block_size: 1MiB}}", ""},
		{"custom_pools: 64", "linear, policy: separate", ""},
		{"custom_pools: 0", "direct", ""},
		{"custom_pools: 1", "direct", ruleCustom},
		{"custom_pools: 65", "direct", ruleBounds},
		{"custom_pools: many", "direct", ruleType},
		{"custom_pools: 1", "tlfs", ruleWord}, // it may be a pool of blocks
	} {
		if got := broken(t, blocksOn(Host, c.arena, c.pools)); got != c.want {
			t.Errorf("%s with %s: got %q, want %q", c.arena, c.pools, got, c.want)
		}
	}
}

func TestPlanOfCustomPools(t *testing.T) {
	const pool = "tlsf, policy: {pooled: {block_size: 1MiB}}"
	none, one := planWith(t, Host, "max_live: 9", pool), planWith(t, Host, "custom_pools: 3", pool+", max_size: 64", "direct")
	if n := one.Arenas[0].CustomPools; n != 3 || none.Arenas[0].CustomPools != 0 {
		t.Errorf("%d custom pools", n)
	}
	zero := planWith(t, Host, "max_live: 9\n    custom_pools: 0", pool)
	few := planWith(t, Host, "max_live: 9\n    custom_pools: 1", pool)
	if none.Hash() != zero.Hash() || none.Hash() == few.Hash() {
		t.Error("the hash counts custom pools, but none as before")
	}
	alone := one.Arenas[0].Alone()
	if len(alone) != 1 || len(alone[0].Pools) != 1 || alone[0].Pools[0].Name != "p0" || none.Arenas[0].Alone() != nil {
		t.Errorf("alone: %+v", alone)
	}
}

// TestCustomNamesThatMeetInGo: the constants for custom pools stand beside the
// types of arenas, the errors and what every package has.
func TestCustomNamesThatMeetInGo(t *testing.T) {
	plain := func(arenas ...string) string {
		return strings.ReplaceAll(customSpec(arenas...), "custom_pools: 2", "max_live: 9")
	}
	for _, c := range []struct {
		arenas []string
		want   string
	}{
		{[]string{"a: b c"}, ""},
		{[]string{"a: pool"}, ruleClash},
		{[]string{"a: pool_kind"}, ruleClash},
		{[]string{"a: stats"}, ruleClash},
		{[]string{"a: customs"}, ruleClash},
		{[]string{"a: b_handle", "a_b: c"}, ruleClash},
		{[]string{"plan: hash"}, ruleReserved},
		{[]string{"size: is_zero"}, ruleReserved},
		{[]string{"never: allocate"}, ruleReserved},
		{[]string{"out: of_space"}, ruleReserved},
	} {
		blocks := func(src string) string {
			return strings.ReplaceAll(src, "kind: sliced_pages, page_size: 64, max_slice_size: 16, max_pool_size: 128", "kind: linear, policy: {pooled: {block_size: 4096}}, max_blocks: 1, max_size: 4096")
		}
		if got := broken(t, blocks(customSpec(c.arenas...))); got != c.want {
			t.Errorf("%v: got %q, want %q", c.arenas, got, c.want)
		}
		if got := broken(t, blocks(plain(c.arenas...))); got != "" {
			t.Errorf("%v without custom pools: got %q", c.arenas, got)
		}
	}
	src := blocksOn(Host, "custom_pools: 1", "tlsf, policy: {pooled: {block_size: 4096}}") + "errors:\n  others: keep\n  "
	for name, want := range map[string]string{"DeviceP0": ruleClash, "DevicePool": ruleClash, "DevicePoolKind": ruleClash, "PoolKindUnknown": ruleReserved, "DeviceP1": ""} {
		if got := broken(t, src+name+": {code: 1, from: [UnknownPool]}\n"); got != want {
			t.Errorf("error %s: got %q, want %q", name, got, want)
		}
	}
}

func TestWhatMethodsMeetWithCustomPools(t *testing.T) {
	const gpu = "memory: {require: [device_local]}\n    custom_pools: 2"
	const lost = " UnknownPool WrongAllocator"
	for _, c := range []struct {
		target    Target
		arena     string
		pools     []string
		operation string
		want      string
	}{
		{Host, "custom_pools: 2", []string{"tlsf, policy: {fixed: {block_size: 4096}}, max_size: 64", "direct"}, "AllocIn",
			wrongArguments + wrongFlags + lost + spent + " OutOfSpace AllocationTooLarge UnsupportedCapability.no_own_memory Closed"},
		{Host, "custom_pools: 2", []string{"tlsf, policy: separate"}, "AllocForIn", ""},
		{Host, "custom_pools: 2", []string{"tlsf, policy: separate"}, "CreatePool",
			"InvalidRequest.pool_kind_unknown" + spent + " Closed"},
		{Host, "custom_pools: 2", []string{"tlsf, policy: {fixed: {block_size: 4096}}"}, "CreatePool",
			"InvalidRequest.pool_kind_unknown" + spent + " AllocationTooLarge Closed"},
		{Host, "custom_pools: 2", []string{"linear, policy: separate"}, "DestroyPool",
			"UnknownPool WrongAllocator SynchronizationPoisoned LiveAllocations Closed"},
		{Host, "custom_pools: 2", []string{"linear, policy: separate"}, "Close", "SynchronizationPoisoned LiveAllocations LivePools Closed"},
		{Host, "max_live: 2", []string{"linear, policy: separate"}, "Close", "SynchronizationPoisoned LiveAllocations Closed"},
		{Host, "max_live: 2", []string{"linear, policy: separate"}, "CreatePool", ""},
		{Vulkan, gpu, []string{"tlsf"}, "CreatePool", "InvalidRequest.pool_kind_unknown" + spent + " Closed"},
		{Vulkan, gpu, []string{"tlsf, min_blocks: 1"}, "CreatePool", "InvalidRequest.pool_kind_unknown" + spent + " AllocationLimit Closed" + driver},
		{Vulkan, gpu + "\n    buffers: {usage: [storage_buffer]}", []string{"tlsf, min_blocks: 1"}, "CreatePool",
			"InvalidRequest.pool_kind_unknown" + spent + " AllocationLimit UnsupportedCapability.buffer_needs_more Closed" + driver},
	} {
		if got := met(planWith(t, c.target, c.arena, c.pools...), c.operation); got != c.want {
			t.Errorf("%s with %s %v:\ngot  %s\nwant %s", c.operation, c.arena, c.pools, got, c.want)
		}
	}
}

// TestCustomPoolsAreAskedAlone: what other pools of the arena would make good
// is met where one is asked alone, and its way says so.
func TestCustomPoolsAreAskedAlone(t *testing.T) {
	p := planWith(t, Vulkan, "memory: {require: [device_local]}\n    custom_pools: 2",
		"tlsf, policy: {fixed: {block_size: 64KiB}}, max_size: 4KiB, contents: images", "linear, max_size: 1MiB", "direct")
	if got := met(p, "AllocFor"); strings.Contains(got, "own_memory") || strings.Contains(got, "own_block") {
		t.Errorf("AllocFor: %s", got)
	}
	got := met(p, "AllocForIn")
	for _, want := range []string{"OutOfSpace", "UnsupportedCapability.no_own_memory", "UnsupportedCapability.buffer_needs_own_block", "Call"} {
		if !strings.Contains(got, want) {
			t.Errorf("AllocForIn lacks %s: %s", want, got)
		}
	}
	for _, o := range p.Occurrences() {
		if o.Field != "" && !isKey(o.Field) || o.Pool != "" && !strings.Contains(o.How, "pool "+o.Pool) || !isClause(o.How) {
			t.Errorf("%+v", o)
		}
		if o.Condition.Refinement == "no_own_memory" && (o.Pool != "p0" || !strings.HasPrefix(o.How, "in a custom pool like pool p0, ")) && strings.HasSuffix(o.Operation, "In") {
			t.Errorf("%+v", o)
		}
	}
}
