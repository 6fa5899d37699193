package spec

import (
	"slices"
	"strings"
)

// A Rule is one thing that a spec must keep, or a warning about one that it
// may break. Every diagnostic names its rule.
type Rule struct {
	ID       string // "AG" and three digits; never used for anything else
	Severity Severity
	Title    string
	Why      string
	Example  string // a spec that breaks the rule and no other
}

// The rules by name. AG0 is about YAML, AG1 about keys and values, AG2 about
// what the values mean together, AG3 about the set of errors.
const (
	ruleTooLarge    = "AG001"
	ruleEncoding    = "AG002"
	ruleControl     = "AG003"
	ruleSyntax      = "AG004"
	ruleEmpty       = "AG005"
	ruleDocuments   = "AG006"
	ruleTop         = "AG007"
	ruleDuplicate   = "AG008"
	ruleMerge       = "AG009"
	ruleTag         = "AG010"
	ruleAlias       = "AG011"
	ruleDepth       = "AG012"
	ruleUnknown     = "AG101"
	ruleMissing     = "AG102"
	ruleType        = "AG103"
	rulePower       = "AG104"
	ruleBounds      = "AG105"
	ruleNumber      = "AG106"
	ruleWord        = "AG107"
	ruleName        = "AG108"
	rulePackage     = "AG109"
	ruleEntries     = "AG110"
	ruleErrorName   = "AG121"
	ruleMessage     = "AG122"
	rulePath        = "AG123"
	ruleMultiple    = "AG201"
	ruleSlice       = "AG202"
	ruleShrunk      = "AG203"
	ruleUnreachable = "AG204"
	ruleGranules    = "AG205"
	ruleTwins       = "AG206"
	ruleClash       = "AG207"
	ruleReserved    = "AG208"
	ruleTarget      = "AG209"
	ruleFlags       = "AG210"
	ruleDevice      = "AG211"
	ruleNoType      = "AG212"
	ruleHeap        = "AG213"
	ruleMap         = "AG214"
	ruleBuffers     = "AG215"
	ruleCounts      = "AG216"
	ruleLeast       = "AG217"
	ruleHalves      = "AG218"
	ruleMargin      = "AG219"
	ruleIdle        = "AG220"
	ruleContents    = "AG221"
	ruleShare       = "AG222"
	ruleCustom      = "AG223"
	ruleStreams     = "AG224"
	ruleStrategy    = "AG225"
	ruleParameter   = "AG226"
	ruleContract    = "AG227"
	ruleErrorCode   = "AG301"
	ruleErrorTwice  = "AG302"
	ruleErrorField  = "AG303"
	ruleErrorLacks  = "AG304"
	ruleErrorIdle   = "AG305"
	ruleErrorUse    = "AG306"
)

// What the examples are made of.
const (
	exampleHead   = "version: 1\npackage: gpumem\ntarget: host\n"
	exampleArena  = exampleHead + "arenas:\n  device:\n"
	examplePools  = exampleArena + "    pools:\n"
	exampleWhole  = examplePools + "      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB}\n"
	exampleBlocks = exampleArena + "    pools:\n      - {name: ranges, kind: tlsf, policy: "
	exampleGPU    = "version: 1\npackage: gpumem\ntarget: vulkan\n"
	exampleDevice = "h200.json"

	exampleStrategy = "./unkeyed" // a strategy with the parameter name
	exampleKept     = exampleWhole + "errors:\n  others: keep\n"
)

