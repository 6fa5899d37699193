package main

import (
	"fmt"
	"strings"
)

// fishScript returns the script for fish.
func fishScript(verbs []completed) string {
	var b strings.Builder
	b.WriteString("# Completion of allocgen for fish: allocgen completion fish > ~/.config/fish/completions/allocgen.fish\n")
	b.WriteString("# Of a tool of a module make a command first: function allocgen; go tool allocgen $argv; end\n\n")
	b.WriteString("complete -c allocgen -f\n")
	for _, v := range verbs {
		fmt.Fprintf(&b, "complete -c allocgen -n __fish_use_subcommand -a %s -d %s\n", v.name, quoted(v.summary, `\'`))
	}
	for _, v := range verbs {
		line := "complete -c allocgen -n '__fish_seen_subcommand_from " + v.name + "'"
		for _, f := range v.flags {
			takes := ""
			switch {
			case f.paths:
				takes = " -r -F"
			case f.value:
				takes = " -x"
			}
			if f.words != nil {
				takes += " -a " + quoted(strings.Join(f.words, " "), `\'`)
			}
			fmt.Fprintf(&b, "%s -o %s%s -d %s\n", line, strings.TrimPrefix(f.name, "-"), takes, quoted(f.usage, `\'`))
		}
		if v.paths {
			b.WriteString(line + " -F\n")
		}
		if v.words != nil {
			fmt.Fprintf(&b, "%s -a %s\n", line, quoted(strings.Join(v.words, " "), `\'`))
		}
	}
	return b.String()
}
