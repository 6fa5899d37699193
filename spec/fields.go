package spec

import (
	"math"
	"slices"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/spec/size"
)

// A Scope is a mapping of the language, in which a set of keys is known. The
// keys of a pool are those of the scopes "pool" and its kind.
type Scope string

// The scopes that hold for every spec. Each pool kind adds one of its name.
const (
	FileScope   Scope = "file"
	ArenaScope  Scope = "arena"
	MemoryScope Scope = "memory"
	BufferScope Scope = "buffers"
	PoolScope   Scope = "pool"
	SetScope    Scope = "set" // the keys beside the errors of a set
	ErrorScope  Scope = "error"
)

// A Type says how a value is written.
type Type string

// The types of values.
const (
	Count    Type = "count"         // a whole number in decimal digits
	Size     Type = "size"          // bytes: a whole number, or text with a unit
	Word     Type = "word"          // one of the field's Enum
	Name     Type = "name"          // a snake_case identifier
	Package  Type = "package"       // the name of a Go package
	Boolean  Type = "boolean"       // true or false
	Mapping  Type = "mapping"       // names to mappings of the scope Of
	Sequence Type = "sequence"      // a list of mappings of the scope Of
	Object   Type = "object"        // one mapping of the scope Of
	Flags    Type = "list of flags" // words of the field's Enum, each once
	Words    Type = "words"         // one of the field's Enum, or a list of some, each once
	Choice   Type = "choice"        // one of the field's Enum, alone or as the only key of a mapping to its own keys

	Set     Type = "set of errors"      // keys of the scope "set", and names to mappings of the scope Of
	Cases   Type = "list of conditions" // texts such as OutOfSpace and Call.device_lost
	Message Type = "message"            // text with fields in braces
	Path    Type = "path"               // of a file, relative to the spec's directory, with slashes

	PoolKind Type = "kind of pool" // one of the field's Enum, or the path of a Strategy, which begins with ./ or ../
)

// A Field is one key of the language.
type Field struct {
	Scope    Scope
	Key      string
	Type     Type
	Required bool
	Target   Target // the one that has the key, "" if each has

	// RequiredOn is the one target that requires the key, "" if each does.
	RequiredOn Target
	Idle       string // why the key does nothing in its scope, "" if it does something

	// Default is what an absent key means, as a spec would say it. An optional
	// number without a default is unlimited: its value is math.MaxUint64.
	// OnVulkan is the default there, if it is another.
	Default, OnVulkan string

	// Min and Max bound the value of a Count or Size, the number of entries of
	// a Mapping, Sequence, Set or Cases, and the characters of a Message or
	// Path, both inclusive.
	Min, Max uint64
	Power    bool // the number must be a power of two

	Enum []string // of a Word, Flags, Words or Choice
	All  string   // of a Words: the Param that holds all of them, where the first has one of its own
	Of   Scope    // of a Mapping, Sequence, Object or Set
	Unit string   // what a Count counts
	Doc  string
}

const (
	maxAlignment = 1 << 30
	maxSize      = 1 << 57 // so that a block of it fits the share of 64 arenas in 2^64 bytes
	maxAverage   = 1 << 47 // so that an average has 16 bits for fractions
	maxCustom    = 64      // so that a slot tells them apart in a byte
	maxEvents    = 1 << 16 // so that an arena with them takes 1.5 MiB at most

	deallocPeriod = "After how many reservations of the arena a page that stays idle is returned; 0 keeps idle pages until they are reclaimed."
)

// fields is the language. Its order is that of plans, schema and reference.
var fields = slices.Concat(wholeFields, blockFields(TLSF), blockFields(Linear), strategyFields(), policyFields, streamFields)

