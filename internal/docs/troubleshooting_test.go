package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/allocgen/allocgen/spec"
	"github.com/allocgen/allocgen/templates"
)

// A section is what a page says under a heading of the second level.
type section struct {
	heading, text string
	shown         string // its first block
}

func sections(p page) (all []section) {
	for _, text := range strings.Split(string(p.text), "\n## ")[1:] {
		heading, text, _ := strings.Cut(text, "\n")
		_, block, _ := strings.Cut(text, "```\n")
		shown, _, _ := strings.Cut(block, "```\n")
		all = append(all, section{heading, text, shown})
	}
	return all
}

// TestTroubleshooting holds the page to the conditions: it has a section for each,
// in their order, which shows what a failure of it says, and every case of it.
func TestTroubleshooting(t *testing.T) {
	all := pages(t)
	found := sections(all[slices.IndexFunc(all, func(p page) bool { return p.path == "docs/troubleshooting.md" })])
	sentences := sentences(t)
	conditions := spec.Conditions()
	if len(found) != len(conditions) {
		t.Fatalf("%d sections for %d conditions", len(found), len(conditions))
	}
	for i, c := range conditions {
		s := found[i]
		if s.heading != c.Name {
			t.Fatalf("section %d is %s, not %s", i+1, s.heading, c.Name)
		}
		if len(sentences[c.Name]) == 0 || !containsInOrder(s.shown, sentences[c.Name]) {
			t.Errorf("%s: a failure says %q, but the page shows %s", c.Name, sentences[c.Name], s.shown)
		}
		for _, r := range c.Refinements {
			row := "\n| " + r.Meaning + " | "
			if c.Name == "Call" {
				row = "\n| VK_ERROR_" + strings.ToUpper(r.Name) + " | "
			}
			if !strings.Contains(s.text, row) {
				t.Errorf("%s: no row for %s: %s", c.Name, r.Name, r.Meaning)
			}
		}
	}
}

// containsInOrder reports whether a text has pieces one after the other.
func containsInOrder(text string, pieces []string) bool {
	for _, piece := range pieces {
		_, rest, ok := strings.Cut(text, piece)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// everything is a spec of a package that can meet every condition.
const everything = `version: 1
package: everything
target: vulkan
arenas:
  all:
    memory: {require: [host_visible, host_coherent]}
    map: persistent
    custom_pools: 1
    pools:
      - {name: slices, kind: sliced_pages, page_size: 64KiB, max_slice_size: 4KiB, max_pool_size: 1MiB}
      - {name: ranges, kind: tlsf, policy: {pooled: {block_size: 1MiB}}, margin: 16}
  other:
    memory: {require: [device_local]}
    pools:
      - {name: line, kind: linear, max_size: 1KiB, policy: {fixed: {block_size: 64KiB}}}
      - {name: whole, kind: direct}
`

// sentences returns the words of what a failure says of each condition, between
// what differs from one failure to the next. They are those of generated code.
func sentences(t *testing.T) map[string][]string {
	t.Helper()
	plan, found := spec.Compile("allocgen.yaml", []byte(everything))
	if len(found) > 0 {
		t.Fatal(found)
	}
	files, err := templates.Emit(plan)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f templates.File) bool { return f.Name == "failure.go" })
	parsed, err := parser.ParseFile(token.NewFileSet(), "failure.go", files[i].Text, 0)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string][]string{}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && (f.Name.Name == "appendSentence" || f.Name.Name == "text") {
			ast.Inspect(f, func(n ast.Node) bool {
				if clause, ok := n.(*ast.CaseClause); ok {
					for _, condition := range casesOf(clause) {
						said[condition] = literals(clause)
					}
				}
				return true
			})
		}
	}
	return said
}

// casesOf returns the names of the conditions that a clause is for.
func casesOf(clause *ast.CaseClause) (names []string) {
	for _, e := range clause.List {
		if name, ok := e.(*ast.Ident); ok {
			names = append(names, strings.ToUpper(name.Name[:1])+name.Name[1:])
		}
	}
	return names
}

// literals returns the texts in a clause, in order, but for those that are not in
// every failure.
func literals(clause *ast.CaseClause) (texts []string) {
	for _, s := range clause.Body {
		ast.Inspect(s, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				texts = append(texts, text)
			}
			_, sometimes := n.(*ast.IfStmt)
			return !sometimes
		})
	}
	return texts
}
