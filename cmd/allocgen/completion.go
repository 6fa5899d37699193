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
	detail: `Prints a script that completes verbs, flags, their values, and what explain explains;
the rest are paths. For one session, or for good:

  source <(allocgen completion bash)                              # ~/.bashrc
  allocgen completion zsh > "${fpath[1]}/_allocgen"               # once
  allocgen completion fish > ~/.config/fish/completions/allocgen.fish

It is for a command allocgen. Where that is a tool of a module, make it one, so that
"go" completes as ever, and write the script to a file from within the module:

  allocgen() { go tool allocgen "$@"; }                           # ~/.bashrc, ~/.zshrc
  function allocgen; go tool allocgen $argv; end                  # ~/.config/fish/config.fish
  go tool allocgen completion bash > ~/.allocgen.bash             # to source in ~/.bashrc
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
	value       bool     // it takes one
	words       []string // that the value can be
	paths       bool     // the value can be a path
}

// valueKind is what the values of flags are that name them alike in their usage.
type valueKind struct {
	words func() []string // nil for none
	paths bool
}

// valueKinds has every kind of value by its name.
var valueKinds = map[string]valueKind{
	"DIR":     {paths: true},
	"FILE":    {paths: true},
	"FORMAT":  {words: formatNames},
	"GOAL":    {words: goalNames},
	"NAME":    {},
	"NUMBER":  {},
	"PROFILE": {words: profileNames, paths: true},
	"SIZE":    {},
	"TIME":    {},
}

// goalNames returns what tune can be for.
func goalNames() (names []string) {
	for _, g := range goals {
		names = append(names, g.name)
	}
	return names
}

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
			kind := valueKinds[value]
			one := completedFlag{name: "-" + f.Name, usage: usage, value: value != "", paths: kind.paths}
			if kind.words != nil {
				one.words = kind.words()
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
