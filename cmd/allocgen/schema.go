package main

import (
	"flag"

	"github.com/allocgen/allocgen/spec"
)

var schemaVerb = verb{
	name:    "schema",
	summary: "print the JSON Schema of the spec language",
	detail: `Prints the JSON Schema of the spec language, with which an editor completes and
checks a spec while it is written. 'allocgen init' puts it beside the spec.
`,
	setup: func(*flag.FlagSet) action {
		return func(c *console, _ []string) status {
			c.out.Write(spec.Schema())
			return yes
		}
	},
}
