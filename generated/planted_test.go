// Package generated tests what holds for every generated package in this
// directory: that its own test finds planted bugs, and that it has no
// interfaces and no imports but the standard library's and the runtime's.
package generated

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/internal/planted"
	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// A bug is planted in one file of an example, where one text becomes another. The
// conformance test of the arena must fail and name the law.
type bug struct{ name, arena, file, from, to, law string }

// plantedInPools are bugs of all but pools of blocks.
var plantedInPools = []bug{
	{"padding lost on free", "hostmem/host", "host_arena.go",
		"a.mediumMeter.Release(slot.Size, a.mediumPool.Extent(slot.Region))", "a.mediumMeter.Release(slot.Size, slot.Size)", "exact-stats"},
	{"split off by one", "hostmem/host", "extents.go",
		"rest := n.size - size - gap", "rest := n.size - size - gap + 1", "leakfree"},
	{"missed left merge", "hostmem/host", "extents.go",
		"before, behind := t.nodes[n.prev].largest != 0,", "before, behind := false,", "leakfree"},
	{"generation not checked", "hostmem/host", "host_slots_table.go",
		"t.slots[i].state == state", "t.slots[i].state&state&hostSlotsLiveBit != 0", "stale"},
	{"owner not checked", "hostmem/host", "host_slots_table.go",
		"&& !t.IsForeign(handle)", "&& handle != 0", "stale"},
	{"alignment halved", "hostmem/host", "extents.go",
		"gap = -n.start & (align - 1)", "gap = -n.start & (align>>1 - 1)", "first-fit"},
	{"idle page kept", "hostmem/host", "host_huge_pool.go",
		"p.slices.Remove(p.pages[n].link)", "p.slices.Page(p.pages[n].link)", "inside"},
	{"period one too long", "hostmem/host", "host_medium_idle.go",
		"l.clock-l.entries[n].since < hostMediumIdleDeallocPeriod", "l.clock-l.entries[n].since <= hostMediumIdleDeallocPeriod", "exact-stats"},
	{"peak follows", "hostmem/host", "meter.go",
		"if m.Now.BytesInUse > m.Peak.BytesInUse {", "if m.Now.BytesInUse != m.Peak.BytesInUse {", "exact-peaks"},
	{"highest number first", "hostmem/host", "numbering.go",
		"b.vacant[(at-1)/2] > n", "b.vacant[(at-1)/2] < n", "first-fit"},
	{"cap off by one", "corners/tiny", "tiny_allocation.go",
		"a.onlyMeter.Now.NumberBlocks == tinyOnlyMaxPages", "a.onlyMeter.Now.NumberBlocks == tinyOnlyMaxPages+1", "errors"},
	{"a fifth taken for less", "corners/fifth", "fifth_only_pool.go",
		"(fifthOnlyPageBytes-size)*5 < fifthOnlyPageBytes", "(fifthOnlyPageBytes-size)*5 <= fifthOnlyPageBytes", "errors"},
	{"refusal of the wrong pool", "corners/spill", "spill_allocation.go",
		"poolCapacityExceeded, arena: spillNumber, pool: spillWideNumber + 1", "poolCapacityExceeded, arena: spillNumber, pool: spillNarrowNumber + 1", "errors"},
	{"not the smallest page", "corners/own", "own_only_pool.go",
		"p.free.Take(extent, 1<<64-1)", "p.free.Take(extent+ownOnlyAlignment, 1<<64-1)", "exact-stats"},
	{"newest of equal pages", "corners/own", "own_only_pool.go",
		"p.pages.Size(region), p.born[region]", "p.pages.Size(region), 1<<63-p.born[region]", "best-fit"},
	{"average of the extents", "corners/average", "average_allocation.go",
		"a.onlyPool.Served(size)", "a.onlyPool.Served(extent)", "best-fit"},
	{"watermark one too low", "corners/watermark", "watermark_allocation.go",
		"need > watermarkOnlyWatermark-a.onlyMeter", "need >= watermarkOnlyWatermark-a.onlyMeter", "exact-fit"},
	{"larger block for a smaller extent", "corners/exact", "exact_only_pool.go",
		"p.byExtent.Take(extent, extent)", "p.byExtent.Take(extent, 1<<64-1)", "exact-fit"},
	{"a total without a pool", "hostmem/host", "host_arena.go",
		"		stats.Total.add(stats.Medium)\n", "", "total"},
	{"one owner for all", "hostmem/host", "allocator.go",
		"owners.Add(1)", "owners.Load()", "stale"},
	{"another arena's name", "cache/frames", "failure.go",
		"return \"frames\"", "return \"other\"", "total"},
	{"next type on a lost device", "gpukinds/slices", "failure.go",
		"return f.isStarved() || f.isFull()", "return f.Failed()", "errors"},
	{"native memory kept", "gpukinds/blocks", "blocks_device.go",
		"a.device.Free(vkrt.Memory(memory), bytes, a.types.At(int(rank)))", "_, _, _ = memory, bytes, rank", "closed"},
	{"cap of one type", "gpukinds/slices", "slices_allocation.go",
		"a.poolMeter.Now.NumberBlocks == slicesPoolMaxPages", "func() bool { n, _ := pool.Pages(); return n == slicesPoolMaxPages }()", "errors"},
	{"watermark of the first type only", "gpukinds/blocks", "blocks_allocation.go",
		"for rank := range a.poolPool {\n\t\tfor a.poolMeter", "for rank := range a.poolPool[:min(1, len(a.poolPool))] {\n\t\tfor a.poolMeter", "exact-fit"},
	{"a second try with nothing returned", "gpukinds/pages", "pages_allocation.go",
		"failure.isStarved() && a.allocator.reclaimIdle()", "failure.isStarved() && (a.allocator.reclaimIdle() || true)", "errors"},
	{"no second try", "gpukinds/pages", "pages_allocation.go",
		"failure.isStarved() && a.allocator.reclaimIdle()", "a.allocator.reclaimIdle() && false", "native"},
	{"type of the first candidate", "gpukinds/pages", "pages_device.go",
		"memoryType: uint8(a.types.At(rank)) + 1, result: outcome.Result()}, a: callAllocate", "memoryType: uint8(a.types.At(0)) + 1, result: outcome.Result()}, a: callAllocate", "errors"},
	{"strict forgotten", "tensorcache/scratch", "scratch_allocation.go",
		"handle, failure = a.passesReserveIn(rank, r)\n\t\tbreak", "if handle, failure = a.passesReserveIn(rank, r); !failure.isStarved() { break }", "errors"},
	{"extent without the atom", "tensorcache/staging", "staging_allocation.go",
		"granule := a.granules[rank]\n\t// An accepted size is at most the largest multiple of the granule.\n\textent := (r.needs.Size + granule - 1) &^ (granule - 1)\n\tregion, need := pool.Place(extent, r.needs.Alignment)\n\tif region == 0 {\n\t\tif a.frames",
		"granule := uint64(stagingAlignment)\n\textent := (r.needs.Size + granule - 1) &^ (granule - 1)\n\tregion, need := pool.Place(extent, r.needs.Alignment)\n\tif region == 0 {\n\t\tif a.frames", "exact-stats"},
	{"bytes of the block's first region", "tensorcache/staging", "staging_mapping.go",
		"a.maps.Bytes(a.blockOf(slot))[offset : offset+slot.Size : offset+slot.Size]", "a.maps.Bytes(a.blockOf(slot))[offset-offset : slot.Size : slot.Size]", "kept"},
	{"map of another block", "tensorcache/staging", "staging_mapping.go",
		"a.device.Map(a.memoryOf(block)", "a.device.Map(a.memoryOf(block^1)", "total"},
	{"block of another type", "tensorcache/staging", "staging_mapping.go",
		"block = a.framesPool[slot.Rank].Block(slot.Region)", "block = a.framesPool[int(slot.Rank+1)%len(a.framesPool)].Block(slot.Region)", "total"},
	{"an atom too few flushed", "tensorcache/staging", "staging_mapping.go",
		"end := min((offset+size+atom-1)&^(atom-1),", "end := min((offset+size+atom-1)&^(atom-1)-atom,", "native"},
	{"map outlives its region", "tensorcache/staging", "staging_arena.go",
		"if slot.Mapped {", "if slot.Mapped && slot.Pool == stagingBulkNumber {", "native"},
	{"a node never used again", "hostmem/host", "extents.go", "	t.nodes[i].next, t.spare = t.spare, i\n", "", "garbage-free"},
	{"retired too late", "corners/tiny", "tiny_slots_table.go",
		"s.state > tinySlotsGenerations", "s.state > tinySlotsGenerations+1", "handles"},
}

