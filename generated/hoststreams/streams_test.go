package hoststreams

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/allocgen/allocgen/internal/devicetest"
)

// must is the result of a call that must not fail.
func must[R any](t *testing.T) func(R, Failure) R { return devicetest.Served[R, Failure](t) }

func fresh(t *testing.T) *Allocator { return must[*Allocator](t)(New()) }

// TestHandedBack: a region that another stream frees is gone for all at once, and
// its room is free when its own stream next allocates.
func TestHandedBack(t *testing.T) {
	a := fresh(t)
	own, other := &a.Stream(0).Ranges, &a.Stream(2).Ranges
	h := must[RangesHandle](t)(own.Alloc(1000, 1))
	if failure := other.Free(h); failure.Failed() {
		t.Fatal(failure)
	}
	for i := range 3 {
		s := &a.Stream(i).Ranges
		if failure := s.Free(h); failure.Code() != UnknownAllocation {
			t.Errorf("stream %d frees it again: %v", i, failure)
		}
		if _, failure := s.Offset(h); failure.Code() != UnknownAllocation {
			t.Errorf("stream %d finds it: %v", i, failure)
		}
	}
	if in := must[RangesStats](t)(own.Stats()).Total; in.NumberAllocs != 1 || in.BytesInUse != 1000 {
		t.Errorf("%+v is in use before the stream looks", in)
	}
	again := must[RangesHandle](t)(own.Alloc(1000, 1))
	if offset := must[uint64](t)(own.Offset(again)); offset != 0 {
		t.Errorf("the next region is at %d, not where the one before was", offset)
	}
	if in := must[RangesStats](t)(own.Stats()).Total; in.NumberAllocs != 1 {
		t.Errorf("%+v is in use after", in)
	}
}

// TestAnyStreamAnswers: what is asked about a region can be asked in any stream.
func TestAnyStreamAnswers(t *testing.T) {
	a := fresh(t)
	own, other := &a.Stream(1).Ranges, &a.Stream(0).Ranges
	must[RangesHandle](t)(own.Alloc(100, 1))
	h := must[RangesHandle](t)(own.Alloc(200, 1))
	if failure := other.SetName(h, "weights"); failure.Failed() {
		t.Fatal(failure)
	}
	if name := must[string](t)(own.Name(h)); name != "weights" {
		t.Errorf("the name is %q", name)
	}
	if offset, size := must[uint64](t)(other.Offset(h)), must[uint64](t)(other.Size(h)); offset != 112 || size != 200 {
		t.Errorf("%d bytes at %d", size, offset)
	}
	if stream := must[int](t)(other.Stream(h)); stream != 1 {
		t.Errorf("it is of stream %d", stream)
	}
	report, failure := a.AppendLeaks(nil)
	if failure.Failed() || !strings.Contains(string(report), "200 bytes in ranges/fitted, stream 1, block 0, offset 112") {
		t.Errorf("the report of leaks is\n%s(%v)", report, failure)
	}
}

// TestFiguresOfAllStreams: the Allocator's figures are those of all streams, its
// peaks those of the stream that had most.
func TestFiguresOfAllStreams(t *testing.T) {
	a := fresh(t)
	var last RangesHandle
	for i, size := range []uint64{3000, 4000, 500} {
		last = must[RangesHandle](t)(a.Stream(i).Ranges.Alloc(size, 1))
	}
	stats := must[Stats](t)(a.Stats())
	if stats.Total.BytesInUse != 7500 || stats.Ranges.Fitted.BytesInUse != 7500 || stats.Ranges.Total.NumberBlocks != 3 {
		t.Errorf("%+v", stats)
	}
	peaks := must[Peaks](t)(a.Peaks())
	if p := peaks.Ranges.Fitted; p.BytesInUse != 4000 || p.LargestRequest != 4000 || p.BytesReserved != 8<<10 || p.BytesPadding != 12 || p.NumberAllocs != 1 {
		t.Errorf("%+v", p)
	}
	if failure := a.Close(); failure.Code() != LiveAllocations {
		t.Errorf("Close: %v", failure)
	}
	for i := range 2 {
		a.Stream(i).Ranges.Clear()
	}
	a.Stream(0).Ranges.Free(last) // handed back, and not taken back before Close
	if bytes := must[uint64](t)(a.Reclaim()); bytes != 3*8<<10 {
		t.Errorf("%d bytes were idle", bytes)
	}
	if failure := a.Close(); failure.Failed() {
		t.Error(failure)
	}
	if failure := a.Stream(1).Ranges.Free(last); failure.Code() != Closed {
		t.Errorf("Free after Close: %v", failure)
	}
}

