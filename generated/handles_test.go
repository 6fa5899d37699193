package generated

import (
	"fmt"
	"strings"
	"testing"
)

// Of a handle: owner 12 bits | generation 28 | slot 24.
const (
	generationShift = 24
	ownerShift      = 52
)

// asked says what every method that takes a handle must say of one, given the
// owner of the arena's handles and the handles that are live.
func asked(handle, owner uint64, live map[uint64]uint64, arena string) string {
	switch _, lives := live[handle]; {
	case lives:
		return ""
	case handle != 0 && handle>>ownerShift != owner:
		return "WrongAllocator Arena=" + arena
	}
	return "UnknownAllocation Arena=" + arena
}

// ask calls every method with a handle that is not live, or every one that does
// not free it with one that is, and compares what they say. Of a live one a
// method may say anything but that it is none.
func (s *subject) ask(t *testing.T, bits, owner uint64, live map[uint64]uint64) {
	want := asked(bits, owner, live, s.arena)
	for _, method := range s.byHandle() {
		if want == "" && method == "Free" {
			continue
		}
		results, got := call(s.of, method, s.forge(bits))
		if want == "" && !strings.HasPrefix(got, "UnknownAllocation") && !strings.HasPrefix(got, "WrongAllocator") {
			got = ""
		}
		if got != want {
			t.Fatalf("%s of %#x with %v live: %q, want %q", method, bits, live, got, want)
		}
		if method == "Size" && results[0].Uint() != live[bits] {
			t.Fatalf("Size of %#x: %d, want %d", bits, results[0].Uint(), live[bits])
		}
	}
}

// lives runs every sequence of steps of some length, where a step allocates or
// frees the oldest, the middle or the newest region, and calls visit after
// each.
func lives(t *testing.T, s func() *subject, length int, visit func(s *subject, live map[uint64]uint64)) {
	const steps = 4
	for code, end := 0, pow(steps, length); code < end; code++ {
		s, live, order := s(), map[uint64]uint64{}, []uint64{}
		for rest, k := code, 0; k < length; k, rest = k+1, rest/steps {
			size := uint64(k + 1)
			if rest%steps == 0 {
				if handle, failure := s.alloc(size, 1); failure == "" {
					live[number(handle)] = size
					order = append(order, number(handle))
				}
				continue
			}
			if len(order) == 0 {
				break // a shorter sequence has it
			}
			at := []int{0, len(order) / 2, len(order) - 1}[rest%steps-1]
			if failure := s.free(s.forge(order[at])); failure != "" {
				t.Fatalf("freeing %#x: %s", order[at], failure)
			}
			delete(live, order[at])
			order = append(order[:at:at], order[at+1:]...)
		}
		visit(s, live)
	}
}

func pow(base, exponent int) (n int) {
	n = 1
	for range exponent {
		n *= base
	}
	return n
}

// TestEveryHandleInEveryMethod gives every method every handle of a small
// space, in every state that a few calls lead to: zero, freed, stale, forged,
// foreign and live.
func TestEveryHandleInEveryMethod(t *testing.T) {
	length := 4
	if testing.Short() {
		length = 3
	}
	eachSubject(t, func(t *testing.T, of *subject) {
		var owner uint64
		asks := 0
		lives(t, func() *subject {
			s := open(t, of.target, of.arena)
			handle := s.must(t, 1)
			owner = number(handle) >> ownerShift
			s.free(handle)
			return s
		}, length, func(s *subject, live map[uint64]uint64) {
			for _, of := range []uint64{0, owner, owner ^ 1, 4095} {
				for generation := range uint64(4) {
					for slot := range uint64(5) {
						s.ask(t, of<<ownerShift|generation<<generationShift|slot, owner, live)
						asks++
					}
				}
			}
			for handle := range live { // the same slot, of a generation never issued
				s.ask(t, handle^1<<(ownerShift-1), owner, live)
			}
		})
		t.Logf("%d handles", asks)
	})
}

// FuzzHandles gives every method any 64 bits as a handle, while some of a few
// regions are freed.
func FuzzHandles(f *testing.F) {
	f.Fuzz(func(t *testing.T, bits uint64, count, freed uint8) {
		for _, target := range sorted(targets) {
			for _, arena := range append(sorted(kinds), sorted(furnished)...) {
				s := open(t, target, arena)
				live := map[uint64]uint64{}
				var owner uint64
				for k := range uint64(count%3) + 1 {
					handle := number(s.must(t, k+1))
					owner, live[handle] = handle>>ownerShift, k+1
					if freed>>k&1 != 0 {
						s.free(s.forge(handle))
						delete(live, handle)
					}
				}
				s.ask(t, bits, owner, live)
				s.ask(t, bits&(1<<ownerShift-1)|owner<<ownerShift, owner, live)
				for handle := range live {
					s.ask(t, handle, owner, live)
					s.ask(t, handle^bits&0xffff, owner, live)
				}
			}
		}
	})
}

// TestMethodsThatTakeAHandle: none is overlooked.
func TestMethodsThatTakeAHandle(t *testing.T) {
	for target, want := range map[string]string{"host": "[Block Free Offset Size]", "vulkan": "[BindBuffer BindImage Block Bytes CopyIn CopyOut DestroyBuffer DestroyImage Flush Free Invalidate Map Memory MemoryType Offset Size Unmap]"} {
		for _, arena := range []string{"slices", "heap"} {
			if got := fmt.Sprint(open(t, target, arena).byHandle()); got != want {
				t.Errorf("%s, %s: %s, want %s", target, arena, got, want)
			}
		}
	}
}
