package main

import (
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

// surfaceBase is a spec that the cases of TestMarksOfWhatBreaks change.
const surfaceBase = `version: 1
package: pool
target: host
names: true
call_sites: true
arenas:
  host:
    custom_pools: 2
    pools:
      - {name: pages, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB, max_pool_size: 1MiB}
      - {name: ranges, kind: tlsf, policy: {pooled: {block_size: 1MiB}}, strategy: [min_memory, min_time]}
  scratch:
    pools:
      - {name: one, kind: linear, policy: {fixed: {block_size: 1MiB}}}
errors:
  others: keep
  Full: {code: 1, from: [HostAllocationFailed]}
`

// accountAndSurface returns what diff looks at.
func accountAndSurface(t *testing.T, src string) (*spec.Account, surface) {
	t.Helper()
	account, ds := spec.AccountFor("pool.yaml", []byte(src), disk)
	if account == nil {
		t.Fatalf("%v in\n%s", ds, src)
	}
	of, err := surfaceOf(account.Plan)
	if err != nil {
		t.Fatal(err)
	}
	return account, of
}

// TestMarksOfWhatBreaks: what the spec is marked for is gone from the code, and of
// the code nothing else is told twice.
func TestMarksOfWhatBreaks(t *testing.T) {
	base, has := accountAndSurface(t, surfaceBase)
	for _, c := range []struct{ old, new, want string }{
		{"names: true\n", "", "HostArena.Name HostArena.SetName ScratchArena.Name ScratchArena.SetName"},
		{"call_sites: true\n", "", "CallSite HostArena.CallSite ScratchArena.CallSite"},
		{"custom_pools: 2", "custom_pools: 0", "HostArena.AllocIn HostArena.CreatePool HostArena.DestroyPool HostPool HostPoolKind HostRanges PoolKindUnknown"},
		{"names: true", "names: true\nconcurrency: {streams: {count: 2}}", "Allocator.Host Allocator.Scratch"},
		{"names: true", "names: true\nconcurrency: none", "Allocator.Recover"},
		{"strategy: [min_memory, min_time]", "strategy: min_time", "MinMemory MinTime StrategyNotOffered"},
		{"fixed: {block_size: 1MiB}", "fixed: {}", "New"},
		{"target: host", "target: vulkan", "New"},
		{"scratch:", "work:", ""},
		{"  Full: {", "  NoRoom: {", ""},
		{"page_size: 64KiB", "page_size: 128KiB", ""},
		{"name: ranges", "name: spans", ""},
	} {
		after := strings.Replace(surfaceBase, c.old, c.new, 1)
		if c.new == "target: vulkan" {
			after = strings.NewReplacer("host:\n", "host:\n    memory: {require: [host_visible]}\n", "scratch:\n", "scratch:\n    memory: {require: [host_visible]}\n").Replace(after)
		}
		account, of := accountAndSurface(t, after)
		changes := spec.Diff(base, account)
		var names []string
		for _, change := range has.changes(of, goneWith(changes)) {
			names = append(names, change.Path)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%q for %q: gone or different are %s, want %s\n%v", c.new, c.old, got, c.want, changes)
		}
	}
}
