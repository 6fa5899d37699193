package proptests

import "github.com/allocgen/allocgen/runtime/trace"

// Flags say how a region is asked for, in the bits that generated packages use
// for theirs. Beside those there is Optimal, for a request that says it is for an
// image of optimal tiling, which only a device has.
type Flags = trace.Flags

// The flags.
const (
	MinMemory     = trace.MinMemory
	MinOffset     = trace.MinOffset
	MinTime       = trace.MinTime
	Upper         = trace.Upper
	Dedicated     = trace.Dedicated
	NeverAllocate = trace.NeverAllocate
	Optimal       = trace.Optimal

	strategyFlags = MinMemory | MinOffset | MinTime
)
