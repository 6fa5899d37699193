package main

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
)

var completionVerb = verb{
	name:     "completion",
	operands: "bash|zsh|fish",
	most:     1,
	summary:  "print a script with which a shell completes command lines",
	words:    func() []string { return slices.Sorted(maps.Keys(shells)) },
	closed:   true,
	detail: `Prints a script that completes verbs, flags, devices, and what explain explains; the
rest are paths. For one session, or for good:

  source <(allocgen completion bash)                              # ~/.bashrc
  allocgen completion zsh > "${fpath[1]}/_allocgen"               # once
  allocgen completion fish > ~/.config/fish/completions/allocgen.fish
`,
	setup: func(*flag.FlagSet) action { return completion },
}

// shells has for each shell what makes its script.
var shells = map[string]func(verbs []completed) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}

func completion(c *console, operands []string) status {
	known := slices.Sorted(maps.Keys(shells))
	if len(operands) == 0 {
		return c.misused("completion", "it takes a shell: %s", strings.Join(known, ", "))
	}
	script := shells[operands[0]]
	if script == nil {
		if near := nearest(operands[0], known); near != "" {
			return c.misused("completion", "unknown shell %q; did you mean %q?", operands[0], near)
		}
		return c.misused("completion", "unknown shell %q, known: %s", operands[0], strings.Join(known, ", "))
	}
	fmt.Fprint(c.out, script(completions(c.verbs)))
	return yes
}

// completed is what shells know of a verb.
type completed struct {
	name, summary string
	flags         []completedFlag
	words         []string // that operands can be
	paths         bool     // operands can be paths
}

type completedFlag struct {
	name, usage string
	value       bool     // it takes one: a path, or one of words
	words       []string // none if it is always a path
}

// flagWords has what the values of flags can be, beside paths.
var flagWords = map[string]func() []string{"explain -device": profileNames}

// completions returns what shells are told of verbs, and of help.
func completions(verbs []verb) (all []completed) {
	help := completed{name: "help", summary: "explain a verb"}
	for _, v := range verbs {
		of := completed{name: v.name, summary: v.summary, paths: v.most > 0 && !v.closed}
		if v.words != nil {
			of.words = v.words()
		}
		flags := flag.NewFlagSet(v.name, flag.ContinueOnError)
		v.setup(flags)
		flags.VisitAll(func(f *flag.Flag) {
			value, usage := flag.UnquoteUsage(f)
			one := completedFlag{name: "-" + f.Name, usage: usage, value: value != ""}
			if words := flagWords[v.name+" -"+f.Name]; words != nil {
				one.words = words()
			}
			of.flags = append(of.flags, one)
		})
		all = append(all, of)
		help.words = append(help.words, v.name)
	}
	return append(all, help)
}

// flagNames returns the flags of the verb, separated by blanks.
func (v completed) flagNames() string {
	var names []string
	for _, f := range v.flags {
		names = append(names, f.name)
	}
	return strings.Join(names, " ")
}
