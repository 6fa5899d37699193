package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
)

const painted = `version: 1
package: pool
target: host
arenas: {host: {alignment: 24, pools: [{name: pages, kind: sliced_pages, page_size: 96KiB, max_slice_size: 48}]}}
`

// TestDiagnosticsInColour: the severity, the carets and the hint are set off, and
// nothing else is.
func TestDiagnosticsInColour(t *testing.T) {
	_, problems := spec.Compile("alloc.yaml", []byte(painted))
	var talk bytes.Buffer
	c := &console{err: &talk, errPalette: true}
	c.show(problems)
	want := "alloc.yaml:4:28: \x1b[1;31merror AG104:\x1b[0m alignment 24 bytes is not a power of two\n" +
		"    arenas: {host: {alignment: 24, pools: [{name: pages, kind: sliced_pages, page_size: 96KiB, max_slice_size: 48}]}}\n" +
		"                               \x1b[1;32m^^\x1b[0m\n" +
		"\x1b[1;36mhint:\x1b[0m the nearest powers of two are 16 bytes and 32 bytes\n"
	if talk.String() != want {
		t.Errorf("got\n%q\nwant\n%q", talk.String(), want)
	}
}

func TestWarningsAreYellow(t *testing.T) {
	of := spec.Diagnostic{Rule: &spec.Rule{ID: "AG999", Severity: spec.Warning}, File: "a.yaml", Line: 1, Col: 1, Message: "odd"}
	if got, want := palette(true).diagnostic(of), "a.yaml:1:1: \x1b[1;33mwarning AG999:\x1b[0m odd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestColoursAddNothingButColours: without the codes the text is that of a pipe.
func TestColoursAddNothingButColours(t *testing.T) {
	dir := t.TempDir()
	older, newer := filepath.Join(dir, "older.yaml"), filepath.Join(dir, "newer.yaml")
	sound := strings.Replace(painted, "alignment: 24", "alignment: 16", 1)
	for path, text := range map[string]string{older: sound, newer: strings.Replace(sound, "name: pages", "name: leaves", 1)} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, act := range []func(c *console){
		func(c *console) { explanation{}.run(c, "", []string{older, "AG104"}) },
		func(c *console) { diff(c, older, newer, false) },
	} {
		var plainOut, colouredOut, talk bytes.Buffer
		act(&console{out: &plainOut, err: &talk})
		act(&console{out: &colouredOut, err: &talk, outPalette: true})
		stripped := colouredOut.String()
		for _, c := range []colour{red, yellow, green, cyan, dim, plain} {
			stripped = strings.ReplaceAll(stripped, string(c), "")
		}
		if stripped != plainOut.String() || stripped == colouredOut.String() {
			t.Errorf("got\n%q\nwant, with colours\n%q", colouredOut.String(), plainOut.String())
		}
	}
}
