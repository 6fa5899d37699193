package gpupools_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/allocgen/allocgen/generated/gpupools"
	"github.com/allocgen/allocgen/internal/devicetest"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

const kib = 1 << 10

// device simulates one with memory of its own and memory that the host sees.
func device() *fake.Fake {
	return fake.New(vkrt.Profile{
		Heaps:  []vkrt.Heap{{Size: 1 << 30, Flags: vkrt.HeapDeviceLocal}, {Size: 1 << 30}},
		Types:  []vkrt.Type{{Flags: vkrt.DeviceLocal}, {Flags: vkrt.HostVisible | vkrt.HostCoherent, Heap: 1}},
		Limits: vkrt.GuaranteedLimits(),
	}, fake.Options{})
}

// on returns an allocator on a device, without the calls that New made. At the
// end of the test Close returns all that is left.
func on(t *testing.T, f *fake.Fake) *gpupools.Allocator {
	t.Helper()
	a, failure := gpupools.New(f.Device())
	if failure.Failed() {
		t.Fatal(failure)
	}
	f.ForgetCalls()
	t.Cleanup(func() {
		if failure := a.Close(); failure.Failed() && failure.Code() != gpupools.Closed || len(f.Live()) > 0 || f.Faults() != nil {
			t.Errorf("closed with %v, live %v, faults %v", failure, f.Live(), f.Faults())
		}
	})
	return a
}

// must is the result of a call that may not fail.
func must[R any](t *testing.T) func(R, gpupools.Failure) R {
	return devicetest.Served[R, gpupools.Failure](t)
}

// done is a call that may not fail.
func done(t *testing.T, failure gpupools.Failure) {
	t.Helper()
	if failure.Failed() {
		t.Fatal(failure)
	}
}

var called = devicetest.Called

// image is what an image of so many bytes needs.
func image(size uint64) vkrt.Requirements {
	return vkrt.Requirements{Size: size, Alignment: 256, TypeBits: 0b11, Kind: vkrt.Optimal}
}

// TestPoolOfItsOwn follows a custom pool through its life on the device.
func TestPoolOfItsOwn(t *testing.T) {
	f := device()
	a := on(t, f)
	declared := must[gpupools.SceneHandle](t)(a.Scene.AllocFor(image(8*kib), 0))
	called(t, f)
	pool := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneTextures))
	called(t, f, "allocate 65536 of type 0: memory 5")
	meshes := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneMeshes))
	regions := []gpupools.SceneHandle{}
	for range 9 { // eight fill the block
		regions = append(regions, must[gpupools.SceneHandle](t)(a.Scene.AllocForIn(pool, image(8*kib), 0)))
	}
	called(t, f, "allocate 65536 of type 0: memory 6")
	for _, region := range []gpupools.SceneHandle{regions[0], must[gpupools.SceneHandle](t)(a.Scene.AllocIn(meshes, 100, 1, 0))} {
		if site := must[gpupools.CallSite](t)(a.Scene.CallSite(region)); filepath.Base(site.File) != "customs_test.go" {
			t.Errorf("asked for at %+v", site)
		}
	}
	called(t, f, "allocate 262144 of type 0: memory 7")
	first, other := must[uint32](t)(a.Scene.Block(declared)), must[uint32](t)(a.Scene.Block(regions[0]))
	if first == other || must[vkrt.Memory](t)(a.Scene.Memory(regions[8])) != 6 || must[uint64](t)(a.Scene.Offset(regions[7])) != 56*kib {
		t.Errorf("blocks %d and %d", first, other)
	}
	stats := must[gpupools.SceneStats](t)(a.Scene.Stats())
	if u := stats.Textures; u.NumberAllocs != 10 || u.NumberBlocks != 3 || u.BytesReserved != 192*kib || stats.Meshes.NumberBlocks != 1 || stats.Meshes.BytesInUse != 100 {
		t.Errorf("figures %+v", u)
	}

	// A bound on blocks is each pool's own, and so is its room.
	for range 7 {
		must[gpupools.SceneHandle](t)(a.Scene.AllocForIn(pool, image(8*kib), 0))
	}
	if _, failure := a.Scene.AllocForIn(pool, image(8*kib), 0); failure.Code() != gpupools.OutOfSpace || failure.Pool() != "textures" {
		t.Errorf("in a full pool: %v", failure)
	}
	for range 8 {
		must[gpupools.SceneHandle](t)(a.Scene.AllocFor(image(8*kib), 0))
	}
	called(t, f, "allocate 65536 of type 0: memory 8")

	if failure := a.Scene.DestroyPool(pool); failure.Code() != gpupools.LiveAllocations || failure.Count() != 16 || failure.Arena() != "scene" || failure.Pool() != "textures" {
		t.Errorf("with live regions: %v", failure)
	}
	done(t, a.Scene.Clear())
	called(t, f, "free memory 5", "free memory 1") // each pool keeps the block that emptied first
	done(t, a.Scene.DestroyPool(pool))
	called(t, f, "free memory 6")
	done(t, a.Scene.DestroyPool(meshes))
	called(t, f, "free memory 7")
}

