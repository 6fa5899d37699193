package generated

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/generated/gpukinds"
	"github.com/allocgen/allocgen/generated/pinned"
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/fake"
	"github.com/allocgen/allocgen/spec"
)

var update = flag.Bool("update", false, "write the tables in docs instead of comparing them")

// A meeting is one way to meet a condition through the public API. Where only
// some kinds or targets have it, it names them; {arena} in want is the arena.
type meeting struct {
	condition     string
	kinds, target string
	prepare       func(t *testing.T, s *subject)
	act           func(s *subject) string
	want          string
	mend          func(t *testing.T, s *subject) // what must be done for the allocator to serve again
	ends          bool                           // nothing can be served afterwards
}

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

// allocFor is an act: a request for what a resource needs.
func allocFor(r vkrt.Requirements) func(*subject) string {
	return func(s *subject) string {
		_, failure := call(s.of, "AllocFor", r)
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
	return func(*subject) string {
		profile := smallDevice()
		change(&profile)
		_, failure := gpukinds.New(fake.New(profile, fake.Options{}).Device())
		return describe(reflect.ValueOf(failure))
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

// meetings is every way to meet a condition that the kinds of today can.
var meetings = []meeting{
	{condition: "NoCompatibleMemoryType", target: "vulkan", ends: true,
		prepare: func(t *testing.T, s *subject) {
			profile := smallDevice()
			profile.Types[0].Flags, profile.Types[1].Flags = 0, vkrt.HostVisible|vkrt.HostCoherent
			s.on(t, fake.New(profile, fake.Options{}))
		}, act: alloc(1, 1), want: "NoCompatibleMemoryType Arena={arena}"},
	{condition: "NoCompatibleMemoryType", target: "vulkan", want: "NoCompatibleMemoryType Arena={arena}",
		act: allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 0b100})},
	{condition: "InvalidProperties", target: "vulkan", want: "InvalidProperties Detail=there is no device",
		act: func(*subject) string {
			_, failure := gpukinds.New(nil)
			return describe(reflect.ValueOf(failure))
		}},
	{condition: "InvalidProperties", target: "vulkan", want: "InvalidProperties Detail=the device is not the one that the spec pins",
		act: func(s *subject) string {
			_, failure := pinned.New(s.device.Device())
			return describe(reflect.ValueOf(failure))
		}},
	{condition: "InvalidProperties", kinds: "slices", target: "vulkan",
		act:  opening(func(p *vkrt.Profile) { p.Heaps[0].Size, p.Heaps[1].Size = 4095, 4095 }),
		want: "InvalidProperties Arena={arena} Detail=a page is larger than its heap, or than the device allocates at once"},
	{condition: "InvalidProperties", kinds: "slices", target: "vulkan",
		act:  opening(func(p *vkrt.Profile) { p.Limits.MaxMemoryAllocationSize = 4095 }),
		want: "InvalidProperties Arena={arena} Detail=a page is larger than its heap, or than the device allocates at once"},
	{condition: "InvalidProperties", kinds: "slices", target: "vulkan", act: opening(incoherent(512)),
		want: "InvalidProperties Arena={arena} Detail=the atom of memory that is not coherent is larger than Vulkan allows"},
	{condition: "InvalidProperties", target: "vulkan", act: opening(incoherent(256)), want: ""},

	{condition: "InvalidRequest", act: alloc(0, 1), want: "InvalidRequest Arena={arena} Detail=the size is 0"},
	{condition: "InvalidRequest", act: alloc(1, 0), want: "InvalidRequest Arena={arena} Detail=the alignment is 0"},
	{condition: "InvalidRequest", act: alloc(1, 1<<31), want: "InvalidRequest Arena={arena} Detail=the alignment is above 1 GiB"},
	{condition: "InvalidRequest", act: alloc(1, 48), want: "InvalidRequest Arena={arena} Detail=the alignment is not a power of two"},
	{condition: "InvalidRequest", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: binding(101),
		want: "InvalidRequest Arena={arena} Detail=the resource is larger than the region"},
	{condition: "InvalidRequest", target: "vulkan", prepare: seen(0b10, 256), mend: clearing, act: binding(1),
		want: "InvalidRequest Arena={arena} Detail=the resource cannot be in memory of the region's type"},
	{condition: "InvalidRequest", target: "vulkan", kinds: "slices", prepare: seen(0b11, 512), mend: clearing, act: binding(1),
		want: "InvalidRequest Arena={arena} Detail=the region's offset is not aligned as the resource requires"},
	{condition: "InvalidRequest", target: "vulkan", act: making("CreateBuffer", vkrt.BufferInfo{Usage: 1}), want: "InvalidRequest Arena={arena} Detail=the size is 0"},
	{condition: "InvalidRequest", target: "vulkan", act: allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, Buffer: 1, Image: 2}),
		want: "InvalidRequest Arena={arena} Detail=both a buffer and an image are given"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("CopyIn", uint64(100), []byte{1}), want: "InvalidRange Arena={arena}"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("CopyOut", uint64(101), []byte{}), want: "InvalidRange Arena={arena}"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("Flush", uint64(1), ^uint64(0)), want: "InvalidRange Arena={arena}"},
	{condition: "InvalidRange", target: "vulkan", prepare: region, mend: clearing, act: with("Invalidate", ^uint64(0), uint64(1)), want: "InvalidRange Arena={arena}"},
	{condition: "AlreadyMapped", target: "vulkan", prepare: mapping(fake.Free), mend: clearing, act: with("Map"), want: "AlreadyMapped Arena={arena}"},
	{condition: "NotMapped", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: with("Unmap"), want: "NotMapped Arena={arena}"},
	{condition: "NotMapped", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: with("Bytes"), want: "NotMapped Arena={arena}"},
	{condition: "NotMapped", target: "vulkan", prepare: seen(0b11, 256), mend: clearing, act: with("Flush", uint64(0), uint64(1)), want: "NotMapped Arena={arena}"},
	{condition: "NotHostVisible", target: "vulkan", prepare: region, mend: clearing, act: with("Map"), want: "NotHostVisible Arena={arena}"},
	{condition: "NotHostVisible", target: "vulkan", prepare: region, mend: clearing, act: with("CopyOut", uint64(0), []byte{0}), want: "NotHostVisible Arena={arena}"},
	{condition: "NotHostVisible", target: "vulkan", prepare: region, mend: clearing, act: with("Invalidate", uint64(0), uint64(0)), want: "NotHostVisible Arena={arena}"},
	{condition: "UnknownAllocation", act: func(s *subject) string { return s.free(s.forge(0)) }, want: "UnknownAllocation Arena={arena}"},
	{condition: "WrongAllocator",
		act: func(s *subject) string {
			handle, _ := s.alloc(1, 1)
			defer s.free(handle)
			return s.free(s.forge(number(handle) ^ 1<<63))
		}, want: "WrongAllocator Arena={arena}"},
	{condition: "SerialExhausted", ends: true,
		prepare: func(t *testing.T, s *subject) {
			for range 3 * 2 {
				s.free(s.must(t, 1))
			}
		}, act: alloc(1, 1), want: "SerialExhausted Arena={arena}"},
	{condition: "SynchronizationPoisoned", prepare: poison, act: alloc(1, 1), mend: recovering,
		want: "SynchronizationPoisoned Arena={arena}"},
	{condition: "SynchronizationPoisoned", prepare: poison, act: closing, mend: recovering,
		want: "SynchronizationPoisoned Arena={arena}"},
	{condition: "HostAllocationFailed", prepare: regions(3, 1), act: alloc(1, 1), mend: clearing,
		want: "HostAllocationFailed Arena={arena}"},

	{condition: "AllocationLimit", target: "vulkan",
		prepare: func(t *testing.T, s *subject) {
			for range 4 {
				s.device.Device().Allocate(1, 0)
			}
		},
		act:  alloc(1, 1),
		mend: func(t *testing.T, s *subject) { s.device.Device().Free(s.device.Live()[0].Memory, 1, 0) },
		want: "AllocationLimit Arena={arena} MemoryType=0 Pool=pool Result=VK_ERROR_TOO_MANY_OBJECTS"},
	{condition: "AllocationTooLarge", kinds: "slices", act: alloc(4097, 1), want: "AllocationTooLarge Arena={arena} Limit=4096 Requested=4097"},
	{condition: "AllocationTooLarge", kinds: "pages", act: alloc(16<<10+1, 1), want: "AllocationTooLarge Arena={arena} Limit=16384 Requested=16385"},
	{condition: "AllocationTooLarge", kinds: "blocks", target: "vulkan", act: alloc(16<<10+1, 1), want: "AllocationTooLarge Arena={arena} Limit=16384 Requested=16385"},
	{condition: "AllocationTooLarge", kinds: "blocks", target: "host", act: alloc(1<<63, 1),
		want: "AllocationTooLarge Arena={arena} Limit=6148914691236517120 Requested=9223372036854775808"},
	{condition: "AllocationTooLarge", kinds: "slices pages blocks", act: alloc(1<<64-1, 1<<30), want: "AllocationTooLarge Arena={arena} Limit={limit} Requested=18446744073709551615"},
	{condition: "PoolCapacityExceeded", kinds: "slices", prepare: regions(2, 4096), act: alloc(1, 1), mend: clearing,
		want: "PoolCapacityExceeded Arena={arena} Capacity=8192 InUse=8192 Pool=pool Size=1"},

	{condition: "UnsupportedCapability", kinds: "slices pages", target: "vulkan",
		act:  allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, RequiresDedicated: true}),
		want: "UnsupportedCapability Arena={arena} Detail=the resource needs memory of its own, and no pool can give it that"},
	{condition: "UnsupportedCapability", kinds: "slices", target: "vulkan",
		act:  allocFor(vkrt.Requirements{Size: 1, Alignment: 1, TypeBits: 1, Kind: vkrt.Optimal}),
		want: "UnsupportedCapability Arena={arena} Detail=only pools of buffers accept an image of this size"},

	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("BindBuffer", vkrt.Buffer(0)), want: "WrongResource Arena={arena}"},
	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("BindImage", vkrt.Image(1), vkrt.Optimal), want: "WrongResource Arena={arena}"},
	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("DestroyBuffer", vkrt.Buffer(1)), want: "WrongResource Arena={arena}"},
	{condition: "WrongResource", target: "vulkan", prepare: region, mend: clearing, act: with("DestroyImage", vkrt.Image(0)), want: "WrongResource Arena={arena}"},

	{condition: "LiveAllocations", prepare: regions(2, 1), act: closing, mend: clearing, want: "LiveAllocations Count=2"},
	{condition: "Closed", prepare: func(_ *testing.T, s *subject) { closing(s) }, act: alloc(1, 1), ends: true, want: "Closed"},
	{condition: "Closed", prepare: func(_ *testing.T, s *subject) { closing(s) }, act: closing, ends: true, want: "Closed"},
	{condition: "Call", target: "vulkan", prepare: failing(vkrt.ErrorOutOfDeviceMemory), act: alloc(1, 1), mend: failing(vkrt.Success),
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: failing(vkrt.ErrorOutOfHostMemory), act: alloc(1, 1), mend: failing(vkrt.Success),
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: failing(vkrt.ErrorDeviceLost), act: alloc(1, 1), mend: failing(vkrt.Success),
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=0 Pool=pool Result=VK_ERROR_DEVICE_LOST"},
	{condition: "Call", target: "vulkan", prepare: mapping(fake.Flush), mend: clearing, act: with("Flush", uint64(0), uint64(1)),
		want: "Call Arena={arena} Call=vkFlushMappedMemoryRanges MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: mapping(fake.Flush), mend: clearing, act: with("CopyIn", uint64(0), []byte{1}),
		want: "Call Arena={arena} Call=vkFlushMappedMemoryRanges MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", prepare: mapping(fake.Invalidate), mend: clearing, act: with("CopyOut", uint64(0), []byte{1}),
		want: "Call Arena={arena} Call=vkInvalidateMappedMemoryRanges MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", mend: clearing, act: with("CopyOut", uint64(0), []byte{1}),
		prepare: func(t *testing.T, s *subject) {
			seen(0b11, 256)(t, s)
			s.device.FailNth(fake.Map, 1, vkrt.ErrorMemoryMapFailed)
		}, want: "Call Arena={arena} Call=vkMapMemory MemoryType=0 Pool=pool Result=VK_ERROR_MEMORY_MAP_FAILED"},
	{condition: "Call", target: "vulkan", mend: clearing, act: binding(100),
		prepare: func(t *testing.T, s *subject) {
			seen(0b11, 256)(t, s)
			s.device.FailNth(fake.BindBuffer, 1, vkrt.ErrorOutOfDeviceMemory)
		}, want: "Call Arena={arena} Call=vkBindBufferMemory MemoryType=0 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", target: "vulkan", act: making("CreateBuffer", vkrt.BufferInfo{Size: 10, Usage: 1}),
		prepare: func(_ *testing.T, s *subject) { s.device.FailAll(fake.BindBuffer, vkrt.ErrorOutOfDeviceMemory) },
		want:    "Call Arena={arena} Call=vkBindBufferMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},
	{condition: "Call", target: "vulkan", act: making("CreateBuffer", vkrt.BufferInfo{Size: 10, Usage: 1}),
		prepare: func(_ *testing.T, s *subject) { s.device.FailNth(fake.BindBuffer, 1, vkrt.ErrorUnknown) },
		want:    "Call Arena={arena} Call=vkBindBufferMemory MemoryType=0 Pool=pool Result=VK_ERROR_UNKNOWN"},
	{condition: "Call", target: "vulkan", act: making("CreateImage", vkrt.ImageInfo{Width: 1, Usage: 1}),
		prepare: func(_ *testing.T, s *subject) { s.device.FailNth(fake.CreateImage, 1, vkrt.ErrorOutOfHostMemory) },
		want:    "Call Arena={arena} Call=vkCreateImage Result=VK_ERROR_OUT_OF_HOST_MEMORY"},
	{condition: "Call", target: "vulkan", act: alloc(1, 1),
		prepare: func(_ *testing.T, s *subject) { // no heap has room for another byte of ours
			s.device.Occupy(0, 64<<10)
			s.device.Occupy(1, 64<<10)
		},
		mend: func(_ *testing.T, s *subject) { s.device.Occupy(1, 0) },
		want: "Call Arena={arena} Call=vkAllocateMemory MemoryType=1 Pool=pool Result=VK_ERROR_OUT_OF_DEVICE_MEMORY"},

	{condition: "Output", act: writing(noFile), want: "Output Detail=there is no file"},
	{condition: "Output", act: writing(closedFile), want: "Output Detail=the file is closed"},
	{condition: "Output", act: writing(lateFile), want: "Output Detail=the file's deadline has passed"},
	{condition: "Output", act: writing(fullFile), want: "Output Detail=there is no space left for it Errno=28"},
	{condition: "Output", act: writing(unreadPipe), want: "Output Detail=nothing reads the pipe any more Errno=32"},
	{condition: "Output", act: writing(readOnlyFile), want: "Output Detail=the system refused it Errno=9"},
}

// is reports whether the meeting is one of a subject's.
func (m meeting) is(s *subject) bool {
	return (m.target == "" || m.target == s.target) && (m.kinds == "" || slices.Contains(strings.Fields(m.kinds), s.arena))
}

// TestConditions meets every condition that the kinds of today can meet, on
// each target, through the public API: the payload is exact, what can be seen
// of the allocator stays, and it serves afterwards.
func TestConditions(t *testing.T) {
	eachSubject(t, func(t *testing.T, s *subject) {
		for _, m := range meetings {
			if m.is(s) {
				t.Run(m.condition, func(t *testing.T) { m.run(t, open(t, s.target, s.arena)) })
			}
		}
	})
}

func (m meeting) run(t *testing.T, s *subject) {
	seen := m.condition != "SynchronizationPoisoned" && m.condition != "Closed" // they refuse figures too
	before := s.state(t)
	if m.prepare != nil {
		m.prepare(t, s)
	}
	if seen && !m.ends {
		before = s.state(t)
	}
	want := strings.NewReplacer("{arena}", s.arena, "{limit}", s.limit()).Replace(m.want)
	if got := m.act(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !seen && m.mend != nil {
		m.mend(t, s)
	}
	if after := s.state; !m.ends && m.condition != "WrongAllocator" && after(t) != before {
		t.Errorf("it changed\n%s\ninto\n%s", before, after(t))
	}
	if seen && m.mend != nil {
		m.mend(t, s)
	}
	if m.ends {
		return
	}
	if failure := s.free(s.must(t, 100)); failure != "" {
		t.Errorf("afterwards: %s", failure)
	}
	if failure := closing(s); failure != "" && m.condition != "LiveAllocations" {
		t.Errorf("Close afterwards: %s", failure)
	}
	if s.device != nil && s.device.Faults() != nil {
		t.Error(s.device.Faults())
	}
}

// limit is what AllocationTooLarge says is the largest request.
func (s *subject) limit() string {
	switch {
	case s.arena == "slices":
		return "4096"
	case s.arena == "blocks" && s.target == "host":
		return "18446744073709551360"
	}
	return "16384"
}

// TestNoConditionIsLeftOut holds the meetings against the conditions that the
// generator says can occur, and writes the table of both.
func TestNoConditionIsLeftOut(t *testing.T) {
	rows := map[string][]string{}
	var columns []string
	for _, target := range sorted(targets) {
		plan := planOf(t, map[string]string{"host": "hostkinds", "vulkan": "gpukinds"}[target])
		for _, arena := range sorted(kinds) {
			columns = append(columns, target+", "+kinds[arena])
			s := &subject{target: target, arena: arena}
			for _, c := range spec.Conditions() {
				occurs := slices.ContainsFunc(plan.Occurrences(), func(o spec.Occurrence) bool {
					return o.Condition.Condition == c.Name && (o.Arena == arena || o.Arena == "" && (o.Pool == "" || arena == "slices"))
				})
				met := 0
				for _, m := range meetings {
					if m.condition == c.Name && m.is(s) {
						met++
					}
				}
				cell := fmt.Sprint(met)
				switch {
				case occurs != (met > 0):
					t.Errorf("%s can occur on %s in arena %s: %t; tests that meet it: %d", c.Name, target, arena, occurs, met)
				case met == 0:
					cell = "–"
				}
				rows[c.Name] = append(rows[c.Name], cell)
			}
		}
	}
	compareTable(t, columns, rows)
}

// compareTable holds docs/conditions.md against the table, or writes it.
func compareTable(t *testing.T, columns []string, rows map[string][]string) {
	text := "# How every condition is met\n\nThe number of tests that meet a condition through the public API of an arena, by target and pool kind; – where it cannot occur. " +
		"The tests of a cell are `go test ./generated -run 'TestConditions/TARGET/KIND/CONDITION'`. This file is written by `make generate`.\n\n" +
		"| Condition | " + strings.Join(columns, " | ") + " |\n|---|" + strings.Repeat("---|", len(columns)) + "\n"
	for _, c := range spec.Conditions() {
		text += "| " + c.Name + " | " + strings.Join(rows[c.Name], " | ") + " |\n"
	}
	compareDocument(t, "conditions.md", text)
}

// compareDocument holds a file of docs against its text, or writes it.
func compareDocument(t *testing.T, name, text string) {
	path := filepath.Join("..", "docs", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if committed, err := os.ReadFile(path); err != nil || string(committed) != text {
		t.Errorf("%s is not what the tests say (%v): run make generate", path, err)
	}
}
