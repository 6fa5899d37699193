package gpupools_test

import (
	"testing"

	"github.com/allocgen/allocgen/generated/gpupools"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// making is the calls by which custom pools that have blocks from the start are
// made and destroyed.
var making = map[string]func(a *gpupools.Allocator) (failure gpupools.Failure, destroy func() gpupools.Failure){
	"scene": func(a *gpupools.Allocator) (gpupools.Failure, func() gpupools.Failure) {
		pool, failure := a.Scene.CreatePool(gpupools.SceneTextures)
		return failure, func() gpupools.Failure { return a.Scene.DestroyPool(pool) }
	},
	"frames": func(a *gpupools.Allocator) (gpupools.Failure, func() gpupools.Failure) {
		pool, failure := a.Frames.CreatePool(gpupools.FramesStack)
		return failure, func() gpupools.Failure { return a.Frames.DestroyPool(pool) }
	},
	"parts": func(a *gpupools.Allocator) (gpupools.Failure, func() gpupools.Failure) {
		pool, failure := a.Parts.CreatePool(gpupools.PartsRows)
		return failure, func() gpupools.Failure { return a.Parts.DestroyPool(pool) }
	},
}

// steps is the calls that can fail when a custom pool is made, and how often
// each is made.
var steps = map[string]map[fake.Kind]uint64{
	"scene":  {fake.Allocate: 1},
	"frames": {fake.Allocate: 1, fake.Map: 1},
	"parts":  {fake.CreateBuffer: 2, fake.Allocate: 2, fake.BindBuffer: 2},
}

// state is what can be seen of an allocator, and of its device.
func state(t *testing.T, a *gpupools.Allocator, f *fake.Fake) any {
	t.Helper()
	return struct {
		stats            gpupools.Stats
		peaks            gpupools.Peaks
		blocks, existing int
	}{must[gpupools.Stats](t)(a.Stats()), must[gpupools.Peaks](t)(a.Peaks()), len(f.Live()), len(f.Resources())}
}

// TestNothingIsLeftOfAFailure: whichever native call fails, CreatePool leaves
// all as it was, and then makes the pool.
func TestNothingIsLeftOfAFailure(t *testing.T) {
	for arena, calls := range steps {
		for kind, times := range calls {
			for n := range times {
				for _, result := range []vkrt.Result{vkrt.ErrorOutOfDeviceMemory, vkrt.ErrorDeviceLost} {
					f := device()
					a := on(t, f)
					before := state(t, a, f)
					f.FailNth(kind, n+1, result)
					failure, _ := making[arena](a)
					if failure.Code() != gpupools.Call || failure.Result() != result || failure.Arena() != arena || f.Pending() != 0 {
						t.Errorf("%s, call %d of %v: %v", arena, n+1, kind, failure)
					}
					if after := state(t, a, f); after != before {
						t.Errorf("%s, call %d of %v:\n%+v\nwas %+v", arena, n+1, kind, after, before)
					}
					failure, destroy := making[arena](a)
					done(t, failure)
					done(t, destroy())
				}
			}
		}
	}
}

// TestPoolsWithinTheDevicesLimit: a custom pool whose blocks would be too many
// memory objects is not made.
func TestPoolsWithinTheDevicesLimit(t *testing.T) {
	f := device()
	a := on(t, f)
	limit := f.Device().Limits().MaxMemoryAllocationCount
	var taken []vkrt.Memory
	for f.Device().AllocationCount() < uint64(limit)-1 {
		memory, _ := f.Device().Allocate(16, 1)
		taken = append(taken, memory)
	}
	before := state(t, a, f)
	if failure, _ := making["parts"](a); failure.Code() != gpupools.AllocationLimit {
		t.Errorf("above the limit: %v", failure)
	}
	if after := state(t, a, f); after != before {
		t.Errorf("%+v\nwas %+v", after, before)
	}
	for _, memory := range taken {
		f.Device().Free(memory, 16, 1)
	}
}

// TestIdleMemoryMakesRoomForAPool: where the device is out of memory, idle blocks
// are returned for the blocks of a custom pool.
func TestIdleMemoryMakesRoomForAPool(t *testing.T) {
	f := device()
	a := on(t, f)
	done(t, a.Scene.Free(must[gpupools.SceneHandle](t)(a.Scene.Alloc(1000, 1)))) // leaves a page
	f.ForgetCalls()
	f.FailNth(fake.Allocate, 1, vkrt.ErrorOutOfDeviceMemory)
	pool := must[gpupools.ScenePool](t)(a.Scene.CreatePool(gpupools.SceneTextures))
	called(t, f, "allocate 65536 of type 0: VK_ERROR_OUT_OF_DEVICE_MEMORY", "free memory 5", "allocate 65536 of type 0: memory 6")
	done(t, a.Scene.DestroyPool(pool))
}

// TestPanicOfTheDriver: a panic while a custom pool is made or destroyed leaves
// tables that are sound, and no memory behind.
func TestPanicOfTheDriver(t *testing.T) {
	for arena := range making {
		for _, kind := range []fake.Kind{fake.Allocate, fake.Free} {
			for n := range max(1, steps[arena][fake.Allocate]) {
				f := device()
				a := must[*gpupools.Allocator](t)(gpupools.New(f.Device()))
				destroy := func() gpupools.Failure { return gpupools.Failure{} }
				call := func() gpupools.Failure { failure, _ := making[arena](a); return failure }
				if kind == fake.Free {
					_, destroy = making[arena](a)
					call = destroy
				}
				f.PanicOn(kind, n+1, "driver")
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("%s: no panic", arena)
						}
					}()
					call()
				}()
				if _, failure := a.Stats(); failure.Code() != gpupools.SynchronizationPoisoned {
					t.Errorf("%s: %v", arena, failure)
				}
				if failure := a.Recover(); failure.Failed() {
					t.Errorf("%s, call %d of %v: %v", arena, n+1, kind, failure)
				}
				if f.Pending() != 0 || destroy().Failed() {
					t.Errorf("%s: the pool is not destroyed", arena)
				}
				failure, destroy := making[arena](a)
				done(t, failure)
				done(t, destroy())
				done(t, a.Close())
				lost := map[fake.Kind]int{fake.Allocate: 0, fake.Free: 1}[kind] // the driver keeps what it panics over
				if len(f.Live()) != lost || f.Faults() != nil {
					t.Errorf("%s, call %d of %v: closed with live %v, faults %v", arena, n+1, kind, f.Live(), f.Faults())
				}
			}
		}
	}
}
