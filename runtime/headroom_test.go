package vkrt

import "testing"

func TestHeadroomWithoutTheExtension(t *testing.T) {
	for _, c := range []struct{ size, own, want uint64 }{
		{1, 0, 0},
		{4, 0, 3},
		{5, 0, 4},
		{6, 0, 4},
		{1000, 0, 800},
		{1000, 799, 1},
		{1000, 800, 0},
		{1000, 1000, 0},
		{1<<64 - 1, 0, 14757395258967641292},
		{1<<64 - 2, 0, 14757395258967641291},
	} {
		p := tables()
		p.Heaps[0].Size, p.Limits.MaxMemoryAllocationSize = c.size, 1<<64-1
		d := mustDevice(t, p, quiet())
		if c.own > 0 {
			d.Allocate(c.own, 0)
		}
		if got := d.Headroom(0); got != c.want {
			t.Errorf("heap %d, own %d: %d, want %d", c.size, c.own, got, c.want)
		}
	}
}

func TestHeadroomByTheExtension(t *testing.T) {
	for _, c := range []struct{ budget, usage, own, want uint64 }{
		{1000, 0, 0, 1000},
		{900, 300, 200, 600},
		{5000, 300, 0, 700},          // a budget above the heap
		{1<<64 - 1, 1<<64 - 1, 0, 0}, // a usage above it
		{500, 501, 0, 0},             // a budget below the usage
		{500, 500, 0, 0},             //
		{0, 0, 0, 0},                 //
		{900, 0, 200, 700},           // a usage below what is known to be used
		{900, 1<<64 - 1, 200, 0},     //
	} {
		p := tables()
		p.MemoryBudget = true
		f := quiet()
		f.MemoryBudget = func(heap uint32) (uint64, uint64) {
			if heap != 0 {
				t.Errorf("asked for heap %d", heap)
			}
			return c.budget, c.usage
		}
		d := mustDevice(t, p, f)
		if c.own > 0 {
			d.Allocate(c.own, 0)
		}
		if got := d.Headroom(0); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestWithinBudget: what is above the headroom is refused without a call, unless
// the caller does not keep to it.
func TestWithinBudget(t *testing.T) {
	f, calls := quiet(), 0
	f.AllocateMemory = func(AllocateInfo) (Memory, Result) {
		calls++
		return 1, Success
	}
	p := tables()
	p.Heaps[0].Size, p.Limits.MaxMemoryAllocationSize = 1000, 1000
	d := mustDevice(t, p, f)
	for _, c := range []struct {
		size   uint64
		within bool
		want   Reason
	}{{801, true, OverBudget}, {800, true, OK}, {1, true, OverBudget}, {200, false, OK}} {
		if _, o := d.AllocateWith(AllocateInfo{Size: c.size, WithinBudget: c.within}); o.Reason() != c.want {
			t.Errorf("%d bytes, within the budget %v: %v, want %v", c.size, c.within, o, c.want)
		}
	}
	if calls != 2 || d.AllocationCount() != 2 || d.OwnBytes(0) != 1000 {
		t.Errorf("%d calls, %d allocations of %d bytes", calls, d.AllocationCount(), d.OwnBytes(0))
	}
}