// TestHandlesOfPools: no handle but that of a live custom pool names one.
func TestHandlesOfPools(t *testing.T) {
	f := device()
	a, other := on(t, f), on(t, device())
	pool, foreign := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneMeshes)), must[gpupools.ScenePool](t)(other.Scene.CreatePool(gpupools.SceneMeshes))
	stale := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneMeshes))
	done(t, a.Scene.DestroyPool(stale))
	renewed := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneTextures))
	if renewed == stale {
		t.Error("a handle was issued twice")
	}
	f.ForgetCalls()
	for name, c := range map[string]struct {
		pool gpupools.ScenePool
		want gpupools.Code
	}{
		"zero": {gpupools.ScenePool{}, gpupools.UnknownPool}, "stale": {stale, gpupools.UnknownPool}, "foreign": {foreign, gpupools.WrongAllocator},
	} {
		failures := []gpupools.Failure{a.Scene.DestroyPool(c.pool)}
		for _, size := range []uint64{1, 0, 1 << 60} { // the handle is looked at first
			_, failure := a.Scene.AllocIn(c.pool, size, 0, 1<<7)
			failures = append(failures, failure)
			_, failure = a.Scene.AllocForIn(c.pool, image(size), 0)
			failures = append(failures, failure)
		}
		for _, failure := range failures {
			if failure.Code() != c.want || failure.Arena() != "scene" {
				t.Errorf("%s: %v", name, failure)
			}
		}
	}
	for _, kind := range []gpupools.ScenePoolKind{0, gpupools.SceneTextures - 1, gpupools.SceneMeshes + 1, 255} {
		if _, failure := a.Scene.CreatePool(kind); failure.Code() != gpupools.InvalidRequest || failure.Detail() != gpupools.PoolKindUnknown {
			t.Errorf("kind %d: %v", kind, failure)
		}
	}
	for range 2 {
		done(t, a.Scene.DestroyPool(pool))
		if failure := a.Scene.DestroyPool(pool); failure.Code() != gpupools.UnknownPool {
			t.Errorf("destroyed twice: %v", failure)
		}
		pool = renewed
	}
	done(t, other.Scene.DestroyPool(foreign))
	done(t, a.Close())
	_, failure := a.Scene.CreatePool(gpupools.SceneMeshes)
	_, alloc := a.Scene.AllocIn(pool, 1, 1, 0)
	for _, failure := range []gpupools.Failure{failure, alloc, a.Scene.DestroyPool(pool), a.Scene.DestroyPool(foreign)} {
		if failure.Code() != gpupools.Closed {
			t.Errorf("after Close: %v", failure)
		}
	}
}

// TestAsManyPoolsAsDeclared: there is no room for more, until one goes, and in
// the end each number has served its last.
func TestAsManyPoolsAsDeclared(t *testing.T) {
	a := on(t, device())
	pools := []gpupools.ScenePool{}
	create := func() gpupools.Failure {
		pool, failure := a.Scene.CreatePool(gpupools.SceneMeshes)
		if !failure.Failed() {
			pools = append(pools, pool)
		}
		return failure
	}
	for range 9 { // three numbers that serve three times each
		if len(pools) == 3 {
			if failure := create(); failure.Code() != gpupools.HostAllocationFailed {
				t.Errorf("a fourth pool: %v", failure)
			}
			done(t, a.Scene.DestroyPool(pools[0]))
			pools = pools[1:]
		}
		done(t, create())
	}
	for _, pool := range pools {
		if failure := create(); failure.Code() != gpupools.HostAllocationFailed {
			t.Errorf("beside live pools: %v", failure)
		}
		done(t, a.Scene.DestroyPool(pool))
	}
	if failure := create(); failure.Code() != gpupools.SerialExhausted {
		t.Errorf("all numbers have served: %v", failure)
	}
}

