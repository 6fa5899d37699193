package named

import (
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// TestANameGoesWithItsRegion: freed, cleared or in a slot used again, a region
// has no name but its own.
func TestANameGoesWithItsRegion(t *testing.T) {
	a, _ := fresh(t)
	named := func(h MeshesHandle, want string, code Code) {
		t.Helper()
		if name, failure := a.Meshes.Name(h); name != want || failure.Code() != code {
			t.Errorf("%q (%v), want %q (%v)", name, failure, want, code)
		}
	}
	first, _ := a.Meshes.Alloc(1000, 1)
	named(first, "", 0)
	a.Meshes.SetName(first, "first")
	a.Meshes.SetName(first, "the first")
	named(first, "the first", 0)
	a.Meshes.Free(first)
	named(first, "", UnknownAllocation)
	second, _ := a.Meshes.Alloc(1000, 1)
	if second.meshes&(1<<24-1) != first.meshes&(1<<24-1) {
		t.Fatal("the slot isn't used again")
	}
	named(second, "", 0)
	a.Meshes.SetName(second, "second")
	a.Meshes.SetName(second, "")
	named(second, "", 0)
	a.Meshes.SetName(second, "second again")
	a.Meshes.Clear()
	third, _ := a.Meshes.Alloc(1000, 1)
	named(third, "", 0)
	if text := report(t, a); strings.Contains(text, "named \"") {
		t.Error(text)
	}
}

// TestTagsOfNoRegion: a handle that names no live region has no name, takes
// none, and was asked for nowhere.
func TestTagsOfNoRegion(t *testing.T) {
	a, _ := fresh(t)
	other, _ := fresh(t)
	foreign, _ := other.Meshes.Alloc(1000, 1)
	stale, _ := a.Meshes.Alloc(1000, 1)
	a.Meshes.Free(stale)
	live, _ := a.Meshes.Alloc(1000, 1)
	a.Meshes.SetName(live, "live")
	refused := func(h MeshesHandle, want Code) {
		t.Helper()
		name, failure := a.Meshes.Name(h)
		site, unknown := a.Meshes.CallSite(h)
		if set := a.Meshes.SetName(h, "wrong"); name != "" || site != (CallSite{}) || failure.Code() != want || failure != unknown || failure != set {
			t.Errorf("%q (%v), %+v (%v), %v", name, failure, site, unknown, set)
		}
	}
	refused(MeshesHandle{}, UnknownAllocation)
	refused(stale, UnknownAllocation)
	refused(MeshesHandle{live.meshes + 1<<20}, UnknownAllocation)
	refused(foreign, WrongAllocator)
	a.Meshes.poisoned = true
	refused(live, SynchronizationPoisoned)
	a.Recover()
	if name, failure := a.Meshes.Name(live); name != "live" {
		t.Errorf("%q, %v", name, failure)
	}
	a.Meshes.Free(live)
	a.Close()
	refused(live, Closed)
}

// wrapped calls Alloc, and says in which line. The compiler may inline it.
func wrapped(a *MeshesArena) (h MeshesHandle, line int) {
	_, _, line, _ = goruntime.Caller(0)
	h, _ = a.Alloc(100, 1)
	return h, line + 1
}

// generic is wrapped for any type.
func generic[T any](a *MeshesArena, _ T) (h MeshesHandle, line int) {
	_, _, line, _ = goruntime.Caller(0)
	h, _ = a.Alloc(100, 1)
	return h, line + 1
}

// TestCallSites: it is the call of Alloc or AllocFor that is remembered, however the call
// is made.
func TestCallSites(t *testing.T) {
	a, device := fresh(t)
	m := &a.Meshes
	_, file, _, _ := goruntime.Caller(0)
	is := func(h MeshesHandle, line int, function string) {
		t.Helper()
		site, failure := m.CallSite(h)
		if failure.Failed() || site.File != file || site.Line != line || !strings.Contains(filepath.Base(site.Function), function) {
			t.Errorf("%+v (%v), want line %d in %s", site, failure, line, function)
		}
	}
	h, line := wrapped(m)
	is(h, line, "named.wrapped")
	h, line = generic(m, "text")
	is(h, line, "named.generic")

	method := m.Alloc
	_, _, line, _ = goruntime.Caller(0)
	h, _ = method(100, 1)
	is(h, line+1, "named.TestCallSites")
	_, _, line, _ = goruntime.Caller(0)
	h, _ = m.AllocFor(vkrt.Requirements{Size: 100, Alignment: 1, TypeBits: 1<<32 - 1}, 0)
	is(h, line+1, "named.TestCallSites")
	func() {
		_, _, line, _ = goruntime.Caller(0)
		h, _ = m.Alloc(100, 1)
	}()
	is(h, line+1, "named.TestCallSites.func")

	// Where idle blocks are returned and the device is asked once more.
	idle, _ := m.Alloc(1<<20, 1)
	m.Free(idle)
	for n := range m.types.Len() {
		device.FailNth(fake.Allocate, uint64(n)+1, vkrt.ErrorOutOfDeviceMemory)
	}
	_, _, line, _ = goruntime.Caller(0)
	h, failure := m.Alloc(2<<20, 1)
	is(h, line+1, "named.TestCallSites")
	if stats, _ := m.Stats(); failure.Failed() || device.Pending() != 0 || stats.Large.NumberBlocks != 1 {
		t.Errorf("%v, %d failures left, %+v", failure, device.Pending(), stats.Large)
	}
}

// TestVacantSlotsCarryNothing: Recover would find it, if a slot kept what its
// last region had.
func TestVacantSlotsCarryNothing(t *testing.T) {
	a, _ := fresh(t)
	h, _ := a.Meshes.Alloc(100, 1)
	a.Meshes.SetName(h, "freed")
	a.Meshes.Free(h)
	if law := a.Meshes.broken(); law != "" {
		t.Errorf("sound, but %s", law)
	}
	a.Meshes.names.Set(0, "left behind")
	if law := a.Meshes.broken(); law != "only live regions have names" {
		t.Errorf("a vacant slot with a name: %q", law)
	}
	a.Meshes.names.Set(0, "")
	a.Meshes.sites.Set(0, 1)
	if law := a.Meshes.broken(); law != "only live regions have call sites" {
		t.Errorf("a vacant slot with a call site: %q", law)
	}
}

// TestTagsAllocateNothing: once warm, neither names nor call sites cost a heap
// allocation.
func TestTagsAllocateNothing(t *testing.T) {
	a, _ := fresh(t)
	names := make([]string, 100)
	for i := range names {
		names[i] = "mesh " + strconv.Itoa(i)
	}
	var live [100]MeshesHandle
	round := func() {
		for i := range live {
			live[i], _ = a.Meshes.Alloc(1000, 1)
			a.Meshes.SetName(live[i], names[i])
			a.Meshes.Name(live[i])
		}
		for _, h := range live {
			a.Meshes.Free(h)
		}
	}
	if n := testing.AllocsPerRun(100, round); n != 0 {
		t.Errorf("%v heap allocations in %d regions", n, len(live))
	}
}