// allPlanted are the bugs of all tables.
func allPlanted() []bug {
	return slices.Concat(plantedInPools, plantedInBlocks, plantedInStreams, plantedInRecordings, plantedInTiny, plantedInDryRuns)
}

func TestPlantedBugsTurnTheOwnTestRed(t *testing.T) {
	for _, bug := range allPlanted() {
		t.Run(bug.name, func(t *testing.T) {
			t.Parallel()
			law := "law " + bug.law
			conformance := plant(t, bug.arena, bug.file, bug.from, bug.to)
			out, red := conformance("-test.short")
			if !red || !strings.Contains(out, law) { // most are found in a tenth of the time
				out, red = conformance()
			}
			if !red || !strings.Contains(out, law) {
				t.Errorf("the conformance test passes, or fails without naming the law %q:\n%s", bug.law, out)
			}
		})
	}
}

// TestPlantedTable holds docs/planted.md against the bugs, or writes it.
func TestPlantedTable(t *testing.T) {
	text := "\n| Arena | Bug | Law |\n|---|---|---|\n"
	for _, bug := range allPlanted() {
		text += planted.Row(bug.arena, bug.name, cmp.Or(bug.law, "whichever goroutines meet"))
	}
	planted.Compare(t, "../docs/planted.md", "## In generated packages", text, *update)
}

