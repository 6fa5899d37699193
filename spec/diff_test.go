package spec

import (
	"strings"
	"testing"
)

// base is a spec that the cases of TestDiff change.
const base = `version: 1
package: pool
target: host
names: true
arenas:
  host:
    custom_pools: 2
    pools:
      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB, max_pool_size: 1MiB}
      - {name: ranges, kind: tlsf, policy: {pooled: {block_size: 1MiB}}}
  scratch:
    pools:
      - {name: whole, kind: direct}
errors:
  others: keep
  Full: {code: 1, from: [OutOfSpace]}
  Misuse: {code: 2, from: [InvalidRequest, WrongAllocator]}
`

func TestDiff(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"pool\n", "pond\n", "package pool>pond breaks API"},
		{"names: true", "names: false", "names true>false breaks API"},
		{"names: true", "call_sites: true\nnames: true", "call_sites false>true behaviour"},
		{"names: true", "concurrency: none\nnames: true", "concurrency mutex>none breaks API; " +
			"errors.SynchronizationPoisoned SynchronizationPoisoned> breaks API"},
		{"names: true", "concurrency: {streams: {count: 2}}\nnames: true", "concurrency mutex>streams breaks API; concurrency.count >2 behaviour"},
		{"custom_pools: 2", "custom_pools: 0", "arenas.host.custom_pools 2>0 breaks API; errors.UnknownPool UnknownPool> breaks API; errors.LivePools LivePools> breaks API"},
		{"custom_pools: 2", "custom_pools: 3", "arenas.host.custom_pools 2>3 behaviour"},
		{"page_size: 64KiB", "page_size: 128KiB", "arenas.host.pools.small.page_size 64KiB>128KiB behaviour"},
		{"max_slice_size: 4KiB, max_pool_size: 1MiB", "max_slice_size: 4KiB, max_pool_size: 2MiB", "arenas.host.pools.small.max_pool_size 1MiB>2MiB behaviour"},
		{"pooled: {block_size: 1MiB}", "fixed: {block_size: 1MiB}", "arenas.host.pools.ranges.policy pooled>fixed behaviour; errors.UnsupportedCapability >UnsupportedCapability behaviour"},
		{"name: small", "name: tiny", "arenas.host.pools.small small>tiny breaks API"},
		{"name: small, kind: sliced_pages, page_size: 64KiB", "name: tiny, kind: sliced_pages, page_size: 32KiB",
			"arenas.host.pools.small small> breaks API; arenas.host.pools.tiny >tiny behaviour"},
		{"  scratch:", "  work:", "arenas.scratch scratch>work breaks API"},
		{"  scratch:\n    pools:\n      - {name: whole, kind: direct}\n", "", "arenas.scratch scratch> breaks API"},
		{"  scratch:\n", "  more:\n    alignment: 32\n    pools:\n      - {name: whole, kind: direct}\n  scratch:\n", "arenas.more >more behaviour"},
		{"code: 1", "code: 3", "errors.Full.code 1>3 breaks code"},
		{"  Full: {", "  NoRoom: {", "errors.Full Full>NoRoom breaks API"},
		{"from: [OutOfSpace]", "from: [OutOfSpace, AllocationTooLarge]", "errors.AllocationTooLarge AllocationTooLarge> breaks API; " +
			"AllocationTooLarge AllocationTooLarge (code 1017)>Full (code 1) breaks code"},
		{"from: [OutOfSpace]", "from: [OutOfSpace, InvalidRequest.size_is_zero]",
			"InvalidRequest.size_is_zero Misuse (code 2)>Full (code 1) breaks code"},
		{"from: [OutOfSpace]}\n  Misuse: {code: 2, from: [InvalidRequest, WrongAllocator]}", "from: [OutOfSpace, InvalidRequest]}\n  Misuse: {code: 2, from: [WrongAllocator]}",
			"InvalidRequest Misuse (code 2)>Full (code 1) breaks code"},
		{"from: [OutOfSpace]", "from: [OutOfSpace], message: \"no room in {arena}\"", "errors.Full.message none>no room in {arena} behaviour"},
		{"from: [InvalidRequest, WrongAllocator]", "from: [WrongAllocator, InvalidRequest]", ""},
		{"names: true", "names: true\ntests: true\nconcurrency: mutex # as it is anyway", ""},
		{"policy: {pooled: {block_size: 1MiB}}", "max_blocks: 0, strategy: [min_memory], policy: {pooled: {block_size: 1024KiB}}", ""},
		{"{name: whole, kind: direct}", "{name: whole, kind: linear, policy: separate}", "arenas.scratch.pools.whole.kind direct>linear behaviour; arenas.scratch.pools.whole.policy >separate behaviour"},
	} {
		changed := strings.Replace(base, c.old, c.new, 1)
		if changed == base {
			t.Fatalf("base has no %q", c.old)
		}
		var got []string
		for _, change := range Diff(accountOf(t, base), accountOf(t, changed)) {
			got = append(got, change.Path+" "+change.Old+">"+change.New+" "+string(change.Effect))
		}
		if found := strings.Join(got, "; "); found != c.want {
			t.Errorf("%q for %q:\n got %s\nwant %s", c.new, c.old, found, c.want)
		}
	}
}

