package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	vkrt "github.com/allocgen/allocgen/runtime"
	"github.com/allocgen/allocgen/spec"
)

var explainVerb = verb{
	name:     "explain",
	operands: "[SPEC... | RULE... | KEY... | KIND... | CONDITION...]",
	most:     anyNumber,
	summary:  "say what a spec means, or a word of the language",
	words:    explainable,
	detail: `Prints what a spec means: every key with its value, and where that comes from,
be it a line of the spec or a default. Where the spec pins a device, or -device names
one, it goes on with the memory types that each arena gets there, best first, what
speaks against each, and warnings of what the device cannot give.

A path ending in .yaml, or with a slash, is a spec. What else can be explained:

  AG104                  a rule, with a spec that breaks it
  pools.tlsf.strategy    a key; what stands before it may be left out: strategy
  tlsf                   a kind of pool, or a policy: adaptive
  OutOfSpace             a condition that calls can meet, or a case: Call.device_lost

With -errors it prints instead, in Markdown for the docs of the product, the errors
that the package of a spec can return: name, code, when it is returned, what the
failure carries, and how that can come about with what the spec declares.
`,
	setup: func(flags *flag.FlagSet) action {
		var e explanation
		device := ""
		flags.Func("device", "the `PROFILE` of a device: a file, or the name of a known one such as nvidia_h200", func(name string) error {
			if device = name; name == "" {
				return errors.New("name a device")
			}
			return nil
		})
		flags.BoolVar(&e.errors, "errors", false, "print the table of errors instead")
		flags.BoolVar(&e.json, "json", false, "print plans as JSON, one object a spec")
		return func(c *console, operands []string) status { return e.run(c, device, operands) }
	},
}

// explanation is how specs are explained.
type explanation struct {
	errors, json bool
	device       *vkrt.Profile // nil if none is named
}

func (e explanation) run(c *console, device string, operands []string) status {
	if e.errors && (e.json || device != "") {
		return c.misused("explain", "-errors takes neither -json nor -device")
	}
	if device != "" {
		profile, err := deviceProfile(device)
		if err != nil {
			return c.fail(err)
		}
		e.device = profile
	}
	if len(operands) == 0 {
		operands = []string{defaultSpec}
	}
	worst := yes
	for i, operand := range operands {
		if i > 0 && !e.json {
			fmt.Fprintln(c.out)
		}
		switch {
		case isSpec(operand):
			worst = max(worst, e.spec(c, operand))
		case e.json:
			worst = max(worst, c.misused("explain", "-json is for specs, and %s is none", operand))
		case e.errors:
			worst = max(worst, c.misused("explain", "-errors is for specs, and %s is none", operand))
		default:
			worst = max(worst, explainWord(c, operand))
		}
	}
	return worst
}

// isSpec reports whether an operand is the path of a spec, and not a word.
func isSpec(operand string) bool {
	extension := filepath.Ext(operand)
	return strings.ContainsRune(operand, '/') || strings.ContainsRune(operand, filepath.Separator) || extension == ".yaml" || extension == ".yml"
}

// isDirectory reports whether there is a directory of the name.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// notADirectory says what to explain instead of a directory.
func notADirectory(name string) string {
	return fmt.Sprintf("%s is a directory: name the spec in it, such as %s", name, filepath.Join(name, defaultSpec))
}

// spec explains the spec at a path.
func (e explanation) spec(c *console, path string) status {
	if isDirectory(path) {
		c.say("%s", notADirectory(path))
		return unclear
	}
	account, answer := accountFor(c, path)
	if answer != yes {
		return answer
	}
	plan := account.Plan
	if e.errors {
		fmt.Fprintf(c.out, "## Errors of %s\n\n%s", plan.Package, plan.ErrorTable())
		return yes
	}
	device := e.device
	switch {
	case device == nil:
		device = plan.Device
	case plan.Target != spec.Vulkan:
		return c.misused("explain", "%s is for target %s, where there is no device", path, plan.Target)
	}
	var fit *spec.Fit
	if device != nil {
		on := plan.On(device)
		fit = &on
	}
	if e.json {
		return printPlanJSON(c, account, fit)
	}
	printPlan(c, path, account)
	if fit != nil {
		printFit(c, fit)
	}
	return yes
}
