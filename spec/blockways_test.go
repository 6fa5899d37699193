package spec

import (
	"slices"
	"strings"
	"testing"
)

// met returns how a method meets conditions, one after the other, each once.
func met(p *Plan, operation string) string {
	var all []string
	for _, o := range p.Occurrences() {
		if c := o.Condition.String(); o.Operation == operation && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return strings.Join(all, " ")
}

// planWith returns the plan of an arena with pools.
func planWith(t *testing.T, target Target, arena string, pools ...string) *Plan {
	t.Helper()
	plan, ds := compile(t, blocksOn(target, arena, pools...))
	if plan == nil {
		t.Fatal(ds)
	}
	return plan
}

const (
	wrongArguments = "InvalidRequest.size_is_zero InvalidRequest.alignment_is_zero InvalidRequest.alignment_too_large InvalidRequest.alignment_not_power_of_two"
	wrongFlags     = " InvalidRequest.flags_unknown InvalidRequest.flags_contradict"
	spent          = " SerialExhausted SynchronizationPoisoned HostAllocationFailed"
	driver         = " Call.out_of_host_memory Call.out_of_device_memory Call"
)

func TestWhatMethodsMeetWithBlockPools(t *testing.T) {
	const fixed = "tlsf, policy: {fixed: {block_size: 1MiB}}"
	for _, c := range []struct {
		target    Target
		arena     string
		pools     []string
		operation string
		want      string
	}{
		{Host, onHost, []string{fixed}, "Alloc", wrongArguments + spent + " OutOfSpace AllocationTooLarge Closed"},
		{Host, onHost, []string{fixed}, "AllocWith", wrongArguments + wrongFlags + spent + " OutOfSpace AllocationTooLarge UnsupportedCapability.no_own_memory Closed"},
		{Host, onHost, []string{fixed}, "New", ""},
		{Host, onHost, []string{"tlsf, policy: fixed"}, "New", "AllocationTooLarge"},
		{Host, onHost, []string{"linear, policy: {pooled: {block_size: 1MiB}}, min_blocks: 2"}, "New", ""},
		{Host, onHost, []string{"tlsf, policy: separate"}, "Alloc", wrongArguments + spent + " AllocationTooLarge Closed"},
		{Host, onHost, []string{"tlsf, policy: separate"}, "AllocWith", wrongArguments + wrongFlags + spent + " OutOfSpace AllocationTooLarge Closed"},
		{Host, onHost, []string{"tlsf, policy: fixed"}, "CheckCorruption", ""},

		{Vulkan, visible, []string{fixed}, "Alloc", "NoCompatibleMemoryType " + wrongArguments + spent + " OutOfSpace AllocationTooLarge Closed"},
		{Vulkan, visible, []string{"tlsf"}, "Alloc", "NoCompatibleMemoryType " + wrongArguments + spent + " AllocationLimit AllocationTooLarge Closed" + driver},
		{Vulkan, visible, []string{"tlsf"}, "AllocFor", "NoCompatibleMemoryType " + wrongArguments + " InvalidRequest.resource_is_two" + wrongFlags + spent +
			" AllocationLimit OutOfSpace AllocationTooLarge Closed" + driver},
		{Vulkan, visible, []string{"tlsf"}, "CreateImage", "NoCompatibleMemoryType InvalidRequest.size_is_zero" + spent + " AllocationLimit AllocationTooLarge Closed" + driver},
		{Vulkan, visible, []string{fixed}, "New", "InvalidProperties.no_device InvalidProperties.block_above_heap AllocationLimit" + driver},
		{Vulkan, visible, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}"}, "New", "InvalidProperties.no_device InvalidProperties.block_above_heap"},
		{Vulkan, visible, []string{"tlsf, min_blocks: 1"}, "New", "InvalidProperties.no_device AllocationLimit" + driver},
		{Vulkan, visible, []string{"tlsf"}, "New", "InvalidProperties.no_device"},
		{Vulkan, visible, []string{"tlsf, margin: 4"}, "Free", "UnknownAllocation CorruptionDetected WrongAllocator SynchronizationPoisoned Closed"},
		{Vulkan, visible, []string{"tlsf, margin: 4"}, "DestroyImage", "UnknownAllocation CorruptionDetected WrongAllocator SynchronizationPoisoned WrongResource Closed"},
		{Vulkan, visible, []string{"tlsf, margin: 4"}, "Clear", "SynchronizationPoisoned Closed"},
		{Vulkan, visible, []string{"tlsf, margin: 4"}, "CheckCorruption", "CorruptionDetected SynchronizationPoisoned Closed"},
		{Vulkan, visible, []string{"tlsf"}, "Free", "UnknownAllocation WrongAllocator SynchronizationPoisoned Closed"},
		{Vulkan, visible, []string{"tlsf"}, "CheckCorruption", ""},
	} {
		if got := met(planWith(t, c.target, c.arena, c.pools...), c.operation); got != c.want {
			t.Errorf("%v on %s, %s: got\n%s\nwant\n%s", c.pools, c.target, c.operation, got, c.want)
		}
	}
}

// TestWhatPoolsRefuseFor: which refusal a request ends with depends on what
// pools come after the one that has no room.
func TestWhatPoolsRefuseFor(t *testing.T) {
	const (
		capped  = "sliced_pages, page_size: 1MiB, max_slice_size: 64KiB, max_pool_size: 1MiB"
		fixed   = "tlsf, policy: {fixed: {block_size: 1MiB}}"
		pooled  = "tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 3"
		whole   = "exclusive_pages, max_alloc_size: 64KiB"
		starved = " when the device has no memory for another pool"
		full    = "pool p0 has max_pool_size 1 MiB (1048576 bytes), so it can be full"
		ofFixed = "has the policy fixed, so it can be full, or the request larger than a block"
		never   = "the caller gives NeverAllocate, and what memory there is has no room"
	)
	for _, c := range []struct {
		target    Target
		pools     []string
		operation string
		want      string
	}{
		{Host, []string{capped}, "Alloc", full},
		{Host, []string{capped}, "AllocWith", never + "; " + full},
		{Host, []string{capped, fixed}, "Alloc", "pool p1 " + ofFixed},
		{Host, []string{capped, fixed}, "AllocWith", "pool p1 " + ofFixed + "; " + never},
		{Host, []string{capped, pooled}, "Alloc", "pool p1 has max_blocks 3, so it can be full"},
		{Host, []string{capped, "tlsf, policy: {pooled: {block_size: 1MiB}}"}, "Alloc", ""},
		{Host, []string{fixed, "direct"}, "Alloc", ""},
		{Host, []string{fixed, whole}, "Alloc", "pool p0 " + ofFixed},
		{Host, []string{fixed, pooled}, "Alloc", "pool p1 has max_blocks 3, so it can be full"},
		{Host, []string{pooled, "tlsf, policy: {fixed: {block_size: 1MiB}}, max_size: 1KiB"}, "Alloc", "pool p0 has max_blocks 3, so it can be full; pool p1 " + ofFixed},
		// The first pool keeps what the second, later ones, would be asked for.
		{Host, []string{"exclusive_pages, max_alloc_size: 63KiB", capped, "sliced_pages, page_size: 64KiB, max_slice_size: 1KiB"}, "Alloc", ""},
		{Host, []string{"exclusive_pages, max_alloc_size: 63KiB", capped, "sliced_pages, page_size: 64KiB, max_slice_size: 1KiB"}, "AllocWith",
			never + "; " + strings.Replace(full, "p0", "p1", 1) + ", and the caller can give NeverAllocate"},

		{Vulkan, []string{capped, fixed}, "Alloc", "pool p1 " + ofFixed},
		{Vulkan, []string{capped, pooled}, "Alloc", "pool p1 has max_blocks 3, so it can be full; " + full + starved},
		{Vulkan, []string{capped, "tlsf"}, "Alloc", full + starved},
		{Vulkan, []string{fixed, "tlsf"}, "Alloc", "pool p0 " + ofFixed + starved},
		{Vulkan, []string{fixed, "tlsf, contents: images"}, "Alloc", "pool p0 " + ofFixed},
		{Vulkan, []string{"tlsf", "tlsf, contents: images, policy: {fixed: {block_size: 1MiB}}"}, "Alloc", "pool p1 " + ofFixed},
		{Vulkan, []string{"tlsf, max_blocks: 1"}, "Alloc", ""},
	} {
		arena := onHost
		if c.target == Vulkan {
			arena = coherent
		}
		var got []string
		for _, o := range planWith(t, c.target, arena, c.pools...).Occurrences() {
			if o.Operation == c.operation && (o.Condition.Condition == "OutOfSpace" || o.Condition.Condition == "PoolCapacityExceeded") {
				got = append(got, o.How)
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%v on %s: %s meets\n%s\nwant\n%s", c.pools, c.target, c.operation, text, c.want)
		}
	}
}

func TestWhatPoolsCannotDo(t *testing.T) {
	const (
		fixed = "tlsf, policy: {fixed: {block_size: 1MiB}}"
		stack = "linear, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1"
	)
	for _, c := range []struct {
		arena     string
		pools     []string
		operation string
		want      string
	}{
		{coherent, []string{fixed}, "Alloc", ""},
		{coherent, []string{fixed}, "AllocWith", "no_own_memory"},
		{coherent, []string{fixed}, "CreateBuffer", "no_own_memory"},
		{coherent, []string{fixed}, "CreateImage", "no_own_memory image_needs_own_block"},
		{coherent, []string{fixed, "direct"}, "CreateImage", ""},
		{coherent, []string{"tlsf"}, "AllocFor", ""},
		{coherent, []string{"tlsf, max_size: 1MiB"}, "AllocWith", ""},
		{coherent, []string{"tlsf, max_size: 1MiB", "linear, policy: separate"}, "AllocFor", ""},
		{coherent, []string{"tlsf, contents: images, policy: {fixed: {block_size: 1MiB}}"}, "Alloc", "buffer_needs_own_block"},
		{coherent, []string{"tlsf, contents: images, policy: {fixed: {block_size: 1MiB}}"}, "CreateImage", "no_own_memory buffer_needs_own_block"},
		{coherent, []string{"tlsf, contents: images, policy: {fixed: {block_size: 1MiB}}, max_size: 1KiB", "tlsf, max_size: 1KiB"}, "Alloc", ""},
		{coherent, []string{"sliced_pages, page_size: 1MiB, max_slice_size: 256, contents: images", "exclusive_pages, max_alloc_size: 1KiB"}, "Alloc", "buffer_needs_own_block"},
		{coherent, []string{"sliced_pages, page_size: 1MiB, max_slice_size: 256, contents: images", "exclusive_pages, max_alloc_size: 1MiB"}, "Alloc", ""},
		{coherent + "\n    buffers: {usage: [index_buffer]}", []string{"tlsf"}, "AllocFor", "no_own_memory image_needs_own_block buffer_needs_more"},
		{coherent + "\n    buffers: {usage: [index_buffer]}", []string{"tlsf"}, "AllocWith", "buffer_needs_more"},
		{coherent, []string{"tlsf", "tlsf, contents: images, strategy: [min_memory, min_time]"}, "AllocWith", ""},
		{coherent, []string{stack}, "AllocWith", ""},
		{coherent, []string{stack}, "AllocFor", "upper_needs_one_block"},
		{coherent, []string{stack + ", contents: mixed"}, "AllocFor", ""},
		{coherent, []string{stack + ", max_size: 1MiB", "tlsf"}, "AllocWith", "upper_needs_one_block"},
		{coherent, []string{"linear"}, "AllocWith", ""},
	} {
		var got []string
		for _, o := range planWith(t, Vulkan, c.arena, c.pools...).Occurrences() {
			if r := o.Condition.Refinement; o.Operation == c.operation && o.Condition.Condition == "UnsupportedCapability" && !slices.Contains(got, r) {
				got = append(got, r)
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%v: %s meets %q, want %q", c.pools, c.operation, text, c.want)
		}
	}
}

// A strategy is a flag of the package, and so of arenas that lack it.
func TestFlagsOfAnotherArena(t *testing.T) {
	src := blocksOn(Host, onHost, "tlsf, policy: fixed, strategy: [min_memory, min_time]", "linear, policy: fixed") +
		"  other:\n    pools: [{name: p, kind: tlsf, policy: fixed, strategy: min_memory}]\n"
	plan, ds := compile(t, src)
	if plan == nil {
		t.Fatal(ds)
	}
	got := map[string]string{}
	for _, o := range plan.Occurrences() {
		if o.Condition.Condition == "UnsupportedCapability" {
			got[o.Arena] += o.Operation + " " + o.Condition.Refinement + ": " + o.How + "\n"
		}
	}
	const dedicated = "AllocWith no_own_memory: the caller can give Dedicated, which demands memory of its own, and no pool gives a region that\n"
	if got["device"] != dedicated {
		t.Errorf("device: %s", got["device"])
	}
	if want := dedicated + "AllocWith upper_needs_one_block: the caller can give Upper, and not every request has a linear pool of one block\n" +
		"AllocWith strategy_not_offered: the caller can give a strategy that no pool of the arena offers\n"; got["other"] != want {
		t.Errorf("other: %s", got["other"])
	}
}

func TestHowBlockPoolsFailNamesKeys(t *testing.T) {
	for _, src := range []string{declaredBlocks, declaredGPU} {
		plan, ds := compile(t, src)
		if plan == nil {
			t.Fatal(ds)
		}
		for _, o := range plan.Occurrences() {
			if o.Field != "" && !isKey(o.Field) || o.Pool != "" && !strings.Contains(o.How, "pool "+o.Pool) || !isClause(o.How) {
				t.Errorf("%+v", o)
			}
		}
	}
}