func TestDiffOfOrder(t *testing.T) {
	arena := func(name string, pools ...string) string {
		return "  " + name + ":\n    pools:\n      - {name: " + strings.Join(pools, ", kind: sliced_pages, page_size: 4KiB, max_slice_size: 16, max_pool_size: 1MiB}\n      - {name: ") + ", kind: direct}\n"
	}
	for _, c := range []struct {
		before, after string
		want          Change
	}{
		{arena("a", "x") + arena("b", "x"), arena("b", "x") + arena("a", "x"), Change{"arenas", "[a, b]", "[b, a]", Behaves}},
		{arena("a", "x", "y", "z"), arena("a", "y", "x", "z"), Change{"arenas.a.pools", "[x, y, z]", "[y, x, z]", Behaves}},
	} {
		head := exampleHead + "arenas:\n"
		changes := Diff(accountOf(t, head+c.before), accountOf(t, head+c.after))
		if len(changes) != 1 || changes[0] != c.want {
			t.Errorf("%v, want %v", changes, c.want)
		}
	}
}

// TestDiffTellsPlansApart: there is a change if and only if the hash is another.
func TestDiffTellsPlansApart(t *testing.T) {
	last := accountOf(t, good)
	for _, src := range variants(t) {
		a := accountOf(t, src)
		if changes := Diff(a, a); len(changes) > 0 {
			t.Errorf("%v between a spec and itself:\n%s", changes, src)
		}
		if len(Diff(last, a)) == 0 || last.Plan.Hash() == a.Plan.Hash() {
			t.Errorf("no change to\n%s", src)
		}
		last = a
	}
}

// TestDiffOfFiles: what a file holds counts, not what it is called.
func TestDiffOfFiles(t *testing.T) {
	other := served
	other.Read = func(path string) ([]byte, error) {
		text, err := serve(path)
		return []byte(strings.Replace(string(text), "How far to look", "How far it looks", 1)), err
	}
	before := accountOf(t, declaredBlocks)
	after, _ := AccountFor("dir/alloc.yaml", []byte(declaredBlocks), other)
	if changes := Diff(before, after); len(changes) != 1 || changes[0].Path != "strategy ./first" {
		t.Errorf("another strategy of the same name: %v", changes)
	}
	moved := strings.Replace(declaredGPU, "h200.json", "other.json", 1)
	if changes := Diff(accountOf(t, declaredGPU), accountOf(t, moved)); len(changes) != 1 || changes[0].Path != "device" {
		t.Errorf("another profile: %v", changes)
	}
}
