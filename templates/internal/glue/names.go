package glue

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates/internal/specialise"
)

// An arena is a declared arena with the names that it has in generated code.
type arena struct {
	spec.Arena
	id     string // constant: the arena's number in a Failure
	camel  string // device_local → DeviceLocal, the field of the Allocator
	lower  string // device_local → deviceLocal
	slots  string // prefix of its instance of the slots template
	custom string // prefix of another one, for custom pools
	alone  bool   // as requests to a custom pool see it, with the one pool that this is like
	index  int
	pools  []*pool
	typ    string // DeviceLocalArena
	handle string // DeviceLocalHandle
}

// A pool is a declared pool with the names that it has in generated code.
type pool struct {
	spec.Pool
	id     string // constant: the pool's place in its arena's declaration
	camel  string
	lower  string
	prefix string // of its instance of the kind's template
	field  string // of the arena: the pool
	meter  string // of the arena: its figures
	custom bool   // there can be custom pools like it
}

// kinds maps a pool kind to the template that serves it. Pools of blocks have one
// template, and one more for what places regions in them.
var kinds = map[spec.Kind]string{
	spec.SlicedPages:    templates + "sliced",
	spec.ExclusivePages: templates + "exclusive",
	spec.Direct:         templates + "direct",
}

// templatesOf returns the template that serves a pool, and what it imports as
// algo, if it imports any.
func templatesOf(p *spec.Plan, q spec.Pool) (template, algo string) {
	switch {
	case q.Kind.IsStrategy():
		algo = StrategyPath(slices.Index(p.Strategies, p.Strategy(q.Kind)))
	case q.IsBlocks():
		algo = templates + string(q.Kind)
	default:
		return kinds[q.Kind], ""
	}
	return templates + "blocks", algo
}

// StrategyPath is the import path by which the i-th strategy of a plan is known
// among the templates.
func StrategyPath(i int) string { return fmt.Sprintf("strategy/%d", i) }

// provision is for how many regions tables are made at the start; beyond, they
// grow. More would make New slow and rarely be used.
const provision = 256

// newWriter names everything the plan declares and lists the instances.
// Instances that would be identical are one, under the first one's names.
func newWriter(p *spec.Plan) *writer {
	w := &writer{plan: p, occurrences: p.Occurrences(), errors: p.ErrorSet(), errorFor: map[spec.ConditionRef]spec.ProductError{}}
	for _, o := range w.occurrences {
		for _, r := range o.Cases() {
			w.resolve(r)
		}
	}
	for i, declared := range p.Arenas {
		a := &arena{Arena: declared, index: i, camel: spec.Camel(declared.Name), lower: spec.LowerCamel(declared.Name)}
		a.id, a.typ, a.handle = a.lower+"Number", a.camel+"Arena", a.camel+"Handle"
		w.arenas = append(w.arenas, a)
		for _, q := range declared.Pools {
			camel := spec.Camel(q.Name)
			lower := spec.LowerCamel(q.Name)
			a.pools = append(a.pools, &pool{
				Pool: q, id: a.lower + camel + "Number", camel: camel, lower: lower,
				field: lower + "Pool", meter: lower + "Meter", custom: declared.CustomPools > 0 && q.IsBlocks(),
			})
			template, algo := templatesOf(p, q)
			w.instances = append(w.instances, specialise.Instance{
				Template: template, Prefix: a.lower + camel, File: a.Name + "_" + q.Name,
				Params: params(declared, q, p.Strategy(q.Kind)), Algo: algo,
			})
		}
		w.instances = append(w.instances, specialise.Instance{
			Template: templates + "slots", Prefix: a.lower + "Slots", File: a.Name + "_slots",
			Params: w.slotParams(uint64(a.MaxLive), a, w.handsBack(a)),
		})
		if a.CustomPools > 0 {
			w.instances = append(w.instances, specialise.Instance{
				Template: templates + "slots", Prefix: a.lower + "Customs", File: a.Name + "_customs",
				Params: w.slotParams(uint64(a.CustomPools), a, false),
			})
		}
	}
	w.instances = append(w.instances,
		specialise.Instance{Template: templates + "dump", Prefix: "dump", File: "dump", Params: w.dumpParams()},
		specialise.Instance{Template: templates + "largest", Prefix: "largest", File: "largest"},
		specialise.Instance{Template: templates + "layout", Prefix: "layout", File: "layout"},
		specialise.Instance{Template: templates + "meter", Prefix: "meter", File: "meter"},
		specialise.Instance{Template: templates + "numbering", Prefix: "numbering", File: "numbering"},
		specialise.Instance{Template: sizes, Prefix: "size", File: "size"})
	if w.guards() {
		w.instances = append(w.instances, specialise.Instance{Template: templates + "guards", Prefix: "guards", File: "guards"})
	}
	if p.Names {
		w.instances = append(w.instances, specialise.Instance{Template: templates + "names", Prefix: "names", File: "names"})
	}
	if p.CallSites {
		w.instances = append(w.instances, specialise.Instance{Template: templates + "callsites", Prefix: "callsites", File: "callsites"})
	}
	w.noteInstances()
	if w.vulkan() {
		w.instances = append(w.instances, specialise.Instance{Template: templates + "maps", Prefix: "maps", File: "maps"})
	}
	prefixes := specialise.Share(w.instances)
	for _, a := range w.arenas {
		for _, q := range a.pools {
			q.prefix, prefixes = prefixes[0], prefixes[1:]
		}
		a.slots, prefixes = prefixes[0], prefixes[1:]
		if a.CustomPools > 0 {
			a.custom, prefixes = prefixes[0], prefixes[1:]
		}
	}
	return w
}

