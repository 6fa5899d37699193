package spec

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// check reports what is wrong with values that are sound each by itself.
func check(r *reporter, file *object, device *vkrt.Profile) {
	target := Target(file.value("target").text)
	arenas := file.value("arenas").items
	checkNames(r, arenas)
	for _, a := range arenas {
		checkMemory(r, a, device)
		atom := Arena{Memory: memoryOf(a)}.Atom(target, device)
		var earlier reach
		for _, p := range a.value("pools").items {
			kind, ok := p.sound("kind")
			if !ok {
				continue
			}
			if checkKind(r, Kind(kind[0].text), a, p, atom) {
				earlier.check(r, p, target, a.value("alignment").num)
			}
		}
	}
}

// checkKind reports what is wrong with a pool of a kind, and whether nothing
// keeps it from working.
func checkKind(r *reporter, kind Kind, a, p *object, atom uint64) (ok bool) {
	switch kind {
	case SlicedPages:
		return checkSliced(r, a, p, atom)
	case ExclusivePages:
		limit, alignment := p.value("max_alloc_size"), a.value("alignment")
		return limit.ok && alignment.ok && checkMultiple(r, "max_alloc_size", limit, alignment.num, atom)
	case Direct:
		return true
	case TLSF, Linear:
		return checkBlocks(r, a, p, atom)
	}
	panic("pool kind without rules: " + kind)
}

// checkMultiple reports whether a size is a multiple of the arena's alignment
// and of the atom that its regions may be rounded to, and says so if it is not.
func checkMultiple(r *reporter, key string, v value, alignment, atom uint64) bool {
	of := "the alignment"
	if atom > alignment {
		alignment, of = atom, "the atom of memory that is not host_coherent"
	}
	rest := v.num % alignment
	if rest == 0 {
		return true
	}
	up := inUnits(v.num - rest + alignment)
	hint := "the nearest multiple is " + up
	if down := v.num - rest; down > 0 {
		hint = "the nearest multiples are " + inUnits(down) + " and " + up
	}
	r.report(ruleMultiple, v.at, fmt.Sprintf("%s %s is not a multiple of %s, %s",
		key, inUnits(v.num), of, inUnits(alignment)), hint)
	return false
}

// A reach is the sizes that pools before the one at hand serve whatever happens.
// On vulkan images of optimal tiling are never slices.
type reach struct{ all, images cover }

// check reports a pool that no request reaches because pools before it, which
// always have room, accept all that it accepts.
func (c *reach) check(r *reporter, p *object, target Target, alignment uint64) {
	pool := resolvePool(p)
	accepted := pool.accepts(alignment)
	sliced := pool.Kind == SlicedPages && target == Vulkan
	if c.all.holds(accepted) && (sliced || target == Host || c.images.holds(accepted)) {
		r.report(ruleUnreachable, p.at, "no request reaches the pool: those before it accept all its sizes and have no capacity to run out of",
			"move it up, give a pool before it a max_pool_size, or remove it")
	}
	if pool.Capacity() == Unlimited {
		c.all.add(accepted)
		if !sliced {
			c.images.add(accepted)
		}
	}
}
