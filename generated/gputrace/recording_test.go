package gputrace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/profiles"
	"github.com/allocgen/allocgen/runtime/trace"
)

// fresh returns an allocator on a simulated device.
func fresh(t *testing.T) (*Allocator, *fake.Fake) {
	t.Helper()
	profile, _ := profiles.ByName("nvidia_rtx_3090_linux")
	device := fake.New(profile, fake.Options{})
	a, failure := New(device.Device())
	must(t, failure)
	return a, device
}

func must(t *testing.T, failure Failure) {
	t.Helper()
	if failure.Failed() {
		t.Fatal(failure)
	}
}

// written is a file of the test's, and what it holds but for how a recording begins.
func written(t *testing.T) (file *os.File, text func() string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "written")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file, func() string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(string(text), "# allocgen gputrace/device\n# plan "+PlanHash+"\n")
	}
}

// TestNamesAreRecorded: those that regions have, and those that they are given.
func TestNamesAreRecorded(t *testing.T) {
	a, _ := fresh(t)
	before, failure := a.Device.Alloc(1000, 1)
	must(t, failure)
	must(t, a.Device.SetName(before, "shadow \"map\"\n"))
	file, text := written(t)
	must(t, a.Device.Record(file))
	h, failure := a.Device.Alloc(10, 512)
	must(t, failure)
	must(t, a.Device.SetName(h, "g-buffer"))
	must(t, a.Device.SetName(before, ""))
	must(t, a.Device.Free(h))
	a.Device.SetName(h, "gone")
	must(t, a.Device.Record(nil))
	must(t, a.Device.SetName(before, "later"))
	const want = `a 0 1000 256
l 0 "shadow \"map\"\n"
a 1 10 512
l 1 "g-buffer"
l 0 ""
f 1
`
	if text() != want {
		t.Errorf("got\n%swant\n%s", text(), want)
	}
	tr, err := trace.Read(strings.NewReader(text()))
	if err != nil || len(tr.Ops) != 6 || tr.Ops[1].Name != "shadow \"map\"\n" {
		t.Errorf("it reads as %v (%v)", tr, err)
	}
}

// TestResourcesAreRecorded: what asks for a region, and ends one, without Alloc and
// Free; and what a driver wants of a region, as flags.
func TestResourcesAreRecorded(t *testing.T) {
	a, device := fresh(t)
	file, text := written(t)
	must(t, a.Device.Record(file))
	buffer, h, failure := a.Device.CreateBuffer(vkrt.BufferInfo{Size: 512, Usage: 1})
	must(t, failure)
	must(t, a.Device.DestroyBuffer(h, buffer))
	image, h, failure := a.Device.CreateImage(vkrt.ImageInfo{Type: vkrt.Image2D, Width: 64, Height: 64, Format: 37, Usage: 4})
	must(t, failure)
	size, _ := a.Device.Size(h)
	needs := device.Device().ImageRequirements(image, vkrt.Optimal)
	must(t, a.Device.DestroyImage(h, image))
	for _, needs := range []vkrt.Requirements{
		{Size: 512, Alignment: 256, TypeBits: 1<<32 - 1, RequiresDedicated: true},
		{Size: 768, Alignment: 256, TypeBits: 1<<32 - 1, PrefersDedicated: true},
		{Size: 512, Alignment: 256, TypeBits: 0},
	} {
		a.Device.AllocFor(needs, 0)
	}
	must(t, a.Device.Record(nil))
	again, more := written(t)
	must(t, a.Device.Record(again))
	want := "a 0 512 16\nf 0\n" +
		trace.Op{Kind: trace.Alloc, Size: size, Align: needs.Alignment, Flags: trace.Optimal}.String() + "\nf 0\n" +
		"a 0 512 256 dedicated\na 1 768 256 dedicated\na 2 512 256\n"
	if text() != want {
		t.Errorf("got\n%swant\n%s", text(), want)
	}
	if want := "a 0 512 256 dedicated\na 1 768 256 dedicated\n"; more() != want {
		t.Errorf("what lives is\n%swant\n%s", more(), want)
	}
}

