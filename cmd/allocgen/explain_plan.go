package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/allocgen/allocgen/spec"
)

// printPlan prints every key of the spec at a path with its value and where that comes from,
// those of an arena, a pool or an error below its name.
func printPlan(c *console, path string, account *spec.Account) {
	fmt.Fprintf(c.out, "%s: package %s, plan %s\n", path, account.Plan.Package, account.Plan.Hash())
	keys, values := columns(account.Settings)
	var last spec.Setting
	for i, s := range account.Settings {
		if i == 0 || s.Arena != last.Arena || s.Pool != last.Pool || s.Error != last.Error {
			printOwner(c, s)
		}
		last = s
		indent := indentOf(s)
		fmt.Fprintf(c.out, "%s%s %s %s %s\n", indent, pad(s.Key, keys-len(indent)), pad(s.Text(), values),
			c.outPalette.paint(dim, "←"), s.Origin)
	}
}

// printOwner prints the heading of what a setting is of.
func printOwner(c *console, s spec.Setting) {
	switch {
	case s.Pool != "":
		fmt.Fprintf(c.out, "  pool %s\n", s.Pool)
	case s.Arena != "":
		fmt.Fprintf(c.out, "arena %s\n", s.Arena)
	case s.Error != "":
		fmt.Fprintf(c.out, "error %s\n", s.Error)
	}
}

// indentOf returns the blanks before a setting.
func indentOf(s spec.Setting) string {
	switch {
	case s.Pool != "":
		return "    "
	case s.Arena != "", s.Error != "":
		return "  "
	}
	return ""
}

// columns returns how wide the keys are, with their indents, and the values. Those
// that are wider than most don't count.
func columns(settings []spec.Setting) (keys, values int) {
	const widest = 40
	for _, s := range settings {
		keys = max(keys, len(indentOf(s))+utf8.RuneCountInString(s.Key))
		if width := utf8.RuneCountInString(s.Text()); width <= widest {
			values = max(values, width)
		}
	}
	return keys, values
}

// pad fills text with blanks up to a width in characters.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
