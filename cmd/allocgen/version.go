package main

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// language is the version of the spec language that this command reads.
const language = 1

var versionVerb = verb{
	name:    "version",
	summary: "print the versions of allocgen, Go and the spec language",
	detail: `Prints the module version of allocgen, the version of Go it was built with and
the version of the spec language it reads.
`,
	setup: func(*flag.FlagSet) action {
		return func(c *console, _ []string) status {
			fmt.Fprintf(c.out, "allocgen %s\ngo %s\nspec language %d\n", moduleVersion(), strings.TrimPrefix(runtime.Version(), "go"), language)
			return yes
		}
	},
}

// moduleVersion returns the version that the module was fetched at, or "(devel)"
// for a build from a work tree.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