// TestMissingLockIsARace: the goroutines of the conformance test show the race
// detector that Alloc takes no lock.
func TestMissingLockIsARace(t *testing.T) {
	const head = "Alloc(size, align uint64) (handle HostHandle, failure Failure) {\n"
	const lock = "	a.mutex.Lock()\n	defer a.mutex.Unlock()\n"
	conformance := plant(t, "hostmem/host", "host_allocation.go", head+lock, head, "-race")
	if out, _ := conformance("-test.short"); !strings.Contains(out, "DATA RACE") {
		t.Errorf("no race is found:\n%s", out)
	}
}

// plant builds the conformance test of an arena with a bug. What it returns runs it,
// and returns what it printed, and whether it failed.
func plant(t *testing.T, in, name, from, to string, flags ...string) func(flags ...string) (out string, red bool) {
	t.Helper()
	directory, arena, _ := strings.Cut(in, "/")
	instead := mutant(t, in, name, from, to)
	if strings.Contains(to, meanwhile) {
		added, text := filepath.Join(t.TempDir(), "meanwhile.go"), fmt.Sprintf(yielding, directory)
		if err := os.WriteFile(added, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		instead[absolute(t, directory, "meanwhile.go")] = added
	}
	binary := build(t, directory, instead, flags...)
	return func(flags ...string) (string, bool) {
		run := exec.Command(binary, append(flags, "-test.timeout=300s", "-test.run=^Test"+spec.Camel(arena)+"Conformance$", "-proptests.seeded=300000", "-proptests.seed=1")...)
		run.Dir = directory
		said, err := run.CombinedOutput()
		return string(said), err != nil
	}
}

// build builds the tests of a package with some of its files replaced.
func build(t *testing.T, directory string, instead map[string]string, flags ...string) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), directory+".test")
	command := exec.Command("go", slices.Concat([]string{"test", "-c", "-o=" + binary, "-overlay=" + planted.Overlay(t, instead)}, planted.Flags, flags, []string{"./" + directory})...)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return binary
}

// mutant returns the files of a package as they are if an arena is the only one that
// it has, in one of them a bug.
func mutant(t *testing.T, in, name, from, to string) (instead map[string]string) {
	t.Helper()
	directory, arena, _ := strings.Cut(in, "/")
	plan := planOf(t, directory)
	plan.Arenas = slices.DeleteFunc(plan.Arenas, func(a spec.Arena) bool { return a.Name != arena })
	instead = emit(t, directory, plan)
	planted.Plant(t, instead[absolute(t, directory, name)], from, to)
	return instead
}

// emit returns the files of a plan, to replace all that a directory has. The tests of
// templates are left out: they are a third of what there is to compile, and not asked
// for.
func emit(t *testing.T, directory string, plan *spec.Plan) (instead map[string]string) {
	t.Helper()
	instead = map[string]string{}
	committed, err := filepath.Glob(absolute(t, directory, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range committed {
		instead[path] = ""
	}
	files, err := templates.Emit(plan)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		if strings.HasSuffix(f.Name, "_laws_test.go") {
			continue
		}
		from := absolute(t, directory, f.Name)
		instead[from] = filepath.Join(dir, f.Name)
		if err := os.WriteFile(instead[from], f.Text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return instead
}

func absolute(t *testing.T, elements ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return path
}
