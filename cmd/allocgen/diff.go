package main

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/allocgen/allocgen/spec"
)

var diffVerb = verb{
	name:     "diff",
	operands: "OLD NEW",
	most:     2,
	summary:  "tell what another spec changes for programs",
	detail: `Compares what two specs mean: arenas, pools and errors by their names, and what each
key is, whether it is given or left to its default. It marks what breaks the programs
that use the package:

  breaks API    what they use is gone from the package, or is used in another way
  breaks code   a failure has another code

What has no mark changes how memory is laid out or bounded, or adds something. Of a
package whose API changes it also lists each declaration that is gone or different.
Exits with 0 when the specs mean the same, 1 when they don't, and 2 when one of them
is invalid.
`,
	setup: func(flags *flag.FlagSet) action {
		asJSON := flags.Bool("json", false, "print the changes as JSON, a list")
		return func(c *console, operands []string) status {
			if len(operands) < 2 {
				return c.misused("diff", "it takes two specs, the old one first")
			}
			return diff(c, operands[0], operands[1], *asJSON)
		}
	},
}

func diff(c *console, older, newer string, asJSON bool) status {
	before, answer := accountFor(c, older)
	after, other := accountFor(c, newer)
	if max(answer, other) != yes {
		return unclear
	}
	changes := spec.Diff(before, after)
	of, err := surfaceChanges(before.Plan, after.Plan, changes)
	if err != nil {
		return c.fail(err)
	}
	changes = append(changes, of...)
	effects := []spec.Effect{spec.BreaksAPI, spec.BreaksCode, spec.Behaves}
	slices.SortStableFunc(changes, func(a, b spec.Change) int {
		return cmp.Compare(slices.Index(effects, a.Effect), slices.Index(effects, b.Effect))
	})
	if asJSON {
		if answer := c.printJSON(inJSON(changes)); answer != yes {
			return answer
		}
	} else {
		printChanges(c, changes)
	}
	if len(changes) > 0 {
		return no
	}
	return yes
}

// printChanges prints a change a line, and counts those that break something.
func printChanges(c *console, changes []spec.Change) {
	marks, paths := 0, 0
	counts := map[spec.Effect]int{}
	for _, change := range changes {
		counts[change.Effect]++
		marks, paths = max(marks, len(mark(change))), max(paths, utf8.RuneCountInString(change.Path))
	}
	colours := map[spec.Effect]colour{spec.BreaksAPI: red, spec.BreaksCode: yellow}
	for _, change := range changes {
		shown := c.outPalette.paint(colours[change.Effect], mark(change)) + pad("", marks-len(mark(change)))
		if marks > 0 {
			shown += "  "
		}
		fmt.Fprintf(c.out, "%s%s  %s\n", shown, pad(change.Path, paths), became(change))
	}
	if len(changes) == 0 {
		c.say("the specs mean the same")
		return
	}
	c.say("%s: %d %s, %d %s", plural(len(changes), "change"), counts[spec.BreaksAPI], spec.BreaksAPI, counts[spec.BreaksCode], spec.BreaksCode)
}

// mark returns what stands before a change.
func mark(change spec.Change) string {
	if change.Effect == spec.Behaves {
		return ""
	}
	return string(change.Effect)
}

// became says what became of what has changed.
func became(change spec.Change) string {
	name := change.Path[strings.LastIndexByte(change.Path, '.')+1:]
	switch {
	case change.Old == "" && change.New == name:
		return "added"
	case change.Old == "":
		return "added: " + change.New
	case change.New == "" && change.Old == name:
		return "gone"
	case change.New == "":
		return "gone: " + change.Old
	}
	return change.Old + " → " + change.New
}

// changeJSON is a change as JSON: old is null for what is new, new for what is gone.
type changeJSON struct {
	Path   string  `json:"path"`
	Old    *string `json:"old"`
	New    *string `json:"new"`
	Effect string  `json:"effect"`
}

func inJSON(changes []spec.Change) []changeJSON {
	list := []changeJSON{}
	for _, change := range changes {
		of := changeJSON{Path: change.Path, Effect: string(change.Effect)}
		if change.Old != "" {
			of.Old = &change.Old
		}
		if change.New != "" {
			of.New = &change.New
		}
		list = append(list, of)
	}
	return list
}
