package main

import (
	"errors"
	"go/build"
	"os"
	"path/filepath"
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
		warnOfOthers(c, filepath.Dir(o.files[0].path))
	}
	return yes
}

// warnOfOthers says that a directory has files of more than one package, as when the
// package of a spec has got another name.
func warnOfOthers(c *console, dir string) {
	_, err := build.ImportDir(dir, 0)
	if several, ok := errors.AsType[*build.MultiplePackageError](err); ok {
		c.say("warning: %v: it does not build until they have one name", several)
	}
}
