// Package docs holds the documentation to the truth: every command in it runs and
// prints what the page shows, every spec compiles, every program builds, and every
// link leads somewhere.
//
// A page is Markdown with fenced blocks, and what a block is says the first line
// of its fence:
//
//	```sh                     commands, one a line, run in order; each must succeed
//	```sh fails               the last of them must fail
//	```sh vulkan              they need a Vulkan device
//	```sh source              they run in the source tree of allocgen
//	```sh skip: REASON        they don't run, for a reason
//	```text                   all that the last of the commands before it prints; …
//	                          stands for anything in a line, alone for many lines
//	```yaml, go, json, …      a file of the page's module, where the line before it
//	                          ends in its path and a colon: `main.go`:
//	```diff                   a change of such a file
//	```yaml                   else a spec, or a piece of the spec before it
//	```go                     else a piece of a program that uses its package
//	```                       an illustration
package docs

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is where the source tree is.
const root = "../.."

// generated lists the pages that a program writes, which its own tests compare.
var generated = []string{
	"docs/MUTANTS.md", "docs/conditions.md", "docs/memory_types.md", "docs/planted.md", "docs/reference.md", "docs/small_scope.md",
}

// A block is a fenced block of a page.
type block struct {
	line int    // of the fence, from 1
	info string // what stands behind the fence
	file string // the path that the line before it ends in, or ""
	text string
}

// language is the first word of the info.
func (b block) language() string {
	word, _, _ := strings.Cut(b.info, " ")
	return word
}

// mode is what the info says beyond the language.
func (b block) mode() string {
	_, rest, _ := strings.Cut(b.info, " ")
	return rest
}

// isSpec reports whether the block is a whole spec.
func (b block) isSpec() bool { return b.info == "yaml" && strings.Contains(b.text, "version: ") }

// A page is one file of the documentation.
type page struct {
	path   string // from the root, with slashes
	text   []byte
	blocks []block
}

// labelled matches a line that ends in the path of the file that follows.
var labelled = regexp.MustCompile("`([^` ]+)`:$")

// readPage takes a page apart. An error says what in it follows no convention.
func readPage(path string, text []byte) (p page, err error) {
	p = page{path: path, text: text}
	var open *block
	label, blank := "", true
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			open = &block{line: n, info: info, file: label}
		case fence && info == "":
			p.blocks = append(p.blocks, *open)
			open, label = nil, ""
		case fence:
			return p, fmt.Errorf("%s:%d: a fence in a block", path, n)
		case open != nil:
			open.text += line + "\n"
		case blank && strings.HasPrefix(line, "    "):
			return p, fmt.Errorf("%s:%d: an indented block: use a fence", path, n)
		case line != "":
			label = ""
			if found := labelled.FindStringSubmatch(line); found != nil {
				label = found[1]
			}
		}
		blank = line == ""
	}
	if open != nil {
		return p, fmt.Errorf("%s:%d: a block without an end", path, open.line)
	}
	return p, lines.Err()
}

// pages reads all pages that are written by hand.
func pages(t *testing.T) (all []page) {
	t.Helper()
	paths := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	err := fs.WalkDir(os.DirFS(root), "docs", func(path string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" && !slices.Contains(generated, path) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := readPage(path, text)
		if err != nil {
			t.Error(err)
			continue
		}
		all = append(all, p)
	}
	return all
}

func TestReadPage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"# A\n\n```sh\nls\n```\n", "[{3 sh  ls\n}]"},
		{"See `x`.\n\nThen `a/b.go`:\n\n```go\n\nx\n```\n\n```go\n```\n", "[{5 go a/b.go \nx\n} {10 go  }]"},
		{"`a.go`:\n\nNo.\n\n```sh fails\nx # y\n```\n", "[{5 sh fails  x # y\n}]"},
		{"a list\n\n- one\n  two\n", "[]"},
		{"text\n\n    go test\n", "a.md:3: an indented block: use a fence"},
		{"```sh\nx\n", "a.md:1: a block without an end"},
		{"```sh\n```sh\n", "a.md:2: a fence in a block"},
	} {
		p, err := readPage("a.md", []byte(c.text))
		got := fmt.Sprint(p.blocks)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// Every block says what it is in words that are known.
func TestBlocksAreKnown(t *testing.T) {
	known := regexp.MustCompile(`^(|sh( fails| vulkan| source| source vulkan| skip: .+)?|text|yaml|go|diff|glsl|json)$`)
	for _, p := range pages(t) {
		for i, b := range p.blocks {
			if !known.MatchString(b.info) {
				t.Errorf("%s:%d: a block of %q", p.path, b.line, b.info)
			}
			if (b.info == "diff" || b.info == "json") && b.file == "" {
				t.Errorf("%s:%d: a %s of no file", p.path, b.line, b.info)
			}
			if b.info == "" && strings.Contains("\n"+b.text, "\n$ ") {
				t.Errorf("%s:%d: a command that nobody runs: use sh", p.path, b.line)
			}
			if b.info == "text" && (i == 0 || p.blocks[i-1].language() != "sh" || strings.HasPrefix(p.blocks[i-1].mode(), "skip:")) {
				t.Errorf("%s:%d: the output of no commands", p.path, b.line)
			}
		}
	}
}
