package spec

import "slices"

// tilingsOf returns what requests of an arena can be for: what has no optimal
// tiling, and images that have.
func tilingsOf(target Target, buffers bool) []bool {
	if target == Vulkan && !buffers {
		return []bool{false, true}
	}
	return []bool{false}
}

// A reach is the sizes that pools before the one at hand keep to themselves, of
// requests for each tiling that the arena can meet.
type reach struct {
	tilings []bool
	kept    [2]cover
}

// of returns the sizes for a tiling.
func (c *reach) of(optimal bool) *cover {
	if optimal {
		return &c.kept[1]
	}
	return &c.kept[0]
}

// check reports a pool that no request reaches because pools before it, which
// always have room, accept all that it accepts.
func (c *reach) check(r *reporter, p *object, alignment uint64) {
	pool := resolvePool(p)
	reached := slices.ContainsFunc(c.tilings, func(optimal bool) bool {
		return pool.TakesContents(optimal) && !c.of(optimal).holds(pool.accepts(alignment))
	})
	if !reached {
		r.report(ruleUnreachable, p.at, "no request reaches the pool: those before it accept all its sizes and have no capacity to run out of",
			"move it up, bound a pool before it, with max_pool_size or max_blocks for example, or remove it")
	}
	c.add(pool, alignment)
}

// add takes in what a pool keeps to itself.
func (c *reach) add(pool Pool, alignment uint64) {
	for _, optimal := range c.tilings {
		if pool.TakesContents(optimal) {
			c.of(optimal).add(pool.keeps(alignment))
		}
	}
}
