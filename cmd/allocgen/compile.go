package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// defaultSpec is the spec of a verb that is given none.
const defaultSpec = "allocgen.yaml"

// onOutputs sets up a verb that works on specs and their output directories.
func onOutputs(name string, act func(c *console, specs []string, dir string) status) func(*flag.FlagSet) action {
	return func(flags *flag.FlagSet) action {
		dir := flags.String("o", "", "the output directory, a `DIR` in the spec's module; takes a single spec")
		return func(c *console, specs []string) status {
			if *dir != "" && len(specs) > 1 {
				return c.misused(name, "-o takes a single spec")
			}
			if len(specs) == 0 {
				specs = []string{defaultSpec}
			}
			return act(c, specs, *dir)
		}
	}
}

// compileAll compiles every spec and compares what it emits with its output
// directory: the one given, or the spec's own when dir is empty. It reports all
// problems of all specs; outputs are only for a caller that got yes.
func compileAll(c *console, specs []string, dir string) ([]output, status) {
	worst := yes
	outputs := make([]output, len(specs))
	emitted := make([][]templates.File, len(specs))
	for i, path := range specs {
		plan, answer := compile(c, path)
		if answer == yes {
			var err error
			if emitted[i], err = templates.Emit(plan); err != nil {
				answer = c.reject(path, plan, err)
			} else if outputs[i], err = locate(path, plan.Source, dir); err != nil {
				answer = c.fail(err)
			}
		}
		worst = max(worst, answer)
	}
	if worst != yes {
		return nil, worst
	}
	if err := disjoint(outputs); err != nil {
		return nil, c.fail(err)
	}
	for i := range outputs {
		if err := outputs[i].compare(emitted[i]); err != nil {
			worst = max(worst, c.fail(err))
		}
	}
	return outputs, worst
}

// reject reports a spec for which nothing can be emitted: where it has strategies,
// since these do not allow it.
func (c *console) reject(path string, plan *spec.Plan, err error) status {
	diagnostics := templates.Diagnose(plan, err)
	switch {
	case len(plan.Strategies) == 0:
		return c.fail(fmt.Errorf("%s: %w", path, err))
	case len(diagnostics) == 0:
		return c.fail(refuse("%s: %v", path, err))
	}
	c.show(diagnostics)
	return no
}

// show prints diagnostics.
func (c *console) show(diagnostics spec.Diagnostics) {
	for _, d := range diagnostics {
		fmt.Fprintln(c.err, strings.TrimSuffix(c.errPalette.diagnostic(d), "\n"))
	}
}

// compile turns one spec file into a plan and prints its diagnostics.
func compile(c *console, path string) (*spec.Plan, status) {
	account, answer := accountFor(c, path)
	if answer != yes {
		return nil, answer
	}
	return account.Plan, yes
}

// accountFor is compile that also says where each value comes from.
func accountFor(c *console, path string) (*spec.Account, status) {
	if err := checkName(path); err != nil {
		return nil, c.fail(err)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		answer := c.fail(err)
		if path == defaultSpec && errors.Is(err, fs.ErrNotExist) {
			c.say("run 'allocgen init' to start one here")
		}
		return nil, answer
	}
	account, diagnostics := spec.AccountFor(path, src, disk)
	if account != nil {
		diagnostics = append(diagnostics, templates.CheckStrategies(account.Plan)...)
	}
	c.show(diagnostics)
	if diagnostics.Failed() {
		return nil, no
	}
	return account, yes
}

// disk is where specs and what they name are.
var disk = spec.Files{Read: os.ReadFile, List: filesIn}

// filesIn returns the base names of the files in a directory.
func filesIn(directory string) (names []string, err error) {
	entries, err := os.ReadDir(directory)
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// checkName demands a base name that the first line of a Go file can show as it
// is: by that line generated files are recognised as the spec's own.
func checkName(path string) error {
	name := filepath.Base(path)
	for _, r := range name {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return fmt.Errorf("%q: cannot generate from a spec of this name: it does not print", path)
		}
	}
	return nil
}
