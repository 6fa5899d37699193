package vkrt

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// tables has two heaps of 1000 and 2^64−1 bytes, limits of three allocations
// and of 800 bytes for one.
func tables() Profile {
	l := GuaranteedLimits()
	l.MaxMemoryAllocationCount, l.MaxMemoryAllocationSize = 3, 800
	return Profile{
		Name:   "tables",
		Heaps:  []Heap{{1000, 0}, {1<<64 - 1, HeapDeviceLocal}},
		Types:  []Type{{HostVisible | HostCoherent, 0}, {DeviceLocal, 1}, {HostVisible | HostCached, 0}},
		Limits: l,
	}
}

func mustDevice(t *testing.T, p Profile, f Functions) *Device {
	t.Helper()
	d, err := NewDevice(p, f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// holds checks the account of a device.
func holds(t *testing.T, d *Device, count, own0, own1 uint64) {
	t.Helper()
	if d.AllocationCount() != count || d.OwnBytes(0) != own0 || d.OwnBytes(1) != own1 {
		t.Errorf("%d allocations, %d and %d bytes, want %d, %d and %d",
			d.AllocationCount(), d.OwnBytes(0), d.OwnBytes(1), count, own0, own1)
	}
}

func TestAllocateChecksInOrder(t *testing.T) {
	var asked []AllocateInfo
	f := quiet()
	answer := Success
	f.AllocateMemory = func(info AllocateInfo) (Memory, Result) {
		asked = append(asked, info)
		return Memory(len(asked)), answer
	}
	d := mustDevice(t, tables(), f)
	try := func(size uint64, typ uint32, want Outcome, called bool) Memory {
		t.Helper()
		before := len(asked)
		m, o := d.Allocate(size, typ)
		if o != want || (m != 0) != want.OK() || (len(asked) > before) != called {
			t.Errorf("%d of type %d: memory %d, %v, %d calls, want %v", size, typ, m, o, len(asked)-before, want)
		}
		return m
	}
	first := try(800, 0, Outcome{}, true)
	try(201, 0, Outcome{reason: HeapFull}, false)
	try(201, 2, Outcome{reason: HeapFull}, false)
	try(1<<64-1, 0, Outcome{reason: TooLarge}, false)
	holds(t, d, 1, 800, 0)
	second := try(200, 2, Outcome{}, true)
	holds(t, d, 2, 1000, 0)
	answer = ErrorDeviceLost
	try(1, 1, Outcome{Native, ErrorDeviceLost}, true)
	holds(t, d, 2, 1000, 0)
	answer = Success
	third := try(800, 1, Outcome{}, true)
	try(801, 0, Outcome{reason: TooLarge}, false)
	try(800, 0, Outcome{reason: Limit}, false) // and the heap is full, and it is not too large
	try(1, 1, Outcome{reason: Limit}, false)
	holds(t, d, 3, 1000, 800)
	d.Free(second, 200, 2)
	d.Free(first, 800, 0)
	d.Free(third, 800, 1)
	holds(t, d, 0, 0, 0)
	if _, o := d.AllocateDedicated(1, 0, Dedicated{Image: 9}); !o.OK() {
		t.Error(o)
	}
	want := []AllocateInfo{{Size: 800}, {Size: 200, Type: 2}, {Size: 1, Type: 1}, {Size: 800, Type: 1}, {Size: 1, Dedicated: Dedicated{Image: 9}}}
	if !slices.Equal(asked, want) {
		t.Errorf("the driver was asked for %v, want %v", asked, want)
	}
}

func TestOwnBytesDoNotWrap(t *testing.T) {
	p := tables()
	p.Limits.MaxMemoryAllocationSize = 1<<64 - 1
	d := mustDevice(t, p, quiet())
	for _, size := range []uint64{1 << 63, 1<<63 - 1} {
		if _, o := d.Allocate(size, 1); !o.OK() {
			t.Errorf("%d: %v", size, o)
		}
	}
	holds(t, d, 2, 0, 1<<64-1)
	if _, o := d.Allocate(1, 1); o.Reason() != HeapFull {
		t.Errorf("got %v", o)
	}
	holds(t, d, 2, 0, 1<<64-1)
}

func TestAPanickingDriverKeepsTheAccount(t *testing.T) {
	f := quiet()
	f.AllocateMemory = func(AllocateInfo) (Memory, Result) { panic("driver") }
	d := mustDevice(t, tables(), f)
	func() {
		defer func() {
			if got := recover(); got != "driver" {
				t.Errorf("recovered %v", got)
			}
		}()
		d.Allocate(10, 0)
	}()
	holds(t, d, 0, 0, 0)
}

func TestFreeingMoreThanAllocatedPanics(t *testing.T) {
	d := mustDevice(t, tables(), quiet())
	m, _ := d.Allocate(10, 0)
	defer func() {
		if recover() == nil {
			t.Error("11 bytes of 10 were returned")
		}
	}()
	d.Free(m, 11, 0)
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		outcome     Outcome
		recoverable bool
		result      Result
		text        string
	}{
		{Outcome{}, false, Success, "ok"},
		{Outcome{reason: TooLarge}, true, ErrorOutOfDeviceMemory, "too_large"},
		{Outcome{reason: Limit}, false, ErrorTooManyObjects, "limit"},
		{Outcome{reason: OverBudget}, true, ErrorOutOfDeviceMemory, "over_budget"},
		{Outcome{reason: HeapFull}, true, ErrorOutOfDeviceMemory, "heap_full"},
		{Outcome{Native, ErrorOutOfDeviceMemory}, true, ErrorOutOfDeviceMemory, "native VK_ERROR_OUT_OF_DEVICE_MEMORY"},
		{Outcome{Native, ErrorOutOfHostMemory}, true, ErrorOutOfHostMemory, "native VK_ERROR_OUT_OF_HOST_MEMORY"},
		{Outcome{Native, ErrorDeviceLost}, false, ErrorDeviceLost, "native VK_ERROR_DEVICE_LOST"},
		{Outcome{Native, ErrorTooManyObjects}, false, ErrorTooManyObjects, "native VK_ERROR_TOO_MANY_OBJECTS"},
		{Outcome{Native, ErrorInvalidExternalHandle}, false, ErrorInvalidExternalHandle, "native VK_ERROR_INVALID_EXTERNAL_HANDLE"},
		{Outcome{Native, Incomplete}, false, Incomplete, "native VK_INCOMPLETE"},
	} {
		o := c.outcome
		if o.Recoverable() != c.recoverable || o.Result() != c.result || o.String() != c.text || o.OK() != (o == Outcome{}) {
			t.Errorf("%+v: %t, %v, %q, %t", o, o.Recoverable(), o.Result(), o, o.OK())
		}
	}
}

// TestTheAccountHoldsUnderConcurrency: at no moment does the driver hold more
// than the limits, and in the end nothing.
func TestTheAccountHoldsUnderConcurrency(t *testing.T) {
	var count, bytes atomic.Int64
	var served atomic.Int64
	f := quiet()
	f.AllocateMemory = func(info AllocateInfo) (Memory, Result) {
		if info.Size%7 == 0 {
			return 0, ErrorOutOfDeviceMemory
		}
		if count.Add(1) > 3 || bytes.Add(int64(info.Size)) > 1000 {
			t.Errorf("the driver holds %d allocations, %d bytes", count.Load(), bytes.Load())
		}
		return Memory(info.Size), Success // so that Free knows the size
	}
	f.FreeMemory = func(m Memory) {
		bytes.Add(-int64(m))
		count.Add(-1)
	}
	d := mustDevice(t, tables(), f)
	var workers sync.WaitGroup
	for worker := range 8 {
		workers.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(worker)))
			for range 2000 {
				size := 1 + r.Uint64N(900)
				if m, o := d.Allocate(size, 0); o.OK() {
					served.Add(1)
					d.Free(m, size, 0)
				}
			}
		})
	}
	workers.Wait()
	holds(t, d, 0, 0, 0)
	if count.Load() != 0 || bytes.Load() != 0 || served.Load() == 0 {
		t.Errorf("the driver holds %d allocations, %d bytes; %d were served", count.Load(), bytes.Load(), served.Load())
	}
}

