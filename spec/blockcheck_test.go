package spec

import (
	"strings"
	"testing"
)

const (
	onHost   = "alignment: 16"
	coherent = "memory: {require: [host_visible, host_coherent]}"
	visible  = coherent + "\n    map: persistent"
)

func TestBlockPoolsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		target      Target
		arena, pool string
		want        string // without its place
	}{
		{Host, onHost, "tlsf", "AG102 the pool has no policy / add policy. "},
		{Host, onHost, "tlsf, policy: automatic", "AG209 target host has no policy automatic: nothing says how much memory there is / write policy: {fixed: {block_size: …}}"},
		{Host, onHost, "linear, policy: pooled", "AG102 the policy pooled has no block_size / write policy: {pooled: {block_size: …}}"},
		{Host, onHost, "linear, policy: adaptive", "AG102 the policy adaptive has no block_size and no min_block_size / write policy: {adaptive: {block_size: …, min_block_size: …}}"},
		{Vulkan, coherent, "linear, policy: fixed", "AG102 the policy fixed has no block_size / write policy: {fixed: {block_size: …, blocks: …}}"},
		{Vulkan, coherent, "linear, policy: {fixed: {blocks: 2}}", "AG102 the policy fixed has no block_size / add block_size. The size of a block"},
		{Host, onHost, "linear, policy: {fixed: {blocks: 2}}", "AG102 the policy fixed of 2 blocks has no block_size / add block_size: New has a parameter for it only where there is one block"},
		{Host, onHost, "linear, policy: {fixed: {blocks: 1}}", ""},
		{Host, onHost, "linear, policy: {separate: {}}", "AG103 policy separate has no keys / write policy: separate"},
		{Host, onHost, "linear, policy: {}", "AG103 policy must be one word with its keys, not 0 / write policy: {fixed: {block_size: …, blocks: …}}"},
		{Host, onHost, "linear, policy: {fxed: {block_size: 64}}", `AG107 unknown policy "fxed", known: separate, fixed, pooled, adaptive, automatic / did you mean fixed?`},
		{Host, onHost, "linear, policy: {block_size: 64}", `AG107 unknown policy "block_size", known: separate, fixed, pooled, adaptive, automatic / block_size is a key of the policy adaptive`},
		{Host, onHost, "linear, policy: separate, block_size: 64", `AG101 unknown key "block_size" / block_size is a key of the policy adaptive`},
		{Host, onHost, "tlsf, policy: {adaptive: {block_size: 48KiB, min_block_size: 16KiB}}", "AG104 block_size 48 KiB (49152 bytes) is not a power of two / the nearest powers of two are 32 KiB (32768 bytes) and 64 KiB (65536 bytes)"},
		{Host, onHost, "tlsf, policy: {pooled: {block_size: 48KiB}}", ""},

		{Host, onHost, "tlsf, policy: {pooled: {block_size: 1000}}", "AG201 block_size 1000 bytes is not a multiple of the alignment, 16 bytes / the nearest multiples are 992 bytes and 1008 bytes"},
		{Host, onHost, "tlsf, policy: {pooled: {block_size: 1008}}, min_alignment: 32", "AG201 block_size 1008 bytes is not a multiple of min_alignment, 32 bytes / the nearest multiples are 992 bytes and 1 KiB (1024 bytes)"},
		{Host, onHost, "tlsf, policy: {adaptive: {block_size: 64, min_block_size: 8}}", "AG201 min_block_size 8 bytes is not a multiple of the alignment, 16 bytes / the nearest multiple is 16 bytes"},
		{Vulkan, "memory: {}\n    alignment: 16", "tlsf, policy: {pooled: {block_size: 1008}}", "AG201 block_size 1008 bytes is not a multiple of the atom of memory that is not host_coherent, 256 bytes / "},
		{Vulkan, visible, "tlsf, margin: 6", "AG201 margin 6 bytes is not a multiple of a word of the pattern, 4 bytes / the nearest multiples are 4 bytes and 8 bytes"},

		{Host, onHost, "tlsf, policy: separate, max_blocks: 2", "AG216 policy separate has no max_blocks: there is a block for each region, as long as that lives / remove it, or choose another policy"},
		{Host, onHost, "tlsf, policy: {fixed: {block_size: 64}}, min_blocks: 2", "AG216 policy fixed has no min_blocks: New makes all its blocks / write blocks: 2 in the policy instead"},
		{Host, onHost, "tlsf, policy: {fixed: {block_size: 64}}, max_blocks: 2000", "AG216 policy fixed has no max_blocks: New makes all its blocks / write blocks: 512 in the policy instead"},
		{Host, onHost, "tlsf, policy: {fixed: {block_size: 64}}, dealloc_period: 2", "AG216 policy fixed has no dealloc_period: its blocks stay / remove it, or choose policy pooled"},
		{Host, onHost, "tlsf, policy: {fixed: {block_size: 64}}, dealloc_period: 0", ""},
		{Host, onHost, "tlsf, policy: {pooled: {block_size: 64}}, min_blocks: 3, max_blocks: 2", "AG217 min_blocks 3 is more than max_blocks, 2 / declare min_blocks: 2 at most, or max_blocks: 3 at least"},
		{Host, onHost, "tlsf, policy: {pooled: {block_size: 64}}, min_blocks: 3, max_blocks: 3", ""},
		{Host, onHost, "tlsf, policy: {pooled: {block_size: 64}}, min_blocks: 3", ""},
		{Host, onHost, "tlsf, policy: {adaptive: {block_size: 64, min_block_size: 128}}", "AG218 min_block_size 128 bytes is more than block_size, 64 bytes / declare 64 bytes at most"},
		{Host, onHost, "tlsf, policy: {adaptive: {block_size: 64, min_block_size: 64}}", ""},

		{Host, onHost, "tlsf, policy: fixed, margin: 4", "AG209 target host has no margin / remove it, or declare target: vulkan"},
		{Vulkan, visible, "tlsf, margin: 4", ""},
		{Vulkan, coherent, "tlsf, margin: 0", ""},
		{Vulkan, visible, "tlsf, policy: separate, margin: 4", "AG219 policy separate has no margin: behind a region its memory ends / remove it, or choose another policy"},
		{Vulkan, coherent, "tlsf, margin: 4", "AG219 a margin needs memory that is host_coherent and always mapped / declare map: persistent"},
		{Vulkan, "memory: {}", "tlsf, margin: 4", "AG219 a margin needs memory that is host_coherent and always mapped / require host_visible, require host_coherent, declare map: persistent"},
		{Vulkan, "memory: {require: [host_visible]}\n    map: persistent", "tlsf, margin: 4", "AG219 a margin needs memory that is host_coherent and always mapped / require host_coherent"},
		{Vulkan, "memory: {require: [host_coherent]}\n    map: persistent", "tlsf, margin: 4", "AG214 map persistent, and the memory need not be host_visible / require host_visible"},
		{Vulkan, visible, "tlsf, policy: {fixed: {block_size: 256}}, margin: 256", "AG219 margin 256 bytes leaves no room in a block of 256 bytes / declare a smaller margin, or larger blocks"},
		{Vulkan, visible, "tlsf, policy: {fixed: {block_size: 256}}, margin: 252", ""},

		{Host, onHost, "linear, policy: fixed, strategy: min_offset", "AG220 strategy has no effect: strategies affect pools of kind tlsf only / remove it, or declare kind: tlsf"},
		{Host, onHost, "linear, policy: fixed, strategy: best", `AG107 unknown strategy "best", known: min_memory, min_offset, min_time / `},
		{Host, onHost, "tlsf, policy: fixed, strategy: [min_time, min_offset, min_time]", "AG210 strategy has min_time twice / remove one of them"},
		{Vulkan, coherent, "sliced_pages, page_size: 1MiB, max_slice_size: 256, contents: mixed", "AG221 slices of a page are not mixed / declare contents: buffers or images, or a pool of kind tlsf or linear"},
		{Vulkan, coherent + "\n    buffers: {usage: [index_buffer]}", "tlsf, contents: mixed", "AG221 contents mixed in an arena of buffers, where every block is one / remove it, or move the pool to another arena"},
		{Vulkan, coherent + "\n    buffers: {usage: [index_buffer]}", "tlsf, contents: buffers", ""},
		{Host, onHost, "linear, policy: {fixed: {block_size: 128PiB, blocks: 128}}", "AG222 128 blocks of 128 PiB (144115188075855872 bytes), which New makes, are more than the 15.99 EiB (18446744073709551615 bytes) that the arena has left of its share of 2^64 bytes / declare at most 127 of them"},
		{Host, onHost, "linear, policy: {pooled: {block_size: 128PiB}}, min_blocks: 127", ""},
	} {
		_, ds := compile(t, blocksOn(c.target, c.arena, c.pool))
		got := ""
		for _, d := range ds {
			_, text, _ := strings.Cut(brief(d), " ")
			got += text
		}
		if len(ds) > 1 || got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.pool, got, c.want)
		}
	}
}