var rules = []Rule{
	{ruleTooLarge, Error, "A spec has at most 1 MiB.",
		"A larger file is not a spec, and reading it would take long.",
		exampleWhole + "#" + strings.Repeat("-", maxBytes) + "\n"},
	{ruleEncoding, Error, "A spec is UTF-8.",
		"Other encodings cannot be told apart, so names could be read wrongly.",
		exampleWhole + "# caf\xe9\n"},
	{ruleControl, Error, "A spec holds only characters that YAML allows.",
		"Control characters are invisible in an editor.",
		exampleWhole + "# \x00\n"},
	{ruleSyntax, Error, "A spec is YAML.",
		"The message is that of the YAML parser.",
		exampleHead + "arenas: {device: {pools: [}}\n"},
	{ruleEmpty, Error, "A spec is not empty.",
		"There is nothing to generate from a file without a key.",
		"# nothing but a comment\n"},
	{ruleDocuments, Error, "A spec is one YAML document.",
		"One file makes one package.",
		exampleWhole + "---\n" + exampleWhole},
	{ruleTop, Error, "The top level of a spec is a mapping.",
		"A spec is a mapping from keys to values.",
		"- version: 1\n"},
	{ruleDuplicate, Error, "A mapping has each key once.",
		"Of two values for one key, one would be ignored.",
		exampleWhole + "tests: true\ntests: false\n"},
	{ruleMerge, Error, "Merge keys are not used.",
		"With them, the keys of a mapping could not be seen where it stands.",
		examplePools + "      - &small {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB, max_pool_size: 1MiB}\n" +
			"      - {<<: *small, name: other}\n"},
	{ruleTag, Error, "Tags are not used.",
		"The key of a value says what type it has.",
		exampleWhole + "tests: !!bool true\n"},
	{ruleAlias, Error, "Aliases stand for at most 10000 values, that come before them.",
		"A few lines of aliases can stand for more than any machine can read.",
		exampleWhole + "concurrency: *missing\n"},
	{ruleDepth, Error, "Values nest at most 64 levels deep.",
		"No key needs more than six levels.",
		exampleHead + "arenas: " + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1) + "\n"},

	{ruleUnknown, Error, "Every key is known.",
		"A key that is ignored is mostly one that is misspelt.",
		exampleWhole + "concurency: none\n"},
	{ruleMissing, Error, "Every required key is given.",
		"Where there is no good default, the spec must say what it wants.",
		examplePools + "      - {name: small, kind: sliced_pages, max_slice_size: 4KiB}\n"},
	{ruleType, Error, "Every value has the type of its key.",
		"Nothing is converted silently; an empty value is none.",
		exampleWhole + "tests: 1\n"},
	{rulePower, Error, "An alignment is a power of two, and so is the size of an adaptive block.",
		"Offsets are aligned with masks and shifts, and blocks are halved.",
		exampleArena + "    alignment: 24\n    pools:\n      - {name: small, kind: sliced_pages, page_size: 96KiB, max_slice_size: 4KiB}\n"},
	{ruleBounds, Error, "Every number is within the bounds of its key.",
		"Sizes of zero mean nothing, and sizes above 128 PiB could overflow.",
		examplePools + "      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 0}\n"},
	{ruleNumber, Error, "A size is a number of whole bytes, with or without a binary unit; a count is decimal digits.",
		"1MB means 1000000 bytes to some readers and 1048576 to others, and 0x10, 010 and 1_000 are read differently by different YAML parsers.",
		examplePools + "      - {name: small, kind: sliced_pages, page_size: 1MB, max_slice_size: 4KiB}\n"},
	{ruleWord, Error, "A value that is one of several words is a known one.",
		"The message lists the words that are known.",
		strings.Replace(exampleWhole, "target: host", "target: metal", 1)},
	{ruleName, Error, "Arenas and pools have names in snake_case that Go can use.",
		"The names become Go identifiers, one word after the other.",
		examplePools + "      - {name: smallBlocks, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB}\n"},
	{rulePackage, Error, "The package has a name that Go programs can import.",
		"The generated files open with it.",
		strings.Replace(exampleWhole, "package: gpumem", "package: GPUMem", 1)},
	{ruleEntries, Error, "Arenas, pools, errors and conditions are lists of 1 to 64 entries.",
		"An arena without pools could serve nothing; the number of an arena and a pool is kept in a few bits.",
		exampleArena + "    pools: []\n"},
	{ruleErrorName, Error, "Errors have names in CamelCase that Go can export.",
		"The names become constants of the generated package.",
		exampleWhole + "errors: {out_of_memory: {code: 1, from: [PoolCapacityExceeded]}}\n"},
	{ruleMessage, Error, "A message is one line of text whose braces hold fields.",
		"A misspelt field would be shown as it stands.",
		exampleKept + "  TooLarge: {code: 1, from: [AllocationTooLarge], message: \"{requestd} is too large\"}\n"},
	{rulePath, Error, "The path of a file is relative to the spec, with slashes.",
		"A spec must mean the same on every machine.",
		exampleWhole + "errors: {use: /etc/errors.yaml}\n"},

	{ruleMultiple, Error, "Sizes of pages, slices and blocks are multiples of the alignment, and margins of 4.",
		"A page is cut at multiples of the alignment; the rest of it could never be used. A margin is filled word by word.",
		examplePools + "      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 1000}\n"},
	{ruleSlice, Error, "A slice is no larger than a page.",
		"A slice lies on one page.",
		examplePools + "      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 128KiB}\n"},
	{ruleShrunk, Warning, "A pool has room for a page of the declared size.",
		"A pool whose capacity is below its page size gets one page that fits the capacity, rounded down to the alignment. If nothing is left it has no page.",
		examplePools + "      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB, max_pool_size: 40KiB}\n"},
	{ruleUnreachable, Error, "Every pool can be reached.",
		"Pools are tried in order. A pool without a capacity always has room, so what it accepts never gets to the pools behind it.",
		exampleWhole + "      - {name: tiny, kind: sliced_pages, page_size: 4KiB, max_slice_size: 1KiB}\n"},
	{ruleGranules, Error, "A page has fewer than 2^31 granules of the alignment.",
		"Offsets in a page are counted in granules, in 32 bits with one to spare.",
		examplePools + "      - {name: small, kind: sliced_pages, page_size: 32GiB, max_slice_size: 4KiB}\n"},
	{ruleTwins, Error, "The pools of an arena have different names.",
		"A pool's name becomes a field of the arena's statistics.",
		exampleWhole + "      - {name: small, kind: sliced_pages, page_size: 1MiB, max_slice_size: 64KiB}\n"},
	{ruleClash, Error, "Names are different in Go too.",
		"A name loses its underscores in Go: pool b_c of arena a and pool c of arena a_b would be the same identifier.",
		exampleWhole + "      - {name: frame_1, kind: sliced_pages, page_size: 1MiB, max_slice_size: 64KiB}\n" +
			"      - {name: frame1, kind: sliced_pages, page_size: 16MiB, max_slice_size: 1MiB}\n"},
	{ruleReserved, Error, "Names do not hide what every generated package has.",
		"An arena is a field of the allocator, beside its methods; the statistics of an arena have the field Total.",
		strings.Replace(exampleWhole, "device:", "stats:", 1)},
	{ruleTarget, Error, "Every key and every policy is one of the spec's target.",
		"Only device memory has properties, and only a device can be pinned, or say how much memory it has.",
		exampleArena + "    memory: {require: [device_local]}\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleFlags, Error, "A memory property or a strategy is named once.",
		"What is required need not be preferred, and cannot be avoided.",
		exampleGPU + "arenas:\n  device:\n    memory: {require: [device_local], avoid: [device_local]}\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleDevice, Error, "The profile of a pinned device can be read, and is sound.",
		"Its numbers become constants of the package.",
		exampleGPU + "device: missing.json\narenas:\n  device:\n    memory: {}\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleNoType, Error, "A pinned device has memory for every arena.",
		"Every request of the arena would fail.",
		exampleGPU + "device: " + exampleDevice + "\narenas:\n  device:\n    memory: {require: [protected]}\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleHeap, Error, "Pages and blocks are no larger than what the pinned device allocates.",
		"They could never be made.",
		exampleGPU + "device: " + exampleDevice + "\narenas:\n  device:\n    memory: {}\n    pools:\n      - {name: pages, kind: sliced_pages, page_size: 256GiB, max_slice_size: 1GiB}\n"},
	{ruleMap, Error, "Only host_visible memory is mapped persistently.",
		"A map of other memory fails.",
		exampleGPU + "arenas:\n  device:\n    memory: {require: [device_local]}\n    map: persistent\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleBuffers, Error, "Regions of buffers begin at multiples of 256.",
		"Devices may demand as much of the offset of a storage or uniform buffer.",
		exampleGPU + "arenas:\n  device:\n    memory: {require: [device_local]}\n    buffers: {usage: [storage_buffer]}\n    alignment: 64\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleCounts, Error, "Only blocks that come and go are counted and kept.",
		"The blocks of the policy fixed are all there from the start, and with separate every region has one of its own.",
		exampleBlocks + "{fixed: {block_size: 1MiB}}, max_blocks: 4}\n"},
	{ruleLeast, Error, "A pool has room for the blocks that it keeps.",
		"New would make more blocks than there may be.",
		exampleBlocks + "{pooled: {block_size: 1MiB}}, min_blocks: 9, max_blocks: 8}\n"},
	{ruleHalves, Error, "The smallest block is no larger than the largest.",
		"Blocks are tried from block_size down to min_block_size.",
		exampleBlocks + "{adaptive: {block_size: 1MiB, min_block_size: 2MiB}}}\n"},
	{ruleMargin, Error, "A margin lies in memory that the host always sees.",
		"The pattern behind a region is written when the region is made and read when it is freed, without a map or a flush.",
		exampleGPU + "arenas:\n  device:\n    memory: {require: [host_visible, host_coherent]}\n    pools:\n      - {name: ranges, kind: tlsf, margin: 16}\n"},
	{ruleIdle, Warning, "Every key has an effect.",
		"Regions of a linear pool follow each other, so that there is nothing to choose.",
		exampleArena + "    pools:\n      - {name: frames, kind: linear, policy: {fixed: {block_size: 1MiB}}, strategy: min_time}\n"},
	{ruleContents, Error, "A pool holds what its blocks can hold.",
		"Slices are handed out without regard to their neighbours, so that those of one page are all buffers or all images. In an arena of buffers a block is no place for an image.",
		exampleGPU + "arenas:\n  device:\n    memory: {}\n    pools:\n      - {name: small, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB, contents: mixed}\n"},
	{ruleShare, Error, "The blocks that New makes fit the arena's share of 2^64 bytes.",
		"New would always fail.",
		exampleBlocks + "{fixed: {block_size: 128PiB, blocks: 200}}}\n"},
	{ruleCustom, Error, "Custom pools are like a pool of blocks that the arena has.",
		"A custom pool has the kind, the policy and the sizes of a pool of kind tlsf or linear.",
		exampleArena + "    custom_pools: 4\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleStreams, Error, "Each stream has slots for the regions of its arenas.",
		"The number of a slot has 24 bits, and the highest of them say of which stream it is.",
		"concurrency: {streams: {count: 4}}\n" + exampleArena + "    max_live: 5000000\n    pools:\n      - {name: whole, kind: direct}\n"},
	{ruleStrategy, Error, "The path of a strategy is that of a Go package.",
		"Its source becomes part of the generated package.",
		exampleArena + "    pools:\n      - {name: ranges, kind: ./missing, policy: {fixed: {block_size: 1MiB}}}\n"},
	{ruleParameter, Error, "A parameter of a strategy makes a key, with a number or a truth value as its default.",
		"A pool of the strategy gives it a value, under its name in snake_case.",
		exampleArena + "    pools:\n      - {name: ranges, kind: " + exampleStrategy + ", policy: {fixed: {block_size: 1MiB}}}\n"},
	{ruleContract, Error, "A strategy is a template, and declares what pools of blocks use.",
		"It is specialised as the built-in ones are, and called in their place. The spec alone doesn't show it: generate, check and explain look at the strategy's source.",
		exampleArena + "    pools:\n      - {name: ranges, kind: ./empty, policy: {fixed: {block_size: 1MiB}}}\n"},

	{ruleErrorCode, Error, "Every error of a set has a code of its own.",
		"Programs tell errors apart by their codes.",
		exampleKept + "  TooLarge: {code: 7, from: [AllocationTooLarge]}\n  Ended: {code: 7, from: [Closed]}\n"},
	{ruleErrorTwice, Error, "A condition belongs to one error.",
		"When it is met, one error is returned. A case may belong to another error than the rest of its condition.",
		exampleKept + "  TooLarge: {code: 1, from: [AllocationTooLarge]}\n  BadSize: {code: 2, from: [InvalidRequest, AllocationTooLarge]}\n"},
	{ruleErrorField, Error, "A message shows what every condition of its error carries.",
		"For a condition that does not carry the field there would be nothing to show.",
		exampleKept + "  BadSize: {code: 1, from: [InvalidRequest, AllocationTooLarge], message: \"at most {limit}\"}\n"},
	{ruleErrorLacks, Error, "A set names every condition that can occur.",
		"The set is closed, so that programs can handle every error there is. A condition that is left out would have no code to return.",
		exampleWhole + "concurrency: none\nerrors:\n" +
			"  BadCall: {code: 1, from: [InvalidRequest, UnknownAllocation, WrongAllocator, LiveAllocations, Closed]}\n" +
			"  Exhausted: {code: 2, from: [SerialExhausted, HostAllocationFailed, OutOfSpace, UnsupportedCapability, Output]}\n"},
	{ruleErrorIdle, Warning, "An error names conditions that can occur.",
		"A condition that no call meets needs no handling. In a file that several specs use it gives no warning, since it may occur in another.",
		exampleKept + "  Full: {code: 1, from: [AllocationTooLarge, PoolCapacityExceeded]}\n"},
	{ruleErrorUse, Error, "The file that a set uses can be read, and uses no other.",
		"All errors of a product are to be seen in two files at most.",
		exampleWhole + "errors: {others: keep, use: missing.yaml}\n"},
}

// Rules returns every rule, in the order of their IDs.
func Rules() []Rule { return slices.Clone(rules) }

// rule returns the rule of an ID.
func rule(id string) *Rule {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	found := rules[i]
	return &found
}
