package replay

import (
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/runtime/trace"
)

// A step is one call of a recording, its names resolved.
type step struct {
	kind   trace.Kind // any that does not name a region by its rank
	flags  trace.Flags
	result vkrt.Result
	slot   int    // of the handle; 0 holds the zero handle
	size   uint64 // bytes
	align  uint64 // bytes
	id     uint64 // of a Fault the number of the call, of an Occupy the heap, of a DryRun whether it begins
}

// region is a live region.
type region struct {
	slot  int
	pool  int // index
	block uint32
}

// A walk replays a recording for its figures.
type walk struct {
	*Instance
	machine *machine
	figures Figures
	steps   []step // what was called, for replays of the same calls

	names  map[uint64]int // slot of the region that a name was last given to
	slots  int
	live   []region // by ascending slot, which is by age
	counts []uint64 // of live regions, by pool
	blocks blocks

	placed func(Placement) // nil if nobody asks
}

// newWalk begins with what New has made.
func newWalk(in *Instance, m *machine, placed func(Placement)) *walk {
	w := &walk{Instance: in, machine: m, names: map[uint64]int{}, slots: 1, placed: placed}
	w.blocks.measure = in.arena.blockSize
	w.blocks.made, w.blocks.gone = w.blockMade, w.blockGone
	furnished := in.usage()
	w.counts = make([]uint64, len(furnished))
	for pool := range furnished { // which made theirs in this order
		w.blocks.pool = pool
		w.blocks.settle(sum(furnished[:pool+1]))
	}
	m.asked.Store(w.blocks.count) // those of other arenas do not count
	w.observe(furnished)
	return w
}

// named are the kinds of operation that do to the region of a name what those here
// do to the one of a rank.
var named = map[trace.Kind]trace.Kind{trace.FreeLive: trace.Free, trace.HandBackLive: trace.HandBack, trace.UseLive: trace.Use}

// do makes the calls of one operation and takes its figures.
func (w *walk) do(op trace.Op) {
	w.figures.Ops++
	s := step{kind: op.Kind, flags: op.Flags, result: op.Result, slot: w.names[op.ID], size: op.Size, align: op.Align, id: op.ID}
	if kind, ranked := named[op.Kind]; ranked {
		if len(w.live) == 0 {
			return
		}
		s.kind, s.slot = kind, w.live[op.ID%uint64(len(w.live))].slot
	}
	switch s.kind {
	case trace.Alloc:
		w.alloc(&s)
		w.names[op.ID] = s.slot
	case trace.Free, trace.HandBack:
		w.free(s)
	case trace.Clear:
		w.arena.clear()
		for _, r := range w.live {
			w.tell(Placement{What: RegionFreed, Region: r.slot})
		}
		w.live = w.live[:0]
		clear(w.counts)
		w.settle()
	case trace.Reclaim:
		w.arena.reclaim()
		w.settle()
	case trace.Label:
		w.tell(Placement{What: RegionNamed, Region: s.slot, Text: op.Name})
		return
	default:
		w.aside(w.machine, s)
		w.settle()
	}
	w.steps = append(w.steps, s)
}

// alloc gives the region a slot of its own, so that its handle stays for frees
// that come too late.
func (w *walk) alloc(s *step) {
	s.slot = w.slots
	w.slots++
	w.arena.grow(w.slots)
	refusal := w.arena.alloc(s.slot, s.size, s.align, s.flags)
	if refusal != "" {
		w.figures.Refused++
		if w.figures.FirstRefusal == "" {
			w.figures.FirstRefusal = refusal
		}
		w.settle()
		w.tell(Placement{What: Refused, Bytes: s.size, Text: refusal})
		return
	}
	usage := w.usage()
	pool := 0
	for usage[pool].NumberAllocs == w.counts[pool] {
		pool++ // what other streams handed back is gone by now, so one pool has more
	}
	w.counts[pool]++
	block, offset := w.arena.locate(s.slot)
	w.blocks.pool = pool
	w.settled(usage, block)
	w.live = append(w.live, region{s.slot, pool, block})
	w.tell(Placement{What: RegionPlaced, Region: s.slot, Pool: pool, Block: block, Offset: offset, Bytes: s.size})
}

// free frees the region of a slot, if it is one.
func (w *walk) free(s step) {
	freed := w.arena.free(s.slot, s.kind == trace.HandBack)
	i, live := slices.BinarySearchFunc(w.live, s.slot, func(r region, slot int) int { return r.slot - slot })
	if !freed || !live {
		w.settle()
		return
	}
	block := w.live[i].block
	w.counts[w.live[i].pool]--
	w.live = slices.Delete(w.live, i, i+1)
	w.tell(Placement{What: RegionFreed, Region: s.slot})
	w.settle(block)
}

// settle takes the figures after an operation that may have changed some blocks.
func (w *walk) settle(likely ...uint32) { w.settled(w.usage(), likely...) }

func (w *walk) settled(now []Usage, likely ...uint32) {
	w.blocks.settle(sum(now), likely...)
	w.observe(now)
}

// observe keeps the peaks.
func (w *walk) observe(now []Usage) {
	f, total := &w.figures, sum(now)
	f.PeakInUse = max(f.PeakInUse, total.BytesInUse)
	if total.BytesReserved == 0 || total.BytesReserved < f.PeakReserved {
		return
	}
	fragmentation := 1 - float64(total.BytesInUse)/float64(total.BytesReserved)
	if total.BytesReserved > f.PeakReserved || fragmentation < f.Fragmentation {
		f.PeakReserved, f.Fragmentation = total.BytesReserved, fragmentation
	}
}

// end returns the figures of the whole walk.
func (w *walk) end(pools []string) Figures {
	w.figures.NativeCalls = w.blocks.total
	if w.machine.fake != nil {
		w.figures.NativeCalls = w.machine.asked.Load()
	}
	w.figures.Pools = w.peaks()
	for i := range w.figures.Pools {
		w.figures.Pools[i].Pool = pools[i]
	}
	return w.figures
}

// sum returns what several pools hold together.
func sum(pools []Usage) (total Usage) {
	for _, u := range pools {
		total.BytesReserved += u.BytesReserved
		total.BytesInUse += u.BytesInUse
		total.BytesPadding += u.BytesPadding
		total.NumberAllocs += u.NumberAllocs
		total.NumberBlocks += u.NumberBlocks
	}
	return total
}
