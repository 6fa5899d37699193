package generated

import (
	"crypto/sha256"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/twins"
	"github.com/allocgen/allocgen/proptests"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/runtime/trace"
)

// lifeNames is how many names the operations of a life have, and granule the
// least size that matters in them.
const lifeNames, granule = 12, 16

// drawLife draws operations: of allocations more than of frees.
func drawLife(r *rand.Rand, length int, most uint64) (ops []trace.Op) {
	for range length {
		op := trace.Op{Kind: trace.Alloc, ID: r.Uint64() % lifeNames, Size: granule * (1 + r.Uint64()%(most/granule)), Align: granule << r.Intn(4)}
		switch n := r.Intn(16); {
		case n == 0:
			op = trace.Op{Kind: trace.Reclaim}
		case n < 8:
			op = trace.Op{Kind: trace.Free, ID: op.ID}
		}
		ops = append(ops, op)
	}
	return ops
}

// live performs operations, sizes and alignments by a factor, and returns what each
// shows: where a region is, in units of the factor, or the code of the failure.
func (s *subject) live(ops []trace.Op, factor uint64) (seen []string) {
	names := make(map[uint64]any)
	for _, op := range ops {
		seen = append(seen, s.perform(op, names, factor))
	}
	return seen
}

func (s *subject) perform(op trace.Op, names map[uint64]any, factor uint64) string {
	switch op.Kind {
	case trace.Alloc:
		handle, failure := s.alloc(op.Size*factor, op.Align*factor)
		if names[op.ID] = handle; failure != "" {
			return codeOf(failure)
		}
		block, _ := call(s.of, "Block", handle)
		offset, _ := call(s.of, "Offset", handle)
		bytes, _ := call(s.of, "BlockSize", block[0].Interface())
		return fmt.Sprintf("block %d of %d bytes, offset %d", block[0].Uint(), bytes[0].Uint()/factor, offset[0].Uint()/factor)
	case trace.Free:
		if handle := names[op.ID]; handle != nil {
			return codeOf(s.free(handle))
		}
	case trace.Reclaim:
		bytes, failure := call(s.of, "Reclaim")
		return fmt.Sprint(bytes[0].Uint()/factor, codeOf(failure))
	}
	return ""
}

// codeOf returns the name of a failure, without its payload; "" is success.
func codeOf(failure string) string {
	code, _, _ := strings.Cut(failure, " ")
	return code
}

// compare returns how what one life shows differs from what another does.
func compare(ops []trace.Op, one, other []string) error {
	for i := range one {
		if one[i] != other[i] {
			return fmt.Errorf("%s: %q and %q", ops[i], one[i], other[i])
		}
	}
	return nil
}

// TestScaled: where sizes and alignments are all multiplied, so are offsets.
func TestScaled(t *testing.T) {
	of := func(arena string) *subject {
		a, failure := twins.New()
		if failure.Failed() {
			t.Fatal(failure)
		}
		s := &subject{target: "host", arena: arena}
		s.use(a)
		return s
	}
	r := rand.New(rand.NewSource(1))
	for _, arena := range []string{"slices", "pages", "blocks", "ranges", "lowest", "soon", "ring", "lines"} {
		for range 100 {
			err := proptests.Shortest(drawLife(r, 60, 512), func(ops []trace.Op) error {
				return compare(ops, of(arena).live(ops, 1), of(arena+"Wide").live(ops, 1<<20))
			})
			if err != nil {
				t.Errorf("%s: sizes and alignments times 2^20: %v", arena, err)
				break
			}
		}
	}
}

// interleaved returns how what two arenas of one allocator show differs from what each
// does alone.
func interleaved(t *testing.T, target string, arenas [2]string, ops []trace.Op) error {
	t.Helper()
	first := onWide(t, target, arenas[0])
	both, names := [2]*subject{first, first.besides(arenas[1])}, [2]map[uint64]any{{}, {}}
	var own [2][]trace.Op
	var seen [2][]string
	for _, op := range ops {
		k := op.ID % 2
		own[k], seen[k] = append(own[k], op), append(seen[k], both[k].perform(op, names[k], 1))
	}
	for k, arena := range arenas {
		if err := compare(own[k], onWide(t, target, arena).live(own[k], 1), seen[k]); err != nil {
			return fmt.Errorf("%s, alone and not: %w", arena, err)
		}
	}
	return nil
}

// besides returns another arena of the subject's allocator.
func (s *subject) besides(arena string) *subject {
	other := &subject{target: s.target, arena: arena}
	other.use(s.allocator.Interface())
	return other
}

// onWide opens an arena on the host, or on a device that has room for all.
func onWide(t *testing.T, target, arena string) *subject {
	t.Helper()
	s := &subject{target: target, arena: arena}
	var device *fake.Fake
	if target == "vulkan" {
		wide := smallDevice()
		wide.Heaps[0].Size, wide.Heaps[1].Size = 1<<30, 1<<30
		wide.Limits.MaxMemoryAllocationCount = 4096
		device = fake.New(wide, fake.Options{Untouched: true})
	}
	s.on(t, device)
	return s
}

// TestArenasAreApart: what one arena of an allocator does, it does alike whatever
// another does between its calls. Operations on odd names are those of the other, and
// the first one reclaims.
func TestArenasAreApart(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, target := range sorted(targets) {
		for _, one := range sorted(kinds) {
			for _, other := range sorted(kinds) {
				if one == other {
					continue
				}
				apart := func(ops []trace.Op) error { return interleaved(t, target, [2]string{one, other}, ops) }
				for range 10 {
					err := proptests.Shortest(drawLife(r, 60, 2048), apart)
					if err == nil {
						continue
					}
					t.Errorf("%s: %s beside %s: %v", target, one, other, err)
					break
				}
			}
		}
	}
}

// shownAmong digests what a life in each kind of arena shows, with garbage of any size
// between the tables.
func shownAmong(t *testing.T, garbage int) string {
	t.Helper()
	r, digest := rand.New(rand.NewSource(1)), sha256.New()
	var kept [][]byte
	for _, target := range sorted(targets) {
		for _, arena := range sorted(kinds) {
			for range 10 {
				kept = append(kept, make([]byte, garbage))
				for _, shown := range onWide(t, target, arena).live(drawLife(r, 60, 2048), 1) {
					fmt.Fprintln(digest, shown)
				}
				runtime.GC()
			}
		}
	}
	runtime.KeepAlive(kept)
	return fmt.Sprintf("digest %x", digest.Sum(nil))
}

// inAnother in the environment has TestEveryProcessPlacesAlike print its digest.
const inAnother = "ALLOCGEN_IN_ANOTHER_PROCESS"

// TestEveryProcessPlacesAlike: the same calls place alike in another process, whose
// memory lies elsewhere.
func TestEveryProcessPlacesAlike(t *testing.T) {
	if os.Getenv(inAnother) != "" {
		t.Log(shownAmong(t, 1<<20))
		return
	}
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), inAnother+"=1", "GOGC=10")
	out, err := again.CombinedOutput()
	if want := shownAmong(t, 100); err != nil || !strings.Contains(string(out), want) {
		t.Errorf("%v, want %s:\n%s", err, want, out)
	}
}
