package proptests

import (
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"
	"github.com/leanovate/gopter/gen"

	"github.com/allocgen/allocgen/runtime/trace"
)

// command is an operation as gopter runs it: on an interpreter, which is
// model and instance in one. Operations have no preconditions: whatever gopter
// leaves out while it shrinks, the rest still runs.
type command trace.Op

func (c command) PreCondition(commands.State) bool              { return true }
func (c command) NextState(state commands.State) commands.State { return state }
func (c command) Run(sut commands.SystemUnderTest) commands.Result {
	return sut.(*interpreter).apply(trace.Op(c))
}
func (c command) String() string { return trace.Op(c).String() }

func (c command) PostCondition(_ commands.State, result commands.Result) *gopter.PropResult {
	if result != nil {
		return &gopter.PropResult{Status: gopter.PropFalse}
	}
	return &gopter.PropResult{Status: gopter.PropTrue}
}

// commandNames is how many names short sequences choose from.
const commandNames = 16

// genCommand draws one operation. What gopter can put together of its parts
// costs, by reflection, more than all that is then done with the operation.
func genCommand(t trial) gopter.Gen {
	o := newOperands(t)
	kinds := []trace.Kind{
		trace.Alloc, trace.Alloc, trace.Alloc, trace.Alloc, trace.Alloc, trace.Alloc,
		trace.Free, trace.Free, trace.FreeLive, trace.FreeLive, trace.FreeLive,
		trace.Reclaim, trace.Clear,
	}
	if t.isSimulated() {
		kinds = append(kinds, trace.Fault)
		if o.watches {
			kinds = append(kinds, trace.Occupy)
		}
	}
	if t.Declaration.Streams > 0 {
		kinds = append(kinds, trace.HandBack, trace.HandBackLive, trace.HandBackLive)
	}
	if t.Declaration.defers() {
		kinds = append(kinds, trace.DryRun, trace.DryRun, trace.Use, trace.UseLive, trace.UseLive)
	}
	return func(p *gopter.GenParameters) *gopter.GenResult {
		op := trace.Op{
			Kind:  kinds[p.Rng.Intn(len(kinds))],
			ID:    p.NextUint64() % commandNames,
			Size:  o.anySize(p.Rng),
			Align: o.anyAlign(p.Rng),
			Flags: o.anyFlags(p.Rng),
		}
		if t.isSimulated() {
			op.Result = o.fault(p.Rng).Result
		}
		return gopter.NewGenResult(command(op), lesser)
	}
}

// lesser shrinks an operation: one operand of it.
func lesser(v any) gopter.Shrink {
	c := v.(command)
	lessen := func(operand uint64, put func(*command, uint64)) gopter.Shrink {
		return gen.UInt64Shrinker(operand).Map(func(less uint64) command {
			c := c
			put(&c, less)
			return c
		})
	}
	return gopter.ConcatShrinks(
		lessen(c.ID, func(c *command, n uint64) { c.ID = n }),
		lessen(c.Size, func(c *command, n uint64) { c.Size = n }),
		lessen(c.Align, func(c *command, n uint64) { c.Align = n }),
		fewerFlags(c),
	)
}

// fewerFlags shrinks flags, by leaving out one of them.
func fewerFlags(c command) gopter.Shrink {
	rest := trace.AllFlags()
	return func() (any, bool) {
		for len(rest) > 0 {
			less := c
			less.Flags &^= rest[0]
			rest = rest[1:]
			if less != c {
				return less, true
			}
		}
		return nil, false
	}
}
