package hosttrace

import (
	"reflect"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/runtime/trace"
)

// crowded is an arena in which blocks are full of regions with holes between them,
// and a request that failed.
func crowded(t *testing.T, a *Allocator) *SlicesArena {
	t.Helper()
	arena := &a.Stream(1).Slices
	var handles []SlicesHandle
	for range 5 {
		h, failure := arena.Alloc(100, 1)
		must(t, failure)
		handles = append(handles, h)
	}
	must(t, arena.Free(handles[1]))
	must(t, arena.Free(handles[4]))
	_, failure := arena.Alloc(5000, 16)
	must(t, failure)
	must(t, arena.Free(handles[2]))
	for range 4 {
		_, failure = arena.AllocWith(1, 1, NeverAllocate)
	}
	if failure.Code() != HostAllocationFailed {
		t.Fatal(failure)
	}
	return arena
}

const eventsOfCrowded = `# allocgen hosttrace/slices
# calls 13, the last of which are here: 8
f 1
f 4
a 4 5000 16
f 2
a 2 1 1 never_allocate
a 1 1 1 never_allocate
a 5 1 1 never_allocate
a 6 1 1 never_allocate
#	failed: HostAllocationFailed
`

const layoutOfCrowded = `#	block 0: 1 KiB (1024 bytes)
#		region 0 at 0, of 100 bytes, takes 112
#		region 2 at 112, of 1 byte, takes 16
#		region 1 at 128, of 1 byte, takes 16
#		region 5 at 144, of 1 byte, takes 16
#		free at 160, 176 bytes
#		region 3 at 336, of 100 bytes, takes 112
#		free at 448, 576 bytes
#	block 1: 4.89 KiB (5008 bytes)
#		region 4 at 0, of 4.88 KiB (5000 bytes), takes 5008
`

// TestEvents: the last calls, why one failed, and every byte of every block.
func TestEvents(t *testing.T) {
	a := fresh(t)
	arena := crowded(t, a)
	text, failure := arena.AppendEvents([]byte("before\n"))
	must(t, failure)
	if want := "before\n" + eventsOfCrowded + layoutOfCrowded; string(text) != want {
		t.Errorf("got\n%swant\n%s", text, want)
	}
	file, kept := written(t)
	must(t, arena.WriteEvents(file))
	if kept() != eventsOfCrowded+layoutOfCrowded {
		t.Errorf("written\n%s", kept())
	}
	tr, err := trace.Read(strings.NewReader(kept()))
	if err != nil || len(tr.Ops) != 8 || !reflect.DeepEqual(tr.Ops[7], trace.Op{Kind: trace.Alloc, ID: 6, Size: 1, Align: 1, Flags: trace.NeverAllocate}) {
		t.Errorf("it reads back as %v (%v)", tr, err)
	}
	if failure := arena.WriteEvents(nil); failure.Detail() != NoFile {
		t.Errorf("to no file: %v", failure)
	}
}

// TestDumpOnFailure: once, at the first request for which there is nothing left,
// and once more when it is asked for again.
func TestDumpOnFailure(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(1).Slices
	file, text := written(t)
	must(t, arena.DumpOnFailure(file))
	arena.Alloc(0, 1)
	arena.Free(SlicesHandle{})
	if text() != "" {
		t.Errorf("a request of 0 bytes: %q", text())
	}
	crowded(t, a)
	want := strings.Replace(eventsOfCrowded, "calls 13", "calls 14", 1) + layoutOfCrowded
	if text() != want {
		t.Errorf("got\n%swant\n%s", text(), want)
	}
	arena.Alloc(1, 1)
	if text() != want {
		t.Error("it is written twice")
	}
	must(t, arena.DumpOnFailure(file))
	arena.Alloc(1, 1)
	if n := strings.Count(text(), "# allocgen"); n != 2 {
		t.Errorf("it is written %d times", n)
	}
	must(t, arena.DumpOnFailure(file))
	must(t, arena.DumpOnFailure(nil))
	arena.Alloc(1, 1)
	if n := strings.Count(text(), "# allocgen"); n != 2 {
		t.Error("it is written when nothing asks for it")
	}
}

// TestUnwrittenDump: no request fails for the sake of the file.
func TestUnwrittenDump(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(1).Slices
	file, end := broken(t)
	must(t, arena.DumpOnFailure(file))
	end()
	crowded(t, a)
	if failure := arena.DumpOnFailure(file); failure.Code() != Output || failure.Detail() != PipeClosed {
		t.Errorf("afterwards: %v", failure)
	}
	must(t, arena.DumpOnFailure(nil))
	file.Close()
	if failure := arena.DumpOnFailure(file); failure.Detail() != FileClosed {
		t.Errorf("a closed file: %v", failure)
	}
}

// TestNoEventsOfAClosedOrPoisonedArena: the text stays as it is.
func TestNoEventsOfAClosedOrPoisonedArena(t *testing.T) {
	a := fresh(t)
	arena := &a.Stream(0).Stack
	for _, want := range []Code{SynchronizationPoisoned, Closed} {
		if want == Closed {
			must(t, a.Recover())
			must(t, a.Close())
		} else {
			arena.poisoned = true
		}
		text, failure := arena.AppendEvents([]byte("before"))
		if string(text) != "before" || failure.Code() != want {
			t.Errorf("%q, %v", text, failure)
		}
		file, written := written(t)
		for _, failure := range []Failure{arena.WriteEvents(file), arena.DumpOnFailure(file), arena.Record(file)} {
			if failure.Code() != want || written() != "" {
				t.Errorf("%v, want %v", failure, want)
			}
		}
	}
}
