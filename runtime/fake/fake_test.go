package fake

import (
	"slices"
	"sync"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// small is a device with 1000 bytes of its own and 4096 of the host's.
func small() vkrt.Profile {
	l := vkrt.GuaranteedLimits()
	l.NonCoherentAtomSize, l.MaxMemoryAllocationSize, l.MaxMemoryAllocationCount = 64, 2000, 4
	return vkrt.Profile{
		Name:         "small",
		MemoryBudget: true,
		Heaps:        []vkrt.Heap{{Size: 1000, Flags: vkrt.HeapDeviceLocal}, {Size: 4096}},
		Types:        []vkrt.Type{{Flags: vkrt.DeviceLocal}, {Flags: vkrt.HostVisible | vkrt.HostCached, Heap: 1}},
		Limits:       l,
	}
}

// texts returns the calls as lines.
func texts(f *Fake) (list []string) {
	for _, c := range f.Calls() {
		list = append(list, c.String())
	}
	return list
}

func wantTexts(t *testing.T, f *Fake, want ...string) {
	t.Helper()
	if got := texts(f); !slices.Equal(got, want) {
		t.Errorf("the calls were\n%q, want\n%q", got, want)
	}
}

func TestCallsAreRecordedInOrder(t *testing.T) {
	f := New(small(), Options{})
	d := f.Device()
	a, _ := d.Allocate(100, 0)
	buffer, _ := d.CreateBuffer(vkrt.BufferInfo{Size: 200, Usage: 1})
	own := d.BufferRequirements(buffer).Dedicated()
	b, _ := d.AllocateDedicated(208, 1, own)
	d.BindBuffer(buffer, b, 0)
	d.Map(b, 208)
	d.Flush(b, 64, 128)
	d.Invalidate(b, 128, 80)
	want := []Memory{{a, 100, 0, vkrt.Dedicated{}, false}, {b, 208, 1, own, true}}
	if got := f.Live(); !slices.Equal(got, want) {
		t.Errorf("live are %v, want %v", got, want)
	}
	d.Unmap(b)
	d.Free(a, 100, 0)
	d.Headroom(1)
	d.Allocate(1001, 0) // the account refuses it
	wantTexts(t, f,
		"allocate 100 of type 0: memory 1",
		"create buffer 200 usage 0x1: buffer 1",
		"requirements of buffer 1",
		"allocate 208 of type 1 for buffer 1 image 0: memory 2",
		"bind buffer 1 to memory 2 from 0",
		"map memory 2 size 208",
		"flush memory 2 from 64 size 128",
		"invalidate memory 2 from 128 size 80",
		"unmap memory 2",
		"free memory 1",
		"budget of heap 1",
	)
	if got := f.Faults(); got != nil {
		t.Errorf("faults: %v", got)
	}
	if got := f.Live(); !slices.Equal(got, []Memory{{b, 208, 1, own, false}}) {
		t.Errorf("live are %v", got)
	}
	first := f.Calls()[0]
	if first != (Call{Kind: Allocate, Memory: 1, Size: 100}) {
		t.Errorf("the first call is %+v", first)
	}
	f.ForgetCalls()
	d.Free(b, 208, 1)
	wantTexts(t, f, "free memory 2")
	if got := f.Live(); len(got) != 0 {
		t.Errorf("live are %v", got)
	}
}

func TestHandlesAreNeverUsedAgain(t *testing.T) {
	f := New(small(), Options{})
	for want := vkrt.Memory(1); want <= 3; want++ {
		m, _ := f.Device().Allocate(10, 0)
		if m != want {
			t.Errorf("got memory %d, want %d", m, want)
		}
		f.Device().Free(m, 10, 0)
	}
}

func TestForgetKeepsNoRecord(t *testing.T) {
	f := New(small(), Options{Forget: true})
	f.FailNth(Allocate, 2, vkrt.ErrorDeviceLost)
	_, first := f.Device().Allocate(1, 0)
	_, second := f.Device().Allocate(1, 0)
	if !first.OK() || second.Result() != vkrt.ErrorDeviceLost || f.Calls() != nil || len(f.Live()) != 1 {
		t.Errorf("%v, %v, calls %v, live %v", first, second, f.Calls(), f.Live())
	}
}

func TestMappedBytesStay(t *testing.T) {
	f := New(small(), Options{MapLimit: 1500})
	d := f.Device()
	a, _ := d.Allocate(1500, 1)
	b, _ := d.Allocate(1500, 1)
	bytes, result := d.Map(a, 1500)
	if result != vkrt.Success || len(bytes) != 1500 {
		t.Fatalf("%d bytes, %v", len(bytes), result)
	}
	bytes[1499] = 42
	d.Unmap(a)
	if bytes, _ := d.Map(a, 1500); bytes[1499] != 42 {
		t.Error("the bytes are gone after a second map")
	}
	if bytes, _ := d.Map(b, 1500); bytes[1499] != 0 {
		t.Error("two memories share bytes")
	}
	if bytes, result := New(small(), Options{}).Device().Map(9, 1); result != vkrt.ErrorMemoryMapFailed || bytes != nil {
		t.Errorf("of no memory, %d bytes, %v", len(bytes), result)
	}
	d.Free(a, 1500, 1)
	c, _ := d.Allocate(1501, 1)
	if bytes, result := d.Map(c, 1501); result != vkrt.ErrorMemoryMapFailed || bytes != nil {
		t.Errorf("above the limit, %d bytes, %v", len(bytes), result)
	}
	if got := f.Faults(); got != nil {
		t.Errorf("faults: %v", got)
	}
}

func TestUntouchedBytesAreShared(t *testing.T) {
	d := New(small(), Options{Untouched: true}).Device()
	a, _ := d.Allocate(1500, 1)
	b, _ := d.Allocate(1000, 1)
	one, _ := d.Map(a, 1500)
	other, result := d.Map(b, 1000)
	if result != vkrt.Success || len(one) != 1500 || len(other) != 1000 || &one[0] != &other[0] {
		t.Errorf("%d and %d bytes, %v", len(one), len(other), result)
	}
}

func TestNewRefusesMalformedProfiles(t *testing.T) {
	p := small()
	p.Types[1].Heap = 2
	defer func() {
		err, ok := recover().(error)
		if !ok || err.Error() != "heap_index: memory type 1 is in heap 2 of 2" {
			t.Errorf("recovered %v", err)
		}
	}()
	New(p, Options{})
}

// TestConcurrency runs every function at once. What is live at the end is what
// was not freed, and the records agree with it.
func TestConcurrency(t *testing.T) {
	f := New(small(), Options{})
	d := f.Device()
	f.RefuseAbove(90, vkrt.ErrorOutOfDeviceMemory)
	var workers sync.WaitGroup
	for worker := range 8 {
		workers.Go(func() {
			for i := range 300 {
				size := uint64(1 + (i*7+worker)%100)
				m, o := d.Allocate(size, 1)
				if !o.OK() {
					continue
				}
				if bytes, result := d.Map(m, size); result == vkrt.Success {
					bytes[0] = byte(worker)
					d.Flush(m, 0, size)
				}
				d.Headroom(1)
				f.Live()
				d.Free(m, size, 1)
			}
		})
	}
	workers.Wait()
	if len(f.Live()) != 0 || f.Faults() != nil || d.AllocationCount() != 0 || d.OwnBytes(1) != 0 {
		t.Errorf("live %v, faults %v, %d allocations", f.Live(), f.Faults(), d.AllocationCount())
	}
	allocated, freed := 0, 0
	for _, c := range f.Calls() {
		switch {
		case c.Kind == Allocate && c.Result == vkrt.Success:
			allocated++
		case c.Kind == Free:
			freed++
		}
	}
	if allocated != freed || allocated == 0 {
		t.Errorf("%d allocated, %d freed", allocated, freed)
	}
}
