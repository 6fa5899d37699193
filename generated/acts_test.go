package generated

import (
	"testing"

	"github.com/allocgen/allocgen/proptests"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
)

// alloc is an act: a request of size bytes.
func alloc(size, align uint64) func(*subject) string {
	return func(s *subject) string {
		_, failure := s.alloc(size, align)
		return failure
	}
}

// regions is a preparation: some live regions of a size.
func regions(count int, size uint64) func(*testing.T, *subject) {
	return func(t *testing.T, s *subject) {
		for range count {
			s.must(t, size)
		}
	}
}

// allocWith is an act: a request of size bytes with flags.
func allocWith(size uint64, flags proptests.Flags) func(*subject) string {
	return func(s *subject) string {
		_, failure := call(s.of, "AllocWith", size, uint64(1), flags)
		return failure
	}
}

// allocFor is an act: a request for what a resource needs, perhaps with flags.
func allocFor(r vkrt.Requirements, flags ...proptests.Flags) func(*subject) string {
	return func(s *subject) string {
		arguments := []any{r}
		for _, f := range flags {
			arguments = append(arguments, f)
		}
		_, failure := call(s.of, "AllocFor", arguments...)
		return failure
	}
}

func closing(s *subject) string {
	_, failure := call(s.allocator, "Close")
	return failure
}

func clearing(t *testing.T, s *subject) { call(s.of, "Clear") }

// region is a preparation: one live region, kept, of 100 bytes.
func region(t *testing.T, s *subject) { s.kept = s.must(t, 100) }

// seen is a preparation: one live region, kept, in memory that the host can see
// and that is not coherent, on a device whose buffers need what is given.
func seen(bits uint32, alignment uint64) func(*testing.T, *subject) {
	return func(t *testing.T, s *subject) {
		profile := smallDevice()
		incoherent(128)(&profile)
		profile.Types[0], profile.Types[1] = profile.Types[1], profile.Types[0]
		s.on(t, fake.New(profile, fake.Options{BufferRequirements: func(info vkrt.BufferInfo) vkrt.Requirements {
			return vkrt.Requirements{Size: info.Size, Alignment: alignment, TypeBits: bits}
		}}))
		s.must(t, 10)
		region(t, s)
	}
}

// mapping is a preparation: the region of seen is mapped, and then each call of
// a kind fails.
func mapping(kind fake.Kind) func(*testing.T, *subject) {
	return func(t *testing.T, s *subject) {
		seen(0b11, 256)(t, s)
		if _, failure := call(s.of, "Map", s.kept); failure != "" {
			t.Fatal(failure)
		}
		if kind != fake.Free {
			s.device.FailAll(kind, vkrt.ErrorOutOfHostMemory)
		}
	}
}

// with is an act: a method of the arena, given the region kept.
func with(method string, arguments ...any) func(*subject) string {
	return func(s *subject) string {
		_, failure := call(s.of, method, append([]any{s.kept}, arguments...)...)
		return failure
	}
}

// binding is an act: a buffer of a size is bound to the region kept.
func binding(size uint64) func(*subject) string {
	return func(s *subject) string {
		buffer, _ := s.device.Device().CreateBuffer(vkrt.BufferInfo{Size: size, Usage: 1})
		defer s.device.Device().DestroyBuffer(buffer)
		return with("BindBuffer", buffer)(s)
	}
}

// making is an act: a buffer, or an image.
func making(method string, info any) func(*subject) string {
	return func(s *subject) string {
		_, failure := call(s.of, method, info)
		return failure
	}
}

// failing is a preparation: every native allocation has a result.
func failing(result vkrt.Result) func(*testing.T, *subject) {
	return func(_ *testing.T, s *subject) { s.device.FailAll(fake.Allocate, result) }
}

// opening is an act: New on a device of a changed profile.
func opening(change func(p *vkrt.Profile)) func(*subject) string {
	return func(s *subject) string {
		profile := smallDevice()
		change(&profile)
		return s.anew(fake.New(profile, fake.Options{}))
	}
}

// incoherent makes the second memory type one that is not coherent, with an
// atom.
func incoherent(atom uint64) func(p *vkrt.Profile) {
	return func(p *vkrt.Profile) {
		p.Types[1].Flags = vkrt.DeviceLocal | vkrt.HostVisible | vkrt.HostCached
		p.Limits.NonCoherentAtomSize = atom
	}
}

// poison makes a call panic while it holds the lock: a driver that panics, or
// a table that is damaged for as long.
func poison(t *testing.T, s *subject) {
	mend := s.damage
	if s.device != nil {
		s.device.PanicOn(fake.Allocate, 1, "the driver crashed")
		mend = func() func() { return func() {} }
	}
	restore := mend()
	defer restore()
	defer func() {
		if recover() == nil {
			t.Fatal("the call did not panic")
		}
	}()
	s.alloc(1000, 1)
}

func recovering(t *testing.T, s *subject) {
	if _, failure := call(s.allocator, "Recover"); failure != "" {
		t.Errorf("Recover: %s", failure)
	}
}