// The arena's share is for the blocks of all its pools.
func TestBlocksOfNewShareAnArena(t *testing.T) {
	half := "linear, policy: {fixed: {block_size: 128PiB, blocks: 64}}"
	if got := broken(t, blocksOn(Host, onHost, half, strings.Replace(half, "64", "63", 1))); got != "" {
		t.Errorf("within the share: %s", got)
	}
	if got := broken(t, blocksOn(Host, onHost, half, half)); got != ruleShare {
		t.Errorf("above the share: %s", got)
	}
	two := blocksOn(Host, onHost, half) + "  other:\n    pools: [{name: whole, kind: direct}]\n"
	if got := broken(t, two); got != ruleShare {
		t.Errorf("above the share of one of two arenas: %s", got)
	}
}

func TestBlocksOnAPinnedDevice(t *testing.T) {
	for pool, want := range map[string]string{
		"tlsf, policy: {fixed: {block_size: 2GiB}}":                                  "",
		"tlsf, policy: {fixed: {block_size: 4GiB}}":                                  "block_size 4 GiB (4294967296 bytes) is more than 3.99 GiB (4292870144 bytes), the most that H200 allocates for the arena at once",
		"tlsf, policy: {pooled: {block_size: 4GiB}}":                                 "block_size 4 GiB (4294967296 bytes) is more than 3.99 GiB (4292870144 bytes), the most that H200 allocates for the arena at once",
		"tlsf, policy: {adaptive: {block_size: 4GiB, min_block_size: 1GiB}}":         "",
		"tlsf, policy: {fixed: {block_size: 2GiB, blocks: 70}}":                      "",
		"tlsf, policy: {fixed: {block_size: 2GiB, blocks: 71}}":                      "71 blocks of 2 GiB (2147483648 bytes), which New makes, are more than their heap of H200 has, 140 GiB (150323855360 bytes)",
		"tlsf, policy: {pooled: {block_size: 2GiB}}, min_blocks: 71":                 "71 blocks of 2 GiB (2147483648 bytes), which New makes, are more than their heap of H200 has, 140 GiB (150323855360 bytes)",
		"tlsf, policy: {pooled: {block_size: 2GiB}}, min_blocks: 70, max_blocks: 90": "",
	} {
		src := strings.Replace(blocksOn(Vulkan, "memory: {prefer: [device_local]}", pool), "arenas:", "device: h200.json\narenas:", 1)
		_, ds := compile(t, src)
		if want == "" && len(ds) > 0 || want != "" && (len(ds) != 1 || ds[0].Rule.ID != ruleHeap || ds[0].Message != want) {
			t.Errorf("%s: got %v\nwant %s", pool, ds, want)
		}
	}
}

