package spec

import (
	"math"
	"slices"
)

// What a pool's blocks hold, by the places of the words.
const (
	ofBuffers = 0
	ofImages  = 1
	ofMixed   = 2
)

var (
	contentsWords = []string{"buffers", "images", "mixed"}
	policyWords   = []string{string(Separate), string(Fixed), string(Pooled), string(Adaptive), string(Automatic)}
	strategyWords = []string{"min_memory", "min_offset", "min_time"}
)

const (
	maxMargin = 64 << 10 // bytes
	maxKept   = 512      // blocks made by New, so that it ends soon
	maxBlocks = 1 << 24  // so that their numbers fit the tables of every kind
)

// blockFields returns the keys of a kind of block pools.
func blockFields(kind Kind) []Field {
	idle := "strategies affect pools of kind tlsf only"
	if kind == TLSF {
		idle = ""
	}
	of := []Field{
		{Key: "policy", Type: Choice, Required: true, RequiredOn: Host, OnVulkan: string(Automatic), Enum: policyWords,
			Doc: "Where blocks come from. With separate every region is an allocation of its own. With fixed, New makes all blocks, and no other is made. With pooled all blocks have one size, and what is larger gets an allocation of its own. With adaptive a block that the device has no memory for is tried in half the size, and more than half a block gets an allocation of its own first. With automatic, which only vulkan has, blocks are at first small, grow up to an eighth of the heap or 256 MiB, and shrink where memory is short."},
		{Key: "strategy", Type: Words, Default: "min_memory", Enum: strategyWords, All: "strategies", Min: 1, Max: uint64(len(strategyWords)), Idle: idle,
			Doc: "Which free range serves a request: min_memory takes the smallest that fits, min_offset the lowest, and min_time one that is found soon, even if a smaller one fits. Of a list the first word is for requests that name none, the others are flags of a request."},
		{Key: "max_size", Type: Size, Min: 1, Max: maxSize,
			Doc: "The largest size the pool accepts. Without it the pool accepts every size."},
		{Key: "min_blocks", Type: Count, Default: "0", Min: 0, Max: maxKept, Unit: "blocks",
			Doc: "How many blocks New makes, and the pool never returns: of the best memory type, as are fixed blocks."},
		{Key: "max_blocks", Type: Count, Default: "0", Min: 0, Max: maxBlocks, Unit: "blocks",
			Doc: "How many blocks the pool has at most, allocations for single regions not counted; 0 is as many as it needs, but for a pool of kind tlsf in an arena with max_live at most 512 of each memory type. A linear pool of one block can also be filled from the top."},
		{Key: "min_alignment", Type: Size, Default: "1", Min: 1, Max: maxAlignment, Power: true,
			Doc: "The granule of the pool, where it is larger than the arena's alignment."},
		{Key: "margin", Type: Size, Target: Vulkan, Default: "0", Min: 0, Max: maxMargin,
			Doc: "How many bytes behind each region are filled with a pattern, a multiple of 4. Free and CheckCorruption report regions behind which the pattern has changed; such a region stays live until Clear. Allocations for single regions have no margin."},
		{Key: "contents", Type: Word, Target: Vulkan, Default: "buffers", Enum: contentsWords,
			Doc: "What the pool's blocks hold: buffers, to which images of linear tiling count, images of optimal tiling, or both, which are then kept apart as the device's bufferImageGranularity demands. Other contents get an allocation of their own where the policy allows."},
		{Key: "dealloc_period", Type: Count, Default: "0", Min: 0, Max: math.MaxUint32, Unit: "reservations",
			Doc: "After how many reservations of the arena a block that stays empty is returned. With 0 a block that becomes empty is returned at once if another one is empty, and else kept until it is reclaimed."},
	}
	for i := range of {
		of[i].Scope = Scope(kind)
	}
	return of
}

// strategyFields returns the keys of a pool of blocks with a strategy of one's
// own, but for those of the strategy's parameters.
func strategyFields() []Field {
	return slices.DeleteFunc(blockFields(Kind(StrategyScope)), func(f Field) bool { return f.Idle != "" })
}

// policyFields is the keys of the policies that have some.
var policyFields = []Field{
	{Scope: policyScope(Adaptive), Key: "block_size", Type: Size, Required: true, Min: 1, Max: maxSize, Power: true,
		Doc: "The size of a block, where the device has memory for it: a power of two, and a multiple of the alignment."},
	{Scope: policyScope(Adaptive), Key: "min_block_size", Type: Size, Required: true, Min: 1, Max: maxSize, Power: true,
		Doc: "The size of the smallest block: a power of two, and a multiple of the alignment."},
	{Scope: policyScope(Fixed), Key: "block_size", Type: Size, Required: true, RequiredOn: Vulkan, Min: 1, Max: maxSize,
		Doc: "The size of a block, a multiple of the alignment. On host New has a parameter for it where the one block of a pool names none."},
	{Scope: policyScope(Fixed), Key: "blocks", Type: Count, Default: "1", Min: 1, Max: maxKept, Unit: "blocks",
		Doc: "How many blocks the pool has."},
	{Scope: policyScope(Pooled), Key: "block_size", Type: Size, Required: true, Min: 1, Max: maxSize,
		Doc: "The size of a block, a multiple of the alignment."},
}
