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
	"syscall"

	"github.com/allocgen/allocgen/internal/view"
)

var viewVerb = verb{
	name:     "view",
	operands: "[SPEC] FILE",
	most:     2,
	summary:  "draw what the memory of an allocator looks like",
	detail: `Draws a dump, a recording or a history of a run, as a page for the browser, an SVG
image or a trace for Perfetto. A page shows every block and region, with what names
them, and a run at any moment; it is one file that loads nothing.

A dump, which begins with {, is what AppendJSON and WriteJSON of a generated package
say, or a program on Vulkan Memory Allocator by vmaBuildStatsString with the detailed
map. A recording is replayed in an arena of a spec, whose name ends in .yaml or .yml;
without one it is ` + defaultSpec + `. With a spec a dump is replayed too: its regions are
placed anew. A history, of which 'allocgen replay -history' writes one, begins with
"# allocgen history 1".

Without -o the result is beside the file, with its name and the extension .html,
.svg or .perfetto.json. "-o -" writes to standard output. No directory is made. Of a
run of more than a million events it says how large the page will be.

Exits with 1 when the file or the spec is invalid, 2 when one cannot be read or
written.
`,
	setup: func(flags *flag.FlagSet) action {
		var v viewing
		flags.StringVar(&v.out, "o", "", "`FILE` to write, whose extension says in which format")
		flags.StringVar(&v.format, "format", "", "html, svg or perfetto: the `FORMAT`")
		flags.StringVar(&v.arena, "arena", "", "the `NAME` of the arena to replay in")
		flags.StringVar(&v.device, "device", "", "the `PROFILE` of the simulated device, as for replay")
		return func(c *console, operands []string) status { return v.run(c, operands) }
	},
}

// viewing is the flags of view.
type viewing struct{ out, format, arena, device string }

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

func (v viewing) run(c *console, operands []string) status {
	specs, paths := split(operands)
	if len(paths) != 1 {
		return c.misused("view", "want one file to draw, and at most one spec")
	}
	path, out := paths[0], v.out
	f, err := formatOf(out, v.format)
	if err != nil {
		return c.misused("view", "%v", err)
	}
	if out == "" {
		out = strings.TrimSuffix(path, filepath.Ext(path)) + f.extensions[0]
	}
	if isSame(path, out) {
		return c.fail(refuse("%s is what is to be drawn: name another file with -o", out))
	}
	if err := placeFor(out); err != nil {
		return c.fail(err)
	}
	picture, answer := v.picture(c, specs[0], len(operands) == 2, path)
	if answer != yes {
		return answer
	}
	warnOfSize(c, f, picture)
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
	for _, f := range formats {
		if f.name == name {
			return f, nil
		}
	}
	if name != "" {
		hint := "want html, svg or perfetto"
		if near := nearest(name, formatNames()); near != "" {
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

// placeFor demands that the directory of a result is there: what is drawn may take
// long, and a new directory would rather be a slip.
func placeFor(out string) error {
	info, err := os.Stat(filepath.Dir(out))
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", out, err)
	}
	return nil
}

// manyEvents is how many a browser shows at ease.
const manyEvents = 1e6

// warnOfSize says how large the page of a long history is going to be, and what
// there is instead.
func warnOfSize(c *console, f format, p *view.Picture) {
	if f.name != "html" || p.History == nil || len(p.History.Events) <= manyEvents {
		return
	}
	c.say("%s: the page will take about %d MB, which browsers are slow to open; -format svg shows the peak, -format perfetto is for long runs",
		contents(p), p.PageBytes()/1e6)
}

// formatNames returns the names of the formats.
func formatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
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
