package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// A Target says what generated code allocates from.
type Target string

// The targets.
const (
	Host   Target = "host"   // block numbers and offsets only
	Vulkan Target = "vulkan" // memory of a Vulkan device
)

// A Concurrency says who may call a generated allocator.
type Concurrency string

// The concurrencies.
const (
	None  Concurrency = "none"  // one goroutine at a time
	Mutex Concurrency = "mutex" // any goroutine; one lock an arena

	Streams Concurrency = "streams" // any goroutine; arenas of its own for each stream
)

// A Kind says how a pool works.
type Kind string

// The pool kinds.
const (
	SlicedPages    Kind = "sliced_pages"    // regions are slices of pages
	ExclusivePages Kind = "exclusive_pages" // every region has a page of its own
	Direct         Kind = "direct"          // every region is an allocation of exactly its extent
	TLSF           Kind = "tlsf"            // regions are ranges of blocks, wherever they fit
	Linear         Kind = "linear"          // regions follow each other in blocks
)

// Unlimited is the value of an optional number that a spec leaves out and that
// has no default, such as the capacity of a pool.
const Unlimited = math.MaxUint64

// A Plan is what a spec means: every name checked, every default resolved.
type Plan struct {
	Source      string // base name of the spec file
	Package     string
	Target      Target
	Device      *vkrt.Profile // of the one device that the package is for, nil if for any
	Concurrency Concurrency
	Streams     uint32  // how many, at most 256; 0 with another concurrency
	Tests       bool    // the package gets a test file
	Names       bool    // live regions can carry names
	CallSites   bool    // live regions remember who allocated them
	DryRun      bool    // regions can do without memory until it is used
	Trace       bool    // arenas can record their calls
	LastEvents  uint32  // calls that each arena remembers, at most 2^16
	Arenas      []Arena // in the order of the spec, at least one

	Strategies []*Strategy // that are the kind of a pool, in the order of their first

	// The declared errors in the order of their codes, and whether conditions
	// without one are kept beside them. A spec without a set has neither.
	Errors     []ProductError
	OthersKept bool
}

// An Arena is a group of pools that share handles, tables and a lock.
type Arena struct {
	Name        string
	Memory      Memory // on vulkan
	Strict      bool   // only the best memory type is used
	Map         string // on_demand or persistent, "" on host
	Buffers     uint32 // VkBufferUsageFlags of the buffer that every block is, 0 if none is
	Alignment   uint64 // bytes, a power of two up to 2^30
	MaxLive     uint32 // regions, at most 2^24; 0 = grows
	Generations uint32 // uses of a slot, 1 to 2^28-1
	CustomPools uint32 // alive at once, at most 64
	Pools       []Pool // in the order in which they are tried, at least one
}

// Memory says which memory types serve an arena, and which first.
type Memory struct{ Require, Prefer, Avoid vkrt.MemoryFlags }

// A Pool is one pool of an arena.
type Pool struct {
	Name   string
	Kind   Kind
	Params []Param // every key of the kind's own, in the order of Fields, then those of every pool and of a strategy's parameters
}

// A Param is a number that a pool kind is made with. A word is the number of
// its place in the field's Enum, a boolean 0 or 1. Of several words it is the
// bit of the first, in a Param of its own the bits of all; a policy is its word
// and the keys of all policies, 0 where it has none.
type Param struct {
	Key   string
	Value uint64
}

// Uint returns the value of a key of the pool's kind. It panics if the kind
// has no such key.
func (p Pool) Uint(key string) uint64 {
	i := slices.IndexFunc(p.Params, func(q Param) bool { return q.Key == key })
	if i < 0 {
		panic(fmt.Sprintf("pool kind %s has no key %q", p.Kind, key))
	}
	return p.Params[i].Value
}

// Word returns the value of a key of the pool's kind that is one of several
// words. It panics if the kind has no such key.
func (p Pool) Word(key string) string {
	f, _ := field(key, p.Kind.scope())
	if f.Type == Words {
		return f.Enum[bits.TrailingZeros64(p.Uint(key))]
	}
	return f.Enum[p.Uint(key)]
}

// Hash returns 32 hexadecimal digits that identify what the plan generates.
// Comments, the order of keys, units and the name of the file do not matter;
// the order of arenas and pools does.
func (p *Plan) Hash() string {
	sum := sha256.Sum256(p.canonical())
	return hex.EncodeToString(sum[:16])
}

