package main

import (
	"io"
	"os"

	"github.com/allocgen/allocgen/spec"
)

// A colour is what a terminal is told to set text off with, "" for nothing.
type colour string

// The colours, as ECMA-48 has them.
const (
	red    colour = "\x1b[1;31m"
	yellow colour = "\x1b[1;33m"
	green  colour = "\x1b[1;32m"
	cyan   colour = "\x1b[1;36m"
	dim    colour = "\x1b[2m"

	plain = "\x1b[0m" // ends a colour
)

// A palette says whether a stream is shown in colour.
type palette bool

// paint returns text in a colour where there are colours.
func (p palette) paint(c colour, text string) string {
	if !p || c == "" || text == "" {
		return text
	}
	return string(c) + text + plain
}

// paletteOf returns the palette of a stream: colours are for terminals that know
// them, and for people who have not declined them.
func paletteOf(w io.Writer) palette {
	file, ok := w.(*os.File)
	declined := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
	return palette(ok && !declined && isTerminal(file))
}

// diagnostic returns a diagnostic as it is printed.
func (p palette) diagnostic(d spec.Diagnostic) string {
	severity := red
	if d.Rule.Severity == spec.Warning {
		severity = yellow
	}
	return d.Render(func(part spec.Part, text string) string {
		switch part {
		case spec.HintPart:
			return p.paint(cyan, text)
		case spec.CaretPart:
			return p.paint(green, text)
		}
		return p.paint(severity, text)
	})
}
