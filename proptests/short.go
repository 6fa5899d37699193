package proptests

import (
	"fmt"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"
	"github.com/leanovate/gopter/gen"
)

// shortLength bounds the sequences that gopter generates; on average they are
// half as long.
const shortLength = 100

// shortWait is after how many operations of theirs the costly laws are checked, until
// there is something to shrink.
const shortWait = 4

// short lets gopter search for a counterexample, and shrink it, in sequences
// of about count operations together.
func short(t trial, seed int64, count int) *counterexample {
	commandGen := genCommand(t)
	t.source = search{"gopter", config{ops: count, seed: seed}}
	var found *counterexample // the one that broke last, to which gopter shrank
	var ended *counterexample // the first that broke only at the end of its life
	protocol := &commands.ProtoCommands{
		InitialStateGen: gen.Const(struct{}{}),
		GenCommandFunc:  func(commands.State) gopter.Gen { return commandGen },
		NewSystemUnderTestFunc: func(commands.State) commands.SystemUnderTest {
			every := shortWait
			if found != nil {
				every = 1
			}
			return newInterpreter(t, every)
		},
		DestroySystemUnderTestFunc: func(sut commands.SystemUnderTest) {
			in := sut.(*interpreter)
			switch {
			case in.broken != nil:
				found = t.counterexample(in.ops, in.broken)
			case ended == nil && in.finish() != nil:
				ended = t.counterexample(in.ops, in.broken)
			}
		},
	}
	parameters := gopter.DefaultTestParametersWithSeed(seed)
	parameters.MinSize, parameters.MaxSize = 1, shortLength
	parameters.MinSuccessfulTests = count / (shortLength / 2)
	if parameters.MinSuccessfulTests == 0 {
		return nil
	}
	result := commands.Prop(protocol).Check(parameters)
	switch {
	case found != nil:
		return found
	case ended != nil:
		return ended.shrink(t)
	case !result.Passed():
		return t.counterexample(nil, fmt.Errorf("gopter gave up: %v", result))
	}
	return nil
}