// noteInstances lists what arenas note their calls with.
func (w *writer) noteInstances() {
	if w.notes() {
		w.instances = append(w.instances, specialise.Instance{Template: templates + "calls", Prefix: "calls", File: "calls"})
	}
	if w.remembers() {
		w.instances = append(w.instances,
			specialise.Instance{Template: templates + "events", Prefix: "events", File: "events", Params: map[string]string{"lastEvents": literal(uint64(w.plan.LastEvents))}})
	}
}

// slotParams are the values of the parameters of a table of so many slots, which
// other streams hand back or not.
func (w *writer) slotParams(most uint64, a *arena, handsBack bool) map[string]string {
	return map[string]string{
		"maxLive": literal(most), "generations": literal(uint64(a.Generations)),
		"slotBits": literal(uint64(w.plan.SlotBits())), "handsBack": map[bool]string{false: "0", true: "1"}[handsBack],
	}
}

// params are the values of a pool template's parameters: the keys of the
// pool's kind and the arena's alignment, under their names in Go.
func params(a spec.Arena, p spec.Pool, s *spec.Strategy) map[string]string {
	switch {
	case s != nil:
		return strategyParams(a, p, s)
	case p.IsBlocks():
		return blockParams(a, p)
	}
	values := map[string]string{"alignment": literal(a.Alignment)}
	for _, q := range p.Params {
		if !slices.Contains(ofGlue, q.Key) {
			values[spec.LowerCamel(q.Key)] = literal(q.Value)
		}
	}
	return values
}

// ofGlue is the keys of pools that no template knows.
var ofGlue = []string{"contents", "within_budget"}

// blockParams are params of a pool of blocks, whose algorithm has others than
// the spec.
func blockParams(a spec.Arena, p spec.Pool) map[string]string {
	values := map[string]string{"alignment": literal(p.Granule(a.Alignment)), "maxBlocks": literal(p.Uint("max_blocks"))}
	for _, key := range []string{"policy", "block_size", "min_block_size", "max_size", "dealloc_period", "margin", "contents"} {
		values[spec.LowerCamel(key)] = literal(p.Uint(key))
	}
	if p.Policy() == spec.Fixed {
		values["maxBlocks"] = literal(p.Uint("blocks"))
	}
	if p.Kind == spec.TLSF {
		values["maxLive"], values["largestBlock"] = literal(uint64(a.MaxLive)), literal(largestBlock(a, p))
		values["strategy"], values["strategies"] = literal(p.Uint("strategy")), literal(p.Uint("strategies"))
	}
	return values
}