// TestCloseTakesBack: regions that were handed back do not keep Close from closing.
func TestCloseTakesBack(t *testing.T) {
	a := fresh(t)
	for range 3 {
		h := must[SlicesHandle](t)(a.Stream(2).Slices.Alloc(100, 1))
		a.Stream(1).Slices.Free(h)
	}
	if failure := a.Close(); failure.Failed() {
		t.Error(failure)
	}
}

// TestPoolsAreOfTheirStream: a custom pool is known in its stream only; what was
// handed back does not keep it from being destroyed.
func TestPoolsAreOfTheirStream(t *testing.T) {
	a := fresh(t)
	own, other := &a.Stream(0).Ranges, &a.Stream(1).Ranges
	pool := must[RangesPool](t)(own.CreatePool(RangesFitted))
	twin := must[RangesPool](t)(other.CreatePool(RangesFitted))
	if pool == twin {
		t.Fatal("pools of two streams have one handle")
	}
	if _, failure := other.AllocIn(pool, 1, 1, 0); failure.Code() != UnknownPool {
		t.Errorf("AllocIn in another stream: %v", failure)
	}
	if failure := other.DestroyPool(pool); failure.Code() != UnknownPool {
		t.Errorf("DestroyPool in another stream: %v", failure)
	}
	h := must[RangesHandle](t)(own.AllocIn(pool, 100, 1, 0))
	if failure := own.DestroyPool(pool); failure.Code() != LiveAllocations {
		t.Errorf("DestroyPool with a live region: %v", failure)
	}
	other.Free(h)
	if failure := own.DestroyPool(pool); failure.Failed() {
		t.Error(failure)
	}
}

// TestRecoverKnowsDestroyedPools: what custom pools leave behind is sound.
func TestRecoverKnowsDestroyedPools(t *testing.T) {
	a := fresh(t)
	for range 2 {
		own := &a.Stream(1).Ranges
		pool := must[RangesPool](t)(own.CreatePool(RangesFitted))
		h := must[RangesHandle](t)(own.AllocIn(pool, 100, 1, 0))
		a.Stream(0).Ranges.Free(h)
		if failure := own.DestroyPool(pool); failure.Failed() {
			t.Fatal(failure)
		}
		if law := own.broken(); law != "" {
			t.Errorf("after DestroyPool it is not so that %s", law)
		}
	}
}

// panics runs f and reports whether it panicked.
func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

// TestPanicPoisonsOneStream: a panic leaves its stream refused and no other, and
// what is handed back meanwhile is not lost.
func TestPanicPoisonsOneStream(t *testing.T) {
	a := fresh(t)
	hurt, other := &a.Stream(0).Slices, &a.Stream(1).Slices
	h := must[SlicesHandle](t)(hurt.Alloc(10, 1))
	kept := must[SlicesHandle](t)(hurt.Alloc(10, 1))
	vacant := hurt.slots.vacant
	hurt.slots.vacant = 1 << 20
	if !panics(func() { hurt.Alloc(10, 1) }) {
		t.Fatal("a slot out of range is no panic")
	}
	if _, failure := hurt.Alloc(10, 1); failure.Code() != SynchronizationPoisoned {
		t.Errorf("Alloc: %v", failure)
	}
	if _, failure := other.Offset(kept); failure.Code() != SynchronizationPoisoned {
		t.Errorf("Offset, in another stream: %v", failure)
	}
	if _, failure := a.Stats(); failure.Code() != SynchronizationPoisoned {
		t.Errorf("Stats of all: %v", failure)
	}
	must[SlicesHandle](t)(other.Alloc(10, 1))
	if failure := other.Free(h); failure.Failed() {
		t.Errorf("handing back to a poisoned stream: %v", failure)
	}
	if failure := a.Recover(); failure.Code() != SynchronizationPoisoned {
		t.Errorf("a damaged stream recovers: %v", failure)
	}
	hurt.slots.vacant = vacant
	hurt.poolMeter.Release(10, 16) // the panic came between placing, behind the others, and issuing
	for node, n := range hurt.poolPool.slices.nodes {
		if n.largest == 0 && n.size == 1 && n.start == 2 {
			hurt.poolPool.Free(uint32(node))
		}
	}
	if failure := a.Recover(); failure.Failed() {
		t.Fatal(failure)
	}
	must[SlicesHandle](t)(hurt.Alloc(10, 1))
	if in := must[SlicesStats](t)(hurt.Stats()).Total; in.NumberAllocs != 2 {
		t.Errorf("%+v in use, of which one region was handed back", in)
	}
}

