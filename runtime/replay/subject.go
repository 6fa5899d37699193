package replay

import (
	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/trace"
)

// A Subject is one arena of a generated package.
type Subject struct {
	Spec, Arena string
	Pools       []string // names, in the order of the spec
	// Open makes a fresh allocator: on the device, which is nil for a host package,
	// and with capacity as the bytes of every block whose size the spec leaves open.
	Open func(device *vkrt.Device, capacity uint64) (*Instance, error)
}

// Usage is what a pool holds, in bytes and in numbers. Its fields are those of
// the Usage of generated packages.
type Usage struct {
	BytesReserved uint64 `json:"bytes_reserved"`
	BytesInUse    uint64 `json:"bytes_in_use"`
	BytesPadding  uint64 `json:"bytes_padding"`
	NumberAllocs  uint64 `json:"number_allocs"`
	NumberBlocks  uint64 `json:"number_blocks"`
	BytesUnmapped uint64 `json:"bytes_unmapped,omitempty"` // of packages with dry runs: reserved without memory
}

// A Peak is the highest that each figure of a pool has been, each at its own time.
type Peak struct {
	Pool string `json:"pool"`
	Usage
	LargestRequest uint64 `json:"largest_request"` // bytes, of the requests served
}

// Failure is what the failures of generated packages have in common.
type Failure interface {
	Failed() bool
	String() string
}

// Arena is what arenas of generated packages have in common. Handle, Flags and
// F are types of the package.
type Arena[Handle any, Flags ~uint8, F Failure] interface {
	AllocWith(size, align uint64, flags Flags) (Handle, F)
	Free(Handle) F
	Block(Handle) (uint32, F)
	Offset(Handle) (uint64, F)
	BlockSize(block uint32) (uint64, F)
	Clear() F
	Reclaim() (uint64, F)
}

// An Instance is an arena of a fresh allocator.
type Instance struct {
	arena arena
	usage func() []Usage // of every pool
	peaks func() []Peak  // likewise; their names are left out

	dryRun func(on bool) // nil where the package has no dry runs
}

// DryRuns lets dry runs begin and end by a call.
func (in *Instance) DryRuns(call func(on bool)) *Instance {
	in.dryRun = call
	return in
}

// aside makes the calls of a step that is not a plain one of the arena.
func (in *Instance) aside(m *machine, s step) {
	switch {
	case s.kind != trace.DryRun && s.kind != trace.Use:
		m.perform(s)
	case in.dryRun == nil:
	case s.kind == trace.Use:
		in.arena.use(s.slot)
	default:
		in.dryRun(s.id != 0)
	}
}

// Bind makes an instance of an arena. other is the same arena in another stream,
// nil if there is none; usage and peaks ask every pool, in the order of the spec.
func Bind[Handle any, Flags ~uint8, F Failure](a, other Arena[Handle, Flags, F], usage func() []Usage, peaks func() []Peak) *Instance {
	if other == nil {
		other = a
	}
	b := &bound[Handle, Flags, F]{arena: a, other: other, handles: make([]Handle, 1)}
	b.needs, _ = a.(requirer[Handle, Flags, F])
	b.memory, _ = a.(holder[Handle, F])
	return &Instance{arena: b, usage: usage, peaks: peaks}
}

// arena is the calls of a bound arena, with slots of its table for handles.
// Slot 0 holds the zero handle; grow makes room for more.
type arena interface {
	grow(slots int)
	alloc(slot int, size, align uint64, flags trace.Flags) (refusal string)
	free(slot int, elsewhere bool) (freed bool)
	locate(slot int) (block uint32, offset uint64)
	blockSize(block uint32) uint64
	clear()
	reclaim()
	use(slot int)
	run(steps []step, aside func(step))
}

// requirer is what arenas on a device have beside.
type requirer[Handle any, Flags ~uint8, F Failure] interface {
	AllocFor(needs vkrt.Requirements, flags Flags) (Handle, F)
}

// holder is what they have to use a region's memory.
type holder[Handle any, F Failure] interface {
	Memory(Handle) (vkrt.Memory, F)
}

// bound is an arena with its table of handles.
type bound[Handle any, Flags ~uint8, F Failure] struct {
	arena, other Arena[Handle, Flags, F]
	needs        requirer[Handle, Flags, F] // nil on the host
	memory       holder[Handle, F]          // likewise
	handles      []Handle
}

func (b *bound[Handle, Flags, F]) grow(slots int) {
	if missing := slots - len(b.handles); missing > 0 {
		b.handles = append(b.handles, make([]Handle, missing)...)
	}
}

// ask allocates. On the host, where there are no images, a request for one is
// passed on with its flag, for the arena to refuse.
func (b *bound[Handle, Flags, F]) ask(size, align uint64, flags trace.Flags) (Handle, F) {
	if flags&trace.Optimal != 0 && b.needs != nil {
		image := vkrt.Requirements{Size: size, Alignment: align, TypeBits: ^uint32(0), Kind: vkrt.Optimal}
		return b.needs.AllocFor(image, Flags(flags&^trace.Optimal))
	}
	return b.arena.AllocWith(size, align, Flags(flags))
}

func (b *bound[Handle, Flags, F]) alloc(slot int, size, align uint64, flags trace.Flags) (refusal string) {
	handle, failure := b.ask(size, align, flags)
	b.handles[slot] = handle
	if failure.Failed() {
		return failure.String()
	}
	return ""
}

func (b *bound[Handle, Flags, F]) free(slot int, elsewhere bool) (freed bool) {
	in := b.arena
	if elsewhere {
		in = b.other
	}
	return !in.Free(b.handles[slot]).Failed()
}

func (b *bound[Handle, Flags, F]) locate(slot int) (block uint32, offset uint64) {
	block, _ = b.arena.Block(b.handles[slot])
	offset, _ = b.arena.Offset(b.handles[slot])
	return block, offset
}

func (b *bound[Handle, Flags, F]) blockSize(block uint32) uint64 {
	bytes, _ := b.arena.BlockSize(block)
	return bytes
}

func (b *bound[Handle, Flags, F]) clear()   { b.arena.Clear() }
func (b *bound[Handle, Flags, F]) reclaim() { b.arena.Reclaim() }

func (b *bound[Handle, Flags, F]) use(slot int) {
	if b.memory != nil {
		b.memory.Memory(b.handles[slot])
	}
}

// run makes the calls of steps; those that are not plain go aside.
func (b *bound[Handle, Flags, F]) run(steps []step, aside func(step)) {
	for i := range steps {
		switch s := &steps[i]; s.kind {
		case trace.Alloc:
			b.handles[s.slot], _ = b.ask(s.size, s.align, s.flags)
		case trace.Free:
			b.arena.Free(b.handles[s.slot])
		case trace.HandBack:
			b.other.Free(b.handles[s.slot])
		case trace.Clear:
			b.arena.Clear()
		case trace.Reclaim:
			b.arena.Reclaim()
		default:
			aside(*s)
		}
	}
}
