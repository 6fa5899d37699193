package spec

import (
	"fmt"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// always is the one way of what the caller does, whatever is declared.
func always(how string) func(*Plan, Arena) []way {
	return func(*Plan, Arena) []way { return []way{{how: how}} }
}

// locked is the one way of what needs a lock.
func locked(how string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) []way {
		if p.Concurrency == None {
			return nil
		}
		return []way{{field: "concurrency", how: how}}
	}
}

// recorded is the one way of what arenas that record their calls meet.
func recorded(how string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) []way {
		if !p.Trace {
			return nil
		}
		return []way{{field: "trace", how: how}}
	}
}

// onVulkan is the one way of what needs a device.
func onVulkan(how string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) []way {
		if p.Target != Vulkan {
			return nil
		}
		return []way{{field: "target", how: how}}
	}
}

func pinned(p *Plan, _ Arena) []way {
	if p.Device == nil {
		return nil
	}
	return []way{{field: "device", how: "the spec pins " + p.Device.Name + ", and the caller gives a device with other memory or limits"}}
}

// largeBlocks: pages and blocks of a size that the spec says.
func largeBlocks(p *Plan, _ Arena) (ways []way) {
	if p.Target != Vulkan || p.Device != nil {
		return nil
	}
	for _, a := range p.Arenas {
		for _, q := range a.Pools {
			what, key, size := "pages", "page_size", q.page(a.Alignment)
			if policy := q.Policy(); policy == Fixed || policy == Pooled {
				what, key, size = "blocks", "block_size", q.Uint("block_size")
			}
			if size > 0 {
				ways = append(ways, way{q.Name, key, fmt.Sprintf(
					"pool %s of arena %s has %s of %s, and the device can have no heap so large", q.Name, a.Name, what, inUnits(size))})
			}
		}
	}
	return ways
}

func largeAtoms(p *Plan, _ Arena) (ways []way) {
	for _, a := range p.Arenas {
		if p.Device == nil && a.Atom(p.Target, nil) > 1 {
			ways = append(ways, way{field: "memory", how: fmt.Sprintf(
				"arena %s may get memory that is not host_coherent, and the device can be one with a nonCoherentAtomSize above %d", a.Name, maxAtom)})
		}
	}
	return ways
}

// probed is the ways of arenas of buffers.
func probed(effect string) func(*Plan, Arena) []way {
	return func(p *Plan, _ Arena) (ways []way) {
		for _, a := range p.Arenas {
			if a.Buffers != 0 {
				ways = append(ways, way{field: "buffers", how: "arena " + a.Name + " is of buffers, and " + effect})
			}
		}
		return ways
	}
}

// whereBuffers is the one way of an arena of buffers.
func whereBuffers(how string) func(*Plan, Arena) []way {
	return func(_ *Plan, a Arena) []way {
		if a.Buffers == 0 {
			return nil
		}
		return []way{{field: "buffers", how: how}}
	}
}

// addressed is the ways of arenas whose buffers have addresses.
func addressed(p *Plan, _ Arena) (ways []way) {
	for _, a := range p.Arenas {
		if a.Buffers&vkrt.ShaderDeviceAddress != 0 {
			ways = append(ways, way{field: "usage", how: "the buffers of arena " + a.Name + " have addresses, a feature that the device can lack or the program leave off"})
		}
	}
	return ways
}

func incompatible(p *Plan, a Arena) []way {
	if p.Target != Vulkan || p.Device != nil {
		return nil
	}
	how := "the device can have no memory type that the arena may use"
	if a.Memory.Require != 0 {
		how += fmt.Sprintf(", with %v", a.Memory.Require)
	}
	return []way{{field: "memory", how: how}}
}

// mapped is the one way of what an arena meets that maps on demand.
func mapped(how string) func(*Plan, Arena) []way {
	return func(_ *Plan, a Arena) []way {
		if a.Map == "persistent" {
			return nil
		}
		return []way{{field: "map", how: how}}
	}
}

// flushed: memory that may have to be flushed.
func flushed(_ *Plan, a Arena) []way {
	if a.Memory.Require&vkrt.HostCoherent != 0 {
		return nil
	}
	return []way{{field: "memory", how: "memory that is not host_coherent is flushed or invalidated, and the driver can refuse"}}
}

// mappedToFlush: memory that may have to be flushed, and be mapped for that.
func mappedToFlush(p *Plan, a Arena) []way {
	if len(flushed(p, a)) == 0 {
		return nil
	}
	return mapped("the region is not mapped, and its memory not host_coherent")(p, a)
}

// hidden: memory that the host cannot see.
func hidden(_ *Plan, a Arena) []way {
	if a.Memory.Require&vkrt.HostVisible != 0 {
		return nil
	}
	return []way{{field: "memory", how: "memory need not be host_visible here"}}
}

// growing is what a pool meets that asks the device for a block.
func growing(effect string) func(*Plan, Arena) []way {
	return func(p *Plan, a Arena) (ways []way) {
		for _, q := range a.Pools {
			if p.Target == Vulkan && q.grows(a.Alignment) {
				ways = append(ways, way{q.Name, "kind", fmt.Sprintf("pool %s of kind %s asks the device for blocks, %s", q.Name, q.Kind, effect)})
			}
		}
		return ways
	}
}

func poisoned(p *Plan, a Arena) []way {
	return locked(fmt.Sprintf("concurrency is %s, and a call panicked while it held the lock of arena %s", p.Concurrency, a.Name))(p, a)
}

func anyPoisoned(p *Plan, _ Arena) (ways []way) {
	for _, a := range p.Arenas {
		ways = append(ways, poisoned(p, a)...)
	}
	return ways
}

func retired(_ *Plan, a Arena) []way {
	return []way{{field: "generations", how: fmt.Sprintf(
		"generations is %d: a slot is retired after as many regions, and in the end every slot can be", a.Generations)}}
}

func crowded(p *Plan, a Arena) []way {
	how := fmt.Sprintf("max_live is %d, and as many regions can be live already", a.MaxLive)
	if a.MaxLive == 0 {
		how = fmt.Sprintf("max_live is 0: the slots grow, but only for up to %d live regions", p.Slots(a))
	}
	return []way{{field: "max_live", how: how}}
}

// tooLarge: sizes above what the pools accept, and sizes that a pool without a
// capacity accepts when the bytes of all blocks would overflow.
func tooLarge(p *Plan, a Arena) (ways []way) {
	if sizes := a.accepted(func(Pool) bool { return true }); !sizes.holds(everySize) {
		largest, bound := a.Pools[0], uint64(0)
		for _, q := range a.Pools {
			for _, i := range q.accepts(a.Alignment) {
				if i.last > bound {
					largest, bound = q, i.last
				}
			}
		}
		ways = append(ways, way{largest.Name, largest.sizeKey(), fmt.Sprintf(
			"no pool accepts more than %s, the limit that %s sets for pool %s", inUnits(bound), largest.sizeKey(), largest.Name)})
	}
	if p.Target == Vulkan {
		return append(ways, way{field: "target", how: "no device allocates more at once than its maxMemoryAllocationSize"})
	}
	for _, q := range a.Pools {
		if q.Capacity() == Unlimited && q.grows(a.Alignment) {
			ways = append(ways, way{q.Name, "kind", fmt.Sprintf(
				"pool %s of kind %s has no capacity, so its blocks can add up to more than the arena's share of 2^64 bytes", q.Name, q.Kind)})
		}
	}
	if ways == nil {
		ways = []way{{field: "alignment", how: "the caller can ask for a size that cannot be rounded up to the alignment"}}
	}
	return ways
}
