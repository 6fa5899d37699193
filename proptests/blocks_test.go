package proptests

import (
	"testing"

	vkrt "github.com/allocgen/allocgen/runtime"
)

// blockPool is a pool of blocks that accepts every size.
func blockPool(kind, policy string, blockSize uint64, more ...func(*Pool)) Pool {
	p := Pool{Name: kind, Kind: kind, Policy: policy, BlockSize: blockSize, MaxSize: none}
	if kind == "tlsf" {
		p.Strategy, p.Strategies = MinMemory, MinMemory
	}
	if policy == "fixed" {
		p.Blocks = 1
	}
	for _, change := range more {
		change(&p)
	}
	return p
}

func named(name string) func(*Pool) { return func(p *Pool) { p.Name = name } }
func ofBlocks(n uint64) func(*Pool) { return func(p *Pool) { p.Blocks = n } }
func counted(least, most uint64) func(*Pool) {
	return func(p *Pool) { p.MinBlocks, p.MaxBlocks = least, most }
}
func numbered(most uint64) func(*Pool)    { return func(p *Pool) { p.BlockLimit = most } }
func downTo(size uint64) func(*Pool)      { return func(p *Pool) { p.MinBlockSize = size } }
func upTo(size uint64) func(*Pool)        { return func(p *Pool) { p.MaxSize = size } }
func after(period uint64) func(*Pool)     { return func(p *Pool) { p.DeallocPeriod = period } }
func withMargin(bytes uint64) func(*Pool) { return func(p *Pool) { p.Margin = bytes } }
func appending(p *Pool)                   { p.Appends = true }
func emptiestFirst(p *Pool)               { p.EmptiestFirst = true }
func holding(contents string) func(*Pool) { return func(p *Pool) { p.Contents = contents } }
func atLeast(align uint64) func(*Pool)    { return func(p *Pool) { p.MinAlignment = align } }
func withinBudget(p *Pool)                { p.WithinBudget = true }

// by gives a pool several strategies, the first one for requests that name none.
func by(strategies ...Flags) func(*Pool) {
	return func(p *Pool) {
		p.Strategy, p.Strategies = strategies[0], 0
		for _, s := range strategies {
			p.Strategies |= s
		}
	}
}

// knowing says which flags a package has beside those that all have.
func knowing(flags Flags, d Declaration) Declaration {
	d.Flags = Dedicated | NeverAllocate | flags
	return d
}

// hostBlocks covers the pools of blocks of the host.
func hostBlocks() map[string]Declaration {
	every := by(MinMemory, MinOffset, MinTime)
	return map[string]Declaration{
		"fixed":          knowing(0, arena(16, blockPool("tlsf", "fixed", 512))),
		"fixed lowest":   knowing(0, arena(16, blockPool("tlsf", "fixed", 512, by(MinOffset)))),
		"fixed quick":    knowing(0, arena(16, blockPool("tlsf", "fixed", 1024, by(MinTime)))),
		"fixed every":    knowing(strategyFlags, arena(16, blockPool("tlsf", "fixed", 512, every, ofBlocks(2)))),
		"ring":           knowing(Upper, arena(16, blockPool("linear", "fixed", 256))),
		"lines":          knowing(0, arena(16, blockPool("linear", "fixed", 128, ofBlocks(3)))),
		"own":            knowing(0, arena(16, blockPool("tlsf", "separate", 0))),
		"one size":       knowing(0, arena(16, blockPool("tlsf", "pooled", 256, counted(1, 3)))),
		"one size lines": knowing(0, arena(16, blockPool("linear", "pooled", 256))),
		"quick sizes":    knowing(MinTime|MinMemory, arena(16, blockPool("tlsf", "pooled", 512, by(MinTime, MinMemory), after(3)))),
		"halves":         knowing(MinOffset, arena(16, blockPool("tlsf", "adaptive", 1024, downTo(128), by(MinMemory, MinOffset)))),
		"one ring":       knowing(Upper, arena(16, blockPool("linear", "pooled", 256, counted(0, 1)))),
		"bounded blocks": within(3000, knowing(0, arena(16, blockPool("tlsf", "adaptive", 512, downTo(64), upTo(700))))),
		"spilling": knowing(Upper|MinTime|MinMemory, arena(16, blockPool("linear", "fixed", 128, upTo(64)),
			blockPool("tlsf", "fixed", 256, by(MinMemory, MinTime), named("small")),
			pool("slices", 256, 64, 512),
			blockPool("tlsf", "pooled", 512, named("large"), counted(0, 2), after(5)), directPool("direct", 1024))),
		"few numbers":    knowing(0, arena(16, blockPool("tlsf", "pooled", 64, numbered(4)))),
		"fewer numbers":  knowing(0, arena(16, blockPool("tlsf", "adaptive", 64, downTo(32), numbered(3)))),
		"strategy":       knowing(0, arena(16, blockPool("strategy", "pooled", 256, counted(1, 3), after(4)))),
		"emptiest first": knowing(0, arena(16, blockPool("strategy", "fixed", 512, emptiestFirst, ofBlocks(3)))),
		"own lines":      knowing(0, arena(16, blockPool("strategy", "fixed", 128, appending, ofBlocks(3)))),
		"coarse":         knowing(0, arena(4, blockPool("tlsf", "pooled", 512, atLeast(64)), pool("slices", 64, 64, none))),
	}
}

