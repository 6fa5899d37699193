package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Severity says whether a diagnostic stops the compilation.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// A Diagnostic is one broken rule at one place of a spec. Line and Col start
// at 1 and count runes, Width is at least 1. Source is the text of the line,
// or "" if that is longer than 4096 runes.
type Diagnostic struct {
	Rule             *Rule
	File             string
	Line, Col, Width int
	Message          string
	Hint             string // what to do, or ""
	Source           string
}

// A Part is what a terminal may set off in a diagnostic.
type Part int

// The parts.
const (
	SeverityPart Part = iota // with the rule
	CaretPart
	HintPart // the word
)

// String returns the diagnostic as compilers print it, without a newline at
// the end:
//
//	alloc.yaml:9:16: error AG104: alignment 24 bytes is not a power of two
//	    alignment: 24
//	               ^^
//	hint: the nearest powers of two are 16 bytes and 32 bytes
//
// The source and hint lines are left out where there is nothing to show.
func (d Diagnostic) String() string {
	return d.Render(func(_ Part, text string) string { return text })
}

// Render returns what String does, with each part as show returns it.
func (d Diagnostic) Render(show func(part Part, text string) string) string {
	var b strings.Builder
	severity := show(SeverityPart, string(d.Rule.Severity)+" "+d.Rule.ID+":")
	fmt.Fprintf(&b, "%s:%d:%d: %s %s", d.File, d.Line, d.Col, severity, d.Message)
	if strings.TrimSpace(d.Source) != "" {
		line, lead, width := d.excerpt()
		fmt.Fprintf(&b, "\n    %s\n    %s%s", line, lead, show(CaretPart, strings.Repeat("^", width)))
	}
	if d.Hint != "" {
		fmt.Fprintf(&b, "\n%s %s", show(HintPart, "hint:"), d.Hint)
	}
	return b.String()
}

// excerpt returns the part of the source line to show, what to put before the
// carets, and the number of carets. The lead repeats tabs, so that the carets
// stand below the span in any tab width. A long line is cut around the span.
func (d Diagnostic) excerpt() (line, lead string, width int) {
	const whole, before, after = 120, 60, 60
	runes := []rune(d.Source)
	for i, r := range runes {
		if r != '\t' && !unicode.IsPrint(r) {
			runes[i] = utf8.RuneError
		}
	}
	first := min(max(d.Col-1, 0), len(runes))
	start, end := 0, len(runes)
	if len(runes) > whole {
		start, end = max(first-before, 0), min(first+after, len(runes))
	}
	width = max(min(d.Width, end-first), 1)
	lead = strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(runes[start:first]))
	line = string(runes[start:end])
	if start > 0 {
		line, lead = "…"+line, " "+lead
	}
	if end < len(runes) {
		line += "…"
	}
	return line, lead, width
}

// Diagnostics are the findings of one compilation: those of the spec, then
// those of a file that it uses, each sorted by line, column and rule.
type Diagnostics []Diagnostic

// Failed reports whether one of the diagnostics is an error.
func (ds Diagnostics) Failed() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Rule.Severity == Error })
}

// A reporter collects what the passes find in one source.
type reporter struct {
	source *source
	found  Diagnostics
	seen   map[place]bool
	beside []*reporter // of the Go files that the source names
}

// A place is where a rule is broken, and how.
type place struct {
	id, message string
	line, col   int
}

func newReporter(s *source) *reporter { return &reporter{source: s, seen: map[place]bool{}} }

// report adds a diagnostic. What an alias repeats is reported once.
func (r *reporter) report(id string, at span, message, hint string) {
	const longest = 4096
	at = r.source.clamp(at)
	where := place{id, message, at.line, at.col}
	if r.seen[where] {
		return
	}
	r.seen[where] = true
	text := ""
	if line := r.source.line(at.line); len(line) <= longest {
		text = string(line)
	}
	r.found = append(r.found, Diagnostic{
		Rule: rule(id), File: r.source.name, Line: at.line, Col: at.col, Width: at.width,
		Message: message, Hint: hint, Source: text,
	})
}

// sorted returns what was found in the source, and then in those beside it.
func (r *reporter) sorted() Diagnostics {
	slices.SortStableFunc(r.found, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			strings.Compare(a.Rule.ID, b.Rule.ID), strings.Compare(a.Message, b.Message))
	})
	found := r.found
	for _, of := range r.beside {
		found = append(found[:len(found):len(found)], of.sorted()...)
	}
	return found
}

// quote returns text from a spec as a message shows it: quoted, escaped, and
// cut where it is long.
func quote(text string) string { return strconv.Quote(shorten(text)) }

// shorten cuts text that is too long for a message.
func shorten(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