// canonical returns an unambiguous encoding of everything but Source. Texts
// are quoted, and a list says how long it is, so that no two plans share one.
func (p *Plan) canonical() []byte {
	b := []byte("allocgen plan 1\n")
	b = fmt.Appendf(b, "package %q target %q concurrency %q tests %t arenas %d\n",
		p.Package, p.Target, p.Concurrency, p.Tests, len(p.Arenas))
	if p.Streams > 0 {
		b = fmt.Appendf(b, "streams %d\n", p.Streams)
	}
	if p.Device != nil {
		b = fmt.Appendf(b, "device %q\n", p.Device.Append(nil))
	}
	if p.Names || p.CallSites {
		b = fmt.Appendf(b, "names %t call_sites %t\n", p.Names, p.CallSites)
	}
	if p.DryRun {
		b = append(b, "dry_run\n"...)
	}
	if p.Trace || p.LastEvents > 0 {
		b = fmt.Appendf(b, "trace %t last_events %d\n", p.Trace, p.LastEvents)
	}
	for _, a := range p.Arenas {
		if p.Target == Vulkan {
			b = fmt.Appendf(b, "memory %d %d %d strict %t map %q buffers %d\n", a.Memory.Require, a.Memory.Prefer, a.Memory.Avoid, a.Strict, a.Map, a.Buffers)
		}
		b = fmt.Appendf(b, "arena %q alignment %d max_live %d generations %d pools %d\n",
			a.Name, a.Alignment, a.MaxLive, a.Generations, len(a.Pools))
		if a.CustomPools > 0 {
			b = fmt.Appendf(b, "custom_pools %d\n", a.CustomPools)
		}
		for _, q := range a.Pools {
			params := slices.DeleteFunc(slices.Clone(q.Params), Param.isLater)
			b = fmt.Appendf(b, "pool %q kind %q params %d\n", q.Name, q.Kind, len(params))
			for _, r := range params {
				b = fmt.Appendf(b, "param %q %d\n", r.Key, r.Value)
			}
		}
	}
	for _, s := range p.Strategies {
		b = fmt.Appendf(b, "strategy %q files %d\n", s.Path, len(s.Files))
		for _, name := range slices.Sorted(maps.Keys(s.Files)) {
			b = fmt.Appendf(b, "file %q %x\n", name, sha256.Sum256(s.Files[name]))
		}
	}
	if p.DeclaresErrors() {
		b = fmt.Appendf(b, "errors %d others_kept %t\n", len(p.Errors), p.OthersKept)
	}
	for _, e := range p.Errors {
		b = fmt.Appendf(b, "error %q code %d from %q message %q\n", e.Name, e.Code, e.From, e.Message)
	}
	return b
}

// isLater reports whether the Param is of a key that some kinds had not at
// first, and says nothing: without it they keep the hashes that they had.
func (p Param) isLater() bool {
	return p.Value == 0 && (p.Key == "contents" || p.Key == "within_budget")
}

// resolve turns a file without errors into a Plan.
func resolve(name string, file *object) *Plan {
	p := &Plan{
		Source:      name,
		Package:     file.value("package").text,
		Target:      Target(file.value("target").text),
		Concurrency: Concurrency(file.value("concurrency").text),
		Streams:     uint32(streamsOf(file)),
		Tests:       file.value("tests").flag,
		Names:       file.value("names").flag,
		CallSites:   file.value("call_sites").flag,
		DryRun:      file.value("dry_run").flag,
		Trace:       file.value("trace").flag,
		LastEvents:  uint32(file.value("last_events").num),
	}
	for _, a := range file.value("arenas").items {
		arena := Arena{
			Name:        a.name,
			Alignment:   a.value("alignment").num,
			MaxLive:     uint32(a.value("max_live").num),
			Generations: uint32(a.value("generations").num),
			CustomPools: uint32(a.value("custom_pools").num),
		}
		if p.Target == Vulkan {
			arena.Memory, arena.Strict, arena.Map = memoryOf(a), a.value("strict").flag, a.value("map").text
			if buffers := a.value("buffers").set; buffers != nil {
				arena.Buffers = bufferUsage(buffers.value("usage").num)
			}
		}
		for _, q := range a.value("pools").items {
			arena.Pools = append(arena.Pools, resolvePool(q))
			if s := q.strategy; s != nil && !slices.Contains(p.Strategies, s) {
				p.Strategies = append(p.Strategies, s)
			}
		}
		p.Arenas = append(p.Arenas, arena)
	}
	return p
}

// memoryOf returns what an arena wants of memory types.
func memoryOf(a *object) Memory {
	of := a.value("memory").set
	if of == nil {
		return Memory{}
	}
	flags := func(key string) vkrt.MemoryFlags { return vkrt.MemoryFlags(of.value(key).num) }
	return Memory{flags("require"), flags("prefer"), flags("avoid")}
}

func resolvePool(q *object) Pool {
	pool := Pool{Name: q.name, Kind: Kind(q.value("kind").text)}
	fields := slices.Concat(fieldsOf(pool.Kind.scope()), fieldsOf(PoolScope))
	if q.strategy != nil {
		fields = append(fields, q.strategy.fields...)
	}
	for _, f := range fields {
		if f.Key != "name" && f.Key != "kind" && f.Idle == "" {
			pool.Params = append(pool.Params, f.params(q.value(f.Key))...)
		}
	}
	return pool
}

// params returns what the value of a field is in a plan.
func (f Field) params(v value) []Param {
	switch f.Type {
	case Word:
		return []Param{{f.Key, uint64(slices.Index(f.Enum, v.text))}}
	case Boolean:
		if v.flag {
			v.num = 1
		}
	case Words:
		return []Param{{f.Key, 1 << slices.Index(f.Enum, v.text)}, {f.All, v.num}}
	case Choice:
		return append([]Param{{f.Key, uint64(slices.Index(f.Enum, v.text))}}, f.flattened(v.set)...)
	}
	return []Param{{f.Key, v.num}}
}

// decimal returns a count as messages show it.
func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
