package proptests

import (
	"math/rand"
	"reflect"

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
	return sut.(*recorder).apply(trace.Op(c))
}
func (c command) String() string { return trace.Op(c).String() }

func (c command) PostCondition(_ commands.State, result commands.Result) *gopter.PropResult {
	if result != nil {
		return &gopter.PropResult{Status: gopter.PropFalse}
	}
	return &gopter.PropResult{Status: gopter.PropTrue}
}

// recorder keeps the operations that its interpreter performed.
type recorder struct {
	*interpreter
	ops []trace.Op
}

func (r *recorder) apply(op trace.Op) error {
	if r.broken == nil {
		r.ops = append(r.ops, op)
	}
	return r.interpreter.apply(op)
}

// commandNames is how many names short sequences choose from.
const commandNames = 16

// genCommand draws one operation. gopter builds the struct itself: mapped
// into the interface it would lose the shrinkers of its fields.
func genCommand(t trial) gopter.Gen {
	o := newOperands(t)
	kinds := []any{
		trace.Alloc, trace.Alloc, trace.Alloc, trace.Alloc, trace.Alloc, trace.Alloc,
		trace.Free, trace.Free, trace.FreeLive, trace.FreeLive, trace.FreeLive,
		trace.Reclaim, trace.Clear,
	}
	fields := map[string]gopter.Gen{
		"ID":    gen.UInt64Range(0, commandNames-1),
		"Size":  draw(o.anySize),
		"Align": draw(o.anyAlign),
		"Flags": func(p *gopter.GenParameters) *gopter.GenResult {
			return gopter.NewGenResult(o.anyFlags(p.Rng), fewerFlags)
		},
	}
	if t.isSimulated() {
		kinds = append(kinds, trace.Fault)
		if o.watches {
			kinds = append(kinds, trace.Occupy)
		}
		fields["Result"] = func(p *gopter.GenParameters) *gopter.GenResult {
			return gopter.NewGenResult(o.fault(p.Rng).Result, gopter.NoShrinker)
		}
	}
	fields["Kind"] = gen.OneConstOf(kinds...)
	return gen.Struct(reflect.TypeFor[command](), fields)
}

// fewerFlags shrinks flags, by leaving out one of them.
func fewerFlags(flags any) gopter.Shrink {
	rest := trace.AllFlags()
	return func() (any, bool) {
		for len(rest) > 0 {
			flag := rest[0]
			rest = rest[1:]
			if all := flags.(Flags); all&flag != 0 {
				return all &^ flag, true
			}
		}
		return nil, false
	}
}

func draw(from func(*rand.Rand) uint64) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(from(p.Rng), gen.UInt64Shrinker)
	}
}
