package fake

import (
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// results makes n allocations of one byte, frees each, and returns a letter for
// each outcome: . served, d out of device memory, h of host memory, l lost.
func results(f *Fake, n int) (text string) {
	letters := map[vkrt.Result]string{
		vkrt.Success: ".", vkrt.ErrorOutOfDeviceMemory: "d", vkrt.ErrorOutOfHostMemory: "h", vkrt.ErrorDeviceLost: "l",
	}
	for range n {
		m, o := f.Device().Allocate(1, 1)
		text += letters[o.Result()]
		if o.OK() {
			f.Device().Free(m, 1, 1)
		}
	}
	return text
}

func TestPlannedFailures(t *testing.T) {
	f := New(small(), Options{})
	f.FailNth(Allocate, 3, vkrt.ErrorOutOfHostMemory)
	f.FailNth(Allocate, 1, vkrt.ErrorDeviceLost)
	f.FailNth(Allocate, 1, vkrt.ErrorOutOfHostMemory) // the same call: the older plan counts
	if got := results(f, 4); got != "l.h." || f.Pending() != 0 {
		t.Errorf("got %s, %d pending", got, f.Pending())
	}
	f.FailNth(Allocate, 2, vkrt.ErrorDeviceLost) // counted from here
	if got := results(f, 1); got != "." || f.Pending() != 1 {
		t.Errorf("got %s, %d pending", got, f.Pending())
	}
	if got := results(f, 2); got != "l." || f.Pending() != 0 {
		t.Errorf("got %s, %d pending", got, f.Pending())
	}
	f.FailAll(Allocate, vkrt.ErrorOutOfDeviceMemory)
	f.FailNth(Allocate, 2, vkrt.ErrorDeviceLost)
	if got := results(f, 3); got != "dld" {
		t.Errorf("got %s", got)
	}
	f.FailAll(Any, vkrt.Success)
	if got := results(f, 1); got != "." {
		t.Errorf("got %s", got)
	}
	if faults := f.Faults(); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}

// TestAnyCountsWhatCanFail: an allocation, its map, a flush and an
// invalidation, but neither frees nor unmaps nor questions.
func TestAnyCountsWhatCanFail(t *testing.T) {
	for n := uint64(1); ; n++ {
		f := New(small(), Options{})
		f.FailNth(Any, n, vkrt.ErrorOutOfHostMemory)
		native := f.Functions()
		a, _ := native.AllocateMemory(vkrt.AllocateInfo{Size: 10, Type: 1})
		b, _ := native.AllocateMemory(vkrt.AllocateInfo{Size: 10, Type: 1})
		native.MemoryBudget(1)
		native.FreeMemory(a)
		native.MapMemory(b, 10)
		native.FlushMemory(b, 0, 10)
		native.UnmapMemory(b)
		native.MapMemory(b, 10)
		native.InvalidateMemory(b, 0, 10)
		if f.Pending() > 0 {
			if n != 7 {
				t.Errorf("the sweep ended at call %d", n)
			}
			return
		}
		var failed []Call
		for _, c := range f.Calls() {
			if c.Result == vkrt.ErrorOutOfHostMemory {
				failed = append(failed, c)
			}
		}
		kind := []Kind{Allocate, Allocate, Map, Flush, Map, Invalidate}[n-1]
		if len(failed) != 1 || failed[0].Kind != kind {
			t.Errorf("call %d failed %v, want one of kind %v", n, failed, kind)
		}
	}
}

func TestFailAllOfAny(t *testing.T) {
	f := New(small(), Options{})
	d := f.Device()
	m, _ := d.Allocate(10, 1)
	f.FailAll(Any, vkrt.ErrorDeviceLost)
	_, o := d.Allocate(10, 1)
	bytes, mapped := d.Map(m, 10)
	if o.Result() != vkrt.ErrorDeviceLost || mapped != vkrt.ErrorDeviceLost || bytes != nil {
		t.Errorf("%v, %v", o, mapped)
	}
	d.Free(m, 10, 1)
	if live := f.Live(); len(live) != 0 {
		t.Errorf("a lost device keeps %v", live)
	}
}

func TestRefuseAbove(t *testing.T) {
	f := New(small(), Options{})
	f.RefuseAbove(10, vkrt.ErrorOutOfDeviceMemory)
	_, at := f.Device().Allocate(10, 1)
	_, above := f.Device().Allocate(11, 1)
	if !at.OK() || above.Reason() != vkrt.Native || !above.Recoverable() {
		t.Errorf("%v at the size, %v above", at, above)
	}
	f.RefuseAbove(1<<64-1, vkrt.Success)
	if _, o := f.Device().Allocate(11, 1); !o.OK() {
		t.Errorf("got %v", o)
	}
}

func TestPanicOn(t *testing.T) {
	f := New(small(), Options{})
	d := f.Device()
	m, _ := d.Allocate(10, 1)
	for _, kind := range []Kind{Allocate, Free, Map, Unmap, Flush, Invalidate, Budget} {
		f.ForgetCalls()
		f.PanicOn(kind, 1, kind)
		func() {
			defer func() {
				if got := recover(); got != kind {
					t.Errorf("%v: recovered %v", kind, got)
				}
			}()
			d.Headroom(1)
			d.Allocate(1, 1)
			d.Map(m, 10)
			d.Flush(m, 0, 10)
			d.Invalidate(m, 0, 10)
			d.Unmap(m)
			d.Free(m, 10, 1)
		}()
		calls := f.Calls()
		last := calls[len(calls)-1]
		if last.Kind != kind || !last.Panicked || last.Result != vkrt.Success {
			t.Errorf("%v: the last call is %v", kind, last)
		}
		for _, other := range f.Live() {
			if other.Mapped {
				d.Unmap(other.Memory)
			}
			if other.Memory != m {
				d.Free(other.Memory, other.Size, other.Type)
			}
		}
	}
	if live := f.Live(); len(live) != 1 || live[0].Memory != m || d.AllocationCount() != 1 {
		t.Errorf("live are %v, %d counted", live, d.AllocationCount())
	}
	if faults := f.Faults(); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}

// TestPanicOnAnyCountsEveryCall, frees and questions too.
func TestPanicOnAnyCountsEveryCall(t *testing.T) {
	f := New(small(), Options{})
	f.PanicOn(Any, 3, "third")
	native := f.Functions()
	m, _ := native.AllocateMemory(vkrt.AllocateInfo{Size: 10})
	native.MemoryBudget(0)
	defer func() {
		if got := recover(); got != "third" || len(f.Live()) != 1 {
			t.Errorf("recovered %v, live are %v", got, f.Live())
		}
	}()
	native.FreeMemory(m)
}

func TestPlansThatCannotBe(t *testing.T) {
	f := New(small(), Options{})
	for name, plan := range map[string]func(){
		"a free that fails":      func() { f.FailNth(Free, 1, vkrt.ErrorUnknown) },
		"an unmap that fails":    func() { f.FailAll(Unmap, vkrt.ErrorUnknown) },
		"a budget that fails":    func() { f.FailNth(Budget, 1, vkrt.ErrorUnknown) },
		"call 0":                 func() { f.FailNth(Allocate, 0, vkrt.ErrorUnknown) },
		"a panic on call 0":      func() { f.PanicOn(Allocate, 0, "") },
		"a failure with success": func() { f.FailNth(Allocate, 1, vkrt.Success) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was planned", name)
				}
			}()
			plan()
		}()
	}
}
