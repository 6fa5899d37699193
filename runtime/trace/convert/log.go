package convert

import (
	"fmt"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

// logAlignment is what RAPIDS Memory Manager aligns to.
const logAlignment = 256

// log is a log of RAPIDS Memory Manager as it is read. Threads and streams have no
// part: the lines are in the order of the calls.
type log struct {
	ops      []trace.Op
	live     map[string]uint64 // the region at a pointer
	next     uint64            // name of the next region
	empty    map[string]bool   // pointers of allocations of 0 bytes
	failures int
	unknown  int // frees of what the log does not allocate
}

// readLog converts a log. What failed when it was made, and what was allocated
// before it begins, is left out.
func readLog(src []byte) (*trace.Trace, error) {
	l := log{live: map[string]uint64{}, empty: map[string]bool{}}
	if err := eachRow(src, l.row); err != nil {
		return nil, err
	}
	t := &trace.Trace{Ops: l.ops, Meta: []trace.Meta{note("a log of RAPIDS Memory Manager; alignment 256")}}
	if l.failures > 0 {
		t.Meta = append(t.Meta, note(fmt.Sprintf("left out: allocations that failed, %d", l.failures)))
	}
	if l.unknown > 0 {
		t.Meta = append(t.Meta, note(fmt.Sprintf("left out: frees of what was allocated before, %d", l.unknown)))
	}
	return t, nil
}

func (l *log) row(r row) error {
	pointer := strings.ToLower(r.text("pointer"))
	switch action := strings.ToLower(r.text("action")); action {
	case "allocate":
		size, err := r.number("size")
		if err != nil {
			return err
		}
		return l.allocate(pointer, size)
	case "free", "deallocate":
		l.free(pointer)
	case "allocate failure":
		l.failures++
	default:
		return fmt.Errorf("unknown action %.30q, want allocate, free or allocate failure", action)
	}
	return nil
}

func (l *log) allocate(pointer string, size uint64) error {
	if size == 0 {
		l.empty[pointer] = true // no allocator has to give memory for it
		return nil
	}
	if _, lives := l.live[pointer]; lives {
		return fmt.Errorf("%s is allocated, and has not been freed", pointer)
	}
	l.live[pointer] = l.next
	l.ops = append(l.ops, trace.Op{Kind: trace.Alloc, ID: l.next, Size: size, Align: logAlignment})
	l.next++
	return nil
}

func (l *log) free(pointer string) {
	region, lives := l.live[pointer]
	switch {
	case lives:
		delete(l.live, pointer)
		l.ops = append(l.ops, trace.Op{Kind: trace.Free, ID: region})
	case !l.empty[pointer]:
		l.unknown++
	}
}
