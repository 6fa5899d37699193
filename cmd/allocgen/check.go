package main

import (
	"fmt"
	"strings"
)

var checkVerb = verb{
	name:     "check",
	operands: "[SPEC...]",
	most:     anyNumber,
	summary:  "tell whether the generated files are up to date",
	detail: `Compares what generate would write with the files that are there, and lists each
that is missing, changed or orphaned. Writes nothing. Exits with 0 when all are
up to date, 1 when one is not or a spec is invalid: made for CI.
`,
	setup: onOutputs("check", check),
}

func check(c *console, specs []string, dir string) status {
	outputs, answer := compileAll(c, specs, dir)
	if answer != yes {
		return answer
	}
	var stale []string
	for _, o := range outputs {
		differing := o.only(missing, changed, orphaned)
		for _, f := range differing {
			fmt.Fprintf(c.out, "%-8s %s\n", f.state, f.path)
		}
		if len(differing) > 0 {
			stale = append(stale, o.spec)
		} else {
			c.say("%s: %s up to date", o.spec, plural(len(o.files), "file"))
		}
	}
	if len(stale) == 0 {
		return yes
	}
	if dir != "" {
		stale = append(stale, "-o "+dir)
	}
	c.say("run 'allocgen generate %s'", strings.Join(stale, " "))
	return no
}