// wholeFields is the language without block pools.
var wholeFields = []Field{
	{Scope: FileScope, Key: "version", Type: Count, Required: true, Min: 1, Max: 1,
		Doc: "The version of the language that the file is written in."},
	{Scope: FileScope, Key: "package", Type: Package, Required: true,
		Doc: "The name of the generated Go package."},
	{Scope: FileScope, Key: "target", Type: Word, Required: true, Enum: []string{string(Host), string(Vulkan)},
		Doc: "What a block is. On host it is a number: the allocator hands out block numbers and offsets for any address range, and imports nothing but the standard library. On vulkan it is device memory, allocated through the package vkrt."},
	{Scope: FileScope, Key: "concurrency", Type: Choice, Default: string(Mutex), Enum: []string{string(None), string(Mutex), string(Streams)},
		Doc: "Who may call the allocator: with none one goroutine at a time; with mutex any number, each arena has a lock of its own. With streams any number too, and each has best a stream to itself: a set of arenas, pools and blocks that it shares with no other. A region that is freed in another stream goes back to its own without that one's lock, and is room again when that next allocates; where it has a margin, with the lock, for damage to be told."},
	{Scope: FileScope, Key: "device", Type: Path, Target: Vulkan, Min: 1, Max: maxPath,
		Doc: "A profile, in JSON, of the one device that the package is for. Its memory types and limits become constants, and New refuses any device with others, or with smaller heaps."},
	{Scope: FileScope, Key: "tests", Type: Boolean, Default: "true",
		Doc: "Whether the package gets tests: the conformance suite on each arena, and the laws of what it is made of."},
	{Scope: FileScope, Key: "dry_run", Type: Boolean, Default: "false", Target: Vulkan,
		Doc: "Whether the allocator can be told to serve regions without memory, by DryRun, for a program to find out what it needs. The first use of a region's memory makes that of its whole block, and no offset changes. Pages of exclusive_pages, blocks of a pool with a margin, and memory that the driver wants for one resource are made at once all the same."},
	{Scope: FileScope, Key: "names", Type: Boolean, Default: "false",
		Doc: "Whether a live region can carry a name, which reports of leaks, dumps and recordings show. Names are the only pointers that the allocator's tables hold, 16 bytes for each slot up to the highest that ever had one."},
	{Scope: FileScope, Key: "call_sites", Type: Boolean, Default: "false",
		Doc: "Whether a live region remembers the file, line and function that asked for it, for the report of leaks. It costs each such call a look at the stack, and 8 bytes for each slot."},
	{Scope: FileScope, Key: "trace", Type: Boolean, Default: "false",
		Doc: "Whether arenas can write their calls to a file, from when Record is called until it is again, in the language of package trace. It costs a call one branch while nothing is recorded."},
	{Scope: FileScope, Key: "last_events", Type: Count, Default: "0", Min: 0, Max: maxEvents, Unit: "calls",
		Doc: "How many of its last calls each arena remembers, to tell them with its layout when it is out of memory, by itself or when asked: see DumpOnFailure and WriteEvents. 0 is none; each costs 24 bytes, and each call the writing of one."},
	{Scope: FileScope, Key: "arenas", Type: Mapping, Required: true, Of: ArenaScope, Min: 1, Max: 64,
		Doc: "The arenas by name. Each becomes a field of the allocator, with types of its own. On host each may reserve an equal share of 2^64 bytes, in each stream if there are streams."},
	{Scope: FileScope, Key: "errors", Type: Set, Of: ErrorScope, Min: 1, Max: 64,
		Doc: "The errors of the product by name, each for conditions that calls can meet. The set is closed: it must name every condition that can occur here, or keep the others. Without it every condition is an error of its own name and number."},

	{Scope: SetScope, Key: "others", Type: Word, Enum: []string{"keep"},
		Doc: "What becomes of conditions that no error is for: keep leaves each an error of its own name, with 1000 and its number as the code. Without it there must be none."},
	{Scope: SetScope, Key: "use", Type: Path, Min: 1, Max: maxPath,
		Doc: "A file with more of the set, for several specs to share. It holds what errors does, as its top level, and uses no further file."},

	{Scope: ErrorScope, Key: "code", Type: Count, Required: true, Min: 1, Max: 999,
		Doc: "The number of the error, unique in the set. Programs store and compare it, so it should never change."},
	{Scope: ErrorScope, Key: "from", Type: Cases, Required: true, Min: 1, Max: 64,
		Doc: "The conditions that the error is for, each in no other error. A condition stands for all its cases; Call.device_lost is one case, which the error for Call then leaves out."},
	{Scope: ErrorScope, Key: "message", Type: Message, Min: 1, Max: 200,
		Doc: "What the error says, with fields in braces that every one of its conditions carries, such as {arena}. Without it, it says what the condition does."},

	{Scope: ArenaScope, Key: "memory", Type: Object, Target: Vulkan, Required: true, Of: MemoryScope,
		Doc: "Which memory types serve the arena: those that have all required properties, the one first that lacks the fewest preferred ones and has the fewest avoided ones. Types that are lazily_allocated, protected, device_coherent_amd or device_uncached_amd serve only where that is required."},
	{Scope: ArenaScope, Key: "strict", Type: Boolean, Target: Vulkan, Default: "false",
		Doc: "Whether only the best memory type serves the arena. Otherwise the next one does where the device has no more memory of the one before."},
	{Scope: ArenaScope, Key: "map", Type: Word, Target: Vulkan, Default: "on_demand", Enum: []string{"on_demand", "persistent"},
		Doc: "How the host gets at the bytes of regions: on_demand maps a block while a region in it is mapped, persistent maps every block as long as it lives, which requires host_visible."},
	{Scope: ArenaScope, Key: "buffers", Type: Object, Target: Vulkan, Of: BufferScope,
		Doc: "Makes every block one buffer: a region is a part of a buffer, as programs want that bind few buffers and many offsets. Offsets must then be multiples of 256 or more, as the alignment says."},
	{Scope: ArenaScope, Key: "alignment", Type: Size, Default: "16", OnVulkan: "256", Min: 1, Max: maxAlignment, Power: true,
		Doc: "The granule of the arena: a region's offset is a multiple of it, and the bytes a region takes are rounded up to it."},
	{Scope: ArenaScope, Key: "max_live", Type: Count, Default: "0", Min: 0, Max: 1 << 24, Unit: "regions",
		Doc: "How many regions can be live at once; 0 is as many as handles tell apart: 16777216, which streams share, their number rounded up to a power of two."},
	{Scope: ArenaScope, Key: "custom_pools", Type: Count, Default: "0", Min: 0, Max: maxCustom, Unit: "pools",
		Doc: "How many custom pools there can be at once: pools that the program makes and destroys as it runs, each like one of the arena's pools of kind tlsf or linear, with blocks of its own. Their figures count to those of the pool that they are like."},
	{Scope: ArenaScope, Key: "generations", Type: Count, Default: "268435455", Min: 1, Max: 1<<28 - 1, Unit: "regions",
		Doc: "How many regions a slot serves before it is retired. A lower bound is for tests."},
	{Scope: ArenaScope, Key: "pools", Type: Sequence, Required: true, Of: PoolScope, Min: 1, Max: 64,
		Doc: "The pools in the order in which they are tried: the first that accepts a size serves it, and one at its capacity leaves the request to the next."},

	{Scope: MemoryScope, Key: "require", Type: Flags, Max: 16, Enum: memoryWords(),
		Doc: "The properties that a memory type must have."},
	{Scope: MemoryScope, Key: "prefer", Type: Flags, Max: 16, Enum: memoryWords(),
		Doc: "The properties that a memory type had better have."},
	{Scope: MemoryScope, Key: "avoid", Type: Flags, Max: 16, Enum: memoryWords(),
		Doc: "The properties that a memory type had better not have."},

	{Scope: BufferScope, Key: "usage", Type: Flags, Required: true, Min: 1, Max: 16, Enum: bufferUsages,
		Doc: "What the buffers are used for, by the names of VkBufferUsageFlagBits."},

	{Scope: PoolScope, Key: "name", Type: Name, Required: true,
		Doc: "The name of the pool, unique in its arena."},
	{Scope: PoolScope, Key: "kind", Type: PoolKind, Required: true, Enum: []string{string(SlicedPages), string(ExclusivePages), string(Direct), string(TLSF), string(Linear)},
		Doc: "How the pool works. It decides which other keys the pool has. A path such as ./buddy, from the spec's directory, is a strategy of one's own: a Go package that places regions in the blocks of the pool."},
	{Scope: PoolScope, Key: "within_budget", Type: Boolean, Target: Vulkan, Default: "false",
		Doc: "Whether the pool keeps to the memory budget that the device tells: an allocation beyond it fails as if the device were out of memory, without asking the driver. Of a device that tells none it is four fifths of the heap."},

	{Scope: Scope(SlicedPages), Key: "page_size", Type: Size, Required: true, Min: 1, Max: maxSize,
		Doc: "The size of a page, a multiple of the arena's alignment."},
	{Scope: Scope(SlicedPages), Key: "max_slice_size", Type: Size, Required: true, Min: 1, Max: maxSize,
		Doc: "The largest size the pool accepts, a multiple of the alignment and at most page_size. Without max_pool_size the pool also takes any size above four fifths of a page."},
	{Scope: Scope(SlicedPages), Key: "max_pool_size", Type: Size, Min: 1, Max: maxSize,
		Doc: "The capacity of the pool: it has as many whole pages as fit. A capacity below page_size shrinks the page to it."},
	{Scope: Scope(SlicedPages), Key: "contents", Type: Word, Target: Vulkan, Default: "buffers", Enum: contentsWords,
		Doc: "What the pool's pages hold: buffers, to which images of linear tiling count, or images of optimal tiling. Slices of one page are never both."},
	{Scope: Scope(SlicedPages), Key: "dealloc_period", Type: Count, Default: "0", Min: 0, Max: math.MaxUint32, Unit: "reservations",
		Doc: deallocPeriod},

	{Scope: Scope(ExclusivePages), Key: "max_alloc_size", Type: Size, Required: true, Min: 1, Max: maxAverage,
		Doc: "The largest size the pool accepts, a multiple of the alignment."},
	{Scope: Scope(ExclusivePages), Key: "growth", Type: Word, Default: "exact", Enum: []string{"exact", "average"},
		Doc: "How large a new page is: exact makes it as large as the request, average as large as the moving average of the requests served, if that is larger."},
	{Scope: Scope(ExclusivePages), Key: "dealloc_period", Type: Count, Default: "0", Min: 0, Max: math.MaxUint32, Unit: "reservations",
		Doc: deallocPeriod},

	{Scope: Scope(Direct), Key: "reclaim_at", Type: Size, Min: 1, Max: maxSize,
		Doc: "A watermark, not a cap: where a new block would take the pool above it, idle blocks are returned first, as many as it takes or as there are. Without it they stay until they are reclaimed."},
}

