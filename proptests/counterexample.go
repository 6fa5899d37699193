package proptests

import (
	"fmt"
	"strings"

	"github.com/allocgen/allocgen/runtime/trace"
)

// search is what looks for counterexamples, and how to make it find the same
// one again.
type search struct {
	name  string
	rerun config
}

// counterexample is a sequence of operations after which a law is broken.
type counterexample struct {
	source search
	device string // that it is on; empty on the host
	ops    []trace.Op
	broken error

	picture string // of the blocks, before and after the last operation
}

// counterexample returns that what tries t finds a law broken.
func (t trial) counterexample(ops []trace.Op, broken error) *counterexample {
	return &counterexample{source: t.source, device: t.name(), ops: ops, broken: broken}
}

func (c *counterexample) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\nfound by %s%s", c.broken, c.source.name, on(c.device))
	if len(c.ops) > 0 {
		fmt.Fprintf(&b, ", after these %d operations:", len(c.ops))
	}
	b.WriteByte('\n')
	const shown = 200
	for i, op := range c.ops {
		if i == shown {
			fmt.Fprintf(&b, "# and %d more\n", len(c.ops)-shown)
			break
		}
		b.WriteString(op.String())
		b.WriteByte('\n')
	}
	b.WriteString(c.picture)
	return b.String()
}

// on names the device in reports.
func on(device string) string {
	if device == "" {
		return ""
	}
	return fmt.Sprintf(" on the device %q", device)
}

// replay runs ops on a fresh instance, to the end of its life, and returns
// what broke, with the operations up to there; nil if nothing did.
func replay(t trial, ops []trace.Op) *counterexample {
	every := 1
	if len(ops) > 1000 {
		every = 0
	}
	in := newInterpreter(t, every)
	for i, op := range ops {
		if err := in.apply(op); err != nil {
			return t.counterexample(ops[:i+1], err)
		}
	}
	if err := in.finish(); err != nil {
		return t.counterexample(ops, err)
	}
	return nil
}
