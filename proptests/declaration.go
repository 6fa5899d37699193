package proptests

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// Declaration is what a spec promised for one arena.
type Declaration struct {
	Package, Arena string
	Concurrent     bool   // calls may be made from several goroutines
	Streams        uint32 // of the allocator, each of which has the arena; 0 = none
	Alignment      uint64 // bytes, a power of two
	MaxLive        uint32 // regions live at once; 0 = as many as there are slots, 2^24 for all streams together
	Generations    uint32 // regions a slot serves before it is retired; 0 = 2^28-1
	MaxReserved    uint64 // bytes of all blocks together; 0 = 2^64-1, the only value on a device, which bounds them itself
	Flags          Flags  // that the package knows; Optimal is not one of them
	Trace          bool   // calls can be recorded: every Instance has Record
	Pools          []Pool // in the order in which they are tried

	Memory *Memory       // which memory of a device serves the arena; nil = it is of the host
	Pinned *vkrt.Profile // the only device that the arena works on; nil = any
}

// Memory says which memory types of a device serve an arena, as [vkrt.Choose]
// takes it.
type Memory struct {
	Require, Prefer, Avoid vkrt.MemoryFlags
	Strict                 bool // only the first of the types is ever used
	Persistent             bool // every block is mapped as long as it lives
	Buffers                bool // every block is a buffer
}

// Pool is one pool of an arena. All sizes are bytes. What a kind has no key
// for is zero and ignored.
type Pool struct {
	Name, Kind    string // Kind is "sliced_pages", "exclusive_pages", "direct", "tlsf", "linear", or "strategy" for one of the user's own
	PageSize      uint64 // sliced_pages
	MaxSliceSize  uint64 // sliced_pages
	MaxPoolSize   uint64 // sliced_pages; math.MaxUint64 = no cap
	MaxAllocSize  uint64 // exclusive_pages
	Growth        string // exclusive_pages: "exact" or "average"
	DeallocPeriod uint64 // all but direct: successful allocations that an idle page or block outlives; 0 = other rules say how long it is kept
	ReclaimAt     uint64 // direct: reserved bytes; math.MaxUint64 = idle blocks are kept until Reclaim

	// Of tlsf, linear and strategy.
	Policy       string // "separate", "fixed", "pooled", "adaptive" or "automatic"
	BlockSize    uint64 // fixed, of New's argument where the spec leaves it open; pooled; adaptive: of the largest
	MinBlockSize uint64 // adaptive
	Blocks       uint64 // fixed: their number
	MaxSize      uint64 // of a request; math.MaxUint64 = any
	MinBlocks    uint64 // that New makes and that stay
	MaxBlocks    uint64 // 0 = as many as are needed
	BlockLimit   uint64 // tlsf, strategy: of a memory type; 0 = no bound
	MinAlignment uint64 // a power of two
	Margin       uint64 // behind a region, part of its extent

	Strategy   Flags // tlsf: of requests that name none
	Strategies Flags // tlsf: that requests may name

	Appends       bool // strategy: of several blocks only the latest one and the empty ones have room
	EmptiestFirst bool // strategy: of several blocks the one with the most free bytes is tried first

	Contents     string // sliced_pages, tlsf, linear, strategy: "buffers", "images" or "mixed"; "" = buffers
	WithinBudget bool   // no native allocation exceeds the budget
	Defers       bool   // in a dry run its blocks are without memory
}

// Bits of a handle, from the top: owner, generation, slot.
const (
	slotBits       = 24
	generationBits = 28
	ownerShift     = slotBits + generationBits
	maxSlots       = 1 << slotBits
	maxGeneration  = 1<<generationBits - 1
)

const maxAlign = 1 << 30

// guards reports whether the arena itself writes into memory of a device.
func (d *Declaration) guards() bool {
	return slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Margin != 0 })
}

// slots returns how many regions may be live at once.
func (d *Declaration) slots() int {
	if d.MaxLive == 0 {
		return 1 << d.numberBits()
	}
	return int(d.MaxLive)
}

// numberBits returns how many bits of a handle's slot do not say of which stream
// it is.
func (d *Declaration) numberBits() int {
	return slotBits - bits.Len32(max(d.Streams, 1)-1)
}

// marks returns the bits of a handle that are alike in all of the arena: those of
// the owner and of the stream.
func (d *Declaration) marks(handle uint64) uint64 {
	return handle &^ (maxGeneration<<slotBits | (1<<d.numberBits() - 1))
}

// generations returns how many regions a slot serves.
func (d *Declaration) generations() uint64 {
	if d.Generations == 0 {
		return maxGeneration
	}
	return uint64(d.Generations)
}

// isTiny reports whether slots and generations are so few that short sequences of
// calls use them up, where there are not several devices to try them on.
func (d *Declaration) isTiny() bool {
	return d.slots() <= 8 && d.generations() <= 4 && (d.Memory == nil || d.Pinned != nil)
}

// maxReserved returns how many bytes the blocks may have together.
func (d *Declaration) maxReserved() uint64 {
	if d.MaxReserved == 0 {
		return math.MaxUint64
	}
	return d.MaxReserved
}

// watches reports whether a pool asks how much of the device others hold.
func (d *Declaration) watches() bool {
	return slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.WithinBudget || p.Policy == automatic })
}

// defers reports whether there are dry runs.
func (d *Declaration) defers() bool {
	return slices.ContainsFunc(d.Pools, func(p Pool) bool { return p.Defers })
}

// check refuses declarations that no spec can make.
func (d *Declaration) check() error {
	if !isPowerOfTwo(d.Alignment) {
		return fmt.Errorf("alignment %d is not a power of two", d.Alignment)
	}
	if d.slots() > 1<<d.numberBits() || d.Generations > maxGeneration {
		return fmt.Errorf("max_live %d or generations %d does not fit a handle", d.MaxLive, d.Generations)
	}
	if d.Memory == nil && d.Pinned != nil {
		return errors.New("pinned to a device without memory of it")
	}
	if d.Memory != nil && d.MaxReserved != 0 {
		return errors.New("max reserved in memory of a device")
	}
	if len(d.Pools) == 0 {
		return errors.New("no pools")
	}
	for _, p := range d.Pools {
		if err := p.check(d.Alignment); err != nil {
			return fmt.Errorf("pool %s: %w", p.Name, err)
		}
	}
	return nil
}

func isPowerOfTwo(n uint64) bool { return n != 0 && n&(n-1) == 0 }

// alignUp rounds n up to a multiple of the power of two a; past 2^64 it wraps
// to 0.
func alignUp(n, a uint64) uint64 { return (n + a - 1) &^ (a - 1) }
