package subjects

import (
	"reflect"
	"runtime"
	"slices"

	"github.com/allocgen/allocgen/benchmarks"
)

// HighWater replays a trace and returns the highest end of a region, or the
// most bytes that all blocks together had where there are several.
func (s *Subject) HighWater(t *Trace) (highest uint64) {
	r := s.Open(t)
	for i := range t.Ops {
		r.Replay(t.Ops[i : i+1])
		if slot := t.Ops[i].Slot; slot&benchmarks.Freeing == 0 {
			highest = max(highest, r.end(slot))
		}
	}
	if r.reserved != nil {
		return r.reserved()
	}
	return highest
}

// Mallocs returns how many allocations of Go's heap the replay of a trace
// makes, once the arena has served it before.
func (s *Subject) Mallocs(t *Trace) uint64 {
	r := s.Open(t)
	r.Replay(t.Ops)
	r.Clear()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.Replay(t.Ops)
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// Metadata returns how many bytes an arena's tables take for each region that
// the spec provides for, when so many are live and then every other one is
// freed. Bins, of which a block has one set, are left out.
func (s *Subject) Metadata() float64 {
	count := s.maxLive - 1
	t := Trace{Slots: count, Capacity: min(s.capacity, 16<<30)}
	for k := range count {
		size := uint64(256 * (1 + k%256))
		t.Ops = append(t.Ops, benchmarks.Op{Slot: uint32(k), Size: size, Align: 256})
	}
	for k := 0; k < count; k += 2 {
		t.Ops = append(t.Ops, benchmarks.Op{Slot: uint32(k) | benchmarks.Freeing})
	}
	r := s.Open(&t)
	if r.Replay(t.Ops) != 0 {
		panic(s.Name + " has no room for what it provides for")
	}
	return float64(bytesOf(r.tables)) / float64(count)
}

// bins are the fields that hold the size classes of a block.
var bins = []string{"heads", "words", "top"}

// bytesOf returns the size of a table, with what its slices have allocated and
// what its arrays point at.
func bytesOf(v reflect.Value) (bytes uintptr) {
	bytes = v.Type().Size()
	if v.Kind() != reflect.Struct {
		return bytes
	}
	for i := range v.NumField() {
		f := v.Field(i)
		switch {
		case slices.Contains(bins, v.Type().Field(i).Name):
			bytes -= f.Type().Size()
		case f.Kind() == reflect.Slice:
			bytes += uintptr(f.Cap()) * f.Type().Elem().Size()
		case f.Kind() == reflect.Array && f.Type().Elem().Kind() == reflect.Pointer:
			for k := range f.Len() {
				if !f.Index(k).IsNil() {
					bytes += f.Type().Elem().Elem().Size()
				}
			}
		case f.Kind() == reflect.Struct:
			bytes += bytesOf(f) - f.Type().Size()
		}
	}
	return bytes
}
