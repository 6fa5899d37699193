package spec

import (
	"fmt"
	"slices"
)

// Alone returns the arena as requests to custom pools see it: once for each of
// its pools of blocks, with that pool alone.
func (a Arena) Alone() (arenas []Arena) {
	for _, q := range a.Pools {
		if a.CustomPools > 0 && q.IsBlocks() {
			one := a
			one.Pools = []Pool{q}
			arenas = append(arenas, one)
		}
	}
	return arenas
}

// isCustom reports whether an arena declares custom pools.
func isCustom(a *object) bool {
	n := a.value("custom_pools")
	return n.given() && n.num > 0
}

// checkCustom reports custom pools of an arena without a pool that they can be
// like. A pool of an unknown kind may be one.
func checkCustom(r *reporter, a *object) {
	pools := a.value("pools")
	if !isCustom(a) || !pools.ok {
		return
	}
	for _, p := range pools.items {
		kind, ok := p.sound("kind")
		if !ok || Kind(kind[0].text).isBlocks() {
			return
		}
	}
	r.report(ruleCustom, a.value("custom_pools").at, "custom pools in an arena without a pool of blocks", "add a pool of kind tlsf or linear, or remove custom_pools")
}

// A kindName is the constant of generated code for custom pools like a pool.
type kindName struct {
	pool        *object
	name, owner string
}

// kindsOf returns the constants for the custom pools of all arenas.
func kindsOf(arenas []*object) (names []kindName) {
	for _, a := range arenas {
		for _, p := range a.value("pools").items {
			kind, ok := p.sound("kind")
			if ok && isCustom(a) && a.name != "" && p.name != "" && Kind(kind[0].text).isBlocks() {
				names = append(names, kindName{p, Camel(a.name + "_" + p.name), "pool " + p.name + " of arena " + a.name})
			}
		}
	}
	return names
}

// typesOf returns the types that arenas have in generated code, each with the
// arena that it is made for.
func typesOf(arenas []*object) map[string]string {
	owners := map[string]string{}
	for _, a := range arenas {
		suffixes := []string{"Arena", "Handle", "Stats", "Peaks"}
		if isCustom(a) {
			suffixes = append(suffixes, "Pool", "PoolKind")
		}
		for _, suffix := range suffixes {
			owners[Camel(a.name)+suffix] = "arena " + a.name
		}
	}
	return owners
}

// checkKindNames reports pools whose constant for custom pools is something
// else in generated code.
func checkKindNames(r *reporter, arenas []*object) {
	claims := claims{r, typesOf(arenas)}
	for _, k := range kindsOf(arenas) {
		if _, isCondition := condition(k.name); isCondition || isReserved(k.name) {
			r.report(ruleReserved, k.pool.at, k.owner+" would be "+k.name+" in Go, which the package has already", "choose another name")
			continue
		}
		claims.claim(k.pool, k.owner, k.name)
	}
}

// askingCustom is the methods that ask a custom pool, by those that ask the
// arena for the same.
var askingCustom = map[string]string{"AllocWith": "AllocIn", "AllocFor": "AllocForIn"}

// occurrencesIn adds what the methods meet that ask a custom pool: what those
// that ask the arena do, if it had the one pool alone.
func (p *Plan) occurrencesIn(all []Occurrence, a Arena, o origin) []Occurrence {
	of := o.ways(p, a)
	for _, operation := range o.operations {
		in := askingCustom[operation]
		if in == "" || !p.has(in, a) {
			continue
		}
		for _, one := range a.Alone() {
			for _, w := range o.ways(p, one) {
				if w.pool == "" && !slices.Contains(of, w) {
					w.pool = one.Pools[0].Name
					w.how = "in a custom pool like pool " + w.pool + ", " + w.how
				}
				if met := (Occurrence{in, a.Name, w.pool, w.field, o.condition, w.how}); !slices.Contains(all, met) {
					all = append(all, met)
				}
			}
		}
	}
	return all
}

// OccurrencesIn returns the ways in which the methods of an arena can fail that
// need not be the plan's: it may have fewer pools.
func (p *Plan) OccurrencesIn(a Arena) []Occurrence { return p.occurrences(nil, a, arenaOrigins) }

func retiredPools(_ *Plan, a Arena) []way {
	return []way{{field: "generations", how: fmt.Sprintf(
		"generations is %d: the number of a custom pool is retired after as many, and in the end every number can be", a.Generations)}}
}

func crowdedPools(_ *Plan, a Arena) []way {
	return []way{{field: "custom_pools", how: fmt.Sprintf("custom_pools is %d, and as many can be alive already", a.CustomPools)}}
}

// madeWithPool is what CreatePool meets on a target for pools that have blocks
// from the start.
func madeWithPool(target Target, effect string) func(*Plan, Arena) []way {
	return func(p *Plan, a Arena) (ways []way) {
		for _, q := range a.Pools {
			if n, _ := q.atNew(); n > 0 && p.Target == target {
				ways = append(ways, way{q.Name, "policy", fmt.Sprintf("a custom pool like pool %s has blocks from the start, %s", q.Name, effect)})
			}
		}
		return ways
	}
}

// buffersWithPool is madeWithPool for blocks that are buffers.
func buffersWithPool(p *Plan, a Arena) []way {
	if a.Buffers == 0 {
		return nil
	}
	return madeWithPool(Vulkan, "and the device's buffers can need more memory than they have bytes")(p, a)
}

// customPools: pools that are alive beside the declared ones.
func customPools(p *Plan, _ Arena) (ways []way) {
	for _, a := range p.Arenas {
		if a.CustomPools > 0 {
			ways = append(ways, way{field: "custom_pools", how: "arena " + a.Name + " has custom pools, and the caller has not destroyed every one"})
		}
	}
	return ways
}

// unknownPool is the one way of a handle that names no custom pool.
func unknownPool(p *Plan, _ Arena) []way {
	how := "the caller gives a handle that is zero, or whose custom pool has been destroyed"
	if p.Streams > 0 {
		how = "the caller gives a handle that is zero, of another stream, or whose custom pool has been destroyed"
	}
	return []way{{how: how}}
}
