package docs

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// link matches what a link of Markdown leads to.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks follows every link to a file of the source tree, and to a heading in it.
func TestLinks(t *testing.T) {
	for _, p := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(string(p.text), -1) {
			if strings.HasPrefix(found[1], "https://") {
				continue
			}
			target, anchor, _ := strings.Cut(found[1], "#")
			file := p.path
			if target != "" {
				file = path.Join(path.Dir(p.path), target)
			}
			at := filepath.Join(root, filepath.FromSlash(file))
			if _, err := os.Stat(at); err != nil {
				t.Errorf("%s: no file for the link %s", p.path, found[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(t, at), anchor) {
				t.Errorf("%s: no heading for the link %s", p.path, found[1])
			}
		}
	}
}

var (
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unanchored = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors returns what links to the headings of a page end in.
func anchors(t *testing.T, file string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range heading.FindAllStringSubmatch(string(text), -1) {
		plain := unanchored.ReplaceAllString(strings.ToLower(found[1]), "")
		all = append(all, strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

// TestIndex: docs/README.md leads to every page.
func TestIndex(t *testing.T) {
	all := pages(t)
	index := all[slices.IndexFunc(all, func(p page) bool { return p.path == "docs/README.md" })]
	paths := slices.Clone(generated)
	for _, p := range all {
		paths = append(paths, p.path)
	}
	for _, p := range paths {
		inside, ok := strings.CutPrefix(p, "docs/")
		if ok && p != index.path && !strings.Contains(string(index.text), "]("+inside+")") {
			t.Errorf("docs/README.md has no link to %s", inside)
		}
	}
}
