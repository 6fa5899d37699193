package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEquivalentsAreThere: the templates have each text that the table speaks of,
// once.
func TestEquivalentsAreThere(t *testing.T) {
	for _, e := range equivalents {
		source, err := os.ReadFile(filepath.Join("../../templates", e.file))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(source), e.from); n != 1 || e.why == "" {
			t.Errorf("%s has %q %d times", e.file, e.from, n)
		}
	}
}

// TestEveryLine: a profile names each file once, and all of it.
func TestEveryLine(t *testing.T) {
	const profile = "mode: set\nm/a.go:1.2,3.4 1 0\nm/a.go:5.6,7.8 2 1\nm/b.go:1.2,3.4 1 0\n"
	const want = "mode: set\nm/a.go:1.1,1000000.1 1 1\nm/b.go:1.1,1000000.1 1 1\n"
	if got := everyLine(profile); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestExplain: a mutant is the one of the table only if it is the same change.
func TestExplain(t *testing.T) {
	t.Chdir("../..")
	source, err := os.ReadFile("templates/meter/meter.go")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(source), "> m.LargestRequest")
	line, column := 1+strings.Count(before, "\n"), len(before)-strings.LastIndex(before, "\n")
	for kind, want := range map[string]string{"CONDITIONALS BOUNDARY": same, "CONDITIONALS NEGATION": ""} {
		s := explain(mutant{"meter/meter.go", kind, "LIVED", line, column})
		if s.why != want || s.from != "if size > m.LargestRequest {" || s.to == s.from {
			t.Errorf("%s: %q becomes %q: %q", kind, s.from, s.to, s.why)
		}
	}
}

// TestDocument: what is read of the document is what is written into it, and what is
// measured anew takes the place of what was there of the same template.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	results, err := read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := document(results); got != string(text) {
		t.Errorf("%s reads as\n%s", page, got)
	}
	unexplained := []result{{template: "maps", total: 1, survivors: []survivor{{mutant: mutant{file: "maps/maps.go", line: 3}, from: "a || b", to: "a && b"}}}}
	if again, err := read(document(unexplained)); err != nil || document(again) != document(unexplained) {
		t.Errorf("what no one has explained reads as %v, %v", again, err)
	}
	was := sum(results)
	for _, other := range []result{{template: "linear", total: 1, killed: 1}, {template: "mirror", total: 2, killed: 2}} {
		results = updated(results, []result{other})
	}
	if now := document(results); !strings.Contains(now, "| linear | 1 | 1 | 0 | 0 | 0 |\n| maps |") || strings.Contains(now, "linear/") ||
		!strings.Contains(now, "| mirror | 2 | 2 | 0 | 0 | 0 |\n| names |") || sum(results).total >= was.total {
		t.Error(now)
	}
}
