package gpupools_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/gpupools"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// A side is an allocator of which one pool is asked for everything: the declared
// one, or a custom pool like it.
type side struct {
	device  *fake.Fake
	arena   *gpupools.SceneArena
	custom  gpupools.ScenePool // zero: the declared pool is asked
	regions []gpupools.SceneHandle
}

// sides are a declared pool and a custom one, alone on their devices.
func sides(t *testing.T, kind gpupools.ScenePoolKind) (both [2]*side) {
	for i := range both {
		f := device()
		a := on(t, f)
		both[i] = &side{device: f, arena: &a.Scene}
		if i == 1 {
			both[i].custom = must[gpupools.ScenePool](t)(a.Scene.CreatePool(kind))
		}
		t.Cleanup(func() {
			done(t, a.Scene.Clear())
			if both[i].custom != (gpupools.ScenePool{}) {
				done(t, a.Scene.DestroyPool(both[i].custom))
			}
		})
		f.ForgetCalls()
	}
	return both
}

// alloc returns what can be seen of a request.
func (s *side) alloc(needs vkrt.Requirements, flags gpupools.Flags) string {
	ask := s.arena.AllocFor
	if s.custom != (gpupools.ScenePool{}) {
		ask = func(needs vkrt.Requirements, flags gpupools.Flags) (gpupools.SceneHandle, gpupools.Failure) {
			return s.arena.AllocForIn(s.custom, needs, flags)
		}
	}
	region, failure := ask(needs, flags)
	if failure.Failed() {
		return failure.String()
	}
	s.regions = append(s.regions, region)
	offset, _ := s.arena.Offset(region)
	return fmt.Sprint(offset)
}

// calls returns the native calls since it was last asked, without numbers of
// memory.
func (s *side) calls() string {
	var text []string
	for _, c := range s.device.Calls() {
		text = append(text, fmt.Sprintf("%v %d of type %d: %v", c.Kind, c.Size, c.Type, c.Result))
	}
	s.device.ForgetCalls()
	return strings.Join(text, "\n")
}

// TestCustomPoolsAreAsTheDeclaredOnes holds each kind of custom pool against the
// declared pool of another allocator: the same requests, on a device that fails
// now and then, have the same outcomes, offsets, figures and native calls.
func TestCustomPoolsAreAsTheDeclaredOnes(t *testing.T) {
	for kind, tiling := range map[gpupools.ScenePoolKind]vkrt.ResourceKind{gpupools.SceneTextures: vkrt.Optimal, gpupools.SceneMeshes: vkrt.Linear} {
		for seed := range uint64(20) {
			both := sides(t, kind)
			r := rand.New(rand.NewPCG(seed, uint64(kind)))
			for step := range 300 {
				op, size, k, flags := r.IntN(20), 2*kib+r.Uint64N(46*kib), r.IntN(1<<20), gpupools.Flags(0)
				if size%8 == 0 {
					size = 64*kib + 4*size // a request for separate storage, too large for a page of the pool small
				}
				if size%5 == 0 {
					flags = []gpupools.Flags{gpupools.Dedicated, gpupools.NeverAllocate, gpupools.NeverAllocate | gpupools.Dedicated}[size%3]
				}
				if tiling == vkrt.Linear { // the declared textures would give buffers memory of their own
					k, flags = k-k%11+1, flags&^gpupools.Dedicated
				}
				needs := vkrt.Requirements{Size: size, Alignment: 1 << (k % 10), TypeBits: uint32(1 + k%3), Kind: tiling, PrefersDedicated: k%11 == 0}
				var got [2]string
				for i, s := range both {
					switch {
					case op < 11:
						got[i] = s.alloc(needs, flags)
					case op < 18 && len(s.regions) > 0:
						at := k % len(s.regions)
						got[i] = s.arena.Free(s.regions[at]).String()
						s.regions = slices.Delete(s.regions, at, at+1)
					case op == 18:
						s.device.FailNth(fake.Allocate, uint64(1+k%3), vkrt.ErrorOutOfDeviceMemory)
					case op == 19:
						bytes, _ := s.arena.Reclaim()
						got[i] = fmt.Sprint(bytes)
					}
					stats := must[gpupools.SceneStats](t)(s.arena.Stats())
					got[i] += fmt.Sprintf(" in use %d, allocations %d\n%s", stats.Total.BytesInUse, stats.Total.NumberAllocs, s.calls())
				}
				if got[0] != got[1] {
					t.Fatalf("kind %d, seed %d, step %d: the declared pool\n%s\nthe custom one\n%s", kind, seed, step, got[0], got[1])
				}
			}
		}
	}
}