// Fields returns every key of the language, scope by scope.
func Fields() []Field { return slices.Clone(fields) }

// fieldsOf returns the fields of the scopes in table order.
func fieldsOf(scopes ...Scope) []Field {
	var of []Field
	for _, f := range fields {
		if slices.Contains(scopes, f.Scope) {
			of = append(of, f)
		}
	}
	return of
}

// keysOf returns the keys of a scope in table order.
func keysOf(scope Scope) (keys []string) {
	for _, f := range fieldsOf(scope) {
		keys = append(keys, f.Key)
	}
	return keys
}

// field returns the field of a key that the scopes know.
func field(key string, scopes ...Scope) (Field, bool) {
	for _, f := range fields {
		if f.Key == key && slices.Contains(scopes, f.Scope) {
			return f, true
		}
	}
	return Field{}, false
}

// kinds returns the scopes of the pool kinds.
func kinds() []Scope {
	kind, _ := field("kind", PoolScope)
	var scopes []Scope
	for _, word := range kind.Enum {
		scopes = append(scopes, Scope(word))
	}
	return append(scopes, StrategyScope)
}

// isRequired reports whether a spec for a target must give the key. As long as
// the target is unknown, none of its own is missed.
func (f Field) isRequired(target Target) bool {
	return f.Required && (f.Target == "" || f.Target == target) && (f.RequiredOn == "" || f.RequiredOn == target)
}