// TestReserveIsExclusive: of two goroutines that reach for the last one at the
// same moment, one gets it. The race detector makes that moment long enough for
// a reservation in two steps to show.
func TestReserveIsExclusive(t *testing.T) {
	const rounds = 20000
	accounts := make([]atomic.Uint64, rounds)
	var arrived, served atomic.Int64
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for round := range accounts {
				arrived.Add(1)
				for arrived.Load() < int64(2*(round+1)) {
					runtime.Gosched()
				}
				if reserve(&accounts[round], 1, 1) {
					served.Add(1)
				}
			}
		})
	}
	workers.Wait()
	if served.Load() != rounds {
		t.Errorf("%d were served of %d", served.Load(), rounds)
	}
}

func TestAllocateMakesNoGarbage(t *testing.T) {
	d := mustDevice(t, tables(), quiet())
	if n := testing.AllocsPerRun(100, func() {
		m, _ := d.Allocate(10, 0)
		d.Free(m, 10, 0)
		Choose(d.Types(), ^uint32(0), 0, DeviceLocal, HostVisible)
		d.Headroom(0)
	}); n != 0 {
		t.Errorf("%v heap allocations", n)
	}
}

func TestNewDeviceNamesMissingFunctions(t *testing.T) {
	p := tables()
	_, err := NewDevice(p, Functions{})
	if err == nil {
		t.Fatal("a device without functions was made")
	}
	for _, name := range []string{
		"AllocateMemory", "FreeMemory", "MapMemory", "UnmapMemory", "FlushMemory", "InvalidateMemory",
		"CreateBuffer", "DestroyBuffer", "BufferRequirements", "BindBuffer",
		"CreateImage", "DestroyImage", "ImageRequirements", "BindImage",
	} {
		if !strings.Contains(err.Error(), "the device has no function "+name) {
			t.Errorf("%s is not named in %v", name, err)
		}
	}
	p.MemoryBudget = true
	if _, err := NewDevice(p, quiet()); err == nil || err.Error() != "the device has no function MemoryBudget" {
		t.Errorf("got %v", err)
	}
}

// TestFunctionsMakeAnotherDevice, with an account of its own.
func TestFunctionsMakeAnotherDevice(t *testing.T) {
	f, freed := quiet(), 0
	f.FreeMemory = func(Memory) { freed++ }
	d := mustDevice(t, tables(), f)
	other := mustDevice(t, d.Profile(), d.Functions())
	m, _ := other.Allocate(10, 0)
	holds(t, d, 0, 0, 0)
	holds(t, other, 1, 10, 0)
	other.Free(m, 10, 0)
	if freed != 1 {
		t.Errorf("%d calls", freed)
	}
}

// TestADeviceKeepsItsTables though the profile that it was made of changes.
func TestADeviceKeepsItsTables(t *testing.T) {
	p := tables()
	d := mustDevice(t, p, quiet())
	p.Heaps[0].Size, p.Types[0].Heap = 0, 1
	d.Profile().Types[1].Heap = 0
	want := tables()
	if !slices.Equal(d.Heaps(), want.Heaps) || !slices.Equal(d.Types(), want.Types) || d.Limits() != want.Limits {
		t.Errorf("the tables became %+v", d.Profile())
	}
}