// strategyParams are params of a pool of blocks with a strategy of the user's
// own: those that it shares with the pool, as far as it has them, and its own.
func strategyParams(a spec.Arena, p spec.Pool, s *spec.Strategy) map[string]string {
	values := blockParams(a, p)
	shared := map[string]string{"maxLive": literal(uint64(a.MaxLive)), "largestBlock": literal(largestBlock(a, p)), "contents": values["contents"]}
	for name, value := range shared {
		delete(values, name)
		if slices.Contains(s.Params, name) {
			values[name] = value
		}
	}
	for _, f := range s.Keys() {
		value := literal(p.Uint(f.Key))
		if f.Type == spec.Boolean {
			value = fmt.Sprint(p.Uint(f.Key) != 0)
		}
		values[spec.LowerCamel(f.Key)] = value
	}
	return values
}

// largestBlock returns the size of the largest block that a pool can have, in
// bytes.
func largestBlock(a spec.Arena, p spec.Pool) uint64 {
	const most, mostAutomatic = 1 << 57, 256 << 20
	switch p.Policy() {
	case spec.Separate:
		return p.Granule(a.Alignment)
	case spec.Automatic:
		return max(mostAutomatic, p.Granule(a.Alignment))
	}
	if size := p.Uint("block_size"); size != 0 {
		return size
	}
	return most
}

// literal writes n as a person would: 2 << 20 rather than 2097152.
func literal(n uint64) string {
	if n == spec.Unlimited {
		return "1<<64 - 1"
	}
	if shift := bits.TrailingZeros64(n) / 10 * 10; n != 0 && shift > 0 {
		return fmt.Sprintf("%d << %d", n>>shift, shift)
	}
	return fmt.Sprint(n)
}

// uint returns the value of a key, or absent where the pool's kind lacks it.
func (p *pool) uint(key string, absent uint64) uint64 {
	for _, q := range p.Params {
		if q.Key == key {
			return q.Value
		}
	}
	return absent
}

// capped reports whether the pool has pages up to a cap.
func (p *pool) capped() bool { return !p.IsBlocks() && p.Capacity() != spec.Unlimited }

// expires reports whether the pool returns blocks that have been idle long.
func (p *pool) expires() bool { return p.uint("dealloc_period", 0) != 0 }

// yields reports whether the pool returns idle blocks to make room for new ones.
func (p *pool) yields() bool { return p.uint("reclaim_at", spec.Unlimited) != spec.Unlimited }

// averages reports whether the pool wants to know the sizes it served.
func (p *pool) averages() bool {
	return p.Kind == spec.ExclusivePages && p.Word("growth") == "average"
}

// expires reports whether any pool of the arena does.
func (a *arena) expires() bool { return a.anyPool((*pool).expires) }

// filter returns the pools of the arena that satisfy a condition.
func (a *arena) filter(condition func(*pool) bool) (pools []*pool) {
	for _, p := range a.pools {
		if condition(p) {
			pools = append(pools, p)
		}
	}
	return pools
}

// anyPool reports whether some pool of the arena satisfies a condition.
func (a *arena) anyPool(condition func(*pool) bool) bool {
	return slices.ContainsFunc(a.pools, condition)
}

// anyPool reports whether some pool of any arena does.
func (w *writer) anyPool(condition func(*pool) bool) bool {
	return slices.ContainsFunc(w.arenas, func(a *arena) bool { return a.anyPool(condition) })
}

// method opens a method of the arena's type.
func (a *arena) method(name string) *jen.Statement {
	return jen.Func().Params(jen.Id("a").Op("*").Id(a.typ)).Id(name)
}

// own selects a field or method of the arena in one of its methods.
func own(name string) *jen.Statement { return jen.Id("a").Dot(name) }