// amount returns a number of the field as messages show it.
func (f Field) amount(n uint64) string {
	if f.Type == Size {
		return inUnits(n)
	}
	return decimal(n)
}

// absent returns the value of a field that a spec for a target leaves out.
func (f Field) absent(target Target) value {
	text := f.Default
	if target == Vulkan && f.OnVulkan != "" {
		text = f.OnVulkan
	}
	v := value{ok: true, text: text, flag: text == "true"}
	if f.Type == Words {
		v.num = 1 << slices.Index(f.Enum, text)
	}
	if f.Type == Count || f.Type == Size {
		v.num = Unlimited
		if n, err := size.Parse(text); err == nil {
			v.num = n
		}
	}
	return v
}

// bufferUsages is the uses of buffers, in the order of their bits; the last one
// has a bit far above the others.
var bufferUsages = []string{"transfer_src", "transfer_dst", "uniform_texel_buffer", "storage_texel_buffer", "uniform_buffer", "storage_buffer",
	"index_buffer", "vertex_buffer", "indirect_buffer", "shader_device_address"}

// bufferUsage returns what Flags of bufferUsages are in Vulkan's numbers.
func bufferUsage(flags uint64) uint32 {
	last := uint64(1) << (len(bufferUsages) - 1)
	if flags&last != 0 {
		flags = flags&^last | vkrt.ShaderDeviceAddress
	}
	return uint32(flags)
}

// memoryWords returns the word of every property of memory types.
func memoryWords() (words []string) {
	for flag := vkrt.DeviceLocal; flag <= vkrt.RDMACapableNV; flag <<= 1 {
		words = append(words, flag.String())
	}
	return words
}
