package main

import (
	"os"
)

var generateVerb = verb{
	name:     "generate",
	operands: "[SPEC...]",
	most:     anyNumber,
	summary:  "write the Go package of each spec",
	detail: `Generates the package that each spec describes, in the directory of the spec.
Nothing is written unless all specs are valid. Files that are already right are
not touched; files generated from the same spec earlier and no longer needed are
removed; files that allocgen did not generate are never overwritten.
`,
	setup: onOutputs("generate", generate),
}

func generate(c *console, specs []string, dir string) status {
	outputs, answer := compileAll(c, specs, dir)
	if answer != yes {
		return answer
	}
	var stale []file
	for _, o := range outputs {
		stale = append(stale, o.only(missing, changed)...)
	}
	if err := install(stale); err != nil {
		return c.fail(err)
	}
	for _, o := range outputs {
		orphans := o.only(orphaned)
		for _, f := range orphans {
			if err := os.Remove(f.path); err != nil {
				return c.fail(err)
			}
		}
		c.say("%s: %s, %d written, %d removed", o.spec,
			plural(len(o.files)-len(orphans), "file"), len(o.only(missing, changed)), len(orphans))
	}
	return yes
}
