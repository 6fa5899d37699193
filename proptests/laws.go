package proptests

import (
	"fmt"
	"slices"

	"github.com/allocgen/allocgen/runtime/trace"
)

// cost says how often a law can be afforded.
type cost uint8

const (
	everyOp   cost = iota // constant time
	sometimes             // time in proportion to the live regions
	atEnd                 // ends the instance's life
)

// law is one thing that every arena keeps to.
type law struct {
	Name, Statement string
	Cost            cost
	check           func(*interpreter) error
}

// breach words how the law is broken.
func (l *law) breach(err error) error {
	return fmt.Errorf("law %s: %s\nbroken: %w", l.Name, l.Statement, err)
}

// lawNamed returns the law of a name.
func lawNamed(name string) *law {
	return &laws[slices.IndexFunc(laws, func(l law) bool { return l.Name == name })]
}

// laws are checked in this order, so that the most telling one is reported.
var laws = []law{
	{"complete", "a tlsf pool refuses a request, or makes a block for it, only if no free range of its blocks holds it, or min_time may have missed those that do", everyOp, checkServed(tlsfBlocks)},
	{"serves", "with a strategy of one's own, what fits in an empty block is served, and so is one, of no alignment of its own, for as much as the region freed last had", everyOp, checkServed(strategyBlocks)},
	{"errors", "a call fails exactly when, and with exactly what, the order of checks demands", everyOp, checkErrors},
	{"aligned", "an offset is a multiple of the arena's and of the requested alignment", everyOp, checkAligned},
	{"inside", "a region has the requested size and its extent ends within its block", everyOp, checkInside},
	{"first-fit", "in sliced pages, a region lies at the lowest fitting offset of the first fitting page", everyOp, checkPlaced(slicedPages)},
	{"best-fit", "a region takes the smallest exclusive page that is idle and holds it, of several the oldest, or a new one as large as growth says", everyOp, checkPlaced(exclusivePages)},
	{"exact-fit", "a region in a direct pool takes an idle block of its very extent, the one in the lowest slot, or a new one", everyOp, checkPlaced(directBlocks)},
	{"policy", "a region in a pool of blocks is in the one that the policy and the order of the search say", everyOp, checkPolicy},
	{"granular", "regions of linear content and of optimal tiling share no page of bufferImageGranularity bytes", everyOp, checkGranular},
	{"append", "a region in a linear pool lies behind the last one of its block, in a ring before the first, or from the top", everyOp, checkPlaced(linearBlocks)},
	{"placed", "a region in a tlsf pool lies where it first fits in some free range", everyOp, checkDoubt("placed")},
	{"vacant", "with a strategy of one's own, a region lies in a range that was free", everyOp, checkDoubt("vacant")},
	{"frugal", "with min_memory, a region that any free range of its size holds takes one of the smallest that hold it, and what is free at the end of the block last", everyOp, checkDoubt("frugal")},
	{"lowest", "with min_offset, a region lies at the lowest offset where it fits", everyOp, checkLowest},
	{"handles", "a handle is owner, generation and slot; the slot freed last is used first", everyOp, checkHandles},
	{"reclaim", "Reclaim returns every idle block that need not stay, and says how many bytes", everyOp, checkReclaimed},
	{"native", "the driver is called exactly when, and for exactly what, the rules demand", everyOp, checkNative},
	{"faultless", "the driver is never called in a way that Vulkan forbids", everyOp, checkFaultless},
	{"kept", "the host gets at the bytes of a live region exactly where it can see them, and they stay as it wrote them", everyOp, checkKept},
	{"atomic", "a failed call changes no statistic, save for idle blocks that a watermark or want of memory returned, and regions that other streams handed back", everyOp, checkAtomic},
	{"bounded", "blocks cover all extents within what the arena may reserve; those that regions share are no more than declared, and sliced pages are whole", everyOp, checkBounded},
	{"exact-stats", "usage is exact after every call", everyOp, checkUsage},
	{"exact-unmapped", "what is reserved without memory, now and at most, is exact after every call", everyOp, checkUnmapped},
	{"exact-peaks", "each peak is the highest value that its field ever had", everyOp, checkPeaks},
	{"located", "a live handle resolves to its region, which never moves", sometimes, checkLocated},
	{"disjoint", "the extents of live regions do not overlap", sometimes, checkDisjoint},
	{"typed", "a region's memory is that of its block, of the type that serves it, which never changes", sometimes, checkTyped},
	{"conserved", "what the pools have in use is what live regions asked for", sometimes, checkConserved},
	{"conserved-native", "native memory alive, the device's account of it and the bytes reserved, but for those without memory, are the same", sometimes, checkConservedNative},
	{"blocks", "a live block has its size, and a vacant number none", sometimes, checkBlocks},
	{"stale", "a handle that is zero, freed, foreign or forged is refused and changes nothing", sometimes, checkStale},
	{"occupied", "Close refuses while regions live", atEnd, checkOccupied},
	{"coalesced", "with every region freed, a block serves a request of its whole size", atEnd, checkCoalesced},
	{"leakfree", "with every region freed, Reclaim returns every byte and all native memory, but of blocks that stay", atEnd, checkLeakFree},
	{"closed", "Close returns every block; afterwards every call refuses", atEnd, checkClosed},
}

