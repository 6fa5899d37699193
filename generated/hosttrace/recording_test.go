package hosttrace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

func fresh(t *testing.T) *Allocator {
	t.Helper()
	a, failure := New()
	if failure.Failed() {
		t.Fatal(failure)
	}
	return a
}

// written is a file of the test's, and what it holds.
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
		return string(text)
	}
}

func must(t *testing.T, failure Failure) {
	t.Helper()
	if failure.Failed() {
		t.Fatal(failure)
	}
}

// TestRecording: every call that changes an arena is a line, and so is every
// request.
func TestRecording(t *testing.T) {
	a := fresh(t)
	one, other := &a.Stream(0).Ranges, &a.Stream(1).Ranges
	before, failure := one.Alloc(300, 64)
	must(t, failure)
	file, text := written(t)
	must(t, one.Record(file))
	h, failure := one.AllocWith(4096, 32, MinOffset|NeverAllocate)
	must(t, failure)
	one.AllocWith(1, 1, 1<<7)
	one.Alloc(5000, 1)
	must(t, one.Free(h))
	one.Free(h)
	one.Free(RangesHandle{})
	must(t, other.Free(before))
	one.Alloc(16, 1)
	one.Reclaim()
	must(t, one.Clear())
	must(t, one.Record(nil))
	one.Alloc(1, 1)
	want := "# allocgen hosttrace/ranges\n# plan " + PlanHash + `
a 0 300 16
a 1 4096 32 min_offset never_allocate
a 2 5000 1
f 1
h 0
a 0 16 1
c
x
`
	if text() != want {
		t.Errorf("recorded\n%swant\n%s", text(), want)
	}
}

// TestRecordingsHead: a recording says how much there is to be had where that is
// known.
func TestRecordingsHead(t *testing.T) {
	a := fresh(t)
	file, text := written(t)
	must(t, a.Stream(0).Stack.Record(file))
	tr, err := trace.Read(strings.NewReader(text()))
	if err != nil {
		t.Fatal(err)
	}
	if capacity, ok := tr.Capacity(); capacity != 4096 || !ok {
		t.Errorf("a capacity of %d (%t)", capacity, ok)
	}
	if len(tr.Meta) == 0 || tr.Meta[0] != (trace.Meta{Key: "allocgen", Value: "hosttrace/stack"}) {
		t.Errorf("%+v", tr.Meta)
	}
}

// TestLongRecording: more than is kept at once, and what is kept when the allocator
// is closed, comes to the file in order.
func TestLongRecording(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(1).Slices
	file, text := written(t)
	must(t, arena.Record(file))
	want := text()
	for size := range uint64(20_000) {
		arena.Alloc(size<<40, 3) // refused: an alignment of 3
		want += trace.Op{Kind: trace.Alloc, ID: 0, Size: size << 40, Align: 3}.String() + "\n"
	}
	if got := len(text()); got < len(want)-sinkBytes || got == len(want) {
		t.Errorf("%d of %d bytes are written while nothing demands it", got, len(want))
	}
	must(t, a.Close())
	if text() != want {
		t.Errorf("%d bytes, want %d", len(text()), len(want))
	}
	if failure := arena.Record(nil); failure.Code() != Closed {
		t.Errorf("after Close: %v", failure)
	}
}

// TestRecordingAllocatesNothing, on Go's heap, but what writing does.
func TestRecordingAllocatesNothing(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(0).Ranges
	file, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	life := func() {
		h, _ := arena.AllocWith(100, 1, MinOffset)
		arena.Alloc(1<<40, 1)
		arena.Free(h)
		arena.Reclaim()
	}
	life()
	must(t, arena.Record(file))
	if n := testing.AllocsPerRun(5000, life); n != 0 {
		t.Errorf("%v allocations a life", n)
	}
	must(t, arena.Record(nil))
}

// broken is a pipe, and what ends its other end.
func broken(t *testing.T) (file *os.File, end func() error) {
	t.Helper()
	reader, file, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file, reader.Close
}

// TestUnwrittenRecording: a file that cannot be written to is told of where a call
// is about it, and no other call fails for its sake.
func TestUnwrittenRecording(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(0).Ranges
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	if failure := arena.Record(full); failure.Code() != Output || failure.Detail() != FileFull {
		t.Errorf("to a full file: %v", failure)
	}
	must(t, arena.Record(nil)) // nothing was recorded

	file, end := broken(t)
	must(t, arena.Record(file))
	end()
	for range 10_000 {
		h, failure := arena.Alloc(100, 1)
		must(t, failure)
		must(t, arena.Free(h))
	}
	if arena.recording.file != nil {
		t.Error("it goes on recording")
	}
	other, text := written(t)
	if failure := arena.Record(other); failure.Detail() != PipeClosed || text() != "" {
		t.Errorf("after a broken pipe: %v, and %q is recorded", failure, text())
	}
	must(t, arena.Record(other))

	file, end = broken(t)
	must(t, a.Stream(1).Slices.Record(file))
	end()
	a.Stream(1).Slices.Reclaim()
	if failure := a.Close(); failure.Detail() != PipeClosed {
		t.Errorf("Close: %v", failure)
	}
	must(t, a.Close())
	if !strings.HasPrefix(text(), "# allocgen hosttrace/ranges\n") {
		t.Errorf("%q", text())
	}
}

// TestPanicInARecording: what a recording has of before is written after all.
func TestPanicInARecording(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(0).Ranges
	file, text := written(t)
	must(t, arena.Record(file))
	arena.Alloc(1, 3)
	arena.poisoned = true
	if failure := arena.Record(nil); failure.Code() != SynchronizationPoisoned {
		t.Error(failure)
	}
	must(t, a.Recover())
	must(t, arena.Record(nil))
	if !strings.HasSuffix(text(), "\na 0 1 3\n") {
		t.Errorf("%q", text())
	}
}
