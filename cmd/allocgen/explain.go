package main

import (
	"flag"
	"fmt"
)

var explainVerb = verb{
	name:     "explain",
	operands: "[SPEC...]",
	most:     anyNumber,
	summary:  "print what a package does, for the product's docs",
	detail: `Prints in Markdown, for the docs of the product, the errors that the package of
a spec can return: name, code, when it is returned, what the failure carries,
and how that can come about with what the spec declares.
`,
	setup: func(*flag.FlagSet) action { return explain },
}

func explain(c *console, specs []string) status {
	if len(specs) == 0 {
		specs = []string{defaultSpec}
	}
	worst := yes
	for _, path := range specs {
		plan, answer := compile(c, path)
		worst = max(worst, answer)
		if answer == yes {
			fmt.Fprintf(c.out, "## Errors of %s\n\n%s", plan.Package, plan.ErrorTable())
		}
	}
	return worst
}