// deviceBlocks covers the pools of blocks of a device.
func deviceBlocks() map[string]Declaration {
	local := Memory{Require: vkrt.DeviceLocal, Prefer: vkrt.HostVisible, Avoid: vkrt.HostCached}
	strict := local
	strict.Strict = true
	guarded := Memory{Require: vkrt.HostVisible | vkrt.HostCoherent, Persistent: true}
	upload := Memory{Require: vkrt.HostVisible, Prefer: vkrt.HostCached}
	every := by(MinOffset, MinMemory, MinTime)
	const page = 4096
	crowded := knowing(0, onDevice(upload, arena(16, blockPool("tlsf", "adaptive", 1024, downTo(64), counted(1, 0)), directPool("own", 2048))))
	crowded.Concurrent = true
	return map[string]Declaration{
		"crowded blocks":   crowded,
		"device fixed":     knowing(0, onDevice(local, arena(16, blockPool("tlsf", "fixed", 1024, ofBlocks(2))))),
		"device ring":      knowing(Upper, onDevice(upload, arena(64, blockPool("linear", "fixed", 4096)))),
		"device own":       knowing(0, onDevice(local, arena(16, blockPool("tlsf", "separate", 0, upTo(5000))))),
		"device pooled":    knowing(0, onDevice(local, arena(16, blockPool("tlsf", "pooled", 1024, counted(1, 3))))),
		"device lines":     knowing(0, onDevice(upload, arena(64, blockPool("linear", "pooled", 1024)))),
		"device adaptive":  knowing(0, onDevice(local, arena(16, blockPool("tlsf", "adaptive", 2048, downTo(256))))),
		"strict adaptive":  knowing(0, onDevice(strict, arena(16, blockPool("linear", "adaptive", 1024, downTo(64), counted(2, 4))))),
		"device automatic": knowing(0, onDevice(local, arena(page, blockPool("tlsf", "automatic", 0)))),
		"automatic lines":  knowing(0, onDevice(strict, arena(page, blockPool("linear", "automatic", 0, after(4))))),
		"automatic bounds": knowing(strategyFlags, onDevice(local, arena(page, blockPool("tlsf", "automatic", 0, every, counted(1, 2))))),
		"mixed":            knowing(strategyFlags, onDevice(local, arena(16, blockPool("tlsf", "pooled", 2048, every, holding("mixed"))))),
		"device strategy":  knowing(0, onDevice(local, arena(16, blockPool("strategy", "adaptive", 2048, downTo(256), holding("mixed"))))),
		"automatic few":    knowing(0, onDevice(local, arena(page, blockPool("tlsf", "automatic", 0, numbered(2))))),
		"mixed ring":       knowing(Upper, onDevice(local, arena(16, blockPool("linear", "fixed", 2048, holding("mixed"))))),
		"images":           knowing(0, onDevice(local, arena(16, blockPool("tlsf", "fixed", 1024, holding("images")), pool("slices", 256, 64, none)))),
		"buffers":          knowing(0, onDevice(local, arena(16, pool("slices", 256, 64, 512), blockPool("tlsf", "pooled", 1024, counted(0, 2))))),
		"guarded":          knowing(0, onDevice(guarded, arena(16, blockPool("tlsf", "adaptive", 1024, downTo(128), withMargin(16), atLeast(32))))),
		"budgeted":         knowing(0, onDevice(local, arena(16, blockPool("tlsf", "adaptive", 1024, downTo(128), withinBudget), exclusivePool("whole", 4096, "average", 0)))),
		"budgeted kinds":   knowing(0, onDevice(local, arena(16, budgeted(pool("slices", 256, 128, 1024)), budgeted(directPool("own", 4096))))),
		"device spilling": knowing(Upper, onDevice(local, arena(16, blockPool("linear", "pooled", 256, counted(0, 1), upTo(200)),
			blockPool("tlsf", "fixed", 512, named("small")), exclusivePool("whole", 304, "exact", 2), directPool("direct", 2048)))),
	}
}

func budgeted(p Pool) Pool {
	p.WithinBudget = true
	return p
}

// blockDeclaration finds a declaration of pools of blocks.
func blockDeclaration(name string) Declaration {
	if d, ok := deviceBlocks()[name]; ok {
		return d
	}
	if d, ok := hostBlocks()[name]; ok {
		return d
	}
	return declaration(name)
}

func TestCorrectBlocks(t *testing.T) {
	for name, d := range hostBlocks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := conform(naiveSubject(d, ""), effort(config{scope: 4, ops: 10_000, seeded: 20_000, seed: 1})); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCorrectBlocksOnDevices(t *testing.T) {
	for name, d := range deviceBlocks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := conform(naiveSubject(d, ""), effort(config{scope: 3, ops: 10_000, seeded: 30_000, seed: 1})); err != nil {
				t.Error(err)
			}
		})
	}
}
