package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/allocgen/allocgen/internal/snapshot"
	"github.com/allocgen/allocgen/internal/view"
)

var viewVerb = verb{
	name:     "view",
	operands: "FILE",
	most:     1,
	summary:  "draw what the memory of an allocator looks like",
	detail: `Draws a dump, or a history of a run, as a page for the browser, an SVG image or
a trace for Perfetto. A page shows every block and region, with what names them,
and a history at any moment; it is one file that loads nothing.

A dump is what AppendJSON and WriteJSON of a generated package say, or a program
on Vulkan Memory Allocator by vmaBuildStatsString with the detailed map. A
history is text that begins with "# allocgen history 1".

Without -o the result is beside the file, with its name and the extension .html,
.svg or .perfetto.json. "-o -" writes to standard output.
`,
	setup: func(flags *flag.FlagSet) action {
		out := flags.String("o", "", "`FILE` to write, whose extension says in which format")
		format := flags.String("format", "", "html, svg or perfetto: the `FORMAT`")
		return func(c *console, operands []string) status {
			if len(operands) == 0 {
				return c.misused("view", "a file to draw is missing")
			}
			return draw(c, operands[0], *out, *format)
		}
	},
}

// A format is a way to draw. Its extensions are of files that are in it, the
// first of them of those that nobody named.
type format struct {
	name       string
	extensions []string
	write      func(p *view.Picture, w io.Writer) error
}

var formats = []format{
	{"html", []string{".html", ".htm"}, (*view.Picture).WriteHTML},
	{"svg", []string{".svg"}, (*view.Picture).WriteSVG},
	{"perfetto", []string{".perfetto.json", ".json"}, (*view.Picture).WritePerfetto},
}

// draw draws the file at path into the one at out.
func draw(c *console, path, out, name string) status {
	f, err := formatOf(out, name)
	if err != nil {
		return c.misused("view", "%v", err)
	}
	picture, err := readPicture(path)
	if err != nil {
		return c.unreadable(path, err)
	}
	if out == "" {
		out = strings.TrimSuffix(path, filepath.Ext(path)) + f.extensions[0]
	}
	if isSame(path, out) {
		return c.fail(refuse("%s is what is to be drawn: name another file with -o", out))
	}
	var text bytes.Buffer
	switch err := f.write(picture, &text); {
	case errors.Is(err, view.ErrNoHistory):
		return c.misused("view", "%s: %v", path, err)
	case err != nil:
		return c.fail(err)
	}
	if out == "-" {
		c.out.Write(text.Bytes())
		return yes
	}
	if err := install([]file{{path: out, text: text.Bytes()}}); err != nil {
		return c.fail(err)
	}
	c.say("%s: %s", out, contents(picture))
	return yes
}

// formatOf returns the format that is asked for, or that the extension of the
// result says.
func formatOf(out, name string) (format, error) {
	var known []string
	for _, f := range formats {
		known = append(known, f.name)
		if f.name == name {
			return f, nil
		}
	}
	if name != "" {
		hint := "want html, svg or perfetto"
		if near := nearest(name, known); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return format{}, fmt.Errorf("unknown format %q; %s", name, hint)
	}
	if out == "" || out == "-" {
		return formats[0], nil
	}
	for _, f := range formats {
		for _, extension := range f.extensions {
			if strings.HasSuffix(strings.ToLower(out), extension) {
				return f, nil
			}
		}
	}
	return format{}, fmt.Errorf("the extension of %s says no format: name it .html, .svg or .json, or give -format", out)
}

// readPicture reads a dump or a history.
func readPicture(path string) (*view.Picture, error) {
	source, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	text, err := io.ReadAll(io.LimitReader(source, snapshot.MaxFile+1))
	if err != nil {
		return nil, err
	}
	p := &view.Picture{Title: filepath.Base(path)}
	switch {
	case snapshot.IsHistory(text):
		p.History, err = snapshot.ReadHistory(bytes.NewReader(text))
	case bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n\ufeff"), []byte("{")):
		p.Snapshot, err = snapshot.Read(bytes.NewReader(text))
	default:
		err = &snapshot.Error{Line: 1, Message: "this is neither a dump, which begins with {, nor a history, whose first line is \"# allocgen history 1\""}
	}
	return p, err
}

// unreadable reports why a file cannot be drawn.
func (c *console) unreadable(path string, err error) status {
	if wrong, ok := errors.AsType[*snapshot.Error](err); ok {
		fmt.Fprintf(c.err, "%s:%v\n", path, wrong)
		return no
	}
	return c.fail(err)
}

// isSame reports whether two paths are of one file.
func isSame(path, other string) bool {
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}

// contents says how much there is in a picture.
func contents(p *view.Picture) string {
	if p.History != nil {
		return plural(len(p.History.Events), "event") + " of " + plural(len(p.History.Pools), "pool")
	}
	u := p.Snapshot.Usage()
	return plural(u.Blocks, "block") + " with " + plural(u.Regions, "region")
}