// TestCloseLeavesPools: Close refuses while regions are live, then while custom
// pools are, and then returns everything.
func TestCloseLeavesPools(t *testing.T) {
	f := device()
	a := on(t, f)
	scene, frames := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneTextures)), must[gpupools.FramesPool](t)(a.Frames.CreatePool(gpupools.FramesStack))
	region := must[gpupools.FramesHandle](t)(a.Frames.AllocIn(frames, 100, 1, 0))
	refused := func(want gpupools.Code, count uint64) {
		t.Helper()
		live := len(f.Live())
		if failure := a.Close(); failure.Code() != want || failure.Count() != count || len(f.Live()) != live {
			t.Errorf("%v with %d live, want %v of %d", failure, len(f.Live()), want, count)
		}
	}
	refused(gpupools.LiveAllocations, 1)
	done(t, a.Frames.Free(region))
	refused(gpupools.LivePools, 2)
	done(t, a.Scene.DestroyPool(scene))
	refused(gpupools.LivePools, 1)
	done(t, a.Frames.DestroyPool(frames))
	done(t, a.Close())
	if live := f.Live(); len(live) > 0 {
		t.Errorf("live %v", live)
	}
}

// TestClearKeepsPools: Clear ends the regions of custom pools, and those serve
// on.
func TestClearKeepsPools(t *testing.T) {
	a := on(t, device())
	pool := must[gpupools.FramesPool](t)(a.Frames.CreatePool(gpupools.FramesStack))
	for range 3 {
		region := must[gpupools.FramesHandle](t)(a.Frames.AllocIn(pool, 20*kib, 1, 0))
		must[gpupools.FramesHandle](t)(a.Frames.Alloc(20*kib, 1))
		if text, failure := a.AppendLeaks(nil); failure.Failed() || strings.Count(string(text), "in frames/stack, block ") != 2 {
			t.Errorf("%s", text)
		}
		done(t, a.Frames.Clear())
		if failure := a.Frames.Free(region); failure.Code() != gpupools.UnknownAllocation {
			t.Errorf("after Clear: %v", failure)
		}
	}
	must[uint64](t)(a.Reclaim())
	must[gpupools.FramesHandle](t)(a.Frames.AllocIn(pool, 32*kib-16, 1, gpupools.NeverAllocate))
	done(t, a.Frames.Clear())
	done(t, a.Frames.DestroyPool(pool))
}

// TestBytesInPools: regions of custom pools are mapped and guarded as others.
func TestBytesInPools(t *testing.T) {
	a := on(t, device())
	pool := must[gpupools.FramesPool](t)(a.Frames.CreatePool(gpupools.FramesStack))
	region := must[gpupools.FramesHandle](t)(a.Frames.AllocIn(pool, 100, 1, gpupools.Upper))
	declared := must[gpupools.FramesHandle](t)(a.Frames.Alloc(100, 1))
	text := []byte("of the custom pool")
	done(t, a.Frames.CopyIn(region, 3, text))
	if bytes := must[[]byte](t)(a.Frames.Bytes(region)); string(bytes[3:3+len(text)]) != string(text) {
		t.Errorf("%q", bytes[3:21])
	}
	if bytes := must[[]byte](t)(a.Frames.Bytes(declared)); bytes[3] != 0 {
		t.Errorf("the declared pool has %q", bytes[3:21])
	}
	guard := &unsafe.Slice(&must[[]byte](t)(a.Frames.Bytes(region))[0], 101)[100]
	*guard ^= 1
	if failure := a.CheckCorruption(); failure.Code() != gpupools.CorruptionDetected || failure.Offset() != must[uint64](t)(a.Frames.Offset(region))+100 {
		t.Errorf("a damaged guard: %v", failure)
	}
	*guard ^= 1
	done(t, a.CheckCorruption())
	buffer := must[gpupools.PartsPool](t)(a.Parts.CreatePool(gpupools.PartsRows))
	part, own := must[gpupools.PartsHandle](t)(a.Parts.AllocIn(buffer, 100, 1, 0)), must[gpupools.PartsHandle](t)(a.Parts.Alloc(100, 1))
	if must[vkrt.Buffer](t)(a.Parts.Buffer(part)) == must[vkrt.Buffer](t)(a.Parts.Buffer(own)) {
		t.Error("two pools share a buffer")
	}
	done(t, a.Frames.Clear())
	done(t, a.Parts.Clear())
	done(t, a.Frames.DestroyPool(pool))
	done(t, a.Parts.DestroyPool(buffer))
}

// TestNothingOnTheHeap: requests to custom pools leave nothing for the garbage
// collector.
func TestNothingOnTheHeap(t *testing.T) {
	a := on(t, device())
	meshes := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneMeshes))
	kept := must[gpupools.SceneHandle](t)(a.Scene.AllocIn(meshes, 300, 1, 0))
	if n := testing.AllocsPerRun(100, func() {
		region, failure := a.Scene.AllocIn(meshes, 500, 1, 0)
		if failure.Failed() || a.Scene.Free(region).Failed() {
			t.Error(failure)
		}
	}); n != 0 {
		t.Errorf("%g allocations a call", n)
	}
	done(t, a.Scene.Free(kept))
	done(t, a.Scene.DestroyPool(meshes))
}