// TestBlocksOfAllStreams: what New makes, it makes for each stream.
func TestBlocksOfAllStreams(t *testing.T) {
	src := strings.Replace(blocksOn(Vulkan, "memory: {prefer: [device_local]}", "tlsf, policy: {fixed: {block_size: 2GiB, blocks: 20}}"), "arenas:", "device: h200.json\narenas:", 1)
	for count, want := range map[string]string{"3": "", "4": ruleHeap} {
		if got := broken(t, "concurrency: {streams: {count: "+count+"}}\n"+src); got != want {
			t.Errorf("%s streams: %q, want %q", count, got, want)
		}
	}
	host := blocksOn(Host, "", "tlsf, policy: {fixed: {block_size: 128PiB, blocks: 1}}")
	for count, want := range map[string]string{"100": "", "200": ruleShare} {
		if got := broken(t, "concurrency: {streams: {count: "+count+"}}\n"+host); got != want {
			t.Errorf("%s streams on host: %q, want %q", count, got, want)
		}
	}
}

func TestReachPerContents(t *testing.T) {
	const (
		buffers = "tlsf"
		images  = "tlsf, contents: images"
		mixed   = "linear, contents: mixed"
		fixed   = "linear, policy: {fixed: {block_size: 1MiB}}"
	)
	for _, c := range []struct {
		target Target
		arena  string
		pools  []string
		want   string
	}{
		{Vulkan, coherent, []string{buffers, images}, ""},
		{Vulkan, coherent, []string{images, buffers}, ""},
		{Vulkan, coherent, []string{buffers, mixed}, ""},
		{Vulkan, coherent, []string{mixed, buffers}, ruleUnreachable},
		{Vulkan, coherent, []string{buffers, images, mixed}, ruleUnreachable},
		{Vulkan, coherent, []string{buffers, images, "direct"}, ruleUnreachable},
		{Vulkan, coherent, []string{buffers, "direct"}, ""},
		{Vulkan, coherent + "\n    buffers: {usage: [index_buffer]}", []string{buffers, "direct"}, ruleUnreachable},
		{Vulkan, coherent, []string{"tlsf, max_size: 1MiB", "linear, max_size: 2MiB"}, ""},
		{Vulkan, coherent, []string{"tlsf, max_size: 2MiB", "linear, max_size: 1MiB"}, ruleUnreachable},
		{Vulkan, coherent, []string{"tlsf, max_size: 2MiB", "sliced_pages, page_size: 1MiB, max_slice_size: 256"}, ruleUnreachable},
		{Vulkan, coherent, []string{"tlsf, max_size: 2MiB", "sliced_pages, page_size: 1MiB, max_slice_size: 256, contents: images"}, ""},
		{Vulkan, coherent, []string{"linear, policy: separate", mixed}, ruleUnreachable},
		{Vulkan, coherent, []string{fixed, buffers}, ""},
		{Vulkan, coherent, []string{"tlsf, max_blocks: 1", fixed}, ruleUnreachable},
		{Vulkan, coherent, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}", fixed}, ruleUnreachable},
		{Vulkan, coherent, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1", fixed}, ""},
		// The first pool keeps what is larger than its blocks, the second the rest.
		{Vulkan, coherent, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1", "tlsf, max_size: 1MiB", fixed}, ruleUnreachable},
		{Vulkan, coherent, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1", "tlsf, max_size: 1000KiB", fixed}, ""},
		{Vulkan, visible, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1, margin: 256", "tlsf, max_size: 1048320", fixed}, ruleUnreachable},
		{Vulkan, visible, []string{"tlsf, policy: {pooled: {block_size: 1MiB}}, max_blocks: 1, margin: 256", "tlsf, max_size: 1048319", fixed}, ""},
		{Host, onHost, []string{"tlsf, policy: fixed", "linear, policy: fixed", "direct"}, ""},
		{Host, onHost, []string{"tlsf, policy: separate", "direct"}, ruleUnreachable},
	} {
		if got := broken(t, blocksOn(c.target, c.arena, c.pools...)); got != c.want {
			t.Errorf("%v: got %q, want %q", c.pools, got, c.want)
		}
	}
}

// TestUnknownKind: one that is near no word may have been meant as a path.
func TestUnknownKind(t *testing.T) {
	_, ds := Compile("a.yaml", []byte("version: 1\npackage: p\ntarget: host\narenas: {a: {pools: [{name: r, kind: /buddy}]}}\n"))
	const hint = "a kind of your own is the path to its package from here, such as ./buddy"
	if len(ds) != 1 || ds[0].Rule.ID != ruleWord || ds[0].Hint != hint {
		t.Error(ds)
	}
}
