package spec

import (
	"fmt"
	"math"
)

// check reports what is wrong with values that are sound each by itself.
func check(r *reporter, file *object) {
	arenas := file.value("arenas").items
	checkNames(r, arenas)
	for _, a := range arenas {
		earlier := cover{}
		for _, p := range a.value("pools").items {
			kind, ok := p.sound("kind")
			if !ok {
				continue
			}
			if reach, ok := checkKind(r, Kind(kind[0].text), a, p); ok {
				checkReach(r, &earlier, p, reach)
			}
		}
	}
}

// A reach is the sizes that a pool accepts, and whether it can run out of
// capacity for them.
type reach struct {
	sizes  []interval
	capped bool
}

// checkKind reports what is wrong with a pool of a kind, and returns its reach
// if nothing keeps it from working.
func checkKind(r *reporter, kind Kind, a, p *object) (reach, bool) {
	switch kind {
	case SlicedPages:
		s, ok := checkSliced(r, a, p)
		return reach{s.accepts(), s.capacity != Unlimited}, ok
	case ExclusivePages:
		limit, alignment := p.value("max_alloc_size"), a.value("alignment")
		ok := limit.ok && alignment.ok && checkMultiple(r, "max_alloc_size", limit, alignment.num)
		return reach{sizes: []interval{{1, limit.num}}}, ok
	case Direct:
		return reach{sizes: []interval{{1, math.MaxUint64 - 1}}}, true
	}
	panic("pool kind without rules: " + kind)
}

// checkMultiple reports whether a size is a multiple of the arena's alignment,
// and says so if it is not.
func checkMultiple(r *reporter, key string, v value, alignment uint64) bool {
	rest := v.num % alignment
	if rest == 0 {
		return true
	}
	up := inUnits(v.num - rest + alignment)
	hint := "the nearest multiple is " + up
	if down := v.num - rest; down > 0 {
		hint = "the nearest multiples are " + inUnits(down) + " and " + up
	}
	r.report(ruleMultiple, v.at, fmt.Sprintf("%s %s is not a multiple of the alignment, %s",
		key, inUnits(v.num), inUnits(alignment)), hint)
	return false
}

// checkReach reports a pool that no request reaches because pools before it,
// which always have room, accept all that it accepts.
func checkReach(r *reporter, earlier *cover, p *object, pool reach) {
	if earlier.holds(pool.sizes) {
		r.report(ruleUnreachable, p.at, "no request reaches the pool: those before it accept all its sizes and have no capacity to run out of",
			"move it up, give a pool before it a max_pool_size, or remove it")
	}
	if !pool.capped {
		earlier.add(pool.sizes)
	}
}
