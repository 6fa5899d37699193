package spec

import (
	"fmt"
	"slices"
)

// ownless: a request that must have memory of its own, of a size for which no
// pool can give it that.
func ownless(why string) func(*Plan, Arena) []way {
	return func(_ *Plan, a Arena) []way {
		if a.serves(Pool.HasOwnStorage) {
			return nil
		}
		effect := ", and no pool gives a region that"
		if slices.ContainsFunc(a.Pools, Pool.HasOwnStorage) {
			effect = ", and not for every size a pool gives a region that"
		}
		return []way{{field: "kind", how: why + effect}}
	}
}

// misplaced: a request of a size that only pools for the other tiling accept,
// none of which can give it memory of its own.
func misplaced(optimal bool) func(*Plan, Arena) []way {
	holds, other := "images", "anything else"
	if optimal {
		holds, other = "buffers", "images"
	}
	return func(p *Plan, a Arena) []way {
		if optimal && a.Buffers != 0 {
			return nil
		}
		places := a.accepted(func(q Pool) bool { return q.TakesContents(optimal) || q.HasOwnStorage() })
		for _, q := range a.Pools {
			if p.Target == Vulkan && !places.holds(q.accepts(a.Alignment)) {
				return []way{{q.Name, "contents", fmt.Sprintf("pool %s of kind %s holds %s only, and no other accepts %s of all its sizes", q.Name, q.Kind, holds, other)}}
			}
		}
		return nil
	}
}

// bottomUp: a request for a place from the top, of a size and one of the
// tilings for which no pool has any.
func bottomUp(tilings ...bool) func(*Plan, Arena) []way {
	return func(p *Plan, a Arena) []way {
		if p.flagBits()&upperBit == 0 {
			return nil
		}
		for _, optimal := range tilings {
			if !a.serves(func(q Pool) bool { return q.HasUpper() && q.TakesContents(optimal) }) {
				return []way{{field: "kind", how: "the caller can give Upper, and not every request has a linear pool of one block"}}
			}
		}
		return nil
	}
}

// unoffered: a strategy that pools of other arenas offer.
func unoffered(p *Plan, a Arena) []way {
	offered := uint8(0)
	for _, q := range a.Pools {
		offered |= q.strategies()
	}
	if p.flagBits()&^upperBit&^offered == 0 {
		return nil
	}
	return []way{{field: "strategy", how: "the caller can give a strategy that no pool of the arena offers"}}
}

// overrun: a pool that looks behind regions.
func overrun(_ *Plan, a Arena) (ways []way) {
	for _, q := range a.Pools {
		if q.IsBlocks() && q.Uint("margin") > 0 {
			ways = append(ways, way{q.Name, "margin", fmt.Sprintf("pool %s of arena %s has margins, and something can write behind a region", q.Name, a.Name)})
		}
	}
	return ways
}

func anyOverrun(p *Plan, _ Arena) (ways []way) {
	for _, a := range p.Arenas {
		ways = append(ways, overrun(p, a)...)
	}
	return ways
}

// madeAtNew is what New meets on a device where pools have blocks from the
// start.
func madeAtNew(effect string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) (ways []way) {
		for _, a := range p.Arenas {
			ways = append(ways, a.madeAtNew(p, effect)...)
		}
		return ways
	}
}

// buffersAtNew is the same of those blocks that are buffers.
func buffersAtNew(effect string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) (ways []way) {
		for _, a := range p.Arenas {
			if a.Buffers != 0 {
				ways = append(ways, a.madeAtNew(p, effect)...)
			}
		}
		return ways
	}
}

func (a Arena) madeAtNew(p *Plan, effect string) (ways []way) {
	for _, q := range a.Pools {
		if n, _ := q.atNew(); n > 0 && p.Target == Vulkan {
			ways = append(ways, way{q.Name, "policy", fmt.Sprintf("pool %s of arena %s has blocks from the start, %s", q.Name, a.Name, effect)})
		}
	}
	return ways
}

// sizedAtNew: blocks of the size that the caller of New says.
func sizedAtNew(p *Plan, _ Arena) (ways []way) {
	for _, s := range p.SizedAtNew() {
		ways = append(ways, way{s.Pool.Name, "policy", fmt.Sprintf(
			"pool %s of arena %s has a block of the size that the caller says, which can be more than the arena's share of 2^64 bytes", s.Pool.Name, s.Arena.Name)})
	}
	return ways
}