func checkErrors(in *interpreter) error {
	if got, want := in.step.got.failure, in.step.want.failure; got != want {
		return fmt.Errorf("%v instead of %v", got, want)
	}
	return nil
}

func checkAligned(in *interpreter) error {
	s := &in.step
	if s.op.Kind != trace.Alloc || s.got.failure.failed() {
		return nil
	}
	if align := max(s.op.Align, in.granule()); s.got.at.Offset%align != 0 {
		return fmt.Errorf("%v, alignment %d", s.got.at, align)
	}
	return nil
}

// granule returns the granule of the region just served, the arena's if none
// should have been.
func (in *interpreter) granule() uint64 {
	if r := in.step.served; r != nil {
		return r.block.part.granule
	}
	return in.model.Alignment
}

func checkInside(in *interpreter) error {
	s := &in.step
	if s.op.Kind != trace.Alloc || s.got.failure.failed() {
		return nil
	}
	if s.got.at.Size != s.op.Size {
		return fmt.Errorf("%v for a request of %d bytes", s.got.at, s.op.Size)
	}
	need := in.least(s.op.Size)
	if block := in.BlockSize(s.got.at.Block); s.got.at.Offset > block || need > block-s.got.at.Offset {
		return fmt.Errorf("%v, extent %d, in a block of %d bytes", s.got.at, need, block)
	}
	return nil
}

// least returns how many bytes of its block the region just served takes at least:
// an exclusive page is all extent.
func (in *interpreter) least(size uint64) uint64 {
	if r := in.step.served; r != nil && r.pool.policy != nil {
		return r.extent
	}
	return alignUp(size, in.granule())
}

// checkPlaced makes the check of where regions lie in pools of a kind.
func checkPlaced(kind string) func(*interpreter) error {
	return func(in *interpreter) error {
		r := in.step.served
		if r == nil || r.pool.Kind != kind {
			return nil
		}
		if got := in.step.got.at; got != r.Region {
			return fmt.Errorf("%v instead of %v", got, r.Region)
		}
		if got := in.BlockSize(r.Block); got != r.block.size {
			return fmt.Errorf("%v in a block of %d bytes instead of %d", r.Region, got, r.block.size)
		}
		return nil
	}
}

func checkHandles(in *interpreter) error {
	got, want := in.step.got.handle, in.step.want.handle
	switch {
	case got != want:
		return fmt.Errorf("%s instead of %s", describe(got), describe(want))
	case !in.step.got.failure.failed() && in.step.op.Kind == trace.Alloc && got>>ownerShift == 0:
		return fmt.Errorf("%s: owner 0", describe(got))
	}
	return nil
}

func describe(handle uint64) string {
	return fmt.Sprintf("handle {owner %d generation %d slot %d}",
		handle>>ownerShift, handle>>slotBits&maxGeneration, handle%maxSlots)
}

func checkReclaimed(in *interpreter) error {
	if got, want := in.step.got.returned, in.step.want.returned; got != want {
		return fmt.Errorf("%d bytes returned instead of %d", got, want)
	}
	return nil
}

func checkAtomic(in *interpreter) error {
	if !in.step.got.failure.failed() || in.step.drained {
		return nil
	}
	before := slices.Clone(in.before.usage)
	for i, u := range in.now.usage {
		if in.model.pools[i].marked() || in.device != nil {
			before[i].BytesReserved = min(before[i].BytesReserved, u.BytesReserved)
			before[i].NumberBlocks = min(before[i].NumberBlocks, u.NumberBlocks)
		}
	}
	if !slices.Equal(before, in.now.usage) || !slices.Equal(in.before.peaks, in.now.peaks) {
		return fmt.Errorf("%v\nbefore %+v\nafter  %+v", in.step.got.failure, in.before, in.now)
	}
	return nil
}

func checkBounded(in *interpreter) error {
	if len(in.now.usage) != len(in.model.pools) || len(in.now.peaks) != len(in.model.pools) {
		return fmt.Errorf("usage of %d and peaks of %d pools instead of %d", len(in.now.usage), len(in.now.peaks), len(in.model.pools))
	}
	left := in.model.maxReserved()
	for i, u := range in.now.usage {
		p := in.model.pools[i]
		if u.BytesReserved > left || u.BytesReserved < u.BytesInUse+u.BytesPadding || !p.sound(u) {
			return fmt.Errorf("pool %s, %d bytes left to it: %+v", p.Name, left, u)
		}
		left -= u.BytesReserved
	}
	return nil
}

func checkUsage(in *interpreter) error {
	for i, got := range in.now.usage {
		if want := in.model.pools[i].usage; got != want {
			return fmt.Errorf("pool %s\ngot  %+v\nwant %+v", in.model.pools[i].Name, got, want)
		}
	}
	return nil
}

func checkPeaks(in *interpreter) error {
	for i, got := range in.now.peaks {
		if want := in.model.pools[i].peak; got != want {
			return fmt.Errorf("pool %s\ngot  %+v\nwant %+v", in.model.pools[i].Name, got, want)
		}
	}
	return nil
}