// TestCustomPoolsAreRecorded: requests to one read as requests to the arena; to one
// that is not there, they are none.
func TestCustomPoolsAreRecorded(t *testing.T) {
	a, _ := fresh(t)
	file, text := written(t)
	must(t, a.Device.Record(file))
	pool, failure := a.Device.CreatePool(DeviceTextures)
	must(t, failure)
	h, failure := a.Device.AllocIn(pool, 100, 1, 0)
	must(t, failure)
	a.Device.AllocIn(pool, 0, 1, 0)
	must(t, a.Device.Free(h))
	must(t, a.Device.DestroyPool(pool))
	a.Device.AllocIn(pool, 100, 1, 0)
	must(t, a.Device.Record(nil))
	if want := "a 0 100 1\na 1 0 1\nf 0\n"; text() != want {
		t.Errorf("got\n%swant\n%s", text(), want)
	}
}

// TestStarvedRequestIsRecordedOnce, however often the device is asked, and raises
// the alarm only if it fails in the end.
func TestStarvedRequestIsRecordedOnce(t *testing.T) {
	a, device := fresh(t)
	idle, failure := a.Upload.Alloc(1000, 1)
	must(t, failure)
	must(t, a.Upload.Free(idle))
	file, text := written(t)
	must(t, a.Device.Record(file))
	alarm, dump := written(t)
	must(t, a.Device.DumpOnFailure(alarm))

	starve := func(count uint64) {
		for n := range count {
			device.FailNth(fake.Allocate, n+1, vkrt.ErrorOutOfDeviceMemory)
		}
	}
	types := uint64(0)
	for _, typ := range device.Device().Types() {
		if typ.Flags&vkrt.DeviceLocal != 0 {
			types++
		}
	}
	starve(types)
	_, failure = a.Device.Alloc(1000, 1)
	must(t, failure)
	if dump() != "" {
		t.Errorf("a request that is served: %q", dump())
	}
	device.FailAll(fake.Allocate, vkrt.ErrorOutOfDeviceMemory)
	for range 2 {
		if _, failure = a.Device.AllocWith(2000, 1, Dedicated); failure.Code() != Call {
			t.Fatal(failure)
		}
	}
	must(t, a.Device.Record(nil))
	if want := "c\na 0 1000 1\nc\na 1 2000 1 dedicated\nc\na 1 2000 1 dedicated\n"; text() != want {
		t.Errorf("got\n%swant\n%s", text(), want)
	}
	if strings.Count(dump(), "#\tfailed: Call\n") != 1 || !strings.Contains(dump(), "#\tblock 0: 64 KiB") {
		t.Errorf("the dump is\n%s", dump())
	}
}

// TestCrowdedBufferRaisesTheAlarm: there is no handle left for it.
func TestCrowdedBufferRaisesTheAlarm(t *testing.T) {
	a, _ := fresh(t)
	for range 64 {
		_, failure := a.Device.Alloc(1, 1)
		must(t, failure)
	}
	file, text := written(t)
	must(t, a.Device.DumpOnFailure(file))
	if _, _, failure := a.Device.CreateBuffer(vkrt.BufferInfo{Size: 1, Usage: 1}); failure.Code() != HostAllocationFailed {
		t.Error(failure)
	}
	if strings.Count(text(), "\n#\t\tregion ") != 64 {
		t.Errorf("the dump is\n%s", text())
	}
}

// TestRecordingAllocatesNothing, on Go's heap.
func TestRecordingAllocatesNothing(t *testing.T) {
	a, _ := fresh(t)
	file, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	life := func() {
		h, _ := a.Device.AllocFor(vkrt.Requirements{Size: 100, Alignment: 1, TypeBits: 1<<32 - 1, Kind: vkrt.Optimal}, NeverAllocate)
		a.Device.SetName(h, "name")
		a.Device.Alloc(0, 1)
		a.Device.Free(h)
	}
	_, failure := a.Device.Alloc(1, 1)
	must(t, failure)
	life()
	must(t, a.Device.Record(file))
	if n := testing.AllocsPerRun(5000, life); n != 0 {
		t.Errorf("%v allocations a life", n)
	}
	must(t, a.Device.Record(nil))
}