// line is what is fetched at once, in bytes; Go's heap keeps what is large from
// sharing one of half that size, which is a cache line.
const line = 128

// TestStreamsAreApart: no two streams share a cache line, and what other streams
// write is on none that their own stream writes.
func TestStreamsAreApart(t *testing.T) {
	a := fresh(t)
	end := uintptr(unsafe.Pointer(&a.streams[0].Slices)) + unsafe.Sizeof(a.streams[0].Slices)
	if start := uintptr(unsafe.Pointer(&a.streams[1].Ranges)); start-end < line {
		t.Errorf("%d bytes between two streams", start-end)
	}
	slots := &a.streams[0].Ranges.slots
	top := uintptr(unsafe.Pointer(&slots.claims.top))
	if before := uintptr(unsafe.Pointer(&slots.claims.front)); top-before < line {
		t.Errorf("%d bytes between what is handed back and what was taken back", top-before)
	}
	if after := uintptr(unsafe.Pointer(slots)) + unsafe.Sizeof(*slots); after-top < line {
		t.Errorf("%d bytes between what is handed back and what comes behind the slots", after-top)
	}
}

// TestTablesAreApart: nor do the tables that a stream's calls write share a line
// with those of another, as they are made and once they have grown.
func TestTablesAreApart(t *testing.T) {
	a := fresh(t)
	for round := range 3 {
		owners := map[uintptr]int{} // of cache lines, the stream
		for i := range a.streams {
			for _, arena := range []reflect.Value{reflect.ValueOf(&a.streams[i].Ranges).Elem(), reflect.ValueOf(&a.streams[i].Slices).Elem()} {
				for _, table := range []string{"slots", "fittedPool", "wholePool", "poolPool"} {
					if field := arena.FieldByName(table); field.IsValid() {
						claimLines(t, owners, i, table, field)
					}
				}
			}
		}
		if len(owners) < 30 {
			t.Errorf("%d cache lines in all", len(owners))
		}
		for k := range 20 * round {
			for i := range a.streams {
				a.streams[i].Ranges.Alloc(uint64(100+100*k), 1)
				a.streams[i].Slices.Alloc(1, 1)
			}
		}
	}
}

// claimLines notes the cache lines of all tables in a value as a stream's.
func claimLines(t *testing.T, owners map[uintptr]int, stream int, what string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			claimLines(t, owners, stream, what+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Array:
		for i := range min(v.Len(), 5) {
			claimLines(t, owners, stream, what, v.Index(i))
		}
	case reflect.Slice, reflect.Pointer:
		start, bytes := uintptr(v.UnsafePointer()), v.Type().Elem().Size()
		if v.Kind() == reflect.Slice {
			bytes *= uintptr(v.Cap())
		}
		if start == 0 {
			return
		}
		for at := start &^ (line/2 - 1); at < start+bytes; at += line / 2 {
			if other, taken := owners[at]; taken && other != stream {
				t.Fatalf("%s of stream %d, %d bytes, is on a line of stream %d", what, stream, bytes, other)
			}
			owners[at] = stream
		}
	}
}

// TestHandingBackAllocatesNothing: nor does taking back.
func TestHandingBackAllocatesNothing(t *testing.T) {
	a := fresh(t)
	own, other := &a.Stream(0).Ranges, &a.Stream(1).Ranges
	if n := testing.AllocsPerRun(1000, func() {
		h, _ := own.Alloc(100, 1)
		other.Free(h)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
